import { redirect } from '@tanstack/react-router'
import { businessIn } from '../../domain/customers/business-link.ts'
import { hasRole, type Role } from '../../domain/base/roles.ts'
import { isAppKept } from './app-worker.ts'
import { currentUser, forgetAnswers, storedWhose } from './auth.ts'
import { clearFlow, savedFlow } from './sign-in-journey.ts'
import { api, ApiError } from './client.ts'
import { localeOf, meQuery, restartAs, type Me } from './me.ts'
import { queryClient } from './query-client.ts'
import { speakFor } from './words.ts'

/** Thrown when sign-in itself failed; shown as 'Authentication error: …'. */
export class AuthenticationError extends Error {
  override name = 'AuthenticationError'
}

const onboardingAt = { owner: '/owner-onboarding-callback', trial: '/onboarding-callback' } as const

/**
 * Lets someone into a guarded page or sends them where they belong: to sign in, to an unfinished
 * onboarding, or to `/unauthorized`. `roles` null admits anyone with a role. The database decides;
 * this only avoids a refused call.
 */
export async function admit(roles: readonly Role[] | null, href: string): Promise<Me> {
  if (!(await isSignedIn())) throw redirect({ to: '/login', search: { next: href }, replace: true })
  const me = await profile(href)
  await followBusiness(me, href)
  if (me.needs_second_factor)
    throw redirect({ to: '/second-factor', search: { next: href }, replace: true })
  if (me.roles.length === 0) {
    await forgetAnswers()
    if (me.onboarding_code)
      throw redirect({
        href: `/admin/owner-onboard/${encodeURIComponent(me.onboarding_code)}`,
        replace: true,
      })
    const flow = savedFlow()
    throw redirect(
      flow === 'owner' || flow === 'trial'
        ? { to: onboardingAt[flow], replace: true }
        : { to: '/unauthorized', replace: true },
    )
  }
  clearFlow()
  if (roles && !hasRole(me.roles, roles)) throw redirect({ to: '/unauthorized', replace: true })
  await speakFor(localeOf(me))
  return me
}

/** A link from a business's message opens that business, for people who belong to several; nothing else reads its name. */
async function followBusiness(me: Me, href: string): Promise<void> {
  const named = businessIn(href)
  if (!named) return
  const { organization_id, rest } = named
  const isOther =
    organization_id !== me.organization_id &&
    me.memberships.some((one) => one.organization_id === organization_id)
  const switchTo = api['POST /api/users/active-organization']
  const isSwitched =
    isOther &&
    (await switchTo({ body: { organization_id } }).then(
      () => true,
      () => false,
    ))
  if (!isSwitched) throw redirect({ href: rest, replace: true })
  restartAs(rest)
  // The page reloads: nothing of the business before may show meanwhile.
  await new Promise(() => {})
}

/** A phone that kept its person's profile opens without asking anybody: the first call renews the session, or ends it. */
async function isSignedIn(): Promise<boolean> {
  if (isAppKept() && admitted() && storedWhose() !== null) return true
  const user = await currentUser().catch((error: unknown) => {
    throw new AuthenticationError(error instanceof Error ? error.message : 'unknown')
  })
  return user !== null
}

/** The profile of a person who was admitted earlier; undefined once the session has ended. */
export const admitted = (): Me | undefined => queryClient.getQueryData(meQuery.queryKey)

async function profile(href: string): Promise<Me> {
  try {
    return await queryClient.ensureQueryData(meQuery)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401)
      throw redirect({ to: '/login', search: { next: href }, replace: true })
    if (error instanceof ApiError && !error.spoken && error.code !== 'offline')
      throw new Error('Profile endpoint not found', { cause: error })
    throw error
  }
}
