import { sql } from 'kysely'
import type { LocalDate } from '../../../domain/base/dates.ts'
import { isChargedLater } from '../consents/basis.ts'
import { inOrgAll, readPlatform, system, type OrgTx, type PlatformTx } from '../../base/db/door.ts'
import { payUrl } from '../invoices/pay-link.ts'
import { applyCredit } from '../invoices/credit.ts'
import { lockInvoice, statusOf, type InvoiceRow } from '../invoices/row.ts'
import { homeUrl } from '../../messages/links.ts'
import { cardOf, notifyExpiring, notifyUpcomingCharge } from '../../messages/notify-money.ts'
import type { MoneyApp } from './facts.ts'

/** Days before an automatic charge on which its customer hears of it. */
const chargeAhead = 3
/** Days before a card's last on which its owner hears of it. */
const expiryAhead = 30

type Due = { organization_id: string; id: string; customer_id: string }

/** Tells customers once of each charge planned for them, and of each card that is about to expire. */
export async function tellAhead(app: MoneyApp): Promise<void> {
  const due = await readPlatform(app.store, system, async (tx) => ({
    charges: await readCharges(tx),
    cards: await readCards(tx),
  }))
  for (const one of due.charges) await within(app, one, (tx) => tellOfCharge(tx, app, one.id))
  for (const one of due.cards) await within(app, one, (tx) => tellOfCard(tx, one))
}

async function within(
  app: MoneyApp,
  { organization_id, id }: Due,
  work: (tx: OrgTx) => Promise<void>,
): Promise<void> {
  try {
    await inOrgAll(app.store, organization_id, system, work)
  } catch (fault) {
    app.log.error({ err: fault, organization_id, id }, 'a notice ahead of time could not be sent')
  }
}

const readCharges = async (tx: PlatformTx) =>
  (
    await sql<Due>`
    select i.organization_id, i.id, i.customer_id from invoices i
      join organizations o on o.id = i.organization_id
      join customers c on c.organization_id = i.organization_id and c.id = i.customer_id
      cross join lateral (select case when i.doc = 'scheduled' then i.charge_on else i.effective_due_date end as day) d
    where i.doc in ('scheduled', 'open') and i.source <> 'import' and i.money in ('none', 'partial') and i.failure_code is null and i.total_cents > i.paid_cents
      and o.status = 'active' and c.autopay_enabled and c.status <> 'archived'
      and d.day > (now() at time zone o.time_zone)::date and d.day <= (now() at time zone o.time_zone)::date + ${chargeAhead}::int
      and not exists (select 1 from messages m where m.once_key = 'charge_upcoming:' || i.id || ':' || d.day)
    order by d.day limit 500`.execute(tx)
  ).rows

async function tellOfCharge(tx: OrgTx, app: MoneyApp, id: string): Promise<void> {
  const invoice = await applyCredit(tx, await lockInvoice(tx, id))
  const charge_on = chargeDayOf(invoice)
  if (!charge_on || !(await isChargedLater(tx, invoice))) return
  const method = await tx
    .selectFrom('payment_methods as p')
    .innerJoin('customers as c', 'c.default_payment_method_id', 'p.id')
    .select(['p.type as pm_type', 'p.brand as card_brand', 'p.last4', 'p.wallet'])
    .where('c.id', '=', invoice.customer_id)
    .executeTakeFirst()
  await notifyUpcomingCharge(tx, invoice, await payUrl(tx, app, invoice), {
    charge_on,
    card: method ? cardOf(method) : null,
  })
}

/** The day an invoice is charged by itself: the charge day it waits for, or the day it falls due. */
function chargeDayOf(invoice: InvoiceRow): LocalDate | null {
  const status = statusOf(invoice)
  if (status === 'scheduled') return invoice.charge_on
  return status === 'open' || status === 'sent' ? invoice.effective_due_date : null
}

type Card = Due & {
  brand: string | null
  last4: string | null
  wallet: string | null
  last_day: string
}

const readCards = async (tx: PlatformTx) =>
  (
    await sql<Card>`
    select p.organization_id, p.id, p.customer_id, p.brand, p.last4, p.wallet, e.last_day::text as last_day from payment_methods p
      join organizations o on o.id = p.organization_id
      join customers c on c.organization_id = p.organization_id and c.id = p.customer_id and c.default_payment_method_id = p.id
      cross join lateral (select (make_date(p.exp_year, p.exp_month, 1) + interval '1 month' - interval '1 day')::date as last_day) e
    where p.type = 'card' and p.status = 'active' and p.exp_year is not null and p.exp_month between 1 and 12
      and o.status = 'active' and c.autopay_enabled and c.status <> 'archived'
      and e.last_day between (now() at time zone o.time_zone)::date and (now() at time zone o.time_zone)::date + ${expiryAhead}::int
      and not exists (select 1 from messages m where m.once_key = 'method_expiring:' || p.id || ':' || e.last_day)
    limit 500`.execute(tx)
  ).rows

const tellOfCard = (tx: OrgTx, { id, customer_id, last_day, ...card }: Card): Promise<void> =>
  notifyExpiring(tx, customer_id, {
    once: `method_expiring:${id}:${last_day}`,
    card: cardOf({
      pm_type: 'card',
      card_brand: card.brand,
      last4: card.last4,
      wallet: card.wallet,
    }),
    last_day,
    url: homeUrl('/app/user/payments'),
  })
