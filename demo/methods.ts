import { sql } from 'kysely'
import { formatCents } from '../src/domain/base/money.ts'
import { autochargeConsent } from '../src/domain/flows/signup.ts'
import type { OrgTx } from '../src/server/base/db/door.ts'
import { ensureCustomer } from '../src/server/money/payments/intents.ts'
import { asItsOwner, ask, type Building, type PaymentSwitch } from './building.ts'
import type { WorldCustomer } from './plan.ts'
import { priceOf } from './work.ts'

/** Saves a customer's payment method and consent, if any. */
export async function saveMethod(site: Building, customer: WorldCustomer): Promise<void> {
  const { app, sandbox, built } = site
  if (!customer.method || !sandbox) return
  const { id } = built.customers[customer.key]!
  const provider = await ensureCustomer(app, built.id, id)
  const method = await attachMethod(sandbox, provider, customer.method)
  await app.payments.on(provider.account).setDefaultMethod(provider.customer, method.id)
  await asItsOwner(site, async (tx) => {
    await tx
      .insertInto('payment_methods')
      .values({ ...method, customer_id: id })
      .execute()
    await tx
      .updateTable('customers')
      .set({
        default_payment_method_id: method.id,
        autopay_enabled: customer.autopay ?? false,
      })
      .where('id', '=', id)
      .execute()
    if (customer.autopay) await addConsent(tx, site, customer)
  })
}

type Provider = { account: string; customer: string }
type Card = { brand: string; last4: string; exp_month: number; exp_year: number }

async function attachMethod(sandbox: PaymentSwitch, provider: Provider, name: string) {
  const method = await ask(
    sandbox,
    `/v1/payment_methods/${name}/attach`,
    { customer: provider.customer },
    provider.account,
  )
  const id = method['id'] as string
  const card = method['card'] as Card | undefined
  const bank = method['us_bank_account'] as { bank_name: string; last4: string } | undefined
  const mandate = bank ? await addMandate(sandbox, provider, id) : null
  return {
    id,
    type: card ? 'card' : 'us_bank_account',
    brand: card?.brand ?? null,
    last4: card?.last4 ?? bank?.last4 ?? null,
    exp_month: card?.exp_month ?? null,
    exp_year: card?.exp_year ?? null,
    bank_name: bank?.bank_name ?? null,
    mandate,
  }
}

/** Charging a bank account needs a mandate, which a setup intent creates. */
async function addMandate(
  sandbox: PaymentSwitch,
  provider: Provider,
  method_id: string,
): Promise<string | null> {
  const setup = await ask(
    sandbox,
    '/v1/setup_intents',
    {
      customer: provider.customer,
      payment_method: method_id,
      confirm: 'true',
      usage: 'off_session',
      'allowed_payment_method_types[0]': 'us_bank_account',
      'mandate_data[customer_acceptance][type]': 'offline',
    },
    provider.account,
  )
  return (setup['mandate'] as string | undefined) ?? null
}

/** Consent to charges up to the price of the most expensive work. */
async function addConsent(tx: OrgTx, site: Building, customer: WorldCustomer): Promise<void> {
  const cap = Math.max(...(customer.work ?? []).map((work) => priceOf(site, work)), 0)
  const text = autochargeConsent({ organization: site.plan.name, limit: formatCents(cap) })
  await tx
    .insertInto('consents')
    .values({
      customer_id: site.built.customers[customer.key]!.id,
      kind: 'autopay',
      accepted: true,
      text,
      text_hash: sql`encode(sha256(${text}::text::bytea), 'hex')`,
      cap_cents: cap,
      accepted_at: sql`now() - interval '60 days'`,
    })
    .execute()
}
