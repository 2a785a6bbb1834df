import { FirstSteps } from '../domain/flows/first-steps.ts'
import { anyOffice, defineCalls } from './kit.ts'

export const firstStepCalls = defineCalls({
  'GET /api/owner/first-steps': {
    summary: 'What a new business has done of its first steps; null once they are done or put away',
    roles: anyOffice,
    ok: FirstSteps,
  },
  'POST /api/owner/first-steps/hide': {
    summary: 'Put the list of first steps away for good',
    roles: anyOffice,
    ok: FirstSteps,
  },
})
