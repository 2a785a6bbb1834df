import { z } from 'zod'
import { LocalDateText } from '../domain/dates.ts'
import { Id } from '../domain/id.ts'
import { InvoiceStatus } from '../domain/invoice.ts'
import { VisitCompletion, visitRules } from '../domain/visit.ts'
import { anyOffice, defineCalls } from './kit.ts'
import { officeAndLeaders, ruleParams, ScheduleWarning } from './schedule.ts'
import { VisitChanged } from './visits.ts'

/** What comes after a visit that is done, where that counts from it. */
export const VisitsAfter = z.object({
  /** The date of the next visit; null: there is none. */
  next_date: LocalDateText.nullable(),
  /** Visits that do not move because they were changed by hand; `reason` is a sentence. At most 50. */
  kept_visits: z.array(
    z.object({ occurrence_id: z.string(), date: LocalDateText, reason: z.string() }),
  ),
  /** Warnings about the date of the next visit. */
  warnings: z.array(ScheduleWarning),
})
export type VisitsAfter = z.infer<typeof VisitsAfter>

/** What completing does to the visits after it, for each day on which the work may have been done. Empty where they count from the planned date. */
export const CompletionPreview = z.object({
  choices: z.array(VisitsAfter.extend({ done_on: LocalDateText, moves: z.boolean() })),
})
export type CompletionPreview = z.infer<typeof CompletionPreview>

export const VisitCompleted = VisitCompletion.extend({
  ok: z.literal(true),
  message: z.string(),
  /** Null when nothing moved with it. */
  next: VisitsAfter.nullable(),
  /** Why nothing is collected although it was asked for or agreed; the visit is still completed. */
  charge_refused: z.object({ code: z.string(), sentence: z.string() }).nullable(),
})
export type VisitCompleted = z.infer<typeof VisitCompleted>

/** A visit completed, reopened and billed. */
export const completion = defineCalls({
  'GET /api/schedule/{rule_id}/completion': {
    summary: 'What completing a visit would do to the visits after it',
    roles: { ...officeAndLeaders, crew_member: 'own' },
    params: ruleParams,
    query: z.object({ date: LocalDateText.optional() }),
    ok: CompletionPreview,
  },
  'POST /api/schedule/{rule_id}/complete': {
    summary:
      'Complete a visit, bill it, and collect when asked or agreed; a crew member where the organization lets them',
    roles: { ...officeAndLeaders, crew_member: 'own' },
    params: ruleParams,
    body: z.object({
      date: LocalDateText.optional(),
      collect: z.boolean().default(false),
      confirm_future: z.boolean().default(false),
      /** Where the next visit counts from the day this one is done: that day. Without it the visit's own date, or today while that is still to come. */
      done_on: LocalDateText.optional(),
      /** Refuse with `next_moves`, once, when what follows would move. */
      ask_next: z.boolean().default(false),
    }),
    ok: VisitCompleted,
    rules: [visitRules.complete],
    errors: { future_visit: 409, next_moves: 409 },
  },
  'POST /api/schedule/{rule_id}/reopen': {
    summary: 'Take a completion back while nothing is paid',
    roles: officeAndLeaders,
    params: ruleParams,
    body: z.object({ date: LocalDateText.optional() }).optional(),
    ok: VisitChanged,
    rules: [visitRules.reopen],
  },
  'POST /api/schedule/{rule_id}/seed-invoice': {
    summary: 'Make the draft invoice of a visit; a repeat answers the same one',
    roles: anyOffice,
    params: ruleParams,
    body: z.object({ date: LocalDateText.optional() }),
    ok: z.object({ ok: z.literal(true), invoice_id: Id, status: InvoiceStatus }),
    rules: [visitRules.seedInvoice],
  },
})
