import { sql, type RawBuilder } from 'kysely'
import type { Brand } from '../../../domain/base/brand.ts'
import type { AskedCustomer, ConsentRequest } from '../../../domain/money/consent-request.ts'
import { shownCard } from '../../../domain/money/payment.ts'
import { onPlatform, system, type OrgTx } from '../../base/db/door.ts'
import type { RequestRow } from '../../customers/write-consents.ts'
import type { App } from '../../base/call.ts'
import { hashCode } from '../../base/kit/codes.ts'
import { notFound } from '../../base/kit/refusals.ts'

/** The open question to a customer. */
export const findOpenRequest = (tx: OrgTx, customer_id: string): Promise<RequestRow | undefined> =>
  tx
    .selectFrom('consent_requests')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('answer', 'is', null)
    .executeTakeFirst() as Promise<RequestRow | undefined>

/** Planned work that costs more with its tax than was agreed to, dearest first. */
export const readWork = async (
  tx: OrgTx,
  { customer_id, old_cap_cents }: RequestRow,
): Promise<ConsentRequest['work']> =>
  (
    await sql<{ service: string; price_cents: number }>`
    select service, max(cents) as price_cents from (
      select s.name as service, with_tax(r.organization_id, r.customer_id, r.location_id, s.id, coalesce(r.price_cents, s.price_cents)) as cents, r.end_date from rules r
        join services s on s.organization_id = r.organization_id and s.id = r.service_id
      where r.customer_id = ${customer_id}::uuid and r.removed_at is null and r.billing_mode <> 'none'
        and (r.end_date is null or r.end_date >= (now() at time zone (select time_zone from organizations where id = ${tx.org}::uuid))::date)) w
    where cents > ${old_cap_cents}::bigint group by service order by 2 desc, 1 limit 10`.execute(tx)
  ).rows

/** The question as its customer sees it. */
export async function viewRequest(tx: OrgTx, row: RequestRow): Promise<ConsentRequest> {
  const facts = await tx
    .selectFrom('customers as c')
    .innerJoin('organizations as o', 'o.id', 'c.organization_id')
    .leftJoin('payment_methods as m', (join) =>
      join
        .onRef('m.organization_id', '=', 'c.organization_id')
        .onRef('m.id', '=', 'c.default_payment_method_id')
        .on('m.status', '=', 'active'),
    )
    .select([
      'o.name as organization_name',
      'o.logo',
      'c.name as customer_name',
      'm.brand',
      'm.last4',
      'm.wallet',
    ])
    .where('c.id', '=', row.customer_id)
    .executeTakeFirstOrThrow()
  const { organization_name, customer_name } = facts
  return {
    organization_name,
    organization_logo: facts.logo as Brand['logo'],
    customer_name,
    old_cap_cents: row.old_cap_cents,
    new_cap_cents: row.new_cap_cents,
    work: await readWork(tx, row),
    card: shownCard(facts),
    answer: row.answer,
  }
}

/** Who has not agreed yet, longest first, and then who said no to the price that still stands. */
export const readAsked = async (tx: OrgTx): Promise<AskedCustomer[]> =>
  (
    await sql<AskedCustomer>`
    select * from (select distinct on (q.customer_id) q.id, q.customer_id, c.name as customer_name, q.old_cap_cents, q.new_cap_cents, q.asked_at, q.answer
      from consent_requests q join customers c on c.organization_id = q.organization_id and c.id = q.customer_id
      where c.autopay_enabled order by q.customer_id, q.asked_at desc) latest
    where answer is null or answer = 'declined' order by answer is not null, asked_at limit 500`.execute(
      tx,
    )
  ).rows

/**
 * The most one visit of a customer's planned work costs with its tax of today, in cents; the services they chose at
 * sign-up if nothing is planned. `o` is their organization.
 */
export const plannedCents = (customer_id: RawBuilder<unknown>): RawBuilder<number> => sql`coalesce(
  (select max(p.cents) from (
    select with_tax(o.id, r.customer_id, r.location_id, s.id, coalesce(r.price_cents, s.price_cents)) as cents from rules r
      join services s on s.organization_id = r.organization_id and s.id = r.service_id
    where r.organization_id = o.id and r.customer_id = ${customer_id} and r.removed_at is null and r.billing_mode <> 'none'
      and (r.end_date is null or r.end_date >= (now() at time zone o.time_zone)::date)
    union all
    select with_tax(o.id, v.customer_id, r.location_id, r.service_id, v.price_cents) from visits v join rules r on r.organization_id = v.organization_id and r.id = v.rule_id
    where v.organization_id = o.id and v.customer_id = ${customer_id} and v.status = 'scheduled' and r.removed_at is null and r.billing_mode <> 'none'
      and v.date >= (now() at time zone o.time_zone)::date) p),
  (select sum(with_tax(o.id, w.id, null, s.id, s.price_cents)) from customers w cross join lateral jsonb_array_elements(w.services_selected) as chosen
      join services s on s.organization_id = o.id and s.active and s.key = chosen ->> 'key'
    where w.organization_id = o.id and w.id = ${customer_id}), 0)`

/** What a consent given now is limited to: the estimate its text shows. */
export async function readEstimate(tx: OrgTx, customer_id: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select ${plannedCents(sql`${customer_id}::uuid`)}::bigint as cents from organizations o where o.id = ${tx.org}::uuid`.execute(
    tx,
  )
  return rows[0]?.cents ?? 0
}

const linkDead = 'This link no longer works.'

/** The request a token opens; 404 if there is none. */
export async function findByToken(app: App, token: string) {
  const row = await onPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('consent_requests')
      .select(['organization_id', 'id'])
      .where('token_hash', '=', hashCode(token))
      .executeTakeFirst(),
  )
  if (!row) throw notFound(linkDead)
  return row
}
