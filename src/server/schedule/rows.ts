import { sql } from 'kysely'
import { addDays, type LocalDate } from '../../domain/dates.ts'
import { invoiceStatus, type InvoiceDoc, type InvoiceMoney, type InvoiceStatus } from '../../domain/invoice.ts'
import { cadenceOf, recurrenceLabel, type Pattern } from '../../domain/cadence.ts'
import { planDates, workWeekdays, type CountsFrom, type Pause, type PlannedDate, type Recurrence } from '../../domain/recurrence.ts'
import { pauseOn, visitDuration, type BillingMode, type RulePause, type ScheduleRule } from '../../domain/schedule.ts'
import { segmentIdOf } from '../../domain/series.ts'
import { occurrenceId, type SkipReason, type VisitStatus } from '../../domain/visit.ts'
import type { OrgTx } from '../db/door.ts'
import type { Columns } from '../db/many.ts'
import { beforeShift, shiftDays, type Frame, type FrameService } from './frame.ts'

/** One segment of a series, as stored. */
export type RuleRow = {
  id: string
  series_id: string
  customer_id: string
  service_id: string
  location_id: string | null
  team_id: string | null
  pattern: Pattern
  interval: number
  weekdays: number[] | null
  month_week: number | null
  anchor_date: LocalDate
  start_date: LocalDate
  end_date: LocalDate | null
  season_start_month: number | null
  season_end_month: number | null
  start_minutes: number | null
  duration_minutes: number | null
  price_cents: number | null
  notes: string | null
  billing_mode: BillingMode
  skips_closed: boolean
  counts_from: CountsFrom
  buffer_days: number | null
  pauses: RulePause[]
}

/** What each column of a rule holds. */
export const ruleKinds: Columns<RuleRow> = {
  id: 'id',
  series_id: { kind: 'id', like: 'id', with: 'seldom' },
  customer_id: 'id',
  service_id: 'id',
  location_id: { kind: 'id', with: 'seldom' },
  team_id: 'id',
  pattern: 'word',
  interval: 'integer',
  weekdays: 'integers',
  month_week: { kind: 'integer', with: 'seldom' },
  anchor_date: 'date',
  start_date: { kind: 'date', like: 'anchor_date', with: 'seldom' },
  end_date: 'date',
  season_start_month: { kind: 'integer', with: 'seldom' },
  season_end_month: { kind: 'integer', with: 'seldom' },
  start_minutes: 'integer',
  duration_minutes: 'integer',
  price_cents: 'integer',
  notes: 'text',
  billing_mode: 'word',
  skips_closed: { kind: 'flag', with: 'seldom' },
  counts_from: { kind: 'word', usual: 'schedule', with: 'seldom' },
  buffer_days: { kind: 'integer', with: 'seldom' },
  pauses: { kind: 'list', with: 'seldom' },
}
export const ruleColumns = Object.keys(ruleKinds) as (keyof RuleRow)[]

/** A touched visit, with what its invoice says. */
export type VisitRow = {
  series_id: string
  original_date: LocalDate
  rule_id: string
  customer_id: string
  date: LocalDate
  start_minutes: number | null
  start_is_own: boolean
  duration_minutes: number | null
  duration_is_own: boolean
  team_id: string | null
  team_is_own: boolean
  price_cents: number | null
  price_is_own: boolean
  status: VisitStatus
  skip_reason: SkipReason | null
  hold_reason: string | null
  notes: string | null
  completed_at: string | null
  service_name: string | null
  version: number
  invoice_id: string | null
  invoice_doc: InvoiceDoc | null
  invoice_money: InvoiceMoney | null
  invoice_sent_at: string | null
  invoice_total_cents: number | null
}

const visitColumns = [
  'v.series_id',
  'v.original_date',
  'v.rule_id',
  'v.customer_id',
  'v.date',
  'v.start_minutes',
  'v.start_is_own',
  'v.duration_minutes',
  'v.duration_is_own',
  'v.team_id',
  'v.team_is_own',
  'v.price_cents',
  'v.price_is_own',
  'v.status',
  'v.skip_reason',
  'v.hold_reason',
  'v.notes',
  'v.completed_at',
  'v.service_name',
  'v.version',
  'v.invoice_id',
  'i.doc as invoice_doc',
  'i.money as invoice_money',
  'i.sent_at as invoice_sent_at',
  'i.total_cents as invoice_total_cents',
] as const

/** What each of them holds. */
export const visitKinds: Columns<VisitRow> = {
  series_id: 'id',
  original_date: 'date',
  rule_id: { kind: 'id', like: 'series_id', with: 'changed' },
  customer_id: 'id',
  date: { kind: 'date', like: 'original_date', with: 'changed' },
  start_minutes: 'integer',
  start_is_own: { kind: 'flag', with: 'changed' },
  duration_minutes: 'integer',
  duration_is_own: { kind: 'flag', with: 'changed' },
  team_id: 'id',
  team_is_own: { kind: 'flag', with: 'changed' },
  price_cents: 'integer',
  price_is_own: { kind: 'flag', with: 'changed' },
  status: 'word',
  skip_reason: { kind: 'word', with: 'changed' },
  hold_reason: { kind: 'text', with: 'changed' },
  notes: { kind: 'text', with: 'changed' },
  completed_at: { kind: 'moment', with: 'done' },
  service_name: { kind: 'text', with: 'done' },
  version: 'integer',
  invoice_id: { kind: 'id', with: 'billed' },
  invoice_doc: { kind: 'word', with: 'billed' },
  invoice_money: { kind: 'word', with: 'billed' },
  invoice_sent_at: { kind: 'moment', with: 'billed' },
  invoice_total_cents: { kind: 'integer', with: 'billed' },
}

/** Touched visits with their invoices; give it conditions on `v`. */
export const selectVisits = (tx: OrgTx) =>
  tx
    .selectFrom('visits as v')
    .leftJoin('invoices as i', (join) => join.onRef('i.organization_id', '=', 'v.organization_id').onRef('i.id', '=', 'v.invoice_id'))
    .select(visitColumns)
    .where('v.organization_id', '=', tx.org)
    .$castTo<VisitRow>()

export const selectRules = (tx: OrgTx) => tx.selectFrom('rules').select(ruleColumns).where('organization_id', '=', tx.org).$castTo<RuleRow>()

/** For `= any of these ids`: one statement text, however many there are. */
export const anyOf = (ids: readonly string[]) => sql<string>`any (${`{${ids.join(',')}}`}::text::uuid[])`

/** What of a customer decides a rule's dates. */
export type DatesOfCustomer = { available_days: readonly string[]; status: string; paused_from: LocalDate | null; resume_on: LocalDate | null }

/** An active customer's pause counts only as long as it has an end: somebody who resumed early leaves none behind. */
export const pausesOf = ({ status, paused_from, resume_on }: DatesOfCustomer): Pause[] =>
  paused_from && (status === 'paused' || resume_on !== null) ? [{ from: paused_from, resume_on }] : []

export const recurrenceOf = (rule: RuleRow): Recurrence => rule

/** Open weekdays of a frame by a customer's days: customers read together share a list that says the same. */
const openDays = new WeakMap<Frame, WeakMap<readonly string[], readonly number[]>>()

/** The weekdays on which work is possible for a customer. */
function openWeekdaysFor(frame: Frame, customer: DatesOfCustomer | undefined): readonly number[] {
  const open = frame.open_weekdays ?? []
  if (!customer?.available_days.length) return open
  let known = openDays.get(frame)
  if (!known) openDays.set(frame, (known = new WeakMap()))
  let days = known.get(customer.available_days)
  if (!days) known.set(customer.available_days, (days = workWeekdays(open, customer.available_days)))
  return days
}

/** The rule's dates as they are held from one date to another, closed days and the customer's pause considered. */
export function planRule(rule: RuleRow, from: LocalDate, to: LocalDate, frame: Frame, customer: DatesOfCustomer | undefined): PlannedDate[] {
  const open_weekdays = openWeekdaysFor(frame, customer)
  const theirs = customer ? pausesOf(customer) : []
  const pauses = rule.pauses.length ? [...theirs, ...rule.pauses] : theirs
  // Nothing can be shifted where nothing is closed. And somebody chose the date of a one-off, closed or not.
  const fixed = rule.pattern === 'once' || (!frame.closed_dates.size && (!open_weekdays.length || cadenceOf(rule).unit !== 'month'))
  return planDates(recurrenceOf(rule), from, to, { closed_dates: frame.closed_dates, open_weekdays, pauses, ...(fixed ? { on_closed: 'keep' } : {}) })
}

/** Where the date that the pattern gives as `original` is held; null when the rule has no such date. */
export const planOriginal = (rule: RuleRow, original: LocalDate, frame: Frame, customer: DatesOfCustomer | undefined): PlannedDate | null =>
  planRule(rule, original, addDays(original, shiftDays), frame, customer).find((planned) => planned.original_date === original) ?? null

/** Dates whose pattern date lies before, but which are held on `date`. */
export const plannedOn = (rule: RuleRow, date: LocalDate, frame: Frame, customer: DatesOfCustomer | undefined): PlannedDate[] =>
  planRule(rule, beforeShift(date), date, frame, customer).filter((planned) => planned.date === date)

/** The rule a visit goes by: one that is done keeps the segment it was done under, any other follows the one that gives its date. */
export const ruleNamedBy = (planned_by: string | undefined, row: VisitRow | null): string =>
  segmentIdOf(planned_by, row && { rule_id: row.rule_id, status: row.status, invoice_status: invoiceStatusOf(row) }) ?? ''

/** A visit as it stands: what its row says, else its rule, else the catalogue. */
export type HeldVisit = {
  series_id: string
  original_date: LocalDate
  occurrence_id: string
  rule: RuleRow
  row: VisitRow | null
  customer_id: string
  date: LocalDate
  /** Where the calendar puts it; null when its rule has no such date any more. */
  planned: PlannedDate | null
  status: VisitStatus
  skip_reason: SkipReason | null
  hold_reason: string | null
  start_minutes: number | null
  duration_minutes: number
  team_id: string | null
  price_cents: number | null
  service: FrameService | null
  invoice_status: InvoiceStatus | null
}

export function holdVisit(rule: RuleRow, row: VisitRow | null, planned: PlannedDate | null, original_date: LocalDate, frame: Frame): HeldVisit {
  const service = frame.services.get(rule.service_id) ?? null
  const kept = row?.status === 'completed'
  const paused = planned?.paused === true && (row === null || (row.status === 'scheduled' && row.date === planned.date))
  const own_minutes = row && (row.duration_is_own || kept) ? row.duration_minutes : null
  return {
    series_id: rule.series_id,
    original_date,
    occurrence_id: occurrenceId(rule.series_id, original_date),
    rule,
    row,
    customer_id: rule.customer_id,
    date: row?.date ?? planned?.date ?? original_date,
    planned,
    status: paused ? 'skipped' : (row?.status ?? 'scheduled'),
    skip_reason: paused ? 'paused' : (row?.skip_reason ?? null),
    hold_reason: row?.hold_reason ?? null,
    start_minutes: row && (row.start_is_own || kept) ? row.start_minutes : rule.start_minutes,
    duration_minutes: visitDuration(own_minutes, rule.duration_minutes, service?.estimated_minutes || null),
    team_id: row && (row.team_is_own || kept) ? row.team_id : rule.team_id,
    price_cents: row && (row.price_is_own || kept) ? row.price_cents : (rule.price_cents ?? service?.price_cents ?? null),
    service,
    invoice_status: row && invoiceStatusOf(row),
  }
}

export const invoiceStatusOf = (row: VisitRow): InvoiceStatus | null =>
  row.invoice_doc && row.invoice_money ? invoiceStatus({ doc: row.invoice_doc, money: row.invoice_money, sent_at: row.invoice_sent_at }) : null

/** A rule as callers see it. */
export const ruleView = (row: RuleRow & { created_at: string; updated_at: string }, frame: Frame): ScheduleRule => {
  const { id, series_id, customer_id, service_id, team_id, location_id, pattern, interval, weekdays, month_week, anchor_date, start_date, end_date } = row
  return {
    id,
    rule_id: id,
    series_id,
    customer_id,
    service_id,
    service_key: frame.services.get(service_id)?.key ?? '',
    team_id,
    location_id,
    pattern,
    interval,
    weekdays,
    month_week: month_week as ScheduleRule['month_week'],
    anchor_date,
    start_date,
    end_date,
    season_start_month: row.season_start_month,
    season_end_month: row.season_end_month,
    recurrence_label: recurrenceLabel(row),
    start_minutes: row.start_minutes,
    duration_minutes: row.duration_minutes,
    price_cents: row.price_cents,
    billing_mode: row.billing_mode,
    skips_closed: row.skips_closed,
    counts_from: row.counts_from,
    buffer_days: row.buffer_days,
    notes: row.notes,
    pause: pauseOn(row.pauses, frame.today),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
