import { z } from 'zod'
import { LocalDateText, Moment } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { Cents } from '../base/money.ts'
import { refuse, rule } from '../base/rule.ts'
import { tooLong } from '../base/text.ts'

/** Why an act of a crew is put before the office. */
export const crewReportReasons = [
  'cancelled',
  'paused',
  'gone',
  'not_theirs',
  'not_allowed',
  'refused',
  'too_early',
  'too_old',
  'unreadable',
] as const
export type CrewReportReason = (typeof crewReportReasons)[number]

/** Something a crew did that does not count by itself. */
export const CrewReport = z.object({
  id: Id,
  kind: z.string(),
  reason: z.enum(crewReportReasons),
  /** What happened and why it waits, for the office. */
  sentence: z.string(),
  done_at: Moment,
  done_on: LocalDateText,
  person_name: z.string().nullable(),
  team_name: z.string().nullable(),
  customer_id: Id.nullable(),
  customer_name: z.string().nullable(),
  service_name: z.string().nullable(),
  /** Null if the work costs nothing. */
  price_cents: Cents.nullable(),
  /** What the crew wrote. */
  text: z.string().nullable(),
  /** Whether it can be billed, or marked as done, from here. */
  can_bill: z.boolean(),
})
export type CrewReport = z.infer<typeof CrewReport>

/** How much of a refusal is kept with a report. */
export const crewReportRefusalMax = 300

const reasonMax = 200
export const DismissReason = z
  .string('Say why.')
  .trim()
  .min(1, 'Say why.')
  .max(reasonMax, tooLong(reasonMax))

type ReportFacts = {
  kind: string
  customer_id: string | null
  price_cents: number | null
  is_settled: boolean
  has_visit: boolean
  /** Somebody has completed the visit since. */
  is_completed: boolean
}
const settled = refuse(
  'report_settled',
  'Someone already took care of this.',
  (report: Pick<ReportFacts, 'is_settled'>) => report.is_settled,
)
const completed = refuse(
  'visit_completed',
  'This visit has been completed since — dismiss this, or it would be billed twice.',
  (report: ReportFacts) => report.is_completed,
)
const unbillable = refuse(
  'nothing_to_bill',
  'There is no customer or no price to bill.',
  (report: ReportFacts) =>
    report.kind !== 'finish' ||
    report.customer_id === null ||
    (!report.price_cents && !report.has_visit),
)

export const crewReportRules = {
  bill: rule<ReportFacts>(settled, completed, unbillable),
  dismiss: rule<Pick<ReportFacts, 'is_settled'>>(settled),
}

const whys: Record<CrewReportReason, string> = {
  cancelled: 'the visit had been cancelled',
  paused: 'the work was paused',
  gone: 'the visit was no longer on the schedule',
  not_theirs: 'the visit belonged to another team',
  not_allowed: 'this person may not complete visits',
  refused: 'it could not be recorded',
  too_early: 'the visit was for a later day',
  too_old: 'it reached us more than three days later',
  unreadable: 'it could not be read',
}
const acts: Record<string, string> = {
  finish: 'Done',
  undo: 'Taken back',
  note: 'Wrote a note',
  not_done: 'Not done',
  undo_not_done: 'Taken back',
  apply_product: 'Applied a product',
  void_product: 'Voided a product record',
  extra_work: 'Did extra work',
  undo_extra: 'Took extra work back',
  clock_in: 'Clocked in',
  clock_out: 'Clocked out',
  break_start: 'Started a break',
  break_end: 'Ended a break',
}

/** 'Done, but the visit had been cancelled. Not charged.' */
export function reportSentence(report: {
  kind: string
  reason: CrewReportReason
  sentence: string | null
}): string {
  const what = `${acts[report.kind] ?? 'Reported'}, but ${whys[report.reason]}`
  const refusal = report.sentence ? `: ${report.sentence}` : '.'
  return `${what}${refusal}${report.kind === 'finish' ? ' Not charged.' : ''}`
}
