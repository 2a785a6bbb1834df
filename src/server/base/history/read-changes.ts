import { sql } from 'kysely'
import type { RecordChange } from '../../../api/history.ts'
import { longDate } from '../../../domain/base/dates.ts'
import type { Change } from '../../../domain/base/history.ts'
import { isUuid } from '../../../domain/base/id.ts'
import { readableChanges, type RecordKind } from '../../../domain/base/record-history.ts'
import { parseOccurrenceId } from '../../../domain/schedule/visit.ts'
import type { OrgTx } from '../db/door.ts'
import { calls } from '../../../api/calls.ts'
import type { CallDeclaration } from '../../../api/kit.ts'
import { DisputeSettled } from '../../../domain/money/dispute.ts'

type Which = { record: RecordKind; id: string }
type Row = {
  id: string
  record: RecordKind
  record_id: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** A customer's changes include their visits' and invoices', and those of merged duplicates. */
export async function readRecordChanges(
  tx: OrgTx,
  { record, id }: Which,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<RecordChange[]> {
  if (record !== 'visit' && !isUuid(id)) return []
  const rows = await tx
    .selectFrom('record_changes as c')
    .leftJoin('people as p', 'p.id', 'c.actor_id')
    .select(['c.id', 'c.at', 'c.record', 'c.record_id', 'c.actor_id', 'c.real_actor_id', 'c.ip'])
    .select(['c.before', 'c.after', 'p.name', 'p.email'])
    .select(
      sql<{ action: string; after: unknown } | null>`(
        select json_build_object('action', a.action, 'after', a.after) from audit a where a.organization_id = c.organization_id
          and a.request_id = c.request_id and a.outcome is null order by a.id limit 1)`.as('done'),
    )
    .$if(record === 'customer', (rest) =>
      rest.where(
        sql<boolean>`(c.customer_id = ${id}::uuid or c.customer_id in (
          select m.id from merged_customers m where m.organization_id = c.organization_id and m.into_id = ${id}::uuid))`,
      ),
    )
    .$if(record !== 'customer', (rest) =>
      rest.where('c.record', '=', record).where('c.record_id', '=', id),
    )
    .$if(after !== undefined, (rest) => rest.where('c.id', '<', after!))
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute()
  const say = await readerOf(tx)
  const titles = await readTitles(tx, rows as Row[])
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    record: row.record as RecordKind,
    title: titles(row as Row),
    person: row.actor_id
      ? { id: row.actor_id, name: row.name ?? row.email ?? 'Someone who left' }
      : null,
    by_support: row.real_actor_id !== null,
    act: row.done && actOf(row.done.action, row.done.after),
    ip: row.ip,
    changes: say(row as Row),
  }))
}

/** The recorded changes of these requests, each with the record it is about. */
export async function readChangesOfRequests(
  tx: OrgTx,
  request_ids: readonly string[],
): Promise<Map<string, Change[]>> {
  const found = new Map<string, Change[]>()
  if (!request_ids.length) return found
  const rows = await tx
    .selectFrom('record_changes')
    .select(['id', 'record', 'record_id', 'before', 'after', 'request_id'])
    .where('request_id', 'in', [...new Set(request_ids)])
    .orderBy('id')
    .execute()
  const say = await readerOf(tx)
  const titles = await readTitles(tx, rows as Row[])
  const many = new Set(rows.map(({ record_id }) => record_id)).size > 1
  for (const row of rows) {
    const title = many ? `${titles(row as Row)}, ` : ''
    const said = say(row as Row).map((one) => ({ ...one, field: `${title}${one.field}` }))
    const key = row.request_id ?? ''
    found.set(key, [...(found.get(key) ?? []), ...said].slice(0, mostChanges))
  }
  return found
}

/** A day that was moved changes many visits; nobody reads more of them in one entry. */
const mostChanges = 30

async function readerOf(tx: OrgTx): Promise<(row: Row) => Change[]> {
  const teams = await tx.selectFrom('teams').select(['id', 'name']).execute()
  const names = {
    teams: new Map(teams.map(({ id, name }) => [id, name])),
    moment: await momentsOf(tx),
  }
  return ({ record, before, after }) => readableChanges(record, before, after, names)
}

/** Moments as a clock at the business shows them. */
export async function momentsOf(tx: OrgTx): Promise<(iso: string) => string> {
  const { time_zone } = await tx
    .selectFrom('organizations')
    .select('time_zone')
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  const format = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: time_zone,
  })
  return (iso) => format.format(new Date(iso))
}

async function readTitles(tx: OrgTx, rows: readonly Row[]): Promise<(row: Row) => string> {
  const ids = rows.filter(({ record }) => record === 'invoice').map(({ record_id }) => record_id)
  const invoices = ids.length
    ? await tx
        .selectFrom('invoices')
        .select(['id', 'number', 'number_prefix'])
        .where('id', 'in', ids)
        .execute()
    : []
  const numbers = new Map(
    invoices.map(({ id, number, number_prefix }) => [
      id,
      number === null ? 'Draft invoice' : `Invoice #${number_prefix}${number}`,
    ]),
  )
  return ({ record, record_id }) => {
    if (record === 'invoice') return numbers.get(record_id) ?? 'Invoice'
    const visit = record === 'visit' ? parseOccurrenceId(record_id) : null
    if (visit) return `Visit of ${longDate(visit.original_date)}`
    return record === 'customer' ? 'Customer' : 'Person'
  }
}

/** What a call does, in its own words; other acts have theirs here. */
const acts = new Map<string, string>([
  ...Object.entries(calls as Record<string, CallDeclaration>).flatMap(([key, call]) => [
    [key, call.summary] as const,
    ...(call.aliases ?? []).map(
      (alias) => [typeof alias === 'string' ? alias : alias.call, call.summary] as const,
    ),
  ]),
  ['customer.held', 'Visits held: a payment is overdue'],
  ['customer.released', 'Visits released'],
  ['impersonation.started', 'Support began to act as a person'],
  ['impersonation.stopped', 'Support stopped acting as a person'],
  ['impersonation.expired', 'Support’s time to act as a person ran out'],
  ['credit.dropped', 'Unused credit ended as a customer’s data was deleted'],
  ['customer.merged', 'Two customers merged'],
  ['signup.completed', 'A customer finished the sign-up'],
  ['signup.claimed', 'A customer signed in after the sign-up'],
  ['payment.excess', 'A payment beyond what was owed: the rest is refunded'],
  ['payment.disputed', 'A dispute about a payment changed'],
  ['invitation.claimed', 'An invitation was accepted'],
  ['organization.founded', 'The business was created'],
  ['organization.onboarded', 'The business finished its setup'],
  ['books.differ', 'A check of the books found amounts that do not add up'],
])

/** Who did it, if nobody of the business has that name: the platform's administrators, or somebody who left. */
export const strangerOf = (action: string): string =>
  /^impersonation\.|^POST \/api\/admin\//.test(action) ? 'Fieldhive support' : 'Someone who left'

const settlements: Record<DisputeSettled, string> = {
  owed: 'After a lost dispute, the customer owes the amount again',
  written_off: 'After a lost dispute, the amount was written off',
}

/** What was done; for a call that decides one way or the other, which way: `after` is what was sent. */
export function actOf(action: string, after: unknown): string {
  const settled =
    action === 'POST /api/disputes/{id}/settlement' &&
    DisputeSettled.safeParse((after as { as?: unknown } | null)?.as)
  return settled && settled.success ? settlements[settled.data] : (acts.get(action) ?? action)
}
