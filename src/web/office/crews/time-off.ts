import { api } from '../../app/client.ts'
import { asksAgain } from '../../app/live.ts'

/** Days off from today on. */
export const timeOffQuery = api['GET /api/owner/time-off'].query()

asksAgain(['organization_updated'], timeOffQuery.queryKey)
