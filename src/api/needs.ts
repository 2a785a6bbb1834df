import { Needs } from '../domain/flows/needs.ts'
import { anyOffice, defineCalls } from './kit.ts'

export const needs = defineCalls({
  'GET /api/owner/needs': {
    summary: 'How many things of each kind wait for the office',
    roles: anyOffice,
    ok: Needs,
  },
})
