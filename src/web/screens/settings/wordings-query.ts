import { api } from '../../client.ts'

export const wordingsQuery = api['GET /api/owner/messages/wordings'].query()
