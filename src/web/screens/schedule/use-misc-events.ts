import { useQuery } from '@tanstack/react-query'
import type { LocalDate } from '../../../domain/dates.ts'
import { orgEventsLimit } from '../../../domain/schedule.ts'
import { api } from '../../client.ts'
import type { WeekEvent } from './EventChip.tsx'

const none: WeekEvent[] = []

/** What stands on the calendar in these days and is no visit. */
export function useMiscEvents(from: LocalDate, days: number, enabled: boolean): WeekEvent[] {
  const { data } = useQuery({ ...api['GET /api/schedule/org-events'].query({ query: { from, days, limit: orgEventsLimit, type: 'misc_event' } }), enabled })
  return data?.items.filter((item) => item.type === 'misc_event') ?? none
}
