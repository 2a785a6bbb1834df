import type { week } from '../../../api/week.ts'
import { timeText } from '../../../domain/base/dates.ts'
import type { Handlers } from '../../base/call.ts'
import { readSchedule } from './context.ts'
import { readAvailableTimes } from './available-times.ts'
import { readMonth } from './month.ts'
import { readOrgEvents } from './org-events.ts'
import { sendWeek, sendWindow, teamsInSight } from './read-week.ts'
import { readWindow } from './window.ts'

export const weekHandlers: Handlers<typeof week> = {
  // The cached bytes are sent as they are; a test checks them against the response schema.
  'GET /api/schedule': (call) => sendWindow(call) as Promise<never>,

  'GET /api/schedule/week': (call) => sendWeek(call) as Promise<never>,

  'GET /api/schedule/month': (call) =>
    readSchedule(call, (ctx) => readMonth(ctx, call.query.month)),

  'GET /api/schedule/start-times': (call) =>
    readSchedule(call, async ({ tx, calendar, may }) => {
      const team_ids = teamsInSight(may, undefined)
      const { visits } = await readWindow(tx, calendar, call.query, { team_ids })
      return {
        items: visits.flatMap(({ rule, occurrence_id, date, start_minutes }) =>
          start_minutes === null
            ? []
            : [
                {
                  rule_id: rule.id,
                  occurrence_id,
                  date,
                  start_minutes,
                  start_time: timeText(start_minutes),
                },
              ],
        ),
      }
    }),

  'GET /api/schedule/org-events': (call) =>
    readSchedule(call, (ctx) => readOrgEvents(ctx, call.query)),

  'GET /api/owner/available-times': (call) =>
    readSchedule(call, (ctx) => readAvailableTimes(ctx, call.query)),
}
