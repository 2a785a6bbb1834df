import { z } from 'zod'
import {
  LocalDateText,
  MinutesOfDay,
  Moment,
  TimeText,
  minutesOfTime,
  type LocalDate,
} from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { PriceCents } from '../base/money.ts'
import { recurrenceFields, withRecurrenceChecks } from './recurrence.ts'
import { tooLong } from '../base/text.ts'

/** How a rule's work is billed: each visit, all visits of a period together, or not at all. */
export const billingModes = ['per_visit', 'per_period', 'none'] as const
export const BillingMode = z.enum(billingModes)
export type BillingMode = z.infer<typeof BillingMode>
export const billingModeLabels: Record<BillingMode, string> = {
  per_visit: 'Each visit',
  per_period: 'Visits of a period together',
  none: 'Not at all',
}

/** Which visits of a series an edit affects. Never completed, running or paid ones. */
export const EditScope = z.enum(['this', 'following', 'all'])
export type EditScope = z.infer<typeof EditScope>

/** How many days before its end a series is shown as ending. */
export const endingSoonDays = 30

/** Pauses a rule from a day on; work resumes on `resume_on`, or by hand if that is null. */
export const RulePause = z.object({
  from: LocalDateText,
  resume_on: LocalDateText.nullable(),
  reason: z.string().nullable(),
})
export type RulePause = z.infer<typeof RulePause>
/** The current or upcoming pause, if any. */
export const pauseOn = <P extends Pick<RulePause, 'resume_on'>>(
  pauses: readonly P[],
  today: LocalDate,
): P | null => pauses.find(({ resume_on }) => resume_on === null || resume_on > today) ?? null

export type PauseInput = {
  from?: LocalDate | null | undefined
  resume_on?: LocalDate | null | undefined
  reason?: string | null | undefined
}

/**
 * A rule's pauses with the requested one in place of the current or upcoming one; days already
 * paused stay paused. Or the invalid field.
 */
export function withPause(
  pauses: readonly RulePause[],
  input: PauseInput,
  today: LocalDate,
): RulePause[] | { path: 'from' | 'resume_on'; message: string } {
  const known = pauseOn(pauses, today)
  const began = known && known.from < today ? known.from : null
  if (input.from && input.from < today && input.from !== began)
    return { path: 'from', message: 'Choose today or a later day.' }
  const from = input.from ?? began ?? today
  const resume_on = input.resume_on ?? null
  if (resume_on !== null && resume_on <= today)
    return { path: 'resume_on', message: 'Choose a day after today.' }
  if (resume_on !== null && resume_on <= from)
    return { path: 'resume_on', message: 'The pause must end after it begins.' }
  const before =
    began !== null && from > today
      ? [{ from: began, resume_on: today, reason: known?.reason ?? null }]
      : []
  return [
    ...pauses.filter((pause) => pause !== known),
    ...before,
    { from, resume_on, reason: input.reason || null },
  ]
}

/** A rule's pauses if it resumes today. */
export const withoutPause = (pauses: readonly RulePause[], today: LocalDate): RulePause[] =>
  pauses.flatMap((pause) => {
    if (pause.resume_on !== null && pause.resume_on <= today) return [pause]
    return pause.from < today ? [{ ...pause, resume_on: today }] : []
  })

/** One segment of a series: dates and defaults of its visits from start_date to end_date. */
export const ScheduleRule = z.object({
  id: Id,
  /** Same as id. */
  rule_id: Id,
  /** Identifies the series across its segments; with the original date it identifies a visit. */
  series_id: Id,
  customer_id: Id,
  service_id: Id,
  service_key: z.string(),
  team_id: Id.nullable(),
  location_id: Id.nullable(),
  ...recurrenceFields,
  /** The date the cycle is counted from; before start_date where a series was split. */
  anchor_date: LocalDateText,
  recurrence_label: z.string(),
  start_minutes: MinutesOfDay.nullable(),
  duration_minutes: z.int().min(1).nullable(),
  /** Null follows the service's price. */
  price_cents: PriceCents.nullable(),
  billing_mode: BillingMode,
  notes: z.string().nullable(),
  pause: RulePause.nullable(),
  created_at: Moment,
  updated_at: Moment,
})
export type ScheduleRule = z.infer<typeof ScheduleRule>

/** A wall-clock time as 'HH:MM', as minutes, or both if they agree. */
export const startTimeFields = {
  start_time: TimeText.nullish(),
  start_minutes: MinutesOfDay.nullish(),
}

/** Minutes from either field; null if cleared, undefined if neither is given. */
export function startMinutesOf({
  start_time,
  start_minutes,
}: {
  start_time?: string | null
  start_minutes?: number | null
}): number | null | undefined {
  if (typeof start_minutes === 'number') return start_minutes
  if (typeof start_time === 'string') return minutesOfTime(start_time)
  return start_time === null ? null : start_minutes
}

/** Adds the check that `start_time` and `start_minutes` agree. */
export function withAgreeingTime<
  Shape extends z.ZodType<{ start_time?: string | null; start_minutes?: number | null }>,
>(schema: Shape): Shape {
  return schema.superRefine(({ start_time, start_minutes }, context) => {
    if (start_time == null || start_minutes == null || minutesOfTime(start_time) === start_minutes)
      return
    context.addIssue({
      code: 'custom',
      path: ['start_time'],
      message: 'start_time and start_minutes name different times',
    })
  })
}

export const DurationMinutes = z
  .int('Duration (minutes) must be > 0')
  .min(1, 'Duration (minutes) must be > 0')
  .max(1440)

/** The Add to Schedule form. */
export const NewRule = withAgreeingTime(
  withRecurrenceChecks(
    z.object({
      customer_id: z.string('Select a customer').min(1, 'Select a customer').max(100),
      service_key: z.string('Select a service').min(1, 'Select a service').max(200),
      team_id: Id.nullable().default(null),
      location_id: Id.nullable().default(null),
      ...recurrenceFields,
      ...startTimeFields,
      duration_minutes: DurationMinutes.nullable().default(null),
      price_cents: PriceCents.nullable().default(null),
      /** Defaults to the organization's. */
      billing_mode: BillingMode.optional(),
      notes: z.string().trim().max(2000).nullable().default(null),
      idempotency_key: z.string().max(200).optional(),
    }),
  ),
)
export type NewRule = z.infer<typeof NewRule>

/** A visit's minutes: its own, or the rule's, or the service's, or an hour. */
export const visitDuration = (
  visit: number | null,
  rule: number | null,
  service: number | null,
): number => visit ?? rule ?? service ?? 60

/** An identical add within this time counts as a double click. */
export const duplicateAddWindowMs = 8000

/**
 * A calendar event that is not a visit. Without a time it lasts all day; without a team it is for
 * everyone.
 */
export const MiscEvent = z.object({
  id: Id,
  title: z.string(),
  date: LocalDateText,
  start_time: TimeText.nullable(),
  start_minutes: MinutesOfDay.nullable(),
  duration_minutes: z.int(),
  notes: z.string().nullable(),
  team_id: Id.nullable(),
  created_at: Moment,
  updated_at: Moment,
})
export type MiscEvent = z.infer<typeof MiscEvent>

export const NewMiscEvent = withAgreeingTime(
  z.object({
    title: z.string('Title is required').trim().min(1, 'Title is required').max(200, tooLong(200)),
    date: LocalDateText,
    ...startTimeFields,
    duration_minutes: DurationMinutes.default(60),
    notes: z.string().trim().max(2000).nullable().default(null),
    team_id: Id.nullable().default(null),
  }),
)
export type NewMiscEvent = z.infer<typeof NewMiscEvent>

/** The longest range a schedule call accepts, both dates included. */
export const scheduleWindowDays = 92
export const orgEventsWindowDays = 7
export const orgEventsLimit = 200
