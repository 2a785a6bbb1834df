import type { CustomerOverview } from '../../../api/customer-page.ts'
import { api } from '../../app/client.ts'
import { onLive } from '../../app/live.ts'
import { queryClient } from '../../app/query-client.ts'

const overview = api['GET /api/owner/customers/{id}/overview']

export type CustomerWork = NonNullable<CustomerOverview['work']>

export const overviewQuery = (id: string) => overview.query({ params: { id } })
export const reloadOverview = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: overview.key() })

onLive(
  [
    'customer_updated',
    'payment_updated',
    'invoice.*',
    'schedule.*',
    'occurrence_updated',
    'request_updated',
    'team_updated',
  ],
  () => void reloadOverview(),
)
