import { z } from 'zod'
import { LocalDateText, type LocalDate } from '../base/dates.ts'
import { Extra } from './extra-work.ts'
import { Id } from '../base/id.ts'
import { Applied } from './product.ts'
import { crewReportReasons } from './crew-report.ts'
import { clockWaitMaxMs, Shift, ShiftLocation } from '../schedule/shift.ts'
import { parseOccurrenceId } from '../schedule/visit.ts'

/** What a crew does on the road. Phones with an older or newer app may know others. */
export type CommandKind =
  | 'en_route'
  | 'undo_en_route'
  | 'start'
  | 'finish'
  | 'undo'
  | 'not_done'
  | 'undo_not_done'
  | 'note'
  | 'tick'
  | 'apply_product'
  | 'void_product'
  | 'extra_work'
  | 'undo_extra'
  | 'clock_in'
  | 'clock_out'
  | 'break_start'
  | 'break_end'

/** How many acts a phone may send at once. */
export const commandsMax = 50

/** `workerOf`, as the phone sends it along. */
export const Worker = z.string().max(100).optional()

/** How long a phone can send without its page. */
export const sendingKeyDays = 3

/** One act, made on the phone and sent whenever there is a connection. */
export const CrewCommand = ShiftLocation.extend({
  /** Made by the phone; the act counts once, however often it is sent. */
  client_id: Id,
  kind: z.string().min(1).max(40),
  /** The phone's own clock, which may be wrong: only kept. */
  at: z.string().max(40),
  /** How long ago it happened, measured by the phone as the difference of two readings of one clock. */
  waited_ms: z.number().min(0),
  /** The visit's id. */
  visit: z.string().max(120).nullish(),
  /** The day the visit was on when the phone saw it last. */
  date: LocalDateText.nullish(),
  /** What the phone called it: customer and service. */
  label: z.string().max(300).nullish(),
  /** Of the end of a break: how long before the press it was, as its person says. */
  earlier_ms: z.number().min(0).max(clockWaitMaxMs).nullish(),
  /** What was written; of a completion, why something required is left open; of a voided record, why. */
  text: z.string().max(2000).nullish(),
  /** Of a note: the customer reads it, too. */
  for_customer: z.boolean().nullish(),
  /** Of a tick: which item of the checklist (its text is in `text`), and whether it is done. Of `undo_extra`: which extra work. Of `void_product`: which record. */
  item: Id.nullish(),
  is_done: z.boolean().nullish(),
  /** Of a product that was applied. */
  applied: Applied.nullish(),
  /** Of extra work; a note about it is in `text`. */
  extra: Extra.nullish(),
})
export type CrewCommand = z.infer<typeof CrewCommand>

/**
 * What became of it. `done`: it counts. `already`: it did before. `kept`: the office has to look at
 * it. `noted`: it is on record and changes nothing.
 */
const CommandResult = z.enum(['done', 'already', 'kept', 'noted'])
export const CommandAnswer = z.object({
  client_id: Id,
  result: CommandResult,
  /** Why the office has to look at it. */
  reason: z.enum(crewReportReasons).nullable(),
  /** A sentence about it, if it has one. */
  message: z.string().nullable(),
  /** The person's shift after it; null for other acts. */
  shift: Shift.nullable(),
})
export type CommandAnswer = z.infer<typeof CommandAnswer>

/** Customers are told that a crew is on its way only while it is. */
export const newsForMs = 20 * 60_000

/** Work is accepted for this long; the clock for the time shifts allow. */
const waitedMax_ms = 60 * 24 * 3_600_000
/** When an act happened by the server's clock. */
export const happenedAt = ({ waited_ms }: Pick<CrewCommand, 'waited_ms'>, now: string): string =>
  new Date(Date.parse(now) - Math.min(waited_ms, waitedMax_ms)).toISOString()

const slowestCall_ms = 2 * 60_000

/** An act before this one: when the phone said it was, and when it was by the server's clock. */
type ActBefore = { at: string | null; happened_at: string }
/**
 * The time an act is recorded at. A slow connection makes an act look later than it was, but what
 * the phone says came second never comes first.
 */
export function recordedAt(
  { at }: Pick<CrewCommand, 'at'>,
  happened_at: string,
  before: ActBefore | null,
): string {
  if (!before?.at || !(Date.parse(at) >= Date.parse(before.at))) return happened_at
  const earliest = Date.parse(before.happened_at) + 1
  const early_ms = earliest - Date.parse(happened_at)
  // Further apart, the phone's clock was set meanwhile: then only the waiting counts.
  return early_ms > 0 && early_ms <= slowestCall_ms ? new Date(earliest).toISOString() : happened_at
}

/** How far the phone's clock is from the server's, in ms; null if it said nothing that makes sense. */
export function skewOf({ at }: Pick<CrewCommand, 'at'>, happened_at: string): number | null {
  const said = Date.parse(at)
  const skew = said - Date.parse(happened_at)
  return Number.isSafeInteger(skew) ? skew : null
}

/** The visit an act is about; null if it names none. */
export const visitOfCommand = ({ visit }: Pick<CrewCommand, 'visit'>) =>
  visit ? parseOccurrenceId(visit) : null

type SeenVisit = {
  date: LocalDate
  /** Where the phone saw it. */
  seen: LocalDate | null
  done_on: LocalDate
}

/** The visit was for a later day when the crew finished it, and still is: a tap on the wrong stop, or work the office has to agree to. */
export const isTooEarly = ({ date, seen, done_on }: SeenVisit): boolean =>
  date > done_on && (seen ?? date) > done_on

/**
 * The day a visit is recorded on: its own, late or past midnight, as long as the office left it
 * there; otherwise the day it was done.
 */
export const recordedOn = (visit: SeenVisit): LocalDate =>
  visit.date === (visit.seen ?? visit.date) && visit.date <= visit.done_on
    ? visit.date
    : visit.done_on
