import { sql, type Selectable } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import type { PostalAddress } from '../../domain/base/contact.ts'
import type { CustomerStatus } from '../../domain/customers/customer.ts'
import {
  methodsUsable,
  type MergeFacts,
  type MergeMoves,
  type MergeSide,
} from '../../domain/flows/merging.ts'
import type { OrgTx } from '../base/db/door.ts'
import { owedCents, owes } from '../base/sums/owed.ts'
import { unusedCredits } from '../base/sums/kept.ts'
import { openAttemptStates } from '../../domain/money/payment.ts'
import { found } from '../base/kit/refusals.ts'

export type MergeRow = Selectable<Database['customers']> & PostalAddress
/** Two customers about to be merged, with everything the decision needs. */
export type MergePair = MergeFacts & { keepRow: MergeRow; fromRow: MergeRow; begun: string[] }

/**
 * Both customers, locked in the order every call uses: customers, series, visits, invoices, each by
 * id. Null without a `from`, which may already be merged.
 */
export async function readPair(
  tx: OrgTx,
  id: string,
  from: string,
  locks: boolean,
): Promise<MergePair | null> {
  let query = tx
    .selectFrom('customers as c')
    .leftJoin('service_locations as l', (join) =>
      join
        .onRef('l.organization_id', '=', 'c.organization_id')
        .onRef('l.customer_id', '=', 'c.id')
        .on('l.is_default', '=', true),
    )
    .selectAll('c')
    .select(['l.street', 'l.city', 'l.state', 'l.zip'])
    .where('c.id', 'in', [id, from])
    .orderBy('c.id')
  if (locks) query = query.forUpdate('c')
  const rows = await query.execute()
  const keepRow = found(rows.find((row) => row.id === id))
  const fromRow = rows.find((row) => row.id === from)
  if (!fromRow) return null
  if (locks && id !== from) await lockWork(tx, id, from)
  const [known, texts] = await Promise.all([readMoves(tx, from), readRefusedTexts(tx, [id, from])])
  const { is_paying, begun, ...moves } = known
  const keep = sideOf(keepRow, texts)
  const gone = sideOf(fromRow, texts)
  // A payment in progress belongs to the old customer at the provider; the other one could not pay
  // it.
  return {
    keep,
    from: gone,
    moves,
    is_paying,
    keepRow,
    fromRow,
    begun: methodsUsable(keep, gone) ? [] : begun,
  }
}

async function lockWork(tx: OrgTx, id: string, from: string): Promise<void> {
  const ofFrom = sql`where customer_id = ${from}::uuid`
  await sql`select 1 from rules where customer_id in (${id}::uuid, ${from}::uuid) order by series_id, start_date, id for update`.execute(
    tx,
  )
  await sql`select 1 from visits ${ofFrom} order by series_id, original_date for update`.execute(tx)
  await sql`select 1 from invoices ${ofFrom} order by id for update`.execute(tx)
}

const sideOf = (row: MergeRow, refusedTexts: ReadonlySet<string>): MergeSide => ({
  ...row,
  status: row.status as CustomerStatus,
  refused_texts: refusedTexts.has(row.id),
})

async function readMoves(
  tx: OrgTx,
  from: string,
): Promise<MergeMoves & { is_paying: boolean; begun: string[] }> {
  const of = (table: string, more = sql``) =>
    sql`(select count(*)::int from ${sql.table(table)} x where x.customer_id = ${from}::uuid ${more})`
  const ofInvoices = sql`join invoices i on i.organization_id = x.organization_id and i.id = x.invoice_id where i.customer_id = ${from}::uuid`
  const open = sql`i.customer_id = ${from}::uuid`
  const { rows } = await sql<MergeMoves & { is_paying: boolean; begun: string[] | null }>`select
    (select count(distinct series_id)::int from rules x where x.customer_id = ${from}::uuid and x.removed_at is null) as series,
    ${of('visits', sql`and (x.version > 0 or x.status <> 'scheduled')`)} as visits, ${of('invoices')} as invoices,
    (select count(*)::int from invoices i where ${open} and ${owes}) as open_invoices, ${owedCents(open)}::bigint as open_balance_cents,
    (select coalesce(sum(u.cents), 0)::bigint from ${unusedCredits} u where u.customer_id = ${from}::uuid) as credit_cents,
    ${of('payments')} as payments, ${of('customer_notes')} as notes, ${of('service_locations', sql`and x.removed_at is null and num_nulls(x.street, x.city, x.state, x.zip) = 0`)} as locations,
    ${of('payment_methods', sql`and x.status in ('active', 'pending_verification')`)} as methods,
    ${of('customer_requests', sql`and x.status = 'requested'`)} + ${of('leave_requests', sql`and x.status = 'requested'`)} + ${of('visit_requests', sql`and x.status = 'requested'`)} as requests,
    ${of('messages')} as messages,
    exists (select 1 from charge_attempts x ${ofInvoices} and x.state = any (${`{${openAttemptStates.join(',')}}`}::text::text[])) as is_paying,
    (select json_agg(x.invoice_id order by x.invoice_id) from payment_intents x ${ofInvoices} and x.status not in ('succeeded', 'canceled') and x.provider_id is not null) as begun`.execute(
    tx,
  )
  const { begun, ...counted } = rows[0]!
  return { ...counted, begun: begun ?? [] }
}

/** Customers who withdrew a consent to texts. */
async function readRefusedTexts(tx: OrgTx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('consents')
    .select('customer_id')
    .where('customer_id', 'in', ids)
    .where('kind', '=', 'sms')
    .groupBy('customer_id')
    .having(sql<boolean>`bool_and(revoked_at is not null)`)
    .execute()
  return new Set(rows.flatMap(({ customer_id }) => customer_id ?? []))
}
