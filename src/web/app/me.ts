import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { MyProfile } from '../../api/people.ts'
import { localeFrom, type Locale } from '../../domain/base/locale.ts'
import { hasRole, languageRoles, type Role } from '../../domain/base/roles.ts'
import { api, isTransient } from './client.ts'
import { currentLocale } from './locale.ts'
import { queryClient } from './query-client.ts'

/** Who is signed in, in which organization and role. */
export type Me = MyProfile

const retryDelays = [200, 400, 800, 1200, 2000, 4000]

/** The profile; a new person's first call creates it. Retried only without a usable response. */
export const meQuery = {
  ...api['GET /api/users/me'].query({ timeout_ms: 7000 }),
  staleTime: 5 * 60_000,
  retry: (failures: number, error: Error) => failures < retryDelays.length && isTransient(error),
  retryDelay: (attempt: number) => retryDelays[attempt] ?? 4000,
}

/** For screens behind the guard, which has already loaded the profile. */
export const useMe = (): Me => useSuspenseQuery(meQuery).data
/** For public screens: undefined while loading or signed out. */
export const useMaybeMe = (enabled: boolean): Me | undefined =>
  useQuery({ ...meQuery, enabled }).data

export const useHasRole = (...wanted: readonly Role[]): boolean => hasRole(useMe().roles, wanted)

/** Whether all of a person's pages exist in every language. */
export const hasLanguages = ({ roles }: Pick<Me, 'roles'>): boolean =>
  roles.every((role) => hasRole([role], languageRoles))
/** The language a person reads. */
export const localeOf = (me: Pick<Me, 'roles' | 'locale'>): Locale =>
  hasLanguages(me) ? (localeFrom(me.locale) ?? currentLocale()) : 'en'

const session = 'BroadcastChannel' in globalThis ? new BroadcastChannel('fieldhive.session') : null

/** After switching organization or impersonation, nothing cached is valid, in any tab. */
export function restartAs(path: string): void {
  session?.postMessage('restarted')
  queryClient.clear()
  location.assign(path)
}

/** Follows `restartAs` in other tabs. */
export function followSession(): void {
  session?.addEventListener('message', () => location.assign('/app'))
}
