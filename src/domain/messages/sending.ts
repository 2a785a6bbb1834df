import { z } from 'zod'
import {
  addDays,
  civilOfDay,
  dayNumber,
  wallClockIn,
  weekdayOf,
  zonedToUtcIso,
} from '../base/dates.ts'
import { undoMinutes } from '../schedule/visit.ts'

/** When the bill of a finished visit goes out. */
export const sendingPolicies = ['on_completion', 'daily', 'weekly', 'monthly', 'by_hand'] as const
export const SendingPolicy = z.enum(sendingPolicies)
export type SendingPolicy = z.infer<typeof SendingPolicy>

export const sendingLabels: Record<SendingPolicy, string> = {
  on_completion: 'When the visit is completed',
  daily: 'Every day at 6 PM',
  weekly: 'Every Friday at 6 PM',
  monthly: 'On the last day of the month at 6 PM',
  by_hand: 'Only by hand',
}

/** Minutes of the day, local: late enough for the day's work, early enough to be read. */
const sendingMinutes = 18 * 60

const isSendingDay: Record<'daily' | 'weekly' | 'monthly', (day: string) => boolean> = {
  daily: () => true,
  weekly: (day) => weekdayOf(day) === 5,
  monthly: (day) => civilOfDay(dayNumber(addDays(day, 1))).day === 1,
}

/**
 * The moment (ISO 8601) at which the bill of a visit completed `now` goes out, never while the
 * completion can be undone; null if a person sends it.
 */
export function sendsAt(policy: SendingPolicy, now: string, zone: string): string | null {
  if (policy === 'by_hand') return null
  const earliest = new Date(Date.parse(now) + undoMinutes * 60_000).toISOString()
  if (policy === 'on_completion') return earliest
  let { date } = wallClockIn(zone, earliest)
  for (;;) {
    const at = zonedToUtcIso(date, sendingMinutes, zone)
    if (isSendingDay[policy](date) && Date.parse(at) >= Date.parse(earliest)) return at
    date = addDays(date, 1)
  }
}
