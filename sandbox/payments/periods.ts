// Billing periods: when one ends, and how much of it is left.
import { invalid } from './errors.ts'
import type { Fields } from './wire.ts'

/**
 * First period end after `moment`, counted from the anchor. Months keep the anchor's day, or use
 * their last.
 */
export function periodAfter(anchor: number, recurring: Fields, moment: number): number {
  const { interval, interval_count: count = 1 } = recurring
  if (interval === 'day' || interval === 'week') {
    const length = (interval === 'week' ? 7 : 1) * count * 86_400
    return anchor + (Math.floor(Math.max(0, moment - anchor) / length) + 1) * length
  }
  const months = (interval === 'year' ? 12 : 1) * count
  for (let step = 1; ; step++) {
    const end = addMonths(anchor, months * step)
    if (end > moment) return end
  }
}

function addMonths(moment: number, months: number): number {
  const from = new Date(moment * 1000)
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(from.getUTCMonth() + months)
  const last = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(from.getUTCDate(), last))
  return Math.floor(to.getTime() / 1000)
}

export function nextDayOfMonth(config: Fields, after: number): number {
  const day = config.day_of_month
  if (!(day >= 1 && day <= 31))
    throw invalid(
      'day_of_month must be from 1 to 31.',
      undefined,
      'billing_cycle_anchor_config[day_of_month]',
    )
  const from = new Date(after * 1000)
  for (let step = 0; ; step++) {
    const last = new Date(
      Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + step + 1, 0),
    ).getUTCDate()
    const moment =
      Date.UTC(
        from.getUTCFullYear(),
        from.getUTCMonth() + step,
        Math.min(day, last),
        config.hour ?? from.getUTCHours(),
        config.minute ?? from.getUTCMinutes(),
        config.second ?? from.getUTCSeconds(),
      ) / 1000
    if (moment > after) return moment
  }
}

/** The share of a full period between now and the first anchor. */
export const shareOfPeriod = (one: Fields, start: number, anchor: number): number => {
  const { interval, interval_count: count = 1 } = one.price.recurring
  const wholeDays =
    { day: 1, week: 7, month: 30, year: 365 }[interval as 'day' | 'week' | 'month' | 'year'] * count
  return Math.min(1, (anchor - start) / (wholeDays * 86_400))
}
