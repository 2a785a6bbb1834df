import { useMutationState, type MutationOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { VisitCompleted } from '../../../api/completion.ts'
import type { Visit } from '../../../domain/visit.ts'
import { api, ApiError } from '../../client.ts'
import { queryClient } from '../../query-client.ts'
import { toast } from '../../ui/toast.tsx'
import { dayLabel } from '../../ui/when.ts'
import {
  dateNear,
  patchVisits,
  putVisit,
  reloadSchedule,
  withStatus,
} from '../../visits/queries.ts'
import { reopenVisit } from '../../visits/visit-acts.ts'
import { customerText, serviceText } from '../../visits/visit-text.ts'
import { isSettled, keptOnPhone, patiently, sayKept, useWorker } from './unsent.ts'
import { visitWords } from '../../visits/words.ts'
import { wordsNow } from '../../words.ts'
import { crewWords } from './words.ts'

/** A stop that was reported as done. */
type Done = Pick<Visit, 'id' | 'date' | 'status'> & { label: string; worker: string }

const mutationKey = ['crew-complete']
const cache = queryClient.getMutationCache()
const kept = keptOnPhone<Done>('unsent')
const same =
  (done: Done) =>
  ({ id }: Done): boolean =>
    id === done.id

const options: MutationOptions<VisitCompleted, Error, Done> = {
  mutationKey,
  scope: { id: 'crew-complete' },
  // A refusal stays until it was read.
  gcTime: Infinity,
  ...patiently,
  mutationFn: ({ id, date }) =>
    api['POST /api/schedule/{rule_id}/complete']({ params: { rule_id: id }, body: { date } }).catch(
      explained(id, date),
    ),
  onMutate: (done) => {
    kept.add(done, same(done))
    patchVisits(queryClient, ({ id }) => id === done.id, withStatus('completed'))
    sayKept()
  },
  onSuccess: ({ message, visit, collect_enqueued }) => {
    putVisit(visit)
    const done = wordsNow(visitWords).completedAs(message)
    if (collect_enqueued) toast.done(done)
    else toast.undoable(done, () => void reopenVisit(visit))
  },
  onError: (error, done) => {
    patchVisits(queryClient, ({ id }) => id === done.id, withStatus(done.status))
    void reloadSchedule()
    // What was refused stands on the page, with what became of the visit.
    if (!isRefused(error)) toast.failed(error, wordsNow(visitWords).completeFailed)
  },
  onSettled: (_answer, error, done) => {
    if (isSettled(error)) kept.remove(done.worker, same(done))
  },
}

const isRefused = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401

/** What the office did with a visit that its crew has done, in the words of the crew. */
const becameOf = (code: string): string | undefined => {
  const words = wordsNow(crewWords)
  const became: Record<string, string> = {
    visit_on_hold: words.becameOnHold,
    visit_cancelled: words.becameCancelled,
    visit_paused: words.becamePaused,
    not_found: words.becameOthers,
  }
  return became[code]
}
const explained = (id: string, date: string) => async (error: unknown) => {
  if (!(error instanceof ApiError)) throw error
  const moved = error.code === 'visit_in_future' ? await dateNear(id, date) : undefined
  const message =
    moved && moved !== date
      ? wordsNow(crewWords).becameMoved(dayLabel(moved))
      : (becameOf(error.code) ?? error.message)
  throw new ApiError({ status: error.status, code: error.code, message, spoken: true })
}

const send = (done: Done): void =>
  void cache
    .build(queryClient, options)
    .execute(done)
    .catch(() => undefined)

/** Completes a stop at once on screen; without a connection it waits, in order, and is sent when there is one. */
export const complete = (visit: Visit, worker: string): void =>
  send({
    id: visit.id,
    date: visit.date,
    status: visit.status,
    label: `${customerText(visit)}, ${serviceText(visit)}`,
    worker,
  })

/** Sends what a page that is gone could not. */
export function useUnsent(): void {
  const worker = useWorker()
  useEffect(() => {
    const known = new Set(
      cache
        .findAll({ mutationKey, status: 'pending' })
        .map(({ state }) => (state.variables as Done).id),
    )
    for (const done of kept.of(worker)) if (!known.has(done.id)) send(done)
  }, [worker])
}

/** The stops whose completion is on its way. */
export const useSending = (): string[] =>
  useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as Done).id,
  })

type Refused = { key: number; label: string; why: string }
/** What was done and could not be completed, newest last, until it is taken note of. */
export const useRefused = (): Refused[] =>
  useMutationState({
    filters: { mutationKey, status: 'error', predicate: ({ state }) => isRefused(state.error) },
    select: ({ mutationId: key, state }) => ({
      key,
      label: (state.variables as Done).label,
      why: (state.error as ApiError).message,
    }),
  })
export function forgetRefused(key: number): void {
  const refused = cache.findAll({ mutationKey }).find(({ mutationId }) => mutationId === key)
  if (refused) cache.remove(refused)
}
