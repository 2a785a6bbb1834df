import { z } from 'zod'
import { emptyToNull } from '../base/contact.ts'
import type { LocalDate } from '../base/dates.ts'

const seasons = ['winter', 'spring', 'summer', 'fall'] as const

/** The season a date lies in, such as '2027-summer'; December counts to the next year's winter. */
export function seasonOf(date: LocalDate): string {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))]
  return `${month === 12 ? year + 1 : year}-${seasons[Math.floor((month % 12) / 3)]}`
}

const urlMessage = 'Enter the address of your review page, such as https://g.page/r/your-business'

/** Whether customers are asked for a review, and where they write one. */
export const ReviewSettings = z
  .object({
    review_on: z.boolean(),
    review_url: z.preprocess(
      emptyToNull,
      z
        .url({ protocol: /^https?$/, error: urlMessage })
        .max(500, urlMessage)
        .nullable(),
    ),
  })
  .refine((one) => !one.review_on || one.review_url !== null, {
    path: ['review_url'],
    error: urlMessage,
  })
export type ReviewSettings = z.infer<typeof ReviewSettings>

/** The settings as stored; off until somebody turns them on. */
export const readReviewSettings = (stored: unknown): ReviewSettings => ({
  review_on: false,
  review_url: null,
  ...(stored as Partial<ReviewSettings> | null),
})
