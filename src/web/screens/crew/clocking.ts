import { useMutationState, type MutationOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CrewShift } from '../../../api/crew.ts'
import type { ShiftLocation } from '../../../domain/shift.ts'
import { api } from '../../client.ts'
import { queryClient } from '../../query-client.ts'
import { toast } from '../../ui/toast.tsx'
import { keepShift } from './shift.ts'
import { isSettled, keptOnPhone, patiently, sayKept, useWorker } from './unsent.ts'
import { wordsNow } from '../../words.ts'
import { crewWords } from './words.ts'

/** A press of the button; `at` milliseconds by the phone's clock. */
type Press = { act: 'in' | 'out'; at: number; where: ShiftLocation | undefined; worker: string }

const mutationKey = ['crew-clock']
const cache = queryClient.getMutationCache()
const kept = keptOnPhone<Press>('unclocked')
const same =
  (press: Press) =>
  ({ act, at }: Press): boolean =>
    act === press.act && at === press.at

const options: MutationOptions<CrewShift, Error, Press> = {
  mutationKey,
  // One after the other: an end belongs to the beginning before it.
  scope: { id: 'crew-clock' },
  ...patiently,
  mutationFn: ({ act, at, where }) =>
    api[`POST /api/crew/shifts/clock-${act}`]({
      body: { ...where, waited_ms: Math.max(0, Date.now() - at) },
    }),
  onMutate: (press) => {
    kept.add(press, same(press))
    sayKept()
  },
  onSuccess: (shift, { act }) => {
    keepShift(queryClient, shift)
    toast.done(act === 'in' ? wordsNow(crewWords).clockedIn : wordsNow(crewWords).clockedOut)
  },
  onError: (error) => toast.failed(error, wordsNow(crewWords).clockFailed),
  onSettled: (_answer, error, press) => {
    if (isSettled(error)) kept.remove(press.worker, same(press))
  },
}

/** Clocks in or out as of the press; without a connection it waits, in order, and is sent when there is one. */
export const clock = (press: Press): Promise<unknown> =>
  cache
    .build(queryClient, options)
    .execute(press)
    .catch(() => undefined)

/** Sends what a page that is gone could not. */
export function useUnclocked(): void {
  const worker = useWorker()
  useEffect(() => {
    const known = cache
      .findAll({ mutationKey, status: 'pending' })
      .map(({ state }) => state.variables as Press)
    for (const press of kept.of(worker)) if (!known.some(same(press))) void clock(press)
  }, [worker])
}

/** The shift as it is once everything that waits has been sent. */
export function useClocked(shift: CrewShift | undefined): CrewShift | undefined {
  const waiting = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Press,
  })
  return shift && waiting.reduce(after, shift)
}
function after(shift: CrewShift, { act, at }: Press): CrewShift {
  const moment = new Date(at).toISOString()
  if (act === 'out') return shift.active ? { ...shift, active: false, ended_at: moment } : shift
  return shift.active
    ? shift
    : {
        active: true,
        shift_id: null,
        started_at: moment,
        ended_at: null,
        location: null,
        needs_review: false,
      }
}
