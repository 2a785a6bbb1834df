import { isDeepStrictEqual } from 'node:util'
import type Stripe from 'stripe'
import { billingHandlers } from '../../src/server/money/billing/calls.ts'
import type { App } from '../../src/server/base/call.ts'
import { giveCredit } from '../../src/server/money/credits/write.ts'
import { inOrgAll, system, type OrgTx } from '../../src/server/base/db/door.ts'
import { lockInvoice } from '../../src/server/money/invoices/row.ts'
import { setPlatformMethod } from '../../src/server/base/organizations/write-payments.ts'
import { beginPayment } from '../../src/server/flows/pay-page/calls.ts'
import { keepEvidence, sendEvidence } from '../../src/server/money/payments/answer-dispute.ts'
import { payByHand } from '../../src/server/money/payments/by-hand.ts'
import { planCharge, runAttempt } from '../../src/server/money/payments/charge.ts'
import { ensureCustomer, withoutIntent } from '../../src/server/money/payments/intents.ts'
import { detachMethod } from '../../src/server/money/payments/methods.ts'
import { reconcile } from '../../src/server/money/payments/reconcile.ts'
import { startVerification } from '../../src/server/money/payments/accounts.ts'
import { registerWallets } from '../../src/server/money/payments/wallets.ts'
import { platformBillingHandlers } from '../../src/server/money/platform/calls.ts'
import {
  applyPlatformEvent,
  endSubscription,
  ensurePlatformCustomer,
  pauseWhileClosed,
  payOpenBills,
  savePlatformMethod,
  startSubscription,
  updateUserCounts,
} from '../../src/server/money/platform/subscription.ts'
import { checkNoIntent } from '../../src/server/money/invoices/live-intent.ts'
import { addOrganization } from '../scratch.ts'
import {
  payToken,
  readWaiting,
  scenes,
  settle,
  type Asked,
  type Desk,
  type Scene,
} from './unknown-money.ts'

// Every operation that changes something at the payment provider, asked for while the answer to it is lost.

type Tried = {
  /** Asks for it; asking again is what a person or a job does without an answer. */
  ask: () => Promise<unknown>
  /** What is there once it went well. */
  end: () => Promise<unknown>
  right: unknown
}
type Case = (desk: Desk) => Promise<Tried>

let made = 0
const nextId = () => `request-${++made}`

const ofScene =
  ({ open, ends }: Scene): Case =>
  async (desk) => {
    const asked = await open(desk)
    return {
      ask: asked.again,
      end: async () => isRight(await endOf(desk, asked), ends),
      right: true,
    }
  }
async function endOf(desk: Desk, asked: Asked): Promise<object> {
  await settle(desk, [asked])
  return asked.end(await readWaiting(desk))
}
const isRight = (end: object, ends: object[]) =>
  ends.some((one) => isDeepStrictEqual(one, end)) || end

const stateOf = ({ till }: Desk) => till.atProvider()
const orgRow = async ({ till }: Desk, org: string) =>
  (await till.rows('select * from organizations where id = $1', [org]))[0]

/** A call of this person's, as far as these handlers look at it. */
const callOf = (app: App, org: string, customer_id: string | null, body: object) => {
  const inOrg = <T>(work: (tx: OrgTx) => Promise<T>) => inOrgAll(app.store, org, system, work)
  const actor = { organization_id: org, customer_id, person_id: org }
  return { app, actor, body, inOrg, inOrgAll: inOrg, request_id: nextId() } as never
}

/** Pays a customer's invoice in cash while its pay page is open. */
const cancelIntent: Case = async (desk) => {
  const { till, provider } = desk
  const customer = await till.customer('pm_card_visa')
  const invoice = await till.invoice(customer)
  await beginPayment(till.app, await payToken(desk, invoice))
  const [{ id }] = await till.rows(
    'select provider_id as id from payment_intents where invoice_id = $1',
    [invoice],
  )
  return {
    ask: () =>
      withoutIntent(till.app, till.org, () =>
        till.inOrg(async (tx) => {
          const row = await lockInvoice(tx, invoice)
          if (row.money === 'paid') return
          await checkNoIntent(tx, invoice)
          await payByHand(tx, row, { amount_cents: 4500, kind: 'cash', note: null })
        }),
      ),
    async end() {
      await reconcile(till.app)
      const { invoice: row, payments } = await till.state(invoice)
      return [(await provider.readIntent(id)).status, row.paid_cents, payments.length]
    },
    right: ['canceled', 4500, 1],
  }
}

/** Credit comes after the charge was planned, so that less is asked for. */
const setIntentAmount: Case = async (desk) => {
  const { till } = desk
  const customer = await till.customer('pm_card_visa')
  const invoice = await till.invoice(customer)
  const { attempt_id } = await till.inOrg((tx) =>
    planCharge(tx, { invoice_id: invoice, via: 'staff' }),
  )
  await till.inOrg((tx) => giveCredit(tx, customer, { amount_cents: 1000, reason: 'Rain' }))
  return {
    ask: () => runAttempt(till.app, till.org, attempt_id),
    async end() {
      await till.rows(
        "update charge_attempts set next_check_at = now() - interval '1 second' where id = $1 and next_check_at is not null",
        [attempt_id],
      )
      await reconcile(till.app)
      const { invoice: row, payments } = await till.state(invoice)
      return [row.money, row.paid_cents, payments.map(({ amount_cents }) => amount_cents)]
    },
    right: ['paid', 4500, [3500]],
  }
}

const createCustomer: Case = async (desk) => {
  const { till } = desk
  const customer = await till.customer(null)
  return {
    ask: () => ensureCustomer(till.app, till.org, customer),
    async end() {
      const { accounts } = await stateOf(desk)
      const there = accounts[till.account]!.customers.filter(
        ({ metadata }) => metadata.customer_id === customer,
      )
      const [row] = await till.rows(
        'select stripe_customer_id as id from customers where id = $1',
        [customer],
      )
      return there.map(({ id }) => id === row.id)
    },
    right: [true],
  }
}

/** What a customer does with their own cards. */
const ownCard =
  (
    work: (desk: Desk, customer: string, method: string) => Promise<unknown>,
    right: unknown,
  ): Case =>
  async (desk) => {
    const { till } = desk
    const customer = await till.customer('pm_card_visa')
    const [{ id }] = await till.rows('select id from payment_methods where customer_id = $1', [
      customer,
    ])
    let got: unknown
    return {
      ask: async () => {
        got = await work(desk, customer, id)
      },
      end: () => Promise.resolve(got),
      right,
    }
  }
const createSetup = ownCard(async ({ till }, customer) => {
  const call = callOf(till.app, till.org, customer, {})
  return typeof (await billingHandlers['POST /api/users/billing/setup-intent'](call)).client_secret
}, 'string')
const openPortal = ownCard(async ({ till }, customer) => {
  const call = callOf(till.app, till.org, customer, {})
  return typeof (await billingHandlers['POST /api/users/billing/portal'](call)).url
}, 'string')
const setDefaultMethod = ownCard(async ({ till }, customer, payment_method_id) => {
  const call = callOf(till.app, till.org, customer, { payment_method_id })
  const { default_payment_method } =
    await billingHandlers['POST /api/users/billing/set-default'](call)
  return default_payment_method === payment_method_id
}, true)
const detach = ownCard(async ({ till, provider }, _customer, method) => {
  await detachMethod(till.app, till.org, method)
  return (await provider.readMethod(method)).customer
}, null)

const answerDispute: Case = async (desk) => {
  const { till, provider } = desk
  const customer = await till.customer('pm_card_createDispute')
  const invoice = await till.invoice(customer)
  await till.charge(invoice)
  await till.sandbox.advance()
  const [{ intent }] = await till.rows(
    'select provider_intent_id as intent from payments where invoice_id = $1',
    [invoice],
  )
  await till.deliver((events) =>
    events.filter(
      ({ type, data }) =>
        type === 'charge.dispute.created' && data.object.payment_intent === intent,
    ),
  )
  const [{ id }] = await till.rows(
    'select d.id from disputes d join payments p on p.id = d.payment_id where p.invoice_id = $1',
    [invoice],
  )
  await till.inOrg((tx) => keepEvidence(tx, id, 'Mowed on Monday.'))
  return {
    ask: () => sendEvidence(till.app, till.org, id),
    async end() {
      const [row] = await till.rows('select evidence_sent_at from disputes where id = $1', [id])
      const { evidence_details } = await provider.readDispute(id)
      return [evidence_details.submission_count, row.evidence_sent_at !== null]
    },
    right: [1, true],
  }
}

const registerDomain: Case = async (desk) => {
  const { till, provider } = desk
  await till.rows('update organizations set wallet_domain = null, wallet_domain_id = null')
  return {
    async ask() {
      await registerWallets(till.app, till.org)
      // Without an answer the next run asks again.
      if (!(await orgRow(desk, till.org)).wallet_domain) throw new Error('no answer yet')
    },
    async end() {
      const { wallet_domain, wallet_domain_id } = await orgRow(desk, till.org)
      const there = await provider.registerDomain('localhost')
      return [wallet_domain, wallet_domain_id === there.id]
    },
    right: ['localhost', true],
  }
}

/** Another business, with two people. */
async function business({ till }: Desk): Promise<string> {
  const org = await addOrganization(till.app.store)
  await till.rows(
    "update organizations set trial_ends_at = now() + interval '14 days' where id = $1",
    [org],
  )
  await till.rows(
    `with made as (insert into people (email, name, status) select $1::text || n || '@mail.example', 'Dana', 'active' from generate_series(1, 2) n returning id)
     insert into memberships (organization_id, person_id, role, status) select $1::uuid, id, 'manager', 'active' from made`,
    [org],
  )
  return org
}

/** Its account for payments. */
const account: Case = async (desk) => {
  const { till } = desk
  const org = await business(desk)
  const before = Object.keys((await stateOf(desk)).accounts).length
  let url: unknown
  return {
    ask: async () => {
      url = await startVerification(till.app, org, 'http://localhost:3000/app')
    },
    async end() {
      const { accounts } = await stateOf(desk)
      const { stripe_account_id } = await orgRow(desk, org)
      return [Object.keys(accounts).length - before, stripe_account_id in accounts, typeof url]
    },
    right: [1, true, 'string'],
  }
}

const platformCustomer: Case = async (desk) => {
  const { till } = desk
  const org = await business(desk)
  return {
    ask: () => ensurePlatformCustomer(till.app, org),
    async end() {
      const { accounts, platform } = await stateOf(desk)
      const { platform_customer_id } = await orgRow(desk, org)
      return accounts[platform]!.customers.filter(
        ({ metadata }) => metadata.organization_id === org,
      ).map(({ id }) => id === platform_customer_id)
    },
    right: [true],
  }
}

const platformSetup: Case = async (desk) => {
  const { till } = desk
  const org = await business(desk)
  const own = () =>
    platformBillingHandlers['POST /api/owner/platform-billing/set-payment-method'](
      callOf(till.app, org, null, {}),
    )
  let got: unknown
  return {
    ask: async () => {
      got = typeof (await own()).client_secret
    },
    end: () => Promise.resolve(got),
    right: 'string',
  }
}

/** Asks the provider for something on the platform's own account, as a browser does unless it is said. */
async function atPlatform(
  { till: { sandbox } }: Desk,
  path: string,
  form: Record<string, string>,
  as: 'secret' | 'browser' = 'browser',
): Promise<void> {
  const { host, port, publishableKey, secretKey } = sandbox
  await fetch(`http://${host}:${port}/v1/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${as === 'secret' ? secretKey : publishableKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
  })
}

/** Confirms a setup on the platform, as the owner's browser does. */
async function confirmed(desk: Desk, org: string, token: string) {
  const { till } = desk
  const { platform } = till.app.payments
  const customer = await ensurePlatformCustomer(till.app, org)
  const setup = await platform.createSetup({ customer, types: ['card'], key: `seti:${nextId()}` })
  await atPlatform(desk, `setup_intents/${setup.id}/confirm`, {
    client_secret: setup.client_secret!,
    payment_method: token,
  })
  return platform.readSetup(setup.id)
}

const platformMethod: Case = async (desk) => {
  const { till } = desk
  const org = await business(desk)
  const setup = await confirmed(desk, org, 'pm_card_visa')
  return {
    ask: () => savePlatformMethod(till.app, org, setup),
    end: async () => (await orgRow(desk, org)).platform_default_pm,
    right: (setup.payment_method as { id: string }).id,
  }
}

/** A business with a card on file, that is subscribed or asks for it. */
async function payer(desk: Desk, token = 'pm_card_visa'): Promise<string> {
  const org = await business(desk)
  await savePlatformMethod(desk.till.app, org, await confirmed(desk, org, token))
  return org
}
const subscriptionsOf = async (desk: Desk, org: string) => {
  const { accounts, platform } = await stateOf(desk)
  const { platform_customer_id } = await orgRow(desk, org)
  return accounts[platform]!.subscriptions.filter(
    ({ customer }) => customer === platform_customer_id,
  )
}
const subscribe: Case = async (desk) => {
  const { till } = desk
  const org = await payer(desk)
  return {
    ask: () => startSubscription(till.app, org),
    async end() {
      const { platform_subscription_id } = await orgRow(desk, org)
      await applyPlatformEvent(till.app, 'customer.subscription.updated', platform_subscription_id)
      // The users are counted once more before the bill.
      await till.rows(
        "update organizations set platform_period_end = now() + interval '1 hour' where id = $1",
        [org],
      )
      await updateUserCounts(till.app)
      return (await subscriptionsOf(desk, org)).map(({ id, items }) => [
        id === platform_subscription_id,
        items.data[0]!.quantity,
      ])
    },
    right: [[true, 2]],
  }
}
/** The price of it, as if nobody had made it yet. */
const price: Case = async (desk) => {
  const { till, line } = desk
  const known = await till.app.payments.platform.findPrice('fieldhive_users_v1')
  if (known)
    await atPlatform(desk, `prices/${known}`, { active: 'false', lookup_key: '' }, 'secret')
  line.forgetKeys(true)
  return subscribe(desk)
}

/** A change to a subscription that runs. */
const onSubscription =
  (
    change: (desk: Desk, org: string) => Promise<unknown>,
    end: (subscription: Stripe.Subscription) => unknown,
    right: unknown,
  ): Case =>
  async (desk) => {
    const org = await payer(desk)
    await startSubscription(desk.till.app, org)
    return {
      ask: () => change(desk, org),
      end: async () => (await subscriptionsOf(desk, org)).map(end),
      right: [right],
    }
  }
const stop = onSubscription(
  ({ till }, org) => endSubscription(till.app, org, true),
  ({ cancel_at_period_end }) => cancel_at_period_end,
  true,
)
const pause = onSubscription(
  async ({ till }, org) => {
    await till.rows("update organizations set status = 'inactive' where id = $1", [org])
    await pauseWhileClosed(till.app, org)
  },
  ({ pause_collection }) => pause_collection !== null,
  true,
)

const payBill: Case = async (desk) => {
  const { till } = desk
  const org = await payer(desk, 'pm_card_chargeCustomerFail')
  await startSubscription(till.app, org)
  const { platform_subscription_id: id } = await orgRow(desk, org)
  // Once for the free days, once for the first month.
  for (let times = 0; times < 2; times++) await till.ask('POST', `renew/${id}`)
  await applyPlatformEvent(till.app, 'customer.subscription.updated', id)
  const setup = await confirmed(desk, org, 'pm_card_visa')
  const { platform_customer_id: customer } = await orgRow(desk, org)
  const method = (setup.payment_method as { id: string }).id
  await inOrgAll(till.app.store, org, system, (tx) =>
    setPlatformMethod(tx, { customer, method, summary: {} as never }),
  )
  return {
    ask: () => payOpenBills(till.app, org),
    async end() {
      const { accounts, platform } = await stateOf(desk)
      const { subscription_status } = await orgRow(desk, org)
      const open = await till.app.payments.platform.listOpenBills(customer)
      const paid = accounts[platform]!.charges.filter(
        (one) => one.customer === customer && one.status === 'succeeded',
      )
      return [paid.length, open.length, subscription_status]
    },
    right: [1, 0, 'active'],
  }
}

export const cases: Record<string, Case> = {
  'on createIntent': ofScene(scenes[0]!),
  'on confirmIntent': ofScene(scenes[0]!),
  'on refund': ofScene(scenes[3]!),
  'on setIntentAmount': setIntentAmount,
  'on cancelIntent': cancelIntent,
  'on createCustomer': createCustomer,
  'on setDefaultMethod': setDefaultMethod,
  'on createSetup': createSetup,
  'on detachMethod': detach,
  'on openPortal': openPortal,
  'on answerDispute': answerDispute,
  'on registerDomain': registerDomain,
  'platform createAccount': account,
  'platform onboardingLink': account,
  'platform createCustomer': platformCustomer,
  'platform createSetup': platformSetup,
  'platform setDefaultMethod': platformMethod,
  'platform createPrice': price,
  'platform createSubscription': subscribe,
  'platform setSubscriptionUsers': subscribe,
  'platform setSubscriptionEnd': stop,
  'platform pauseBills': pause,
  'platform payBill': payBill,
}

/** A business whose owner started a subscription, closed the page before the answer came, and asks for nothing more. */
export async function leftAlone(
  desk: Desk,
): Promise<{ there: string[]; here: string | null; status: string }> {
  const { till, line } = desk
  const org = await payer(desk)
  line.next('unheard', 'platform createSubscription')
  await startSubscription(till.app, org).catch(() => {})
  line.next(null)
  const there = (await subscriptionsOf(desk, org)).map(({ id }) => id)
  for (const id of there) await applyPlatformEvent(till.app, 'customer.subscription.created', id)
  const row = await orgRow(desk, org)
  return { there, here: row.platform_subscription_id, status: row.subscription_status }
}
