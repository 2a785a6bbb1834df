import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { visitRules, type Visit } from '../../../domain/visit.ts'
import { api, ApiError } from '../../client.ts'
import { Refusable } from '../../ui/Refusable.tsx'
import { toast } from '../../ui/toast.tsx'
import { patchVisits, putVisit, reloadSchedule, withStatus } from '../schedule/queries.ts'
import { reopenVisit } from '../schedule/visit-acts.ts'

/** Completes a stop at once on screen; without a connection it waits, in order, and is sent when there is one. */
export function CrewComplete({ visit, today }: { visit: Visit; today: string }) {
  const cache = useQueryClient()
  const complete = useMutation({
    scope: { id: 'crew-complete' },
    retry: (failures, error) => failures < 3 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    mutationFn: () => api['POST /api/schedule/{rule_id}/complete']({ params: { rule_id: visit.occurrence_id }, body: { date: visit.date } }),
    onMutate: () => {
      patchVisits(cache, ({ id }) => id === visit.id, withStatus('completed'))
      if (!navigator.onLine) toast.note('Saved on this phone. It is sent when you are online again.')
    },
    onSuccess: ({ message, visit: completed, collect_enqueued }) => {
      putVisit(completed)
      if (collect_enqueued) toast.done(message)
      else toast.undoable(message, () => void reopenVisit(completed))
    },
    onError: (error) => {
      patchVisits(cache, ({ id }) => id === visit.id, withStatus(visit.status))
      void reloadSchedule()
      toast.failed(error instanceof ApiError && error.status === 404 ? undefined : error, 'Failed to complete')
    },
  })
  return (
    <Refusable
      size="md"
      refusal={visitRules.complete({ ...visit, today, by_crew: true })}
      leftSection={<Check size={20} aria-hidden />}
      loading={complete.isPending && !complete.isPaused}
      onClick={() => complete.mutate()}
    >
      Complete
    </Refusable>
  )
}
