import { sql } from 'kysely'
import type { Thread, ThreadLine, ThreadMessage } from '../../../api/inbox.ts'
import { phoneText } from '../../../domain/base/contact.ts'
import { officeRoles } from '../../../domain/base/roles.ts'
import { occurrenceId } from '../../../domain/schedule/visit.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { owedCents } from '../../base/sums/owed.ts'
import { readReach, type Reached } from '../../messages/recipient.ts'
import { cursorOf, pageOf, readCursor } from '../../base/kit/page.ts'
import { found, refused } from '../../base/kit/refusals.ts'
import { readUpcoming } from '../../schedule/requests/upcoming.ts'
import type { ScheduleContext } from '../../schedule/week/context.ts'
import { quietThreadOfCustomer } from '../../messages/threads/write.ts'

/** The business a message speaks for. */
export const organizationOf = (tx: OrgTx) =>
  tx.selectFrom('organizations').select(['name', 'email', 'phone_number']).executeTakeFirstOrThrow()

type LineRow = Omit<ThreadLine, 'assignee' | 'name'> & {
  name: string | null
  address: string | null
  assignee_id: string | null
  assignee_name: string | null
}

const isUnread = sql`t.last_in_at is not null and t.last_in_at > coalesce(r.upto, '-infinity')`
const threadsOf = (person_id: string | null) =>
  sql`threads t left join thread_reads r on r.organization_id = t.organization_id and r.thread_id = t.id and r.person_id = ${person_id}::uuid`

const lines = (person_id: string | null) => sql`
  select t.id, t.customer_id, coalesce(c.name, t.name) as name, t.state, t.needs_care, t.last_at, ${isUnread} as is_unread,
    t.assignee_id, p.name as assignee_name, coalesce(left(m.text, 140), '') as last_text,
    (select a.address from thread_addresses a where a.organization_id = t.organization_id and a.thread_id = t.id order by a.channel desc limit 1) as address
  from ${threadsOf(person_id)} left join customers c on c.organization_id = t.organization_id and c.id = t.customer_id
    left join people p on p.id = t.assignee_id
    left join lateral (select ${wordsOf} as text from messages m where m.organization_id = t.organization_id and m.thread_id = t.id order by m.id desc limit 1) m on true`

/** What was written by hand, without what a letter puts around it. */
const wordsOf = sql`case when m.template = 'reply' then m.data->>'text' else m.text end`

const lineOf = ({ name, address, assignee_id, assignee_name, ...row }: LineRow): ThreadLine => ({
  ...row,
  name: name ?? (address ? phoneText(address) : 'Unknown'),
  assignee: assignee_id ? { id: assignee_id, name: assignee_name } : null,
})

type ListQuery = {
  state: string
  unread?: boolean | undefined
  assignee?: 'mine' | 'none' | undefined
  q?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** Conversations by their newest message. */
export async function listThreads(tx: OrgTx, person_id: string, query: ListQuery) {
  const after = query.cursor ? readCursor(query.cursor, (key) => !isNaN(Date.parse(key))) : null
  const like = query.q ? `%${query.q.replace(/[\\%_]/g, String.raw`\$&`)}%` : null
  // A cursor needs the microseconds that API timestamps lack: messages sent together share a moment.
  const { rows } = await sql<LineRow & { sort: string }>`
    select *, to_char(last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sort from (${lines(person_id)}) as l
    where exists (select 1 from messages m where m.thread_id = l.id) and (${query.state}::text = 'all' or state = ${query.state}::text) and (not ${query.unread ?? false}::boolean or is_unread)
      and (${query.assignee ?? null}::text is null or (${query.assignee ?? null}::text = 'none' and assignee_id is null) or assignee_id = ${query.assignee === 'mine' ? person_id : null}::uuid)
      and (${like}::text is null or name ilike ${like}::text or address ilike ${like}::text
        or exists (select 1 from messages m where m.thread_id = l.id and m.text ilike ${like}::text))
      and (${after?.key ?? null}::timestamptz is null or (last_at, id) < (${after?.key ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by last_at desc, id desc limit ${query.limit + 1}`.execute(tx)
  const { page, next_cursor } = pageOf(rows, query.limit, (last) => cursorOf(last.sort, last.id))
  const items = page.map((row) => {
    const { sort: _, ...line } = row
    return lineOf(line)
  })
  return { items, next_cursor }
}

export async function countUnread(tx: OrgTx, person_id: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from ${threadsOf(person_id)} where t.state <> 'closed' and ${isUnread}`.execute(
    tx,
  )
  return rows[0]?.unread ?? 0
}

/** One conversation with all that stands beside it. */
export async function readThread(ctx: ScheduleContext, id: string): Promise<Thread> {
  const { tx } = ctx
  const { rows } = await sql<LineRow>`${lines(ctx.may.person_id)} where t.id = ${id}::uuid`.execute(
    tx,
  )
  const line = lineOf(found(rows[0]))
  const about = await tx
    .selectFrom('threads')
    .select(['series_id', 'original_date'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const messages = await readMessages(tx, line)
  return {
    ...line,
    messages,
    channels: await channelsOf(tx, line, messages),
    texts_on_hold: await isOnHold(tx, line),
    occurrence_id:
      about.series_id && about.original_date
        ? occurrenceId(about.series_id, about.original_date)
        : null,
    visits: line.customer_id ? await nextVisits(ctx, line.customer_id) : [],
    members: await readMembers(tx),
    balance_cents: line.customer_id ? await readBalance(tx, line.customer_id) : null,
  }
}

/** Only a conversation that somebody should look at can lift it. */
async function isOnHold(
  tx: OrgTx,
  { id, needs_care }: Pick<ThreadLine, 'id' | 'needs_care'>,
): Promise<boolean> {
  if (!needs_care) return false
  const { rows } = await sql`
    select 1 from thread_addresses a where a.thread_id = ${id}::uuid and a.channel = 'sms'
      and message_block('sms', a.address) = 'on_hold' limit 1`.execute(tx)
  return rows.length > 0
}

type MessageRow = Omit<ThreadMessage, 'verified'> & { verified: boolean | null }

/** The newest messages both ways, the oldest first. */
async function readMessages(
  tx: OrgTx,
  { id, customer_id }: Pick<ThreadLine, 'id' | 'customer_id'>,
): Promise<ThreadMessage[]> {
  const { rows } = await sql<MessageRow>`
    select m.id, m.direction, m.channel, m.recipient as address, m.subject, left(${wordsOf}, 4000) as text, m.status, m.from_name, p.name as author,
      m.created_at as at, (m.data->>'verified')::boolean as verified
    from messages m left join people p on p.id = m.author_id
    where m.thread_id = ${id}::uuid or (${customer_id}::uuid is not null and m.customer_id = ${customer_id}::uuid and m.category <> 'staff')
    order by m.id desc limit 200`.execute(tx)
  return rows.toReversed().map((row) => ({ ...row, verified: row.verified ?? true }))
}

/** The way the last message came goes first; then the customer's other addresses. */
async function channelsOf(
  tx: OrgTx,
  { customer_id }: Pick<ThreadLine, 'customer_id'>,
  messages: readonly ThreadMessage[],
): Promise<('email' | 'sms')[]> {
  const customer = customer_id ? (await readReach(tx, [customer_id])).get(customer_id) : undefined
  const ways = messages
    .toReversed()
    .toSorted((a, b) => Number(b.direction === 'in') - Number(a.direction === 'in'))
    .flatMap(({ channel }) => (channel === 'email' || channel === 'sms' ? [channel] : []))
  return [...new Set([...ways, ...(customer ? waysTo(customer) : [])])]
}

async function nextVisits(ctx: ScheduleContext, customer_id: string): Promise<Thread['visits']> {
  const { items } = await readUpcoming(ctx, customer_id, {})
  return items
    .filter(({ cancelled, skipped }) => !cancelled && !skipped)
    .slice(0, 4)
    .map(({ occurrence_id, date, start_minutes, service, request }) => ({
      occurrence_id,
      date,
      start_minutes,
      service: service.label,
      request: request?.status === 'requested' ? request.action : null,
    }))
}

/** Who works in the office, by name. */
async function readMembers(tx: OrgTx): Promise<Thread['members']> {
  const rows = await tx
    .selectFrom('memberships as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select(['p.id', 'p.name', 'p.email'])
    .distinct()
    .where('m.role', 'in', officeRoles)
    .where('m.status', '=', 'active')
    .execute()
  return rows
    .map(({ id, name, email }) => ({ id, name: name ?? email ?? 'No name' }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

async function readBalance(tx: OrgTx, customer_id: string): Promise<number> {
  const { rows } = await sql<{ owed: number }>`
    select ${owedCents(sql`i.customer_id = ${customer_id}::uuid`)} as owed`.execute(tx)
  return rows[0]?.owed ?? 0
}

/** The conversation in which the office writes to a customer first. Returns its id. */
export async function openConversation(tx: OrgTx, customer_id: string): Promise<string> {
  const customer = found((await readReach(tx, [customer_id])).get(customer_id))
  if (!waysTo(customer).length)
    throw refused(
      'no_address',
      'This customer has no email address, and no phone that takes texts.',
    )
  return quietThreadOfCustomer(tx, customer_id)
}

/** By what the office can write to a customer who has not written yet. */
function waysTo({ recipient }: Reached): ('email' | 'sms')[] {
  const { email, phone, sms_consent } = recipient
  return [
    ...(email ? (['email'] as const) : []),
    ...(phone && sms_consent ? (['sms'] as const) : []),
  ]
}
