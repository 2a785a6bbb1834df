import { z } from 'zod'
import {
  addDays,
  daysBetween,
  LocalDateText,
  Moment,
  wallClockIn,
  type LocalDate,
} from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { Cents } from '../base/money.ts'

/** Days after a bill's due date on which its customer is reminded; negative before it. */
const ReminderStep = z.int().min(-14, 'At most 14 days before').max(90, 'At most 90 days after')
export const ReminderSteps = z
  .array(ReminderStep)
  .max(8, 'At most 8 reminders')
  .overwrite((steps) => [...new Set(steps)].toSorted((a, b) => a - b))

export const usualSteps: readonly number[] = [-3, 0, 3, 7, 14]
/** Schedules an owner can start from. */
export const reminderPresets = [
  { name: 'Gentle', steps: [0, 7] },
  { name: 'Usual', steps: usualSteps },
  { name: 'Firm', steps: [-3, 0, 2, 5, 10, 20, 30] },
] as const satisfies readonly { name: string; steps: readonly number[] }[]

const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`)
/** '3 days before', 'On the due date', '1 day after'. */
export const stepText = (step: number): string =>
  step === 0
    ? 'On the due date'
    : step < 0
      ? `${daysText(-step)} before`
      : `${daysText(step)} after`

/** A reminder that could not go out on its day still goes out this many days later. */
export const reminderGrace = 2

export type ReminderFacts = {
  due: LocalDate
  /** The day its customer was first sent it: a reminder comes later. */
  told_on: LocalDate
  today: LocalDate
  /** The owner's schedule, ascending. */
  steps: readonly number[]
  /** Steps that are out. */
  done: readonly number[]
}

/** The step a bill is reminded of today; null if none. An earlier one that was missed is passed over. */
export function stepDue({ due, told_on, today, steps, done }: ReminderFacts): number | null {
  const step = steps.findLast((one) => addDays(due, one) <= today)
  if (step === undefined || done.some((one) => one >= step)) return null
  const day = addDays(due, step)
  return day > told_on && daysBetween(day, today) <= reminderGrace ? step : null
}

/** The reminder that comes next, and when; null after the last one. */
export function nextStep(facts: ReminderFacts): { step: number; on: LocalDate } | null {
  const { due, told_on, today, steps, done } = facts
  const now = stepDue(facts)
  if (now !== null) return { step: now, on: today }
  const next = steps.find((one) => {
    const day = addDays(due, one)
    return day > today && day > told_on && !done.some((other) => other >= one)
  })
  return next === undefined ? null : { step: next, on: addDays(due, next) }
}

/** How a reminder sounds. */
export const stageOf = (due: LocalDate, today: LocalDate): 'before' | 'today' | 'late' =>
  today < due ? 'before' : today === due ? 'today' : 'late'

/** Why a bill is not reminded of by itself. */
export const reminderStops = {
  off: 'Reminders are switched off in the settings.',
  customer: 'Reminders are switched off for this customer.',
  settled: 'Nothing is left to be paid.',
  processing: 'A payment is on its way.',
  disputed: 'The payment is disputed.',
  unsent: 'The invoice has not been sent yet.',
  autopay: 'It is charged automatically.',
  retry: 'The declined charge is tried again.',
} as const
export type ReminderStop = keyof typeof reminderStops

type StopFacts = {
  is_on: boolean
  customer_on: boolean
  doc: string
  money: string
  balance_cents: number
  /** The customer heard of it: it was sent, or a charge of it failed. */
  is_told: boolean
  is_charged_later: boolean
  next_retry_at: string | null
}

/** What keeps reminders of a bill; null if they go out. */
export function stopOf(bill: StopFacts): ReminderStop | null {
  if (bill.money === 'disputed') return 'disputed'
  if (bill.money === 'processing') return 'processing'
  const isClosed = bill.doc === 'void' || bill.doc === 'uncollectible'
  if (isClosed || bill.balance_cents <= 0 || bill.money.endsWith('refunded')) return 'settled'
  if (!bill.is_on) return 'off'
  if (!bill.customer_on) return 'customer'
  if (bill.is_charged_later) return 'autopay'
  if (bill.next_retry_at !== null) return 'retry'
  return bill.doc === 'open' && bill.is_told ? null : 'unsent'
}

/** The reminders of one bill, as its page shows them. */
export const BillReminders = z.object({
  sent: z.array(
    z.object({
      step: z.int(),
      due_on: LocalDateText,
      at: Moment,
      /** Why it did not reach the customer. */
      problem: z.string().nullable(),
    }),
  ),
  next: z.object({ step: z.int(), on: LocalDateText }).nullable(),
  /** The late fee that a reminder announced, or its invoice once it was added. */
  late_fee: z.object({ cents: Cents, on: LocalDateText, invoice_id: Id.nullable() }).nullable(),
  /** Why none comes next. */
  stopped: z.enum(Object.keys(reminderStops) as [ReminderStop, ...ReminderStop[]]).nullable(),
})
export type BillReminders = z.infer<typeof BillReminders>

/** Nothing asks for money earlier or later in the day, local. */
const hours = { from: 8, to: 20 }
/** The business's day while reminders may go out; null at other hours. */
export function reminderToday(
  { reminder_hour }: { reminder_hour: number },
  time_zone: string,
  now: string,
): LocalDate | null {
  const { date, minutes } = wallClockIn(time_zone, now)
  const isOpen = minutes >= Math.max(reminder_hour, hours.from) * 60 && minutes < hours.to * 60
  return isOpen ? date : null
}
