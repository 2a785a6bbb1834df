import { api } from '../../client.ts'

export const shiftQuery = api['GET /api/crew/shifts/current'].query()
