import { z } from 'zod'
import { Pattern } from '../domain/base/cadence.ts'
import { ZipText } from '../domain/base/contact.ts'
import { customerRules } from '../domain/customers/customer.ts'
import { LocalDateText } from '../domain/base/dates.ts'
import { LostDayAct, LostDayReason, spreadDaysMax } from '../domain/schedule/lost-day.ts'
import { PriceCents } from '../domain/base/money.ts'
import {
  BufferDays,
  CountsFrom,
  defaultEndDate,
  recurrenceFields,
  recurrenceProblems,
} from '../domain/schedule/recurrence.ts'
import {
  BillingMode,
  DurationMinutes,
  EditScope,
  endingSoonDays,
  NewRule,
  ScheduleRule,
  startTimeFields,
  withAgreeingTime,
} from '../domain/schedule/schedule.ts'
import { editRules } from '../domain/schedule/undo.ts'
import { visitRequestRules } from '../domain/schedule/visit-request.ts'
import { undoMinutes, visitRules } from '../domain/schedule/visit.ts'
import { anyOffice, defineCalls, Id, leaders, officeAndAdmin, Page } from './kit.ts'
import {
  settledRequest,
  officeAndLeaders,
  ruleParams,
  ScheduleRef,
  ScheduleWarning,
  seenVersion,
} from './schedule.ts'
import { VisitSlotSet } from './visits.ts'

/** What Add to Schedule sends. Without `end_date` a rule ends after a year; null means no end. */
const NewRuleBody = withAgreeingTime(
  z.object({
    ...NewRule.shape,
    end_date: LocalDateText.nullable().optional(),
    /** The customer's request for a visit that this grants. */
    visit_request_id: Id.optional(),
  }),
)
  .transform(({ end_date, ...rule }): NewRule & { visit_request_id?: string | undefined } => ({
    ...rule,
    end_date: end_date === undefined ? defaultEndDate(rule.pattern, rule.start_date) : end_date,
  }))
  .superRefine((rule, context) => {
    for (const { path, message } of recurrenceProblems(rule))
      context.addIssue({ code: 'custom', path: [path], message })
  })

export const RuleAdded = z.object({
  ok: z.literal(true),
  rule_id: Id,
  series_id: Id,
  rule: ScheduleRule,
  /** Null when the pattern has no date before it ends. */
  first_visit: z
    .object({
      occurrence_id: z.string(),
      date: LocalDateText,
      original_date: LocalDateText,
      shifted: z.boolean(),
      start_minutes: z.int().nullable(),
      team_id: Id.nullable(),
    })
    .nullable(),
  warnings: z.array(ScheduleWarning),
})
export type RuleAdded = z.infer<typeof RuleAdded>

/** A series as it is on a day, with what becomes of it later. */
const RuleInForce = ScheduleRule.extend({
  /** The last day of the whole series; `end_date` is that of the part in force. Null: no end. */
  ends_on: LocalDateText.nullable(),
})
export type RuleInForce = z.infer<typeof RuleInForce>

const SetVisitTime = withAgreeingTime(
  z.object({
    rule_id: ScheduleRef,
    date: LocalDateText.optional(),
    ...startTimeFields,
    team_id: Id.nullable().optional(),
    apply_team_to: z.enum(['date', 'rule']).default('date'),
    /** When setting the team of the whole series: also replace teams chosen for individual dates. */
    replace_changed: z.boolean().default(false),
    ...seenVersion,
    ...settledRequest,
  }),
).refine(
  (body) => body.start_time != null || body.start_minutes != null || body.team_id !== undefined,
  {
    path: ['start_time'],
    message: 'Choose a time or a team',
  },
)

export const EditRule = withAgreeingTime(
  z.object({
    scope: EditScope.default('all'),
    /** The visit the edit starts from, for `this` and `following`. */
    date: LocalDateText.optional(),
    /** Preview only. */
    dry_run: z.boolean().default(false),
    /** Also replace what was set on individual dates. */
    replace_changed: z.boolean().default(false),
    /** With a new pattern, keep edited visits whose dates are no longer in it. */
    keep_changed: z.boolean().default(false),
    ...startTimeFields,
    team_id: Id.nullable().optional(),
    location_id: Id.nullable().optional(),
    duration_minutes: DurationMinutes.nullable().optional(),
    price_cents: PriceCents.nullable().optional(),
    notes: z.string().trim().max(2000).nullable().optional(),
    billing_mode: BillingMode.optional(),
    pattern: Pattern.optional(),
    interval: z.int().min(1).optional(),
    weekdays: z.array(z.int().min(0).max(6)).min(1).max(7).nullable().optional(),
    month_week: recurrenceFields.month_week.unwrap().optional(),
    /** The first date of the new pattern; defaults to the date the edit starts from. */
    start_date: LocalDateText.optional(),
    end_date: LocalDateText.nullable().optional(),
    season_start_month: z.int().min(1).max(12).nullable().optional(),
    season_end_month: z.int().min(1).max(12).nullable().optional(),
    skips_closed: z.boolean().optional(),
    counts_from: CountsFrom.optional(),
    buffer_days: BufferDays.nullable().optional(),
  }),
)
export type EditRule = z.infer<typeof EditRule>

export const RuleEdited = z.object({
  ok: z.literal(true),
  dry_run: z.boolean(),
  rule: ScheduleRule,
  /** Visits with their own row: how many changed, stayed the same, and were dropped. Untouched dates aren't counted. */
  changed: z.int(),
  kept: z.int(),
  dropped: z.int(),
  dropped_visits: z.array(z.object({ occurrence_id: z.string(), date: LocalDateText })),
  /** Later patterns that this edit replaces, as sentences. */
  lost_plans: z.array(z.string()),
  /** Upcoming visits first, then the most recent past ones; at most 50. `reason` is a sentence. */
  kept_visits: z.array(
    z.object({ occurrence_id: z.string(), date: LocalDateText, reason: z.string() }),
  ),
  /** Open visits with an individual value for an edited field: kept, unless `replace_changed` is set. */
  own_visits: z.array(z.object({ occurrence_id: z.string(), date: LocalDateText })),
  /** Warnings about visits in the first four weeks of the edit: all counted, the first 50 listed. */
  conflicts: z.int(),
  conflict_list: z.array(
    z.object({ occurrence_id: z.string(), date: LocalDateText, ...ScheduleWarning.shape }),
  ),
  invoices_affected: z.int(),
  /** The edit to undo; null after a dry run and when nothing changed. */
  edit_id: Id.nullable(),
})
export type RuleEdited = z.infer<typeof RuleEdited>

export const LostDay = z
  .object({
    date: LocalDateText,
    /** The teams whose day is lost; `none` is work without a team, null is every team. */
    team_ids: z
      .array(z.union([Id, z.literal('none')]))
      .min(1)
      .max(200)
      .nullable(),
    /** Only work at addresses with these ZIP codes; null is everywhere. */
    zips: z.array(ZipText).min(1).max(200).nullable().default(null),
    act: LostDayAct,
    /** The number of working days over which `spread` distributes the visits. */
    spread_days: z.int().min(1).max(spreadDaysMax).optional(),
    reason: LostDayReason,
    /** Notify customers, one message each. */
    notify: z.boolean(),
    /** Also move the rest of each series by the same number of days. */
    shift_following: z.boolean().default(false),
    dry_run: z.boolean(),
  })
  .refine((body) => body.act !== 'spread' || body.spread_days !== undefined, {
    path: ['spread_days'],
    message: 'Over how many days?',
  })
export type LostDay = z.infer<typeof LostDay>

export const LostDayDone = z.object({
  ok: z.literal(true),
  dry_run: z.boolean(),
  visits: z.array(
    z.object({
      occurrence_id: z.string(),
      customer_id: Id,
      customer_name: z.string().nullable(),
      title: z.string(),
      from_date: LocalDateText,
      /** Null if the visit is cancelled. */
      to_date: LocalDateText.nullable(),
      team_id: Id.nullable(),
      start_minutes: z.int().nullable(),
      warnings: z.array(ScheduleWarning),
    }),
  ),
  /** All ZIP codes in which the teams have work that day, chosen or not. */
  areas: z.array(z.string()),
  /** Each team's work on the new days; `capacity_minutes` is the length of the business day, null without hours. */
  capacity: z.array(
    z.object({
      date: LocalDateText,
      team_id: Id.nullable(),
      minutes: z.int(),
      capacity_minutes: z.int().nullable(),
    }),
  ),
  /** Visits of that day that don't move, and series that aren't shifted. */
  kept: z.array(z.object({ occurrence_id: z.string(), sentence: z.string() })),
  customers: z.int(),
  edit_id: Id.nullable(),
})
export type LostDayDone = z.infer<typeof LostDayDone>

/** `edit_id` is the edit to undo; null when nothing changed. */
export const RulePaused = z.object({
  ok: z.literal(true),
  rule: ScheduleRule,
  edit_id: Id.nullable(),
})
export type RulePaused = z.infer<typeof RulePaused>

export const EndingRule = z.object({
  rule_id: Id,
  customer_id: Id,
  customer_name: z.string().nullable(),
  title: z.string(),
  end_date: LocalDateText,
  days_left: z.int(),
})
export type EndingRule = z.infer<typeof EndingRule>

/** Whole series: edits with preview and undo, lost days, ends and pauses. */
export const series = defineCalls({
  'GET /api/schedule/ending': {
    summary: `Series that end within ${endingSoonDays} days, soonest first, without those the office ended`,
    roles: officeAndAdmin,
    query: z.object(Page()),
    ok: z.object({ items: z.array(EndingRule), next_cursor: z.string().nullable() }),
  },
  'POST /api/schedule/lost-day': {
    summary: 'Move or cancel the rest of a day’s visits at once; a dry run previews it',
    roles: anyOffice,
    body: LostDay,
    ok: LostDayDone,
    idempotent: true,
    errors: { no_working_day: 409 },
  },
  'POST /api/schedule/edits/{id}/undo': {
    summary: `Undo a series edit or a rain day within ${undoMinutes} minutes, if nothing has changed since; repeating returns the same result`,
    roles: anyOffice,
    ok: z.object({ ok: z.literal(true), restored: z.int() }),
    rules: [editRules.undo],
  },
  'POST /api/schedule': {
    summary: 'Add a customer to the schedule: one visit or a series',
    roles: anyOffice,
    body: NewRuleBody,
    ok: RuleAdded,
    status: 201,
    idempotent: true,
    rules: [visitRequestRules.answer],
    errors: {
      duplicate: 409,
      ...Object.fromEntries(
        customerRules.schedule.refusals.map(({ code }) => [code, 422 as const]),
      ),
    },
  },
  'GET /api/schedule/{rule_id}': {
    summary: 'The current rule of a series',
    roles: { ...officeAndAdmin, ...leaders },
    params: ruleParams,
    ok: RuleInForce,
  },
  'PATCH /api/schedule/{rule_id}': {
    summary: 'Edit a rule: this visit, this and following, or all open visits',
    roles: anyOffice,
    params: ruleParams,
    body: EditRule,
    ok: RuleEdited,
    rules: [visitRules.edit],
  },
  'POST /api/schedule/{rule_id}/end': {
    summary: 'End a series after a date; changed visits after it go, moved ones stay',
    roles: anyOffice,
    params: ruleParams,
    body: z
      .object({ end_date: LocalDateText.optional(), dry_run: z.boolean().default(false) })
      .optional(),
    ok: RuleEdited,
  },
  'PATCH /api/schedule/{rule_id}/team': {
    summary: 'Assign a series to a team; teams chosen for individual dates stay',
    roles: anyOffice,
    params: ruleParams,
    body: z.object({ team_id: Id.nullable(), replace_changed: z.boolean().default(false) }),
    ok: z.object({
      ok: z.literal(true),
      rule: ScheduleRule,
      team_id: Id.nullable(),
      changed: z.int(),
      kept: z.int(),
      edit_id: Id.nullable(),
    }),
  },
  'POST /api/schedule/set-time': {
    summary: 'Set the time or the team of one visit, or the team of its whole series',
    roles: officeAndLeaders,
    body: SetVisitTime,
    ok: VisitSlotSet,
    rules: [visitRules.setTime, visitRules.assignTeam],
    errors: { version_conflict: 409, request_resolved: 409, team_denied: 403 },
  },
  'POST /api/schedule/{rule_id}/pause': {
    summary:
      'Pause a series from a date, until another date or until resumed; repeating changes nothing',
    roles: anyOffice,
    params: ruleParams,
    body: z.object({
      from: LocalDateText.nullish(),
      resume_on: LocalDateText.nullish(),
      reason: z.string().trim().max(500).nullish(),
    }),
    ok: RulePaused,
  },
  'POST /api/schedule/{rule_id}/resume': {
    summary: 'Resume a paused series; repeating changes nothing',
    roles: anyOffice,
    params: ruleParams,
    ok: RulePaused,
  },
})
