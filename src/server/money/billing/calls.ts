import type { billing } from '../../../api/billing.ts'
import { autopayRules } from '../../../domain/money/autopay.ts'
import { type BillingStatus, openAttemptStates } from '../../../domain/money/payment.ts'
import { readScheduleSettings } from '../../../domain/base/organization.ts'
import type { App, CallContext, Handlers } from '../../base/call.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { joinAsCustomer } from '../../people/write-memberships.ts'
import { askProvider } from '../../base/outside/payment-faults.ts'
import { idOf } from '../../base/outside/id-of.ts'
import { enforce, found, notFound, refused } from '../../base/kit/refusals.ts'
import { ensureCustomer } from '../payments/intents.ts'
import { detachAt, readMethods, showMethod, storeSetup } from '../payments/methods.ts'
import { addPayer, setDefaultMethod } from '../../customers/write-billing.ts'
import { accountOf, changeSettings, payerOf, readSettings, type Payer } from './settings.ts'
import { widenSight } from '../../base/db/sight.ts'
import { payAll, readPayAll } from '../payments/pay-all.ts'
import { forgetMethod } from '../payments/write-methods.ts'
import type { Actor } from '../../base/actor.ts'

const notReadySentence = 'Organization is not ready for billing'

async function readStatus(tx: OrgTx, actor: Actor): Promise<BillingStatus> {
  const payer = await payerOf(tx, actor)
  const account = await accountOf(tx)
  const methods = payer
    ? (await readMethods(tx, payer.id)).map((row) =>
        showMethod(row, payer.default_payment_method_id),
      )
    : []
  const default_pm =
    methods.find((method) => method.is_default && method.status === 'active') ?? null
  return {
    ok: true,
    has_pm: default_pm !== null,
    hasAccount: account.stripe_account_id !== null,
    accountId: account.stripe_account_id,
    canCollect: account.stripe_charges_enabled,
    disabled_reason:
      account.stripe_charges_enabled && account.stripe_payouts_enabled
        ? null
        : account.stripe_disabled_reason,
    note:
      account.stripe_account_id === null
        ? notReadySentence
        : account.stripe_charges_enabled
          ? null
          : 'You can still add a card.',
    default_payment_method: default_pm?.id ?? null,
    default_pm,
    paymentMethods: methods,
  }
}

const browserParts = (app: App) => ({
  publishable_key: app.payments.publishableKey,
  script_url: app.payments.scriptUrl,
})

/**
 * The provider's customer for the caller. Staff get one before they have a customer record here,
 * which is created when they save a card.
 */
async function providerCustomer(
  app: App,
  actor: Actor & { organization_id: string },
  payer: Payer | null,
  account: string,
): Promise<string> {
  if (payer) return (await ensureCustomer(app, actor.organization_id, payer.id)).customer
  const metadata = { organization_id: actor.organization_id, person_id: actor.person_id }
  return (
    await app.payments
      .on(account, 'screen')
      .createCustomer({ metadata }, `cus:${actor.organization_id}:${actor.person_id}`)
  ).id
}

async function readyAccount(
  call: CallContext,
  actor: Actor,
): Promise<{ account: string; payer: Payer | null; wallets_on: boolean }> {
  const { organization, payer } = await call.inOrg(async (tx) => ({
    organization: await accountOf(tx),
    payer: await payerOf(tx, actor),
  }))
  const account = organization.stripe_account_id
  if (!account) throw refused('not_ready', notReadySentence)
  const { wallets_on } = readScheduleSettings(organization.schedule_settings)
  return { account, payer, wallets_on }
}

export const billingHandlers: Handlers<typeof billing> = {
  'GET /api/users/billing/status': ({ readOrg, app, actor }) =>
    readOrg(async (tx) => ({
      ...(await readStatus(tx, actor)),
      ...browserParts(app),
      sandbox: app.payments.sandbox,
    })),

  'POST /api/users/billing/setup-intent': async (call) => {
    const { app, actor, body } = call
    const { account, payer, wallets_on } = await readyAccount(call, actor)
    return askProvider(async () => {
      const customer = await providerCustomer(app, actor, payer, account)
      const metadata = {
        organization_id: actor.organization_id,
        person_id: actor.person_id,
        ...(payer ? { customer_id: payer.id } : {}),
      }
      const setup = await app.payments.on(account, 'screen').createSetup({
        customer,
        types: body?.pm_types ?? ['card', 'us_bank_account'],
        metadata,
        key: `seti:${call.request_id}`,
      })
      return {
        client_secret: setup.client_secret!,
        account_id: account,
        setup_intent_id: setup.id,
        wallets: wallets_on,
        ...browserParts(app),
      }
    })
  },

  'POST /api/users/billing/saved': async (call) => {
    const { app, actor, body } = call
    const { account, payer } = await readyAccount(call, actor)
    const setup = await askProvider(() =>
      app.payments.on(account, 'screen').readSetup(body.setup_intent_id),
    )
    const customer = idOf(setup.customer) ?? ''
    const isOwn =
      setup.metadata?.['person_id'] === actor.person_id &&
      setup.metadata?.['organization_id'] === actor.organization_id
    if (!isOwn || (payer?.stripe_customer_id && payer.stripe_customer_id !== customer))
      throw notFound()
    return call.inOrgAll(async (tx) => {
      const own =
        payer ??
        (setup.status === 'succeeded' || setup.status === 'requires_action'
          ? await becomeCustomer(tx, actor, customer)
          : null)
      const row = own ? await storeSetup(tx, own.id, setup) : null
      const status = await readStatus(tx, own ? { ...actor, customer_id: own.id } : actor)
      return {
        ...status,
        saved: row !== null,
        pending_verification: row?.status === 'pending_verification',
        message: row
          ? null
          : (setup.last_setup_error?.message ?? 'Please check your card details.'),
      }
    })
  },

  'POST /api/users/billing/set-default': async ({ inOrg, inOrgAll, app, actor, body }) => {
    const { payer, account } = await inOrg(async (tx) => {
      const payer = found(await payerOf(tx, actor))
      const method = found(
        await tx
          .selectFrom('payment_methods')
          .select('status')
          .where('customer_id', '=', payer.id)
          .where('id', '=', body.payment_method_id)
          .where('status', '<>', 'detached')
          .executeTakeFirst(),
      )
      if (method.status !== 'active')
        throw refused('method_not_usable', 'This payment method is not verified yet.')
      await setDefaultMethod(tx, payer.id, body.payment_method_id)
      return { payer, account: (await accountOf(tx)).stripe_account_id }
    })
    // Our own setting decides what is charged; the provider's copy is only for its own pages.
    if (account && payer.stripe_customer_id)
      await app.payments
        .on(account, 'screen')
        .setDefaultMethod(payer.stripe_customer_id, body.payment_method_id)
        .catch((fault: unknown) =>
          app.log.warn({ err: fault }, 'the provider keeps another default'),
        )
    return inOrgAll((tx) => readStatus(tx, actor))
  },

  'POST /api/users/billing/detach': async ({ inOrg, inOrgAll, app, actor, body }) => {
    const account = await inOrg(async (tx) => {
      const payer = found(await payerOf(tx, actor))
      const method = found(
        await tx
          .selectFrom('payment_methods')
          .select('status')
          .where('customer_id', '=', payer.id)
          .where('id', '=', body.payment_method_id)
          .executeTakeFirst(),
      )
      // A second press on Remove finds what it asked for.
      if (method.status === 'detached') return null
      enforce(
        autopayRules.removeMethod({
          is_default: payer.default_payment_method_id === body.payment_method_id,
          autopay_enabled: payer.autopay_enabled,
        }),
      )
      return (await accountOf(tx)).stripe_account_id
    })
    await inOrgAll(async (tx) => {
      const busy = await tx
        .selectFrom('charge_attempts')
        .select('id')
        .where('payment_method_id', '=', body.payment_method_id)
        .where('state', 'in', openAttemptStates)
        .executeTakeFirst()
      if (busy) throw refused('payment_in_progress', 'Payment in progress')
    })
    if (account)
      await askProvider(() => detachAt(app.payments.on(account, 'screen'), body.payment_method_id))
    return inOrgAll(async (tx) => {
      await forgetMethod(tx, body.payment_method_id)
      return readStatus(tx, actor)
    })
  },

  'POST /api/users/billing/portal': async (call) => {
    const { app, actor } = call
    const { account, payer } = await readyAccount(call, actor)
    const url = await askProvider(async () => {
      const customer = await providerCustomer(app, actor, payer, account)
      return (
        await app.payments
          .on(account, 'screen')
          .openPortal(customer, `${app.config.PUBLIC_URL}/app/user/payments`)
      ).url
    })
    return { ok: true as const, url }
  },

  'GET /api/users/billing/owed': ({ readOrg, actor }) =>
    readOrg(async (tx) => readPayAll(tx, found(await payerOf(tx, actor)).id)),

  'POST /api/users/billing/pay-all': ({ inOrg, actor, body }) =>
    inOrg(async (tx) => {
      // Intents and attempts are beyond a customer's sight; the invoices are their own.
      const payer = found(await payerOf(tx, actor))
      widenSight(tx)
      await payAll(tx, payer, body.total_cents)
      return readPayAll(tx, payer.id)
    }),

  'GET /api/users/billing-settings': ({ readOrg, actor }) =>
    readOrg(async (tx) => readSettings(tx, await payerOf(tx, actor))),

  'PATCH /api/users/billing-settings': ({ inOrg, actor, body, ip, agent }) =>
    inOrg(async (tx) => {
      // Consents and settings are on the caller's own row; staff who pay here cannot see one with
      // their own role.
      widenSight(tx)
      const payer = await payerOf(tx, actor)
      if (!payer) throw refused('no_payment_method', 'Add a payment method before enabling autopay')
      await changeSettings(tx, payer, body, { ip, agent })
      return readSettings(tx, await payerOf(tx, actor))
    }),
}

/** Staff who save a card become a customer of their organization and keep their role. */
async function becomeCustomer(tx: OrgTx, actor: Actor, stripe_customer_id: string): Promise<Payer> {
  const row = await addPayer(tx, {
    person_id: actor.person_id,
    name: actor.name,
    email: actor.email,
    stripe_customer_id,
  })
  await joinAsCustomer(tx, { person_id: actor.person_id, customer_id: row.id })
  return row
}
