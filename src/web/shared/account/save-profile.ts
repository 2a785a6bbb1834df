import { useQueryClient } from '@tanstack/react-query'
import type { Calls } from '../../../api/calls.ts'
import type { Sent } from '../../../api/kit.ts'
import { api } from '../../app/client.ts'
import { meQuery, type Me } from '../../app/me.ts'

const call = 'PUT /api/users/update-me'
type ProfileChange = Sent<typeof call, Calls[typeof call]>['body']

/** What the form of a profile holds. */
export type ProfileValues = {
  name: string
  phone_number: string
  timezone: string
  locale: string
  theme: Me['theme']
  email: string
  preferred_contact: Me['preferred_contact']
  notification_prefs: Me['notification_prefs']
  single_keys: boolean
}

/** Saves part of your own profile; the shell shows it immediately. */
export function useSaveProfile() {
  const cache = useQueryClient()
  return async (body: ProfileChange) => {
    const { pending_email, ...me } = await api[call]({ body })
    cache.setQueryData<Me>(meQuery.queryKey, me)
    return { pending_email }
  }
}
