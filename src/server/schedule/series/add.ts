import { sql } from 'kysely'
import type { ScheduleWarning } from '../../../api/schedule.ts'
import type { RuleAdded } from '../../../api/series.ts'
import { customerRules, type CustomerStatus } from '../../../domain/customers/customer.ts'
import { dateText, type LocalDate } from '../../../domain/base/dates.ts'
import { cadenceOf, patternOf } from '../../../domain/base/cadence.ts'
import {
  firstOnOrAfter,
  isSamePattern,
  nextOccurrence,
  type PlannedDate,
  type Recurrence,
} from '../../../domain/schedule/recurrence.ts'
import { startMinutesOf, type NewRule } from '../../../domain/schedule/schedule.ts'
import { occurrenceId } from '../../../domain/schedule/visit.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { newId } from '../../base/db/ids.ts'
import { emit } from '../../base/events.ts'
import { invalid, refused } from '../../base/kit/refusals.ts'
import { openScheduleForOffice, type ScheduleContext } from '../week/context.ts'
import { requireOwnPlace, checkTeam, type SegmentRow } from '../visits/find.ts'
import type { Calendar, CalendarService } from '../week/calendar.ts'
import {
  resolveVisit,
  planOriginal,
  recurrenceOf,
  ruleView,
  type DatesOfCustomer,
} from '../week/rows.ts'
import { warnAbout } from '../week/warnings.ts'
import { zipOf } from '../week/window.ts'
import { insertRule } from './write.ts'

/**
 * Schedules work for a customer. If two people add the same work concurrently, the second is
 * refused as a duplicate.
 */
export async function addRule(tx: OrgTx, input: NewRule): Promise<RuleAdded> {
  // Lock the customer first, so that the rules read include a duplicate added in the meantime.
  const [customer, ctx, known] = await Promise.all([
    lockCustomer(tx, input.customer_id),
    openScheduleForOffice(tx),
    readRulesBegun(tx, input),
  ])
  const refusal = customerRules.schedule({ status: customer.status })
  if (refusal) throw refused(refusal.code, refusal.sentence, 422)
  const service = findService(ctx.calendar, input.service_key)
  checkTeam(ctx, input.team_id)
  await requireOwnPlace(tx, input.customer_id, input.location_id)
  checkHasDate(input)
  if (known.some((one) => one.service_id === service.id && isDuplicate(one, input)))
    throw refused('duplicate', 'This service is already on the schedule for this customer.')
  const values = rowOf(ctx, input, { customer_id: customer.id, service_id: service.id })
  insertRule(tx, values)
  const rule: SegmentRow = {
    ...values,
    pauses: [],
    removed_at: null,
    created_at: customer.now,
    updated_at: customer.now,
  }
  const { first_visit, warnings } = await findFirstVisit(ctx, rule, customer)
  const { id: rule_id, series_id, customer_id, team_id } = rule
  const { occurrence_id = null, date = null } = first_visit ?? {}
  await emit(
    tx,
    'rule.added',
    { rule_id, series_id, occurrence_id, date, customer_id, team_id },
    { customer_id, team_ids: [team_id] },
  )
  return { ok: true, rule_id, series_id, rule: ruleView(rule, ctx.calendar), first_visit, warnings }
}

/** 422 for a pattern without any date. */
function checkHasDate(input: NewRule): void {
  if (firstOnOrAfter(input, input.start_date) !== null) return
  throw invalid(
    input.end_date === null
      ? { season_end_month: 'No date of this pattern falls in the season.' }
      : { end_date: 'No visit falls before this date.' },
  )
}

type Of = { customer_id: string; service_id: string }
function rowOf({ calendar }: ScheduleContext, input: NewRule, { customer_id, service_id }: Of) {
  const { pattern, interval } = patternOf(cadenceOf(input))
  const id = newId()
  return {
    // A series has the id of its first segment.
    id,
    series_id: id,
    customer_id,
    service_id,
    location_id: input.location_id,
    team_id: input.team_id,
    pattern,
    interval,
    weekdays: input.weekdays && [...new Set(input.weekdays)].sort((a, b) => a - b),
    month_week: input.month_week,
    anchor_date: input.start_date,
    start_date: input.start_date,
    end_date: pattern === 'once' ? input.start_date : input.end_date,
    season_start_month: input.season_start_month,
    season_end_month: input.season_end_month,
    skips_closed: input.skips_closed,
    counts_from: input.counts_from,
    buffer_days: input.buffer_days,
    start_minutes: startMinutesOf(input) ?? null,
    duration_minutes: input.duration_minutes,
    price_cents: input.price_cents,
    billing_mode: input.billing_mode ?? calendar.settings.billing_mode,
    notes: input.notes,
  }
}

type KnownRule = Recurrence & Pick<SegmentRow, 'service_id' | 'start_minutes' | 'location_id'>

/** The customer's rules that start on that day. */
const readRulesBegun = (
  tx: OrgTx,
  { customer_id, start_date }: Pick<NewRule, 'customer_id' | 'start_date'>,
): Promise<KnownRule[]> =>
  tx
    .selectFrom('rules')
    .select(knownColumns)
    .where('customer_id', '=', customer_id)
    .where('start_date', '=', start_date)
    .where('removed_at', 'is', null)
    .$castTo<KnownRule>()
    .execute()
const knownColumns = [
  'service_id',
  'pattern',
  'interval',
  'weekdays',
  'month_week',
  'start_date',
  'end_date',
  'season_start_month',
  'season_end_month',
  'start_minutes',
  'location_id',
] as const

/**
 * True for the same work on the same days. At another time or place it is additional work, not a
 * duplicate.
 */
const isDuplicate = (known: KnownRule, input: NewRule): boolean => {
  const start_minutes = startMinutesOf(input) ?? null
  const sameTime =
    start_minutes === null || known.start_minutes === null || start_minutes === known.start_minutes
  return sameTime && known.location_id === input.location_id && isSamePattern(known, input)
}

/** `now`: when the transaction began; the creation time of rows it writes. */
type Customer = DatesOfCustomer & {
  id: string
  status: CustomerStatus
  was_active: boolean
  available_days: string[]
  now: string
}
const noSuchCustomer = () => invalid({ customer_id: 'Select a customer' })

async function lockCustomer(tx: OrgTx, id: string): Promise<Customer> {
  if (!/^[0-9a-f-]{36}$/i.test(id)) throw noSuchCustomer()
  const row = await tx
    .selectFrom('customers')
    .select([
      'id',
      'status',
      'was_active',
      'available_days',
      'paused_from',
      'resume_on',
      sql<string>`now()`.as('now'),
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw noSuchCustomer()
  return row as Customer
}

/** The active service with this key or id. */
function findService(calendar: Calendar, key: string): CalendarService {
  const service = [...calendar.services.values()].find((one) => one.key === key || one.id === key)
  if (!service?.active) throw invalid({ service_key: 'Select a service' })
  return service
}

/** The first visit of a rule, and warnings about it. The start date need not fit the pattern. */
async function findFirstVisit(
  { tx, calendar }: ScheduleContext,
  rule: SegmentRow,
  customer: Customer,
): Promise<Pick<RuleAdded, 'first_visit' | 'warnings'>> {
  const planned = firstPlanned(rule, calendar, customer)
  if (!planned) return { first_visit: null, warnings: [] }
  const { date, original_date, shifted } = planned
  const visit = resolveVisit(rule, null, planned, original_date, calendar, customer)
  const { start_minutes, team_id } = visit
  const warnings: ScheduleWarning[] = await warnAbout({ tx, calendar }, visit, {
    available_days: customer.available_days,
    zip: await zipOf(tx, calendar, visit),
  })
  if (date !== rule.start_date)
    warnings.unshift({
      code: 'date_shifted',
      sentence: `The first visit is on ${dateText(date)}.`,
    })
  const occurrence_id = occurrenceId(rule.series_id, original_date)
  return {
    first_visit: { occurrence_id, date, original_date, shifted, start_minutes, team_id },
    warnings,
  }
}

/** How many skipped dates in a row end the search for the first visit. */
const maxSkipped = 60

function firstPlanned(
  rule: SegmentRow,
  calendar: Calendar,
  customer: Customer,
): PlannedDate | null {
  let original: LocalDate | null = firstOnOrAfter(recurrenceOf(rule), rule.start_date)
  for (let tries = 0; original !== null && tries < maxSkipped; tries++) {
    const planned = planOriginal(rule, original, calendar, customer)
    if (planned) return planned
    original = nextOccurrence(recurrenceOf(rule), original)
  }
  return null
}
