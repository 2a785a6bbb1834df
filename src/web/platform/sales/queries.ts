import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Lead } from '../../../domain/people/lead.ts'
import { api } from '../../app/client.ts'
import { toast } from '../../ui/toast.tsx'

/**
 * New leads and colleagues' claims appear within these milliseconds. Asked again rather than sent: a live stream numbers the events of one
 * organization, and leads and those who work them have none. With 5,000 leads an open page costs about 13 ms of one core each time, 0.3 %,
 * and a hidden page nothing.
 */
export const refreshMs = 5000

/** 'negotiation' → 'Negotiation'. */
export const labelOf = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

export const refreshLeads = (cache: QueryClient): Promise<unknown> =>
  cache.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith('GET /api/sales/'),
  })

/** Takes an unclaimed lead. */
export function useClaim() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Lead) => api['POST /api/sales/leads/{id}/claim']({ params: { id } }),
    onSuccess: () => toast.done('Lead claimed'),
    onError: (error) => toast.failed(error, 'Could not claim lead'),
    onSettled: () => refreshLeads(cache),
  })
}

/** Gives a lead to a colleague, or back to the pool. */
export function useAssign() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ lead, user_id }: { lead: Lead; user_id: string | null }) =>
      api['POST /api/sales/leads/{id}/assign']({ params: { id: lead.id }, body: { user_id } }),
    onSuccess: ({ lead }) =>
      toast.done(lead.assignee_name ? `Assigned to ${lead.assignee_name}` : 'Back in the pool'),
    onError: (error) => toast.failed(error, 'Assign failed'),
    onSettled: () => refreshLeads(cache),
  })
}

/** Marks a lead as important, or not. */
export function usePriority() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, priority }: Lead) =>
      api['PATCH /api/sales/leads/{id}']({
        params: { id },
        body: { priority: priority === 'high' ? 'normal' : 'high' },
      }),
    onError: (error) => toast.failed(error, 'Update failed'),
    onSettled: () => refreshLeads(cache),
  })
}
