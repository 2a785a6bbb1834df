import type { ExtraPrice, ExtraWork } from '../../../domain/flows/extra-work.ts'
import { api } from '../../app/client.ts'
import { onLive } from '../../app/live.ts'
import { queryClient } from '../../app/query-client.ts'
import { reloadSchedule } from './queries.ts'

const list = api['GET /api/owner/extra-work']
export const extraWorkQuery = list.query()

const reload = () => queryClient.invalidateQueries({ queryKey: list.key() })

/** Confirms it at a price; throws what the call throws. */
export async function confirmExtra({ id }: ExtraWork, price: ExtraPrice) {
  try {
    return await api['POST /api/owner/extra-work/{id}/confirm']({ params: { id }, body: price })
  } finally {
    void reload()
    void reloadSchedule()
  }
}

export async function rejectExtra({ id }: ExtraWork, reason: string): Promise<void> {
  try {
    await api['POST /api/owner/extra-work/{id}/reject']({ params: { id }, body: { reason } })
  } finally {
    void reload()
    void reloadSchedule()
  }
}

onLive(['schedule.*', 'occurrence_updated'], () => void reload())
