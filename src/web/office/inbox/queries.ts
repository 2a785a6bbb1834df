import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../app/client.ts'
import { onLive } from '../../app/live.ts'

const list = 'GET /api/owner/threads'
const one = 'GET /api/owner/threads/{id}'
const unread = 'GET /api/owner/threads/unread'
const canned = 'GET /api/owner/canned-replies'

export type ThreadFilter = {
  state: 'all' | 'open' | 'waiting' | 'closed'
  assignee?: 'mine' | 'none'
  q?: string
}

export const threadsQuery = (filter: ThreadFilter) => ({
  ...api[list].pages({ query: filter }),
  placeholderData: keepPreviousData,
})
export const threadQuery = (id: string) => api[one].query({ params: { id } })
export const unreadQuery = () => api[unread].query()
export const cannedQuery = () => api[canned].query()

onLive(['thread_updated'], (_event, cache) => {
  for (const call of [list, one, unread] as const)
    void cache.invalidateQueries({ queryKey: api[call].key() })
})
