import { sql } from 'kysely'

/** What of each payment the bank took back for good, in cents: lost disputes and returned debits. */
const lost = sql`(select d.organization_id, d.payment_id, sum(d.amount_cents) as cents
  from disputes d join payments p on p.organization_id = d.organization_id and p.id = d.payment_id
  where d.status = 'lost' or p.pm_type = 'us_bank_account' and p.status = 'disputed' group by 1, 2)`

/** Of a payment, by its alias in the query, what of its refunds did not go out but is the customer's credit, in cents. */
export const refundedAsCredit = (
  payment: string,
) => sql<number>`(select coalesce(sum(r.amount_cents), 0)::bigint from refunds r
  where r.organization_id = ${sql.ref(`${payment}.organization_id`)} and r.payment_id = ${sql.ref(`${payment}.id`)} and r.method = 'credit')`

/** What the business kept of each payment, in `cents`: less refunds and what the bank took back. */
export const keptPayments = sql`(select p.organization_id, p.customer_id, greatest(p.amount_cents - p.refunded_cents + ${refundedAsCredit('p')} - coalesce(x.cents, 0), 0) as cents
  from payments p left join ${lost} x on x.organization_id = p.organization_id and x.payment_id = p.id
  where p.captured_at is not null and p.reversed_at is null)`

/** What dispute `d` takes of the work of payment `p`, in cents: its tip goes last, after what was refunded before. As `tipGivenBack`. */
export const disputedWork = sql`least(d.amount_cents, greatest(p.amount_cents - p.tip_cents - p.refunded_cents, 0))`

/** True for a credit `c` that is the customer's own money: they had paid more than they owed, or a refund could not be delivered. */
export const isOwnMoney = sql<boolean>`(exists (select 1 from payments p where p.organization_id = c.organization_id and p.credit_id = c.id)
  or exists (select 1 from refunds r where r.organization_id = c.organization_id and r.credit_id = c.id))`

/** By invoice, what credits paid of it that are the customer's own money. */
export const paidFromOwn = sql`(select u.organization_id, u.invoice_id, sum(u.amount_cents) as cents
  from credit_uses u join credits c on c.organization_id = u.organization_id and c.id = u.credit_id
  where u.returned_at is null and ${isOwnMoney} group by 1, 2)`

/** By invoice, what lost disputes took that is neither owed again nor written off yet. */
export const lostUndecided = sql`(select p.organization_id, p.invoice_id, sum(${disputedWork}) as cents
  from disputes d join payments p on p.organization_id = d.organization_id and p.id = d.payment_id
  where d.status = 'lost' and d.settled_as is null and p.pm_type is distinct from 'us_bank_account' group by 1, 2)`
