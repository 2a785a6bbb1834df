import { isUuid } from '../../../domain/base/id.ts'
import { balanceOf, closedMoney } from '../../../domain/money/invoice.ts'
import type { App } from '../../base/call.ts'
import { setDefaultMethod } from '../../customers/write-billing.ts'
import { inOrgAll, system, type OrgTx } from '../../base/db/door.ts'
import { lockInvoice, statusOf, type InvoiceRow } from '../invoices/row.ts'
import { cardOf, notifyCardReplaced } from '../../messages/notify-money.ts'
import { Refused } from '../../base/kit/refusals.ts'
import type { SetupIntent } from '../../base/outside/stripe.ts'
import { planCharge } from './charge.ts'
import { storeSetup } from './methods.ts'
import { endCardLink, lockCardLink, type CardLinkRow } from './write-card-links.ts'
import { failVerification, type MethodRow } from './write-methods.ts'
import { idOf } from '../../base/outside/id-of.ts'
import { organizationOf } from './accounts.ts'
import type { MoneyApp } from './facts.ts'

/** Stores the method of a setup just read; one that was saved behind a link takes the place of the card that failed. */
export async function storeCard(
  tx: OrgTx,
  app: Pick<App, 'config'>,
  customer_id: string,
  setup: SetupIntent,
): Promise<MethodRow | null> {
  const link_id = setup.metadata?.['card_link']
  const link = isUuid(link_id ?? '')
    ? await tx
        .selectFrom('card_links')
        .select(['id', 'invoice_id'])
        .where('id', '=', link_id!)
        .executeTakeFirst()
    : undefined
  // Locks are taken in one order: the invoice before its customer.
  if (link) await lockInvoice(tx, link.invoice_id)
  const method = await storeSetup(tx, customer_id, setup)
  if (link && method) await replaceCard(tx, app, link, method)
  return method
}

/**
 * Puts a card just saved behind a link in place of the one that failed, and tries that charge once more on what allowed it before. Safe to
 * repeat: the browser, the webhook and a reopened page may all bring the same card.
 */
async function replaceCard(
  tx: OrgTx,
  app: Pick<App, 'config'>,
  { id, invoice_id }: Pick<CardLinkRow, 'id' | 'invoice_id'>,
  method: MethodRow,
): Promise<void> {
  const invoice = await lockInvoice(tx, invoice_id)
  const link = await lockCardLink(tx, id)
  if (link.used_at || method.status !== 'active' || method.customer_id !== invoice.customer_id)
    return
  await setDefaultMethod(tx, invoice.customer_id, method.id)
  const outcome = await tryAgain(tx, invoice, link)
  await endCardLink(tx, id, { payment_method_id: method.id, ...outcome })
  if (outcome.retry_attempt_id === null)
    await notifyCardReplaced(tx, app, invoice, { once: id, card: shown(method), charged: false })
}

type Outcome = { retry_attempt_id: string | null; refusal_sentence: string | null }

async function tryAgain(tx: OrgTx, invoice: InvoiceRow, link: CardLinkRow): Promise<Outcome> {
  const status = statusOf(invoice)
  if (closedMoney.has(status) || status === 'processing' || balanceOf(invoice) <= 0)
    return { retry_attempt_id: null, refusal_sentence: null }
  const failed = await tx
    .selectFrom('charge_attempts')
    .select('via')
    .where('id', '=', link.failed_attempt_id)
    .executeTakeFirst()
  try {
    const { attempt_id } = await planCharge(tx, {
      invoice_id: invoice.id,
      via: failed?.via === 'staff' ? 'staff' : 'retry',
    })
    return { retry_attempt_id: attempt_id, refusal_sentence: null }
  } catch (fault) {
    // Refusals are thrown before anything is written: the card stays saved, and the page offers to pay once.
    if (!(fault instanceof Refused)) throw fault
    return { retry_attempt_id: null, refusal_sentence: fault.message }
  }
}

const shown = ({ type, brand, last4, wallet }: MethodRow) =>
  cardOf({ pm_type: type, card_brand: brand, last4, wallet })

/** Stores the method of a setup that a webhook brings, which identifies the customer by the provider's id. */
export async function applySetup(
  app: MoneyApp,
  account: string,
  setup: SetupIntent,
): Promise<void> {
  const organization_id = await organizationOf(app, account)
  const customer = idOf(setup.customer)
  if (!organization_id || !customer) return
  await inOrgAll(app.store, organization_id, system, async (tx) => {
    const row = await tx
      .selectFrom('customers')
      .select('id')
      .where('stripe_customer_id', '=', customer)
      .executeTakeFirst()
    if (!row) return
    const failed =
      setup.status === 'requires_payment_method' && setup.last_setup_error?.payment_method?.id
    if (failed) await failVerification(tx, failed, setup.id)
    else await storeCard(tx, app, row.id, setup)
  })
}
