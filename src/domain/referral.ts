import { z } from 'zod'
import { refuse, rule } from './rule.ts'

/** What a link names its sender by: 12 letters of 32 without look-alikes, 60 bits. */
export const referralCodeLength = 12
const code = /^[0-9a-hjkmnp-tv-z]{12}$/

/** The code in what an address brings. Anything else is nobody's mistake: whoever signs up did not write the link. */
export const referralCodeIn = (given: unknown): string | undefined => {
  const text = typeof given === 'string' ? given.trim().toLowerCase() : ''
  return code.test(text) ? text : undefined
}

/** A code as a sign-up sends it; what is none is left out and never refused. */
export const ReferralCode = z.preprocess(referralCodeIn, z.string().optional()).optional()

export const referralLink = ({
  public_url,
  slug,
  code: ref,
}: {
  public_url: string
  slug: string
  code: string
}): string => `${public_url}/signup/org/${slug}?ref=${ref}`

/** What customers bring friends with, and how many have come. Nothing says who. */
export const Referral = z.object({
  /** The business's sign-up page with the customer's own code; null while it takes no sign-ups, or the customer is archived. */
  link: z.string().nullable(),
  /** Those who had their first visit. */
  count: z.int(),
})
export type Referral = z.infer<typeof Referral>

export const referralRules = {
  /** Hands the link on. */
  share: rule(
    refuse(
      'signups_closed',
      'Sign-up is switched off, so a link would lead nowhere.',
      ({ link }: Pick<Referral, 'link'>) => link === null,
    ),
  ),
}

/** How many friends came, as their friend reads it. */
export const friendsText = (count: number): string =>
  count === 0
    ? 'Nobody has come by your link yet.'
    : count === 1
      ? 'One friend has come by your link so far.'
      : `${count} friends have come by your link so far.`
