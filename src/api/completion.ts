import { z } from 'zod'
import { LocalDateText } from '../domain/base/dates.ts'
import { Id } from '../domain/base/id.ts'
import { InvoiceStatus } from '../domain/money/invoice.ts'
import { VisitCompletion } from '../domain/flows/completion.ts'
import { visitRules } from '../domain/schedule/visit.ts'
import { anyOffice, defineCalls } from './kit.ts'
import { officeAndLeaders, ruleParams, ScheduleWarning } from './schedule.ts'
import { VisitChanged } from './visits.ts'

/** The visits after a completed one, for a series that counts from the day the work was done. */
export const VisitsAfter = z.object({
  /** The date of the next visit; null if there is none. */
  next_date: LocalDateText.nullable(),
  /** Visits that don't move because they were edited individually; `reason` is a sentence. At most 50. */
  kept_visits: z.array(
    z.object({ occurrence_id: z.string(), date: LocalDateText, reason: z.string() }),
  ),
  /** Warnings about the date of the next visit. */
  warnings: z.array(ScheduleWarning),
})
export type VisitsAfter = z.infer<typeof VisitsAfter>

/** How completing moves the following visits, for each day the work may have been done on. Empty for series that count from the planned date. */
export const CompletionPreview = z.object({
  choices: z.array(VisitsAfter.extend({ done_on: LocalDateText, moves: z.boolean() })),
})
export type CompletionPreview = z.infer<typeof CompletionPreview>

export const VisitCompleted = VisitCompletion.extend({
  ok: z.literal(true),
  message: z.string(),
  /** Null when no other visit moved. */
  next: VisitsAfter.nullable(),
  /** Why the customer isn't charged although the caller or autopay asked for it; the visit is still completed. */
  charge_refused: z.object({ code: z.string(), sentence: z.string() }).nullable(),
})
export type VisitCompleted = z.infer<typeof VisitCompleted>

/** Completing, reopening and billing a visit. */
export const completion = defineCalls({
  'GET /api/schedule/{rule_id}/completion': {
    summary: 'Preview how completing a visit moves the following visits',
    roles: { ...officeAndLeaders, crew_member: 'own' },
    params: ruleParams,
    query: z.object({ date: LocalDateText.optional() }),
    ok: CompletionPreview,
  },
  'POST /api/schedule/{rule_id}/complete': {
    summary:
      'Complete and bill a visit, and charge the customer on request or by autopay; crew members only if the organization allows it',
    roles: { ...officeAndLeaders, crew_member: 'own' },
    params: ruleParams,
    body: z.object({
      date: LocalDateText.optional(),
      collect: z.boolean().default(false),
      confirm_future: z.boolean().default(false),
      /** The day the work was done, for series that count from it. Defaults to the visit's date, or today if that is in the future. */
      done_on: LocalDateText.optional(),
      /** Refuse with `next_moves` if following visits would move, so the caller can confirm. */
      ask_next: z.boolean().default(false),
    }),
    ok: VisitCompleted,
    rules: [visitRules.complete],
    errors: { future_visit: 409, next_moves: 409 },
  },
  'POST /api/schedule/{rule_id}/on-the-way': {
    summary:
      'Tell the customer of a visit of today that the crew is on its way; repeating changes nothing',
    roles: { ...officeAndLeaders, crew_member: 'own' },
    params: ruleParams,
    body: z.object({ date: LocalDateText.optional() }).optional(),
    ok: VisitChanged,
    rules: [visitRules.onTheWay],
  },
  'POST /api/schedule/{rule_id}/reopen': {
    summary: 'Undo a completion while nothing is paid',
    roles: officeAndLeaders,
    params: ruleParams,
    body: z.object({ date: LocalDateText.optional() }).optional(),
    ok: VisitChanged,
    rules: [visitRules.reopen],
  },
  'POST /api/schedule/{rule_id}/seed-invoice': {
    summary: 'Create the draft invoice of a visit; repeating returns the same one',
    roles: anyOffice,
    params: ruleParams,
    body: z.object({ date: LocalDateText.optional() }),
    ok: z.object({ ok: z.literal(true), invoice_id: Id, status: InvoiceStatus }),
    rules: [visitRules.seedInvoice],
  },
})
