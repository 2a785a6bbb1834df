import { api } from '../app/client.ts'

export const homeQuery = api['GET /api/users/home'].query()
