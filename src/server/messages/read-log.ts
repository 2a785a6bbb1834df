import { sql, type RawBuilder } from 'kysely'
import type { Channel } from '../../domain/messages/message-kinds.ts'
import {
  basisText,
  insteadText,
  kindLabel,
  resendRule,
  shownText,
  stateOf,
  stateText,
  channelLabels,
  type LoggedMessage,
  type MessageState,
} from '../../domain/messages/message-log.ts'
import type { OrgTx } from '../base/db/door.ts'
import { csvFile } from '../base/kit/csv.ts'

type LogFilter = {
  customer_id?: string | undefined
  kind?: string | undefined
  channel?: Channel | undefined
  state?: MessageState | undefined
  q?: string | undefined
}

type LogRow = {
  id: string
  at: string
  direction: 'out' | 'in'
  kind: string
  channel: Channel
  recipient: string
  customer_id: string | null
  customer_name: string | null
  subject: string | null
  text: string
  status: string
  reason: string | null
  basis: string | null
  held_until: string | null
  useful_until: string | null
  sent_at: string | null
  delivered_at: string | null
  consented_at: string | null
  consent_text: string | null
  tries: number
  error: string | null
  author_name: string | null
  resend_of: string | null
  has_data: boolean
  time_zone: string
}

/** A page of the log, newest first. */
export async function readLog(
  tx: OrgTx,
  filter: LogFilter,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<LoggedMessage[]> {
  const older = after ? [sql`m.id < ${after}`] : []
  return readWhere(tx, [...conditionsOf(filter), ...older], limit)
}

/** One message of the log. */
export const readLogged = async (tx: OrgTx, id: string): Promise<LoggedMessage | undefined> =>
  (await readWhere(tx, [sql`m.id = ${id}`], 1))[0]

async function readWhere(
  tx: OrgTx,
  conditions: readonly RawBuilder<unknown>[],
  limit: number,
): Promise<LoggedMessage[]> {
  const { rows } = await sql<LogRow>`
    select m.id, m.created_at as at, m.direction, m.template as kind, m.channel, m.recipient, m.customer_id, coalesce(c.name, c.email) as customer_name,
      m.subject, m.text, m.status, m.reason, m.basis, m.held_until, m.useful_until, m.sent_at, m.delivered_at, s.accepted_at as consented_at, s.text as consent_text,
      m.tries, m.error, p.name as author_name, m.resend_of, m.data is not null as has_data, o.time_zone
    from messages m join organizations o on o.id = m.organization_id
    left join customers c on c.organization_id = m.organization_id and c.id = m.customer_id
    left join lateral (select accepted_at, text from consents where organization_id = m.organization_id and id = m.consent_id limit 1) s on true
    left join people p on p.id = m.author_id
    where ${sql.join([sql`m.organization_id = ${tx.org}`, ...conditions], sql` and `)}
    order by m.id desc limit ${limit}`.execute(tx)
  const now = new Date().toISOString()
  return rows.map((row) => logged(row, now))
}

function logged(row: LogRow, now: string): LoggedMessage {
  const state = stateOf(row, now)
  return {
    ...row,
    kind_label: kindLabel(row.kind),
    subject: row.subject,
    text: shownText(row.kind, row.text),
    state,
    state_text: stateText(row, state, row.time_zone),
    instead_text: insteadText(row),
    basis_text: basisText(row.basis),
    resend_refusal: resendRule({ ...row, now }),
  }
}

const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

function conditionsOf({ customer_id, kind, channel, state, q }: LogFilter): RawBuilder<unknown>[] {
  return [
    ...(customer_id ? [sql`m.customer_id = ${customer_id}`] : []),
    ...(kind ? [sql`m.template = ${kind}`] : []),
    ...(channel ? [sql`m.channel = ${channel}`] : []),
    ...(state ? [inState(state)] : []),
    ...(q
      ? [
          sql`(m.recipient || ' ' || coalesce(m.subject, '') || ' ' || coalesce(c.name, '') || ' ' || m.text) ilike ${like(q)}`,
        ]
      : []),
  ]
}

function inState(state: MessageState): RawBuilder<unknown> {
  if (state === 'held') return sql`m.status = 'queued' and m.held_until > now()`
  if (state === 'queued')
    return sql`m.status = 'queued' and (m.held_until is null or m.held_until <= now())`
  return sql`m.status = ${state}`
}

const exportPage = 1000
const columns = [
  'At',
  'Kind',
  'Channel',
  'Direction',
  'Recipient',
  'Customer',
  'Subject',
  'Text',
  'State',
  'Instead',
  'Basis',
  'Consent of',
  'Tries',
  'Error',
]

/** Exports the filtered log as a file. */
export async function exportLog(tx: OrgTx, filter: LogFilter): Promise<string> {
  const lines: (string | number | null)[][] = []
  for (let after: string | undefined; ;) {
    const page = await readLog(tx, filter, { after, limit: exportPage })
    for (const message of page)
      lines.push([
        message.at,
        message.kind_label,
        channelLabels[message.channel],
        message.direction,
        message.recipient,
        message.customer_name,
        message.subject,
        message.text,
        message.state_text,
        message.instead_text,
        message.basis_text,
        message.consented_at,
        message.tries,
        message.error,
      ])
    after = page.at(-1)?.id
    if (page.length < exportPage) return csvFile(columns, lines)
  }
}
