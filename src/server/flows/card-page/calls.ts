import type { cardPage, CardPage } from '../../../api/card-page.ts'
import { cardLinkRules } from '../../../domain/money/card-link.ts'
import { balanceOf } from '../../../domain/money/invoice.ts'
import type { Brand } from '../../../domain/base/brand.ts'
import { readScheduleSettings } from '../../../domain/base/organization.ts'
import { shownCard } from '../../../domain/money/payment.ts'
import type { App, Handlers } from '../../base/call.ts'
import { inOrgAll, system, type OrgTx } from '../../base/db/door.ts'
import { payUrl } from '../../money/invoices/pay-link.ts'
import { lockInvoice, statusOf, type InvoiceRow } from '../../money/invoices/row.ts'
import { askProvider } from '../../base/outside/payment-faults.ts'
import type { SetupIntent } from '../../base/outside/stripe.ts'
import { ensureCustomer } from '../../money/payments/intents.ts'
import { storeCard } from '../../money/payments/replace-card.ts'
import { keepSetup, type CardLinkRow } from '../../money/payments/write-card-links.ts'
import { enforce, notFound } from '../../base/kit/refusals.ts'
import { findLink, linkDead } from './find.ts'

export const cardPageHandlers: Handlers<typeof cardPage> = {
  'GET /api/public/card/{token}': async ({ app, params }) => {
    const link = await findLink(app, params.token)
    return inOrgAll(app.store, link.organization_id, system, (tx) => show(tx, app, link))
  },
  'POST /api/public/card/{token}/setup': ({ app, params, request_id }) =>
    begin(app, params.token, request_id),
  'POST /api/public/card/{token}/saved': ({ app, params }) => save(app, params.token),
}

async function show(tx: OrgTx, app: App, link: CardLinkRow): Promise<CardPage> {
  const invoice = await lockInvoice(tx, link.invoice_id)
  const facts = await readPayer(tx, invoice)
  const refusal = cardLinkRules.replace(rulesFacts(link, invoice, facts))
  return {
    organization: {
      name: facts.name,
      email: facts.email,
      phone_number: facts.phone_number,
      logo: facts.logo as Brand['logo'],
    },
    invoice: {
      number: invoice.number,
      number_prefix: invoice.number_prefix,
      status: statusOf(invoice),
      balance_cents: balanceOf(invoice),
      paid_cents: invoice.paid_cents,
    },
    card: shownCard(facts),
    autopay: facts.autopay_enabled,
    is_used: link.used_at !== null,
    reason: refusal?.sentence ?? null,
    problem: link.refusal_sentence ?? invoice.failure_sentence,
    pay_url: await payUrl(tx, app, invoice),
    publishable_key: app.payments.publishableKey,
    account_id: facts.stripe_account_id,
    script_url: app.payments.scriptUrl,
    sandbox: app.payments.sandbox,
    wallets: readScheduleSettings(facts.schedule_settings).wallets_on,
  }
}

const readPayer = (tx: OrgTx, { customer_id }: InvoiceRow) =>
  tx
    .selectFrom('customers as c')
    .innerJoin('organizations as o', 'o.id', 'c.organization_id')
    .leftJoin('payment_methods as m', (join) =>
      join
        .onRef('m.organization_id', '=', 'c.organization_id')
        .onRef('m.id', '=', 'c.default_payment_method_id'),
    )
    .select(['o.name', 'o.email', 'o.phone_number', 'o.logo', 'o.stripe_account_id'])
    .select([
      'o.stripe_charges_enabled',
      'o.schedule_settings',
      'c.autopay_enabled',
      'm.brand',
      'm.last4',
      'm.wallet',
    ])
    .where('c.id', '=', customer_id)
    .executeTakeFirstOrThrow()

const rulesFacts = (
  link: Pick<CardLinkRow, 'used_at'>,
  invoice: InvoiceRow,
  payer: { stripe_charges_enabled: boolean; stripe_account_id: string | null },
) => ({
  is_used: link.used_at !== null,
  status: statusOf(invoice),
  can_collect: payer.stripe_charges_enabled && payer.stripe_account_id !== null,
})

/** Opens the provider's form, or goes on with a card that was confirmed before the page was closed. */
async function begin(app: App, token: string, request_id: string) {
  const link = await findLink(app, token)
  const customer_id = await inOrgAll(app.store, link.organization_id, system, async (tx) => {
    const invoice = await lockInvoice(tx, link.invoice_id)
    enforce(cardLinkRules.replace(rulesFacts(link, invoice, await readPayer(tx, invoice))))
    return invoice.customer_id
  })
  return askProvider(async () => {
    const { account, customer } = await ensureCustomer(app, link.organization_id, customer_id)
    const provider = app.payments.on(account, 'screen')
    const earlier = link.setup_intent_id ? await provider.readSetup(link.setup_intent_id) : null
    if (earlier?.status === 'succeeded') {
      await keep(app, link, customer_id, earlier)
      return { client_secret: null }
    }
    const setup = await provider.createSetup({
      customer,
      types: ['card'],
      metadata: { organization_id: link.organization_id, customer_id, card_link: link.id },
      key: `seti:${request_id}`,
    })
    await inOrgAll(app.store, link.organization_id, system, (tx) =>
      keepSetup(tx, link.id, setup.id),
    )
    return { client_secret: setup.client_secret! }
  })
}

/** Reads the card again when the browser says it is saved, since the browser's result is not trusted. */
async function save(app: App, token: string) {
  const link = await findLink(app, token)
  if (link.used_at) return { saved: true, message: null }
  if (!link.setup_intent_id) return { saved: false, message: null }
  const { customer_id, account } = await inOrgAll(
    app.store,
    link.organization_id,
    system,
    async (tx) => {
      const invoice = await lockInvoice(tx, link.invoice_id)
      const { stripe_account_id } = await readPayer(tx, invoice)
      return { customer_id: invoice.customer_id, account: stripe_account_id }
    },
  )
  if (!account) throw notFound(linkDead)
  const setup = await askProvider(() =>
    app.payments.on(account, 'screen').readSetup(link.setup_intent_id!),
  )
  const saved = await keep(app, link, customer_id, setup)
  return { saved, message: saved ? null : (setup.last_setup_error?.message ?? null) }
}

/** Saves the card; what saves it also replaces the old one. */
const keep = (
  app: App,
  { organization_id }: CardLinkRow,
  customer_id: string,
  setup: SetupIntent,
): Promise<boolean> =>
  inOrgAll(app.store, organization_id, system, async (tx) => {
    const row = await storeCard(tx, app, customer_id, setup)
    return row?.status === 'active'
  })
