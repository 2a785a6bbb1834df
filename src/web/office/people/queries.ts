import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { StaffPerson } from '../../../domain/people/staff.ts'
import { api } from '../../app/client.ts'
import { asksAgain } from '../../app/live.ts'
import { refreshCrews } from '../../shared/teams/queries.ts'
import { toast } from '../../ui/toast.tsx'

export const peopleQuery = api['GET /api/owner/people'].query()

export const refreshPeople = (cache: QueryClient): Promise<unknown> =>
  Promise.all([cache.invalidateQueries({ queryKey: peopleQuery.queryKey }), refreshCrews(cache)])

asksAgain(['team.*', 'profile_updated', 'organization_updated'], peopleQuery.queryKey)

export const labelOf = ({ name, email }: Pick<StaffPerson, 'name' | 'email'>): string =>
  name ?? email ?? 'Somebody'

/** Gives somebody their access back. */
export function useReactivate() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: StaffPerson) =>
      api['POST /api/owner/people/{id}/reactivate']({ params: { id } }),
    onSuccess: (person) => toast.done(`${labelOf(person)} has access again`),
    onError: (error) => toast.failed(error, 'Failed to reactivate'),
    onSettled: () => refreshPeople(cache),
  })
}

/** Lets somebody who lost their second factor sign in without it. */
export function useResetFactor() {
  const cache = useQueryClient()
  return async ({ id }: StaffPerson) => {
    await api['POST /api/owner/people/{id}/second-factor-reset']({ params: { id } })
    await refreshPeople(cache)
  }
}

/** Signs somebody out on every device. */
export function useSignOut() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: StaffPerson) =>
      api['POST /api/owner/people/{id}/sign-out']({ params: { id } }),
    onSuccess: (person) => toast.done(`${labelOf(person)} is signed out everywhere`),
    onError: (error) => toast.failed(error, 'Failed to sign them out'),
    onSettled: () => refreshPeople(cache),
  })
}
