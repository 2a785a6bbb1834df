import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { RuleAdded, ScheduleWarning } from '../../api/schedule.ts'
import { customerRules, type CustomerStatus } from '../../domain/customer.ts'
import { dateText, type LocalDate } from '../../domain/dates.ts'
import { cadenceOf, patternOf } from '../../domain/cadence.ts'
import { firstOnOrAfter, isSamePattern, nextOccurrence, type PlannedDate, type Recurrence } from '../../domain/recurrence.ts'
import { startMinutesOf, type NewRule } from '../../domain/schedule.ts'
import { occurrenceId } from '../../domain/visit.ts'
import { sendAlong, type OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import { invalid, refused } from '../refusals.ts'
import { checkTeam, type SegmentRow } from './locate.ts'
import { readFrame, type Frame, type FrameService } from './frame.ts'
import { holdVisit, planOriginal, recurrenceOf, ruleView, type DatesOfCustomer } from './rows.ts'
import { warnAbout } from './warnings.ts'
import { zipOf } from './window.ts'

/** Puts a customer on the schedule. Two people adding the same at once get one rule: the second is told it is a duplicate. */
export async function addRule(tx: OrgTx, wish: NewRule): Promise<RuleAdded> {
  // Under the customer's lock, so that a twin added meanwhile is among what is there.
  const [customer, frame, there] = await Promise.all([lockCustomer(tx, wish.customer_id), readFrame(tx), readBegun(tx, wish)])
  const refusal = customerRules.schedule({ status: customer.status })
  if (refusal) throw refused(refusal.code, refusal.sentence, 422)
  const service = serviceNamed(frame, wish.service_key)
  checkTeam(frame, { by_crew: false, team_ids: [] }, wish.team_id)
  await checkLocation(tx, wish.customer_id, wish.location_id)

  if (firstOnOrAfter(wish, wish.start_date) === null) {
    throw invalid(
      wish.end_date === null ? { season_end_month: 'No date of this pattern lies in the season.' } : { end_date: 'No visit falls before this date.' },
    )
  }

  const { pattern, interval } = patternOf(cadenceOf(wish))
  const weekdays = wish.weekdays && [...new Set(wish.weekdays)].sort((a, b) => a - b)
  if (there.some((one) => one.service_id === service.id && isTwin(one, wish))) {
    throw refused('duplicate', 'This service is already on the schedule for this customer.')
  }
  const id = idLike(customer.id)
  const values = {
    // A series bears the name of its first segment: one id less to send with every visit.
    id,
    series_id: id,
    customer_id: customer.id,
    service_id: service.id,
    location_id: wish.location_id,
    team_id: wish.team_id,
    pattern,
    interval,
    weekdays,
    month_week: wish.month_week,
    anchor_date: wish.start_date,
    start_date: wish.start_date,
    end_date: pattern === 'once' ? wish.start_date : wish.end_date,
    season_start_month: wish.season_start_month,
    season_end_month: wish.season_end_month,
    skips_closed: wish.skips_closed,
    counts_from: wish.counts_from,
    buffer_days: wish.buffer_days,
    start_minutes: startMinutesOf(wish) ?? null,
    duration_minutes: wish.duration_minutes,
    price_cents: wish.price_cents,
    billing_mode: wish.billing_mode ?? frame.settings.billing_mode,
    notes: wish.notes,
  }
  sendAlong(tx, tx.insertInto('rules').values({ organization_id: tx.org, ...values, created_by: tx.doer.person_id }))
  const rule: SegmentRow = { ...values, pauses: [], removed_at: null, created_at: customer.now, updated_at: customer.now }

  const { first_visit, warnings } = await firstVisit(tx, frame, rule, customer)
  await emit(
    tx,
    'rule.added',
    {
      rule_id: rule.id,
      series_id: rule.series_id,
      occurrence_id: first_visit?.occurrence_id ?? null,
      date: first_visit?.date ?? null,
      customer_id: customer.id,
      team_id: rule.team_id,
    },
    { customer_id: customer.id, team_ids: [rule.team_id] },
  )
  return { ok: true, rule_id: rule.id, series_id: rule.series_id, rule: ruleView(rule, frame), first_visit, warnings }
}

/** A customer's id with other last digits: the rest of it need not be sent again with every visit (decision 0010). */
const idLike = (customer_id: string): string => `${customer_id.slice(0, 28)}${randomBytes(4).toString('hex')}`

type Twin = Recurrence & Pick<SegmentRow, 'service_id' | 'start_minutes' | 'location_id'>

/** What of this customer's work begins on that day. */
const readBegun = (tx: OrgTx, { customer_id, start_date }: Pick<NewRule, 'customer_id' | 'start_date'>): Promise<Twin[]> =>
  tx
    .selectFrom('rules')
    .select(twinColumns)
    .where('organization_id', '=', tx.org)
    .where('customer_id', '=', customer_id)
    .where('start_date', '=', start_date)
    .where('removed_at', 'is', null)
    .$castTo<Twin>()
    .execute()
const twinColumns = [
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

/** The same work on the same days. At another hour, or at another of the customer's places, it is more work, not the same again. */
const isTwin = (known: Twin, wish: NewRule): boolean => {
  const start_minutes = startMinutesOf(wish) ?? null
  const sameTime = start_minutes === null || known.start_minutes === null || start_minutes === known.start_minutes
  return sameTime && known.location_id === wish.location_id && isSamePattern(known, wish)
}

/** `now`: when the transaction began, which is when what it writes was made. */
type Customer = DatesOfCustomer & { id: string; status: CustomerStatus; was_active: boolean; available_days: string[]; now: string }
const noCustomer = () => invalid({ customer_id: 'Select a customer' })

async function lockCustomer(tx: OrgTx, id: string): Promise<Customer> {
  if (!/^[0-9a-f-]{36}$/i.test(id)) throw noCustomer()
  const row = await tx
    .selectFrom('customers')
    .select(['id', 'status', 'was_active', 'available_days', 'paused_from', 'resume_on', sql<string>`now()`.as('now')])
    .where('organization_id', '=', tx.org)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw noCustomer()
  return row as Customer
}

/** Services are named by key; an id will do. */
function serviceNamed(frame: Frame, key: string): FrameService {
  const service = [...frame.services.values()].find((one) => one.key === key || one.id === key)
  if (!service?.active) throw invalid({ service_key: 'Select a service' })
  return service
}

export async function checkLocation(tx: OrgTx, customer_id: string, location_id: string | null | undefined): Promise<void> {
  if (!location_id) return
  const row = await tx
    .selectFrom('service_locations')
    .select('id')
    .where('organization_id', '=', tx.org)
    .where('id', '=', location_id)
    .where('customer_id', '=', customer_id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw invalid({ location_id: 'Choose one of the customer’s places.' })
}

/** The first visit a rule gives, and what is doubtful about it. A start date need not be a date of its pattern. */
async function firstVisit(tx: OrgTx, frame: Frame, rule: SegmentRow, customer: Customer): Promise<Pick<RuleAdded, 'first_visit' | 'warnings'>> {
  const planned = firstPlanned(rule, frame, customer)
  if (!planned) return { first_visit: null, warnings: [] }
  const original = planned.original_date
  const held = holdVisit(rule, null, planned, original, frame)
  const occurrence_id = occurrenceId(rule.series_id, original)
  const warnings: ScheduleWarning[] = await warnAbout(tx, frame, held, customer.available_days, await zipOf(tx, frame, held))
  if (planned.date !== rule.start_date) warnings.unshift({ code: 'date_shifted', sentence: `The first visit is on ${dateText(planned.date)}.` })
  return {
    first_visit: {
      occurrence_id,
      date: planned.date,
      original_date: original,
      shifted: planned.shifted,
      start_minutes: held.start_minutes,
      team_id: held.team_id,
    },
    warnings,
  }
}

/** Dates that may be left out, one after the other, before nobody looks any further for the first visit. */
const leftOutAtMost = 60

function firstPlanned(rule: SegmentRow, frame: Frame, customer: Customer): PlannedDate | null {
  let original: LocalDate | null = firstOnOrAfter(recurrenceOf(rule), rule.start_date)
  for (let tries = 0; original !== null && tries < leftOutAtMost; tries++) {
    const planned = planOriginal(rule, original, frame, customer)
    if (planned) return planned
    original = nextOccurrence(recurrenceOf(rule), original)
  }
  return null
}
