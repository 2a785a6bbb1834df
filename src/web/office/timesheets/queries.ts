import type { QueryClient } from '@tanstack/react-query'
import type { Calls } from '../../../api/calls.ts'
import type { Answer } from '../../../api/kit.ts'
import { addDays, type LocalDate } from '../../../domain/base/dates.ts'
import type { OnSiteGroup } from '../../../domain/schedule/on-site.ts'
import { api } from '../../app/client.ts'
import { asksAgain, onLive } from '../../app/live.ts'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.tsx'

type Days = { from: LocalDate; to: LocalDate }
export type Hours = Answer<Calls['GET /api/owner/timesheets']>

export const hoursQuery = (from: LocalDate) =>
  api['GET /api/owner/timesheets'].query({ query: { from, to: addDays(from, 6) } })

export const refreshHours = (cache: QueryClient): Promise<unknown> =>
  cache.invalidateQueries({ queryKey: api['GET /api/owner/timesheets'].key() })

const onSite = api['GET /api/owner/timesheets/on-site']

/** A week's time on site against plan. */
export const onSiteQuery = (from: LocalDate) =>
  onSite.query({ query: { from, to: addDays(from, 6) } })

asksAgain(['schedule.*', 'occurrence_updated'], onSite.key())
onLive(['shift_updated', 'team_updated'], (_event, cache) => void refreshHours(cache))

/** Saves time on site as a file. */
export async function saveOnSite(query: Days & { by: OnSiteGroup }): Promise<void> {
  try {
    const file = (await api['GET /api/owner/timesheets/on-site/export']({
      query,
      timeout_ms: 60_000,
    })) as string
    saveFile(file, `time-on-site-by-${query.by}-${query.from}-to-${query.to}.csv`)
  } catch (error) {
    toast.failed(error, 'CSV export failed')
  }
}

/** Saves the hours as a file. */
export async function saveHours(query: Days & { by: 'week' | 'shift' }): Promise<void> {
  try {
    const file = (await api['GET /api/owner/timesheets/export']({
      query,
      timeout_ms: 60_000,
    })) as string
    saveFile(file, `hours-${query.from}-to-${query.to}.csv`)
  } catch (error) {
    toast.failed(error, 'CSV export failed')
  }
}
