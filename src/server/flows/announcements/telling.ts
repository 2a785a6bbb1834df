import { sql } from 'kysely'
import {
  tallyOf,
  type AnnouncementKind,
  type NewAnnouncement,
  type AnnouncementGroup,
} from '../../../domain/flows/announcement.ts'
import type { Sender } from '../../messages/letter.ts'
import { readReach, reachAddress, type ReachedCustomer } from '../../messages/recipient.ts'
import { addDays } from '../../../domain/base/dates.ts'
import { all, conditionsOf, textArray } from '../../customers/filter.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { readCalendar } from '../../schedule/week/calendar.ts'
import { readWindow } from '../../schedule/week/window.ts'
import { planTelling } from '../../../domain/messages/message.ts'
import { wordedFor } from '../../messages/tell.ts'

export type Content = Omit<NewAnnouncement, 'group'>

/** A customer as an announcement may reach them: only by the ways it goes. */
export function limitedTo(
  to: ReachedCustomer,
  { by_email, by_text }: Pick<Content, 'by_email' | 'by_text'>,
): ReachedCustomer {
  const { recipient } = to
  return {
    ...to,
    recipient: {
      ...recipient,
      email: by_email ? recipient.email : null,
      phone: by_text ? recipient.phone : null,
    },
  }
}

type To = { organization: Sender; name: string | null }
/** What its message is worded from. */
export const wordsOf = (
  { subject, text }: { kind: AnnouncementKind; subject: string; text: string },
  { organization, name }: To,
) => ({ organization, name, subject, message: text })

/** The active customers of a group, by id. */
export async function readGroup(tx: OrgTx, group: AnnouncementGroup): Promise<string[]> {
  const { customer_ids, service, team_id, zips, city, visit_days } = group
  const conditions = [
    sql`c.status = 'active'`,
    ...(customer_ids ? [sql`c.id = any (${textArray(customer_ids)}::uuid[])`] : []),
    ...(await conditionsOf(tx, { service, team_id })),
    ...(zips?.length ? [sql`${atPlace} and l.zip = any (${textArray(zips)}))`] : []),
    ...(city ? [sql`${atPlace} and lower(l.city) = lower(${city}))`] : []),
  ]
  const { rows } = await sql<{ id: string }>`
    select c.id from customers c where ${all(conditions)} order by c.id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (visit_days === undefined) return ids
  const visited = await readVisited(tx, visit_days)
  return ids.filter((id) => visited.has(id))
}

const atPlace = sql`exists (select 1 from service_locations l where l.organization_id = c.organization_id and l.customer_id = c.id and l.removed_at is null`

/** Who has a visit to come in so many days, today included. */
async function readVisited(tx: OrgTx, days: number): Promise<Set<string>> {
  const calendar = await readCalendar(tx)
  const { visits } = await readWindow(tx, calendar, {
    from: calendar.today,
    to: addDays(calendar.today, days - 1),
  })
  return new Set(
    visits.filter(({ status }) => status === 'scheduled').map(({ customer_id }) => customer_id),
  )
}

/** How many customers are looked at in one query. */
const atOnce = 500

/** What it looks like, and a count by the very rules that decide when it is sent. */
export async function preview(tx: OrgTx, { group, ...content }: NewAnnouncement) {
  const ids = await readGroup(tx, group)
  const now = new Date().toISOString()
  const plans = []
  for (let at = 0; at < ids.length; at += atOnce)
    for (const to of (await readReach(tx, ids.slice(at, at + atOnce))).values())
      plans.push(planTelling(limitedTo(to, content).recipient, content.kind, now))
  const tally = tallyOf(plans, content)
  return { ...(await look(tx, content)), tally }
}

async function look(tx: OrgTx, content: Content) {
  const organization = await tx
    .selectFrom('organizations')
    .select(['name', 'email', 'phone_number'])
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  const to = await reachAddress(tx, { email: 'customer@example.com' })
  const data = wordsOf(content, { organization, name: null })
  const email = await wordedFor(tx, to, content.kind, data, 'email')
  const sms = await wordedFor(tx, to, content.kind, data, 'sms')
  return {
    email: { subject: email.subject ?? '', html: email.html ?? '' },
    sms: { text: sms.text, segments: sms.segments ?? 1 },
  }
}
