import type { OrgEvent } from '../../../api/week.ts'
import { addDays, type LocalDate } from '../../../domain/base/dates.ts'
import { dateInWords } from '../../../domain/base/date-words.ts'
import { readPlannedEvents } from '../misc-events/read.ts'
import type { ScheduleContext } from './context.ts'
import { teamsInSight } from './read-week.ts'
import { readWindow, visitView } from './window.ts'

type Query = {
  from?: LocalDate | undefined
  days: number
  limit: number
  q?: string | undefined
  team_id?: string | undefined
  type?: OrgEvent['type'] | undefined
}

/**
 * Visits and other events by day. A search for a date returns that day, and later ones on request;
 * any other text is searched for.
 */
export async function readOrgEvents(ctx: ScheduleContext, query: Query) {
  const { tx, calendar, may } = ctx
  const text = query.q?.trim().toLowerCase() ?? ''
  const day = text ? dateInWords(text, calendar.today) : null
  const isOn = day !== null && (query.from === undefined || query.from <= day)
  const from = isOn ? day : (query.from ?? calendar.today)
  const to = isOn ? day : addDays(from, query.days - 1)
  const team_ids = teamsInSight(may, query.team_id)
  const items: OrgEvent[] = []
  if (query.type !== 'misc_event') {
    const read = await readWindow(tx, calendar, { from, to }, { team_ids })
    for (const held of read.visits) {
      const visit = visitView(held, calendar, read, may)
      items.push({
        type: 'visit',
        title: [visit.customer.name, visit.service?.label].filter(Boolean).join(' — '),
        ...visit,
      })
    }
  }
  // Lists each event once: one that started the day before is on that day's page, unless that day
  // was not requested.
  const isFirst = (event: { date: LocalDate }) =>
    event.date >= from || isOn || query.from === undefined
  if (query.type !== 'visit')
    items.push(...(await readPlannedEvents(tx, calendar, { from, to }, team_ids)).filter(isFirst))
  const wanted = (
    text && day === null ? items.filter((item) => searchText(item).includes(text)) : items
  ).sort(byStart)
  return {
    ...wholeDays(wanted, query.limit, to),
    from,
    ...(await whatFollows(ctx, wanted, { limit: query.limit, to })),
  }
}

const searchText = (item: OrgEvent): string =>
  [
    item.title,
    item.notes,
    item.team?.name,
    ...(item.type === 'visit'
      ? [item.customer.email, item.customer.street, item.customer.city]
      : []),
  ]
    .filter(Boolean)
    .join(' ')
    .toLowerCase()

/** All-day events first, then by time; untimed visits last. */
const startOf = (item: OrgEvent): number =>
  item.start_minutes ?? (item.type === 'misc_event' ? -1 : 1440)
const byStart = (a: OrgEvent, b: OrgEvent): number =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1)

/** As many items as fit without splitting a day; always includes the first day. */
function wholeDays(
  items: readonly OrgEvent[],
  limit: number,
  to: LocalDate,
): { items: OrgEvent[]; last: LocalDate } {
  if (items.length <= limit) return { items: [...items], last: to }
  const cut = items[limit]?.date ?? to
  const first = items[0]?.date ?? to
  return cut === first
    ? { items: items.filter((item) => item.date === first), last: first }
    : { items: items.filter((item) => item.date < cut), last: addDays(cut, -1) }
}

async function whatFollows(
  { tx }: ScheduleContext,
  items: readonly OrgEvent[],
  { limit, to }: { limit: number; to: LocalDate },
): Promise<{ next_from: LocalDate; has_more: boolean }> {
  const { last } = wholeDays(items, limit, to)
  const next_from = addDays(last, 1)
  if (last < to) return { next_from, has_more: true }
  const rule = await tx
    .selectFrom('rules')
    .select('id')
    .where('removed_at', 'is', null)
    .where((eb) => eb.or([eb('end_date', 'is', null), eb('end_date', '>=', next_from)]))
    .limit(1)
    .executeTakeFirst()
  if (rule) return { next_from, has_more: true }
  const visit = await tx
    .selectFrom('visits')
    .select('date')
    .where('date', '>=', next_from)
    .limit(1)
    .executeTakeFirst()
  const event =
    visit ??
    (await tx
      .selectFrom('misc_events')
      .select('date')
      .where('date', '>=', next_from)
      .limit(1)
      .executeTakeFirst())
  return { next_from, has_more: event !== undefined }
}
