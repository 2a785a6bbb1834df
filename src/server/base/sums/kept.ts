import { sql, type RawBuilder } from 'kysely'

/** True for a dispute `d` of a payment `p` by which the bank took it back for good: a lost one, or a returned debit. */
const isTaken = sql`(d.status = 'lost' or p.pm_type = 'us_bank_account' and p.status = 'disputed')`

/** What of each payment the bank took back for good, in cents: lost disputes and returned debits. */
const lost = sql`(select d.organization_id, d.payment_id, sum(d.amount_cents) as cents
  from disputes d join payments p on p.organization_id = d.organization_id and p.id = d.payment_id
  where ${isTaken} group by 1, 2)`

const disputedOf = (which: RawBuilder<unknown>) =>
  sql<number>`(select coalesce(sum(d.amount_cents), 0)::bigint from disputes d
  where d.organization_id = p.organization_id and d.payment_id = p.id and ${which})`
/** What of payment `p` the bank took back for good, in cents. */
export const takenOf = disputedOf(isTaken)
/** What of payment `p` its bank has set aside until it decides, in cents. */
export const contestedOf = disputedOf(sql`p.status = 'disputed' and not ${isTaken}
  and d.status not in ('won', 'prevented', 'warning_closed')`)

/** True if money came in for invoice `i` that the bank did not take back: there is something to give a receipt for. */
export const hasReceipt = sql<boolean>`exists (select 1 from payments p where p.organization_id = i.organization_id and p.invoice_id = i.id
  and p.captured_at is not null and p.reversed_at is null and (${takenOf} = 0 or p.amount_cents - p.refunded_cents > ${takenOf}))`

/** Of a payment, by its alias in the query, what of its refunds did not go out but is the customer's credit, in cents. */
export const refundedAsCredit = (
  payment: string,
) => sql<number>`(select coalesce(sum(r.amount_cents), 0)::bigint from refunds r
  where r.organization_id = ${sql.ref(`${payment}.organization_id`)} and r.payment_id = ${sql.ref(`${payment}.id`)} and r.method = 'credit')`

/** What of the credits whose uses `u` are meant was paid back by hand, in cents. */
const paidBackWhere = (meant: RawBuilder<unknown>) =>
  sql<number>`(select coalesce(sum(u.amount_cents), 0)::bigint from credit_uses u where ${meant} and u.method is not null and u.returned_at is null)`

/** What of credit `c` was paid back to its customer by hand, in cents. */
export const paidBack = paidBackWhere(
  sql`u.organization_id = c.organization_id and u.credit_id = c.id`,
)

/** What of payment `p` became a credit of its customer that was paid back to them, in cents. */
const paidBackOf =
  paidBackWhere(sql`u.organization_id = p.organization_id and (u.credit_id = p.credit_id
  or u.credit_id in (select r.credit_id from refunds r where r.organization_id = p.organization_id and r.payment_id = p.id))`)

/** What the business kept of each payment, in `cents`: less refunds, what the bank took back, and what was paid back of it later. */
export const keptPayments = sql`(select p.organization_id, p.customer_id,
    greatest(p.amount_cents - p.refunded_cents - coalesce(x.cents, 0)
      -- Of most payments nothing became a credit: looking for it would be most of the time that a list of customers takes.
      + case when p.credit_id is null and p.refunded_cents = 0 then 0 else ${refundedAsCredit('p')} - ${paidBackOf} end, 0) as cents
  from payments p left join ${lost} x on x.organization_id = p.organization_id and x.payment_id = p.id
  where p.captured_at is not null and p.reversed_at is null)`

/** What dispute `d` takes of the work of payment `p`, in cents: its tip goes last, after what was refunded before. As `tipGivenBack`. */
export const disputedWork = sql`least(d.amount_cents, greatest(p.amount_cents - p.tip_cents - p.refunded_cents, 0))`

/** True for a credit `c` that is the customer's own money: they had paid more than they owed, or a refund could not be delivered. */
export const isOwnMoney = sql<boolean>`(exists (select 1 from payments p where p.organization_id = c.organization_id and p.credit_id = c.id)
  or exists (select 1 from refunds r where r.organization_id = c.organization_id and r.credit_id = c.id))`

/** What is left of each credit that pays invoices yet, in `cents`; `is_own`: it is the customer's own money. */
export const unusedCredits = sql`(select c.organization_id, c.customer_id, c.id, c.amount_cents - c.used_cents as cents, ${isOwnMoney} as is_own
  from credits c where c.taken_back_at is null and c.used_cents < c.amount_cents)`

/** Of unused credits `u`: the sum of those that were given, and of those that are the customer's own money, in cents. */
export const givenUnused = sql<number>`coalesce(sum(u.cents) filter (where not u.is_own), 0)::bigint`
export const ownUnused = sql<number>`coalesce(sum(u.cents) filter (where u.is_own), 0)::bigint`

/** By invoice, what credits paid of it that are the customer's own money. */
export const paidFromOwn = sql`(select u.organization_id, u.invoice_id, sum(u.amount_cents) as cents
  from credit_uses u join credits c on c.organization_id = u.organization_id and c.id = u.credit_id
  where u.returned_at is null and ${isOwnMoney} group by 1, 2)`

/** By invoice, what lost disputes took that is neither owed again nor written off yet. */
export const lostUndecided = sql`(select p.organization_id, p.invoice_id, sum(${disputedWork}) as cents
  from disputes d join payments p on p.organization_id = d.organization_id and p.id = d.payment_id
  where d.status = 'lost' and d.settled_as is null and p.pm_type is distinct from 'us_bank_account' group by 1, 2)`
