import type { needs } from '../../../api/needs.ts'
import type { Handlers } from '../../base/call.ts'
import { readSchedule } from '../../schedule/week/context.ts'
import { readNeeds } from './read.ts'

export const needHandlers: Handlers<typeof needs> = {
  'GET /api/owner/needs': (context) => readSchedule(context, readNeeds),
}
