import { sql } from 'kysely'
import type { Lead } from '../../../domain/people/lead.ts'
import type { PlatformTx } from '../../base/db/door.ts'
import { cursorOf, pageOf, readCursor } from '../../base/kit/page.ts'
import { found } from '../../base/kit/refusals.ts'
import type { Actor } from '../../base/actor.ts'

type Seller = Pick<Actor, 'person_id' | 'platform_role'>
type Query = {
  limit: number
  cursor?: string | undefined
  q?: string | undefined
  status?: string | undefined
  stage?: string | undefined
  unclaimed?: boolean | undefined
  mine?: boolean | undefined
}

/** What a seller may see: administrators everything, salespeople their own leads and unclaimed ones. */
const visibleTo = ({ person_id, platform_role }: Seller) =>
  platform_role === 'admin'
    ? sql`true`
    : sql`(l.assigned_to_person_id is null or l.assigned_to_person_id = ${person_id}::uuid)`

const columns = sql`
  l.id, l.name, l.email, l.phone, l.company, l.source, l.stage, l.status, l.priority, l.next_action_at,
  l.calendly_event_url, l.organization_id, l.version, l.created_at, l.updated_at,
  l.assigned_to_person_id as assigned_to_user_id, coalesce(p.name, p.email) as assignee_name, o.name as organization_name,
  coalesce((select json_agg(json_build_object('id', n.id, 'text', n.text, 'author_name', coalesce(a.name, a.email), 'created_at', n.created_at) order by n.id desc)
    from platform_lead_notes n left join people a on a.id = n.author_id where n.lead_id = l.id), '[]'::json) as notes`
const tables = sql`platform_leads l left join people p on p.id = l.assigned_to_person_id left join organizations o on o.id = l.organization_id`

type Row = Omit<Lead, 'notes'> & { notes: { created_at: string }[] }
const leadOf = (row: Row): Lead => ({
  ...row,
  notes: row.notes.map((note) => ({
    ...note,
    created_at: new Date(note.created_at).toISOString(),
  })) as Lead['notes'],
})

/** When what was planned next should have happened; null for a lead that is not overdue. */
const overdueSince = sql`case when l.status = 'open' and l.next_action_at < now() then l.next_action_at end`

/** Leads: overdue ones first, the longest wait before others; then the newest. */
export async function readLeads(tx: PlatformTx, seller: Seller, query: Query) {
  const { q, status, stage, unclaimed, mine, cursor, limit } = query
  const like = `%${(q ?? '').trim().replace(/[\\%_]/g, '\\$&')}%`
  const after = cursor
    ? readCursor(cursor, (key) => key === notOverdue || !isNaN(Date.parse(key)))
    : null
  const { rows } = await sql<
    Row & { since: string | null }
  >`select ${columns}, (${overdueSince})::text as since from ${tables}
    where ${visibleTo(seller)}
      and ${unclaimed ? sql`l.assigned_to_person_id is null` : sql`true`}
      and ${mine ? sql`l.assigned_to_person_id = ${seller.person_id}::uuid` : sql`true`}
      and ${status ? sql`l.status = ${status}` : sql`true`}
      and ${stage ? sql`l.stage = ${stage}` : sql`true`}
      and ${q?.trim() ? sql`(l.name ilike ${like} or l.email ilike ${like} or l.company ilike ${like} or l.phone ilike ${like})` : sql`true`}
      and ${after ? isAfter(after) : sql`true`}
    order by ${overdueSince} nulls last, l.id desc limit ${limit + 1}`.execute(tx)
  const { page, next_cursor } = pageOf(rows, limit, ({ since, id }) =>
    cursorOf(since ?? notOverdue, id),
  )
  return { leads: page.map(leadOf), next_cursor }
}

const notOverdue = ''
const isAfter = ({ key, id }: { key: string; id: string }) =>
  key === notOverdue
    ? sql`(${overdueSince}) is null and l.id < ${id}::uuid`
    : sql`((${overdueSince}) is null or (${overdueSince}) > ${key}::timestamptz
        or ((${overdueSince}) = ${key}::timestamptz and l.id < ${id}::uuid))`

/** A lead the seller may see. 404. */
export async function readLead(tx: PlatformTx, seller: Seller, id: string): Promise<Lead> {
  const { rows } = await sql<Row>`select ${columns} from ${tables}
    where ${visibleTo(seller)} and l.id = ${id}::uuid`.execute(tx)
  return leadOf(found(rows[0]))
}

/** A lead after a seller gave it away, which they may no longer see. */
export async function readLeadAfter(tx: PlatformTx, id: string): Promise<Lead> {
  const { rows } =
    await sql<Row>`select ${columns} from ${tables} where l.id = ${id}::uuid`.execute(tx)
  return leadOf(found(rows[0]))
}

/** A lead locked until the transaction ends, as its rules need it. 404 if the seller may not see it. */
export async function lockLead(tx: PlatformTx, seller: Seller, id: string) {
  const { rows } = await sql<
    Pick<Lead, 'stage' | 'status' | 'version'> & { holder: string | null }
  >`
    select l.stage, l.status, l.version, l.assigned_to_person_id as holder from platform_leads l
    where ${visibleTo(seller)} and l.id = ${id}::uuid for update`.execute(tx)
  return found(rows[0])
}

export async function readOverview(tx: PlatformTx, seller: Seller) {
  const { rows } = await sql<{
    open_count: number
    won_count: number
    lost_count: number
    unclaimed_count: number
  }>`
    select count(*) filter (where l.status = 'open')::int as open_count, count(*) filter (where l.status = 'won')::int as won_count,
      count(*) filter (where l.status = 'lost')::int as lost_count,
      count(*) filter (where l.status = 'open' and l.assigned_to_person_id is null)::int as unclaimed_count
    from platform_leads l where ${visibleTo(seller)}`.execute(tx)
  return rows[0]!
}

/** Everybody who works leads. */
export async function readSellers(tx: PlatformTx): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, coalesce(name, email) as name from people
    where platform_role in ('sales', 'admin') and status <> 'inactive' order by lower(coalesce(name, email)), id`.execute(
    tx,
  )
  return rows
}
