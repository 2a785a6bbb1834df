import { z } from 'zod'
import { Moment } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { tooLong } from '../base/text.ts'
import type { VisitStatus } from './visit-status.ts'

const itemMax = 200
const itemsMax = 40
/** How long a reason for leaving something open may be. */
export const openReasonMax = 300

/** One thing to do at each visit of a service. */
export const ChecklistItem = z.object({
  /** Stays the same when its text changes, so that ticks keep their item. */
  id: Id,
  text: z.string('Say what to do.').trim().min(1, 'Say what to do.').max(itemMax, tooLong(itemMax)),
  /** The crew says why, if it finishes without it. */
  required: z.boolean(),
})
export type ChecklistItem = z.infer<typeof ChecklistItem>

export const Checklist = z
  .array(ChecklistItem)
  .max(itemsMax, `Use at most ${itemsMax} items.`)
  .refine(
    (items) => new Set(items.map(({ id }) => id)).size === items.length,
    'Each item needs an id of its own.',
  )

/** An item at one visit: who did it and when; null while it is open. */
export const VisitChecklistItem = ChecklistItem.extend({
  done: z.object({ by: z.string().nullable(), at: Moment }).nullable(),
})
export type VisitChecklistItem = z.infer<typeof VisitChecklistItem>

/** The last word on an item. */
export type Tick = { id: string; text: string; is_done: boolean; by: string | null; at: string }

type Given = {
  status: VisitStatus
  /** The service's list now. */
  items: readonly ChecklistItem[]
  /** The list as it was when the visit was done; null before, and for visits done without one. */
  kept: readonly ChecklistItem[] | null
  ticks: readonly Tick[]
}

/** The items of a visit: as they were once it is done, as the service has them before. What was done stays, also without its item. */
export function itemsOf({ status, items, kept, ticks }: Given): ChecklistItem[] {
  const listed = status === 'completed' ? (kept ?? []) : items
  const known = new Set(listed.map(({ id }) => id))
  const others = ticks.filter(({ id, is_done }) => is_done && !known.has(id))
  return [...listed, ...others.map(({ id, text }) => ({ id, text, required: false }))]
}

/** The same with who did what. */
export function visitChecklist(given: Given): VisitChecklistItem[] {
  const done = new Map(
    given.ticks.flatMap(({ id, is_done, by, at }) => (is_done ? [[id, { by, at }]] : [])),
  )
  return itemsOf(given).map((item) => ({ ...item, done: done.get(item.id) ?? null }))
}

/** What has to be done and is not. */
export const openRequired = (list: readonly VisitChecklistItem[]): VisitChecklistItem[] =>
  list.filter(({ required, done }) => required && !done)
