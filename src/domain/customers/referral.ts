import { z } from 'zod'
import { refuse, rule } from '../base/rule.ts'

/** 12 letters from an alphabet of 32 without look-alikes: 60 bits. */
export const referralCodeLength = 12
const code = /^[0-9a-hjkmnp-tv-z]{12}$/

/**
 * The code in a URL parameter. Anything invalid is ignored: the person signing up did not write the
 * link.
 */
export const referralCodeIn = (given: unknown): string | undefined => {
  const text = typeof given === 'string' ? given.trim().toLowerCase() : ''
  return code.test(text) ? text : undefined
}

/** A code sent with a sign-up; an invalid one is dropped, never refused. */
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

/** A customer's referral link and how many have come. It does not reveal who. */
export const Referral = z.object({
  /**
   * The business's sign-up page with the customer's own code; null while sign-ups are closed or the
   * customer is archived.
   */
  link: z.string().nullable(),
  /** Friends who had their first visit. */
  count: z.int(),
})
export type Referral = z.infer<typeof Referral>

export const referralRules = {
  /** Shares the link. */
  share: rule(
    refuse(
      'signups_closed',
      'Sign-ups are off, so the link would not work.',
      ({ link }: Pick<Referral, 'link'>) => link === null,
    ),
  ),
}

/** How many friends came, as their friend reads it. */
export const friendsText = (count: number): string =>
  count === 0
    ? 'No one has joined through your link yet.'
    : count === 1
      ? 'One friend has joined through your link so far.'
      : `${count} friends have joined through your link so far.`
