import type { payPage, PayPage } from '../../../api/pay-page.ts'
import { balanceOf, invoiceRules } from '../../../domain/money/invoice.ts'
import { formatCents } from '../../../domain/base/money.ts'
import type { Brand } from '../../../domain/base/brand.ts'
import { readScheduleSettings } from '../../../domain/base/organization.ts'
import { mostTip } from '../../../domain/money/tip.ts'
import type { App, Handlers } from '../../base/call.ts'
import { inOrgAll, system, type OrgTx } from '../../base/db/door.ts'
import { readDetail } from '../../money/invoices/read.ts'
import { applyCredit } from '../../money/invoices/credit.ts'
import { lockInvoice, statusOf, type InvoiceRow } from '../../money/invoices/row.ts'
import { NotReady, Rejected } from '../../base/outside/payment-faults.ts'
import { applyPaymentIntent } from '../../money/payments/apply.ts'
import { tipOn } from '../../money/payments/facts.ts'
import { cancelAtProvider, ensureIntent } from '../../money/payments/intents.ts'
import { findLive, planIntent } from '../../money/payments/write-intents.ts'
import { enforce, invalid, refused } from '../../base/kit/refusals.ts'
import { invoiceOf } from './find.ts'

const notReady = 'Online payment is not available for this invoice yet.'

export const payPageHandlers: Handlers<typeof payPage> = {
  'GET /api/public/pay/{token}': ({ app, params }) => showPayPage(app, params.token),
  'POST /api/public/pay/{token}/intent': ({ app, params, body }) =>
    beginPayment(app, params.token, body?.tip_cents),
  'POST /api/public/pay/{token}/confirmed': ({ app, params }) => endPayment(app, params.token),
}

export async function showPayPage(app: App, token: string): Promise<PayPage> {
  const { organization_id, id } = await invoiceOf(app, token)
  return inOrgAll(app.store, organization_id, system, async (tx) => {
    const { invoice, items, taxes, organization, failure_message, refund_due_cents } =
      await readDetail(tx, id, { roles: [] })
    const account = await accountOf(tx)
    const isReady = account.stripe_charges_enabled && account.stripe_account_id !== null
    const refusal = invoiceRules.payOnline({
      status: invoice.status,
      total_cents: invoice.balance_cents,
    })
    const reason = refusal?.sentence ?? (isReady ? null : notReady)
    return {
      invoice: { ...invoice, failure_message },
      items,
      taxes,
      organization: { ...organization, logo: account.logo as Brand['logo'] },
      refund_due_cents,
      can_pay: reason === null,
      reason,
      publishable_key: app.payments.publishableKey,
      account_id: account.stripe_account_id,
      script_url: app.payments.scriptUrl,
      sandbox: app.payments.sandbox,
      wallets: readScheduleSettings(account.schedule_settings).wallets_on,
      tip_base_cents: reason === null && takesTips(account, invoice) ? tipBase(invoice) : null,
    }
  })
}

/**
 * The client secret of the invoice's only intent, stored before it is shown: the page confirms the
 * same one as autopay and the office.
 */
export async function beginPayment(
  app: App,
  token: string,
  tip_cents = 0,
): Promise<{ client_secret: string; account_id: string; amount_cents: number; currency: string }> {
  const { organization_id, id } = await invoiceOf(app, token)
  try {
    // What is due may change while we call the provider: then the page asks for what is left.
    for (let tries = 0; tries < 3; tries++) {
      const begun = await tryToBegin(app, organization_id, id, tip_cents)
      if (begun) return begun
    }
  } catch (fault) {
    if (fault instanceof NotReady) throw refused('org_not_charge_ready', notReady)
    if (fault instanceof Rejected) throw refused('org_not_charge_ready', fault.message)
    throw fault
  }
  throw refused('payment_in_progress', 'Payment in progress')
}

/** Null if the intent is no longer for what is due; it is canceled, so that it can't be paid. */
async function tryToBegin(app: App, organization_id: string, id: string, tip_cents: number) {
  const planned = await inOrgAll(app.store, organization_id, system, (tx) =>
    planOnPage(tx, id, tip_cents),
  )
  const row = await ensureIntent(app, organization_id, planned.id)
  const intent = await app.payments.on(row.account, 'screen').readIntent(row.provider_id)
  const isCurrent = await inOrgAll(app.store, organization_id, system, async (tx) => {
    const invoice = await lockInvoice(tx, id)
    const { status } = await tx
      .selectFrom('payment_intents')
      .select('status')
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow()
    if (status === 'canceled') return false
    enforce(invoiceRules.payOnline(factsOf(invoice)))
    return intent.amount === balanceOf(invoice) + tip_cents && tipOn(intent) === tip_cents
  })
  if (['succeeded', 'processing', 'canceled'].includes(intent.status)) {
    await applyPaymentIntent(app, row.account, intent)
    if (isCurrent) throw refused('payment_in_progress', 'Payment in progress')
    return null
  }
  if (!isCurrent) {
    await cancelAtProvider(app, row.account, row.provider_id)
    return null
  }
  return {
    client_secret: intent.client_secret!,
    account_id: row.account,
    amount_cents: intent.amount,
    currency: intent.currency.toUpperCase(),
  }
}

async function planOnPage(tx: OrgTx, id: string, tip_cents: number) {
  const invoice = await applyCredit(tx, await lockInvoice(tx, id))
  enforce(invoiceRules.payOnline(factsOf(invoice)))
  const account = await accountOf(tx)
  if (!account.stripe_account_id || !account.stripe_charges_enabled)
    throw refused('org_not_charge_ready', notReady)
  if (tip_cents > 0 && !takesTips(account, invoice))
    throw invalid({ tip_cents: 'No tip is taken here.' })
  if (tip_cents > mostTip(balanceOf(invoice)))
    throw invalid({ tip_cents: `At most ${formatCents(mostTip(balanceOf(invoice)))}` })
  const live = await findLive(tx, id)
  return planIntent(tx, invoice, account.stripe_account_id, { live, tip_cents })
}

/**
 * Reads the intent again when the browser says it is done, since the browser's result is not
 * trusted.
 */
export async function endPayment(app: App, token: string) {
  const { organization_id, id } = await invoiceOf(app, token)
  const row = await inOrgAll(app.store, organization_id, system, (tx) =>
    tx
      .selectFrom('payment_intents')
      .select(['account', 'provider_id'])
      .where('invoice_id', '=', id)
      .where('provider_id', 'is not', null)
      .orderBy('n', 'desc')
      .executeTakeFirst(),
  )
  const intent = row
    ? await app.payments.on(row.account, 'screen').readIntent(row.provider_id!)
    : null
  if (intent) await applyPaymentIntent(app, row!.account, intent)
  const invoice = await inOrgAll(app.store, organization_id, system, (tx) => lockInvoice(tx, id))
  return {
    status: statusOf(invoice),
    money: invoice.money,
    balance_cents: balanceOf(invoice),
    payment_status: intent?.status ?? null,
    message: intent?.last_payment_error?.message ?? null,
  }
}

const accountOf = (tx: OrgTx) =>
  tx
    .selectFrom('organizations')
    .select(['stripe_account_id', 'stripe_charges_enabled', 'schedule_settings', 'logo'])
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()

/** A fee is no work somebody did. */
const takesTips = (
  { schedule_settings }: { schedule_settings: unknown },
  { source }: { source: string },
): boolean => readScheduleSettings(schedule_settings).tips_on && source !== 'late_fee'

/** What tips are suggested on: the work before tax, or what is left to pay of it. */
const tipBase = (invoice: {
  balance_cents: number
  subtotal_cents: number
  discount_cents: number
}) => Math.min(invoice.balance_cents, invoice.subtotal_cents - invoice.discount_cents)

const factsOf = (row: InvoiceRow) => ({ status: statusOf(row), total_cents: balanceOf(row) })
