import type { CrewReport } from '../../domain/crew-report.ts'
import { api } from '../client.ts'
import { onLive } from '../live.ts'
import { queryClient } from '../query-client.ts'
import { reloadSchedule } from './queries.ts'

const list = api['GET /api/owner/crew-reports']
export const crewReportsQuery = list.query()

const reload = () => queryClient.invalidateQueries({ queryKey: list.key() })

/** Completes and bills the work; throws what the call throws. */
export async function billReport({ id }: CrewReport): Promise<void> {
  try {
    await api['POST /api/owner/crew-reports/{id}/bill']({ params: { id } })
  } finally {
    void reload()
    void reloadSchedule()
  }
}

export async function dismissReport({ id }: CrewReport, reason: string): Promise<void> {
  try {
    await api['POST /api/owner/crew-reports/{id}/dismiss']({ params: { id }, body: { reason } })
  } finally {
    void reload()
  }
}

onLive(['crew_reported', 'schedule.*'], () => void reload())
