import type { Customer } from '../../../domain/customers/customer.ts'
import { addDays, type LocalDate } from '../../../domain/base/dates.ts'

export type PauseValues = { from: LocalDate | null; resume_on: LocalDate | null; reason: string }

type Paused = Pick<Customer, 'status' | 'paused_from' | 'resume_on' | 'pause_reason'>

/** The current pause, or one from today until resumed. */
export const pauseValues = (customer: Paused, today: LocalDate): PauseValues =>
  customer.status === 'paused'
    ? {
        from: customer.paused_from || today,
        resume_on: customer.resume_on || null,
        reason: customer.pause_reason || '',
      }
    : { from: today, resume_on: null, reason: '' }

/** The first day work can resume: the day after the pause starts, and after today. */
export const firstResume = (from: LocalDate | null, today: LocalDate): LocalDate =>
  addDays(from && from > today ? from : today, 1)

/** Changes the first day of the pause, and clears an end that is not after it. */
export const pausedFrom = (
  date: LocalDate | null,
  resume_on: LocalDate | null,
  today: LocalDate,
): Partial<PauseValues> => ({
  from: date ?? today,
  ...(date && resume_on && resume_on <= date ? { resume_on: null } : {}),
})
