import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Visit } from '../../../domain/schedule/visit.ts'
import { isLeaving, useIdentity } from '../../app/auth.ts'
import { api } from '../../app/client.ts'
import { keepGateCodes, keepOnlyGateCodesOf } from '../../app/kept-gate-codes.ts'

/** A stop of the evening comes into its time while the phone is out. */
const often_ms = 30 * 60_000

/** Keeps the gate codes of today's open stops on this phone, and drops those of stops that are done. Answers the stops. */
export function useKeptGateCodes<Stop extends Visit>(stops: Stop[], today: string): Stop[] {
  const whose = useIdentity()?.profile.sub ?? null
  const open = stops
    .filter(
      ({ customer, date, is_completed, skipped }) =>
        customer.has_gate_code && date === today && !is_completed && !skipped,
    )
    .map(({ id }) => id)
    .toSorted()
    .join()
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
    keepOnlyGateCodesOf(open.split(','))
  }, [open])
  useQuery({
    queryKey: ['gate codes on this phone', whose, today, open],
    enabled: whose !== null && open !== '',
    staleTime: often_ms / 2,
    refetchInterval: often_ms,
    retry: false,
    queryFn: async () => {
      const found = await api['POST /api/crew/gate-codes']({})
      // Who signs out meanwhile leaves none behind.
      if (!isLeaving()) keepGateCodes(whose!, found)
      // The server may not know yet of a stop that was finished meanwhile.
      keepOnlyGateCodesOf(latest.current.split(','))
      // The codes are nowhere else, so that nothing outlives them.
      return found.day
    },
  })
  return stops
}
