import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Visit } from '../../domain/visit.ts'
import { queryClient } from '../query-client.ts'
import { cachedVisit, visitCall } from './queries.ts'

const followCache = (listener: () => void) => queryClient.getQueryCache().subscribe(listener)

/** A visit as it stands now, wherever it was changed: as a window shows it, or asked for by itself while none holds it. */
export function useVisitNow(given: Visit): Visit {
  const shown = useSyncExternalStore(followCache, () => cachedVisit(given.id))
  const { data: asked } = useQuery({
    ...visitCall.query({ params: { rule_id: given.occurrence_id }, query: {} }),
    enabled: shown === undefined,
    // What was answered for an earlier look is older than what was given.
    gcTime: 0,
    staleTime: 0,
  })
  return shown ?? asked ?? given
}
