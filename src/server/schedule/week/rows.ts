import { sql, type Expression, type Selectable, type UpdateQueryBuilder } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import { addDays, type LocalDate } from '../../../domain/base/dates.ts'
import {
  invoiceStatus,
  type InvoiceDoc,
  type InvoiceMoney,
  type InvoiceStatus,
} from '../../../domain/money/invoice.ts'
import { cadenceOf, recurrenceLabel, type Pattern } from '../../../domain/base/cadence.ts'
import type { ChecklistItem, Tick } from '../../../domain/schedule/checklist.ts'
import type { VisitExtra } from '../../../domain/flows/extra-work.ts'
import type { VisitProduct } from '../../../domain/flows/product.ts'
import type { VisitFile } from '../../../domain/base/file.ts'
import {
  isPaused,
  planDates,
  workWeekdays,
  type CountsFrom,
  type Pause,
  type PlannedDate,
  type Recurrence,
} from '../../../domain/schedule/recurrence.ts'
import {
  pauseOn,
  visitDuration,
  type BillingMode,
  type RulePause,
  type ScheduleRule,
} from '../../../domain/schedule/schedule.ts'
import { segmentIdOf } from '../../../domain/schedule/series.ts'
import { occurrenceId, type CrewNote, type SkipReason } from '../../../domain/schedule/visit.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { beforeShift, shiftDays, type Calendar, type CalendarService } from './calendar.ts'
import { extrasOfVisit, productsOfVisit } from './visit-details.ts'
import type { VisitStatus } from '../../../domain/schedule/visit-status.ts'

export const ruleColumns = [
  'id',
  'series_id',
  'customer_id',
  'service_id',
  'location_id',
  'team_id',
  'pattern',
  'interval',
  'weekdays',
  'month_week',
  'anchor_date',
  'start_date',
  'end_date',
  'season_start_month',
  'season_end_month',
  'start_minutes',
  'duration_minutes',
  'price_cents',
  'notes',
  'billing_mode',
  'skips_closed',
  'counts_from',
  'buffer_days',
  'pauses',
] as const

type Narrowed = {
  pattern: Pattern
  billing_mode: BillingMode
  counts_from: CountsFrom
  pauses: RulePause[]
}
/** One segment of a series, as stored. */
export type RuleRow = Narrowed &
  Omit<Pick<Selectable<Database['rules']>, (typeof ruleColumns)[number]>, keyof Narrowed>

const visitColumns = [
  'series_id',
  'original_date',
  'rule_id',
  'customer_id',
  'date',
  'start_minutes',
  'start_is_own',
  'duration_minutes',
  'duration_is_own',
  'team_id',
  'team_is_own',
  'price_cents',
  'price_is_own',
  'status',
  'skip_reason',
  'hold_reason',
  'notes',
  'completed_at',
  'on_the_way_at',
  'started_at',
  'service_name',
  'checklist',
  'open_reason',
  'version',
  'invoice_id',
] as const

type OfInvoice = {
  status: VisitStatus
  skip_reason: SkipReason | null
  invoice_doc: InvoiceDoc | null
  invoice_money: InvoiceMoney | null
  invoice_sent_at: string | null
  invoice_failure_code: string | null
  invoice_total_cents: number | null
  invoice_collected_cents: number | null
  crew_notes: CrewNote[]
  files: VisitFile[]
  ticks: Tick[]
  products: VisitProduct[]
  extras: VisitExtra[]
  checklist: ChecklistItem[] | null
}
/** A touched visit, with the state of its invoice. */
export type VisitRow = OfInvoice &
  Omit<Pick<Selectable<Database['visits']>, (typeof visitColumns)[number]>, keyof OfInvoice>

/**
 * Touched visits with their invoices; add conditions on `v`. `limit` keeps the plan from reading
 * every invoice (decision 8).
 */
export const selectVisits = (tx: Pick<OrgTx, 'selectFrom'>) =>
  tx
    .selectFrom('visits as v')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('invoices')
          .select(['doc', 'money', 'sent_at', 'failure_code', 'total_cents'])
          .select(sql<number>`paid_cents - credit_cents - refunded_cents`.as('collected_cents'))
          .whereRef('organization_id', '=', 'v.organization_id')
          .whereRef('id', '=', 'v.invoice_id')
          .limit(1)
          .as('i'),
      (join) => join.onTrue(),
    )
    .select(visitColumns.map((column) => `v.${column}` as const))
    .select([
      'i.doc as invoice_doc',
      'i.money as invoice_money',
      'i.sent_at as invoice_sent_at',
      'i.failure_code as invoice_failure_code',
      'i.total_cents as invoice_total_cents',
      'i.collected_cents as invoice_collected_cents',
      sql<CrewNote[]>`coalesce((
        select jsonb_agg(jsonb_build_object('text', n.text, 'by', p.name, 'for_customer', n.for_customer,
          'at', to_char(n.written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by n.written_at, n.id)
        from visit_notes n left join people p on p.id = n.person_id
        where n.organization_id = v.organization_id and n.series_id = v.series_id and n.original_date = v.original_date), '[]')`.as(
        'crew_notes',
      ),
      sql<VisitFile[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', f.id, 'purpose', f.purpose, 'by', p.name, 'by_id', f.person_id, 'label', f.label,
          'width', f.width, 'height', f.height, 'at', to_char(f.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by f.made_at, f.id)
        from files f left join people p on p.id = f.person_id
        where f.organization_id = v.organization_id and f.series_id = v.series_id and f.original_date = v.original_date and f.removed_at is null), '[]')`.as(
        'files',
      ),
      sql<Tick[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', t.item_id, 'text', t.text, 'is_done', t.is_done, 'by', p.name,
          'at', to_char(t.ticked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by t.ticked_at)
        from visit_ticks t left join people p on p.id = t.person_id
        where t.organization_id = v.organization_id and t.series_id = v.series_id and t.original_date = v.original_date), '[]')`.as(
        'ticks',
      ),
      productsOfVisit.as('products'),
      extrasOfVisit.as('extras'),
    ])
    .$castTo<VisitRow>()

/** What a statement writes of visits, returning whole rows, as `selectVisits` shows it afterwards: there the table's name stands for them. */
export const selectWritten = (tx: OrgTx, statement: Written) =>
  selectVisits(tx.with('visits', () => statement))

type Whole = Selectable<Database['visits']>
type Written = Expression<Whole> | UpdateQueryBuilder<Database, 'visits', 'visits', Whole>

export const selectRules = (tx: OrgTx) =>
  tx.selectFrom('rules').select(ruleColumns).$castTo<RuleRow>()

/** For `= any of these ids`: the same statement text for any number of ids. */
export const anyOf = (ids: readonly string[]) =>
  sql<string>`any (${`{${ids.join(',')}}`}::text::uuid[])`

/** The customer fields that affect a rule's dates. */
export type DatesOfCustomer = {
  available_days: readonly string[]
  status: string
  paused_from: LocalDate | null
  resume_on: LocalDate | null
}

/** An active customer's pause counts only if it has an end: resuming early leaves none behind. */
export const pausesOf = ({ status, paused_from, resume_on }: DatesOfCustomer): Pause[] =>
  paused_from && (status === 'paused' || resume_on !== null)
    ? [{ from: paused_from, resume_on }]
    : []

/** Every pause of a rule's visits: its own and its customer's. */
export const pausesOver = (rule: RuleRow, customer: DatesOfCustomer | undefined): Pause[] =>
  customer ? [...pausesOf(customer), ...rule.pauses] : rule.pauses

export const recurrenceOf = (rule: RuleRow): Recurrence => rule

/** The weekdays a customer can be served. */
const openWeekdaysFor = (
  { open_weekdays }: Calendar,
  customer: DatesOfCustomer | undefined,
): readonly number[] =>
  customer?.available_days.length
    ? workWeekdays(open_weekdays ?? [], customer.available_days)
    : (open_weekdays ?? [])

/**
 * A rule's dates in a window as they take place, with closed days and the customer's pause applied.
 */
export function planRule(
  rule: RuleRow,
  from: LocalDate,
  to: LocalDate,
  calendar: Calendar,
  customer: DatesOfCustomer | undefined,
): PlannedDate[] {
  const open_weekdays = openWeekdaysFor(calendar, customer)
  // Nothing is shifted if nothing is closed. And a one-off's date was chosen deliberately, closed
  // or not.
  const fixed =
    rule.pattern === 'once' ||
    (!calendar.closed_dates.size && (!open_weekdays.length || cadenceOf(rule).unit !== 'month'))
  return planDates(recurrenceOf(rule), from, to, {
    closed_dates: calendar.closed_dates,
    open_weekdays,
    pauses: pausesOver(rule, customer),
    ...(fixed ? { on_closed: 'keep' } : {}),
  })
}

/** Where the pattern's date `original` takes place; null if the rule has no such date. */
export const planOriginal = (
  rule: RuleRow,
  original: LocalDate,
  calendar: Calendar,
  customer: DatesOfCustomer | undefined,
): PlannedDate | null =>
  planRule(rule, original, addDays(original, shiftDays), calendar, customer).find(
    (planned) => planned.original_date === original,
  ) ?? null

/** Dates with an earlier pattern date that take place on `date`. */
export const plannedOn = (
  rule: RuleRow,
  date: LocalDate,
  calendar: Calendar,
  customer: DatesOfCustomer | undefined,
): PlannedDate[] =>
  planRule(rule, beforeShift(date), date, calendar, customer).filter(
    (planned) => planned.date === date,
  )

/**
 * A visit's rule: a done one keeps the segment it was done under, any other uses the one that gives
 * its date.
 */
export const ruleNamedBy = (planned_by: string | undefined, row: VisitRow | null): string =>
  segmentIdOf(
    planned_by,
    row && { rule_id: row.rule_id, status: row.status, invoice_status: invoiceStatusOf(row) },
  ) ?? ''

/** A visit in its current state: from its row, or else its rule, or else its service. */
export type ResolvedVisit = {
  series_id: string
  original_date: LocalDate
  occurrence_id: string
  rule: RuleRow
  row: VisitRow | null
  customer_id: string
  date: LocalDate
  /** Where the calendar puts it; null if its rule no longer has that date. */
  planned: PlannedDate | null
  status: VisitStatus
  skip_reason: SkipReason | null
  hold_reason: string | null
  start_minutes: number | null
  duration_minutes: number
  team_id: string | null
  price_cents: number | null
  service: CalendarService | null
  invoice_status: InvoiceStatus | null
}

export function resolveVisit(
  rule: RuleRow,
  row: VisitRow | null,
  planned: PlannedDate | null,
  original_date: LocalDate,
  calendar: Calendar,
  customer: DatesOfCustomer | undefined,
): ResolvedVisit {
  const service = calendar.services.get(rule.service_id) ?? null
  const kept = row?.status === 'completed'
  const date = row?.date ?? planned?.date ?? original_date
  const paused =
    (row === null || row.status === 'scheduled') && isPaused(date, pausesOver(rule, customer))
  const own_minutes = row && (row.duration_is_own || kept) ? row.duration_minutes : null
  return {
    series_id: rule.series_id,
    original_date,
    occurrence_id: occurrenceId(rule.series_id, original_date),
    rule,
    row,
    customer_id: rule.customer_id,
    date,
    planned,
    status: paused ? 'skipped' : (row?.status ?? 'scheduled'),
    skip_reason: paused ? 'paused' : (row?.skip_reason ?? null),
    hold_reason: row?.hold_reason ?? null,
    start_minutes: row && (row.start_is_own || kept) ? row.start_minutes : rule.start_minutes,
    duration_minutes: visitDuration(
      own_minutes,
      rule.duration_minutes,
      service?.estimated_minutes || null,
    ),
    team_id: row && (row.team_is_own || kept) ? row.team_id : rule.team_id,
    price_cents:
      row && (row.price_is_own || kept)
        ? row.price_cents
        : (rule.price_cents ?? service?.price_cents ?? null),
    service,
    invoice_status: row && invoiceStatusOf(row),
  }
}

export const invoiceStatusOf = (row: VisitRow): InvoiceStatus | null =>
  row.invoice_doc && row.invoice_money
    ? invoiceStatus({
        doc: row.invoice_doc,
        money: row.invoice_money,
        sent_at: row.invoice_sent_at,
        failure_code: row.invoice_failure_code,
      })
    : null

/** A rule for callers. */
export const ruleView = (
  row: RuleRow & { created_at: string; updated_at: string },
  calendar: Calendar,
): ScheduleRule => {
  const {
    id,
    series_id,
    customer_id,
    service_id,
    team_id,
    location_id,
    pattern,
    interval,
    weekdays,
    month_week,
    anchor_date,
    start_date,
    end_date,
  } = row
  return {
    id,
    rule_id: id,
    series_id,
    customer_id,
    service_id,
    service_key: calendar.services.get(service_id)?.key ?? '',
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
    pause: pauseOn(row.pauses, calendar.today),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
