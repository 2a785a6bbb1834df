import type { Calls } from '../../../api/calls.ts'
import type { Answer } from '../../../api/kit.ts'
import { api } from '../../app/client.ts'

export type ListedCredits = Answer<Calls['GET /api/owner/customers/{id}/credits']>

export const creditsQuery = (id: string) =>
  api['GET /api/owner/customers/{id}/credits'].query({ params: { id } })
