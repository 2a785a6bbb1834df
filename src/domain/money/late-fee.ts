import { z } from 'zod'
import { addDays, type LocalDate } from '../base/dates.ts'

const after_days = z.int().min(1, 'At least 1 day').max(90, 'At most 90 days')

/** What is added once to an invoice that is overdue for so many days. */
export const LateFee = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('flat'),
    cents: z.int().min(50, 'At least $0.50').max(100_000, 'At most $1,000'),
    after_days,
  }),
  z.object({
    kind: z.literal('percent'),
    /** Hundredths of a percent of what is still owed: 150 is 1.5 %. */
    basis_points: z.int().min(1).max(2500, 'At most 25%'),
    after_days,
  }),
])
export type LateFee = z.infer<typeof LateFee>

/** The fee on what is still owed, in cents, rounded half up. */
export const lateFeeCents = (fee: LateFee, balance_cents: number): number =>
  fee.kind === 'flat' ? fee.cents : Math.floor((balance_cents * fee.basis_points + 5_000) / 10_000)

/** Days a customer has at least between the reminder that announces a fee and the fee. */
const lateFeeNotice = 3
/** Days a customer has to pay the fee. */
export const lateFeeDueDays = 7

/** The day from which a fee is added that a reminder announces today. */
export function lateFeeDay(fee: LateFee, due: LocalDate, today: LocalDate): LocalDate {
  const [planned, soonest] = [addDays(due, fee.after_days), addDays(today, lateFeeNotice)]
  return planned > soonest ? planned : soonest
}
