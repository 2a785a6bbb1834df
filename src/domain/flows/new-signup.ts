import { z } from 'zod'
import { Moment } from '../base/dates.ts'
import { Id } from '../base/id.ts'

const who = {
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
}
const wish = {
  /** Names, as the office calls them. */
  services: z.array(z.string()),
  /** 'Mon, Wed' or 'Any day'. */
  days: z.string(),
}

/** A finished sign-up that nobody in the office has opened yet. */
export const NewSignup = z.object({
  customer_id: Id,
  ...who,
  ...wish,
  has_card_on_file: z.boolean(),
  finished_at: Moment,
})
export type NewSignup = z.infer<typeof NewSignup>

/** A sign-up that somebody began and left. */
export const UnfinishedSignup = z.object({ id: Id, ...who, ...wish, left_at: Moment })
export type UnfinishedSignup = z.infer<typeof UnfinishedSignup>

/** Hours without progress after which a sign-up counts as left. */
export const leftAfterHours = 24
/** Days a sign-up that was left stands beside the new ones. */
export const leftForDays = 14

/** 'Mowing, Edging · Mon, Wed · card on file' */
export const signupText = ({
  services,
  days,
  has_card_on_file,
}: Pick<NewSignup, 'services' | 'days'> & { has_card_on_file?: boolean }): string =>
  [
    services.join(', ') || 'No service chosen',
    days,
    ...(has_card_on_file === undefined
      ? []
      : [has_card_on_file ? 'card on file' : 'no card on file']),
  ].join(' · ')
