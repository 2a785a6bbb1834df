import { queryOptions } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { Answer } from '../../../api/kit.ts'
import type { Calls } from '../../../api/calls.ts'
import { referralCodeIn } from '../../../domain/customers/referral.ts'
import { currentUser } from '../../app/auth.ts'
import { api } from '../../app/client.ts'
import { wordsNow } from '../../app/words.ts'
import { wizardWords } from '../../../words/en/wizard.ts'
import type { Locale } from '../../../domain/base/locale.ts'
import { currentLocale } from '../../app/locale.ts'
import { keepHere, keepInTab } from '../../app/local.ts'

/** Where a sign-up starts: by code, or by the organization's slug. */
export type Place = { code: string } | { slug: string }
export type Lead = Answer<Calls['GET /api/public/signup/{code}/lead']>
export type Offer = Answer<Calls['GET /api/public/signup/{code}']> & { code: string }

export const pathOf = (place: Place): string =>
  'slug' in place ? `/signup/org/${place.slug}` : `/signup/${place.code}`

/**
 * The organization and its services. A slug resolves to the permanent code, which later calls use.
 */
export const offerQuery = (place: Place, lead_token: string | null) =>
  queryOptions({
    queryKey: ['signup-offer', pathOf(place)],
    staleTime: 5 * 60_000,
    retry: false,
    queryFn: async (): Promise<Offer> => {
      if ('code' in place)
        return {
          ...(await api['GET /api/public/signup/{code}']({
            params: place,
            query: lead_token ? { lead_token } : {},
          })),
          code: place.code,
        }
      const { organization, services, signup_code } = await api['GET /api/public/org/{slug}']({
        params: place,
      })
      if (!signup_code) throw new Error(wordsNow(wizardWords).notFound)
      return { organization, services, signup_code, code: signup_code }
    },
  })

/**
 * The referral code in this page's link and the language it is read in, sent with the next answer;
 * the server keeps them from then on.
 */
export function sentBy(): { ref?: string; locale: Locale } {
  const ref = referralCodeIn(new URLSearchParams(location.search).get('ref'))
  const locale = currentLocale()
  return ref ? { ref, locale } : { locale }
}

// The server stores the answers; the browser only remembers which sign-up is its own.
const tokenKey = (place: Place): string => `fieldhive.signup:${pathOf(place)}`

export function rememberLead(place: Place, token: string | null): void {
  const key = tokenKey(place)
  if (token) {
    keepInTab(key, token)
    keepHere(key, token)
    return
  }
  for (const store of [sessionStorage, localStorage]) store.removeItem(key)
}
export const rememberedLead = (place: Place): string | null =>
  sessionStorage.getItem(tokenKey(place)) ?? localStorage.getItem(tokenKey(place))

/** The sign-up of the current URL. */
export function usePlace(): Place {
  const { code, slug } = useParams({ strict: false })
  return useMemo(() => (slug ? { slug } : { code: code ?? '' }), [slug, code])
}

/** True if a person is signed in; undefined until known. */
export function useSignedIn(): boolean | undefined {
  const [known, setKnown] = useState<boolean>()
  useEffect(() => {
    currentUser().then(
      (user) => setKnown(user !== null),
      () => setKnown(false),
    )
  }, [])
  return known
}

// The card was saved or skipped in this visit: later questions must not lead back to it.
const cardKey = (place: Place): string => `fieldhive.signup-card:${pathOf(place)}`
export const rememberCard = (place: Place, answer: 'saved' | 'later'): boolean =>
  keepInTab(cardKey(place), answer)
export const cardAnswer = (place: Place): string | null => sessionStorage.getItem(cardKey(place))

/** A token's lead and its progress. */
export const leadQuery = (place: Place, code: string, lead_token: string | null) => ({
  queryKey: ['signup-lead', pathOf(place), lead_token],
  enabled: lead_token !== null,
  retry: false,
  staleTime: Infinity,
  queryFn: () =>
    api['GET /api/public/signup/{code}/lead']({
      params: { code },
      query: { lead_token: lead_token! },
    }),
})

/** Links the sign-up to the signed-in person. */
export const claimKey = (token: string | null) => ['signup-claimed', token]
