import { z } from 'zod'

/** What becomes of the visits of a day on which nobody can work. */
export const lostDayActs = ['next_working_day', 'spread', 'skip'] as const
export const LostDayAct = z.enum(lostDayActs)
export type LostDayAct = z.infer<typeof LostDayAct>

/** Why; a cancelled visit keeps it as the reason it was skipped. */
export const lostDayReasons = ['weather', 'staff'] as const
export const LostDayReason = z.enum(lostDayReasons)
export type LostDayReason = z.infer<typeof LostDayReason>

/** The most working days a lost day is spread over. */
export const spreadDaysMax = 14
