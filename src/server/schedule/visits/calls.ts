import type { visits } from '../../../api/visits.ts'
import { startMinutesOf } from '../../../domain/schedule/schedule.ts'
import type { Handlers } from '../../base/call.ts'
import { withoutIntent } from '../../money/payments/intents.ts'
import { readVisit } from './answer.ts'
import { inSchedule, readSchedule } from '../week/context.ts'
import { readMissed } from './missed.ts'
import { clearVisitTime, rescheduleVisit } from '../visit-moves/move.ts'
import { parseVisitRef } from './ref.ts'
import { orderRoute, readRouteDay, searchRoute } from './route.ts'
import { restoreVisit, skipVisit } from '../../flows/visit-acts/skip.ts'

export const visitHandlers: Handlers<typeof visits> = {
  'GET /api/schedule/missed': (call) =>
    readSchedule(call, async (ctx) => ({ items: await readMissed(ctx) })),

  'PUT /api/schedule/route': (call) => inSchedule(call, (ctx) => orderRoute(ctx, call.body)),

  'GET /api/schedule/route/suggestion': async (call) => {
    const { date, team_id } = call.query
    const team = team_id === 'none' ? null : team_id
    return searchRoute(
      await readSchedule(call, (ctx) => readRouteDay(ctx, { date, team_id: team })),
    )
  },

  'GET /api/schedule/{rule_id}/visit': (call) =>
    readSchedule(call, (ctx) =>
      readVisit(ctx, parseVisitRef(call.params.rule_id, call.query.date)),
    ),

  'POST /api/schedule/{rule_id}/reschedule': (call) =>
    inSchedule(call, (ctx) =>
      rescheduleVisit(ctx, parseVisitRef(call.params.rule_id, call.body.from_date), {
        ...call.body,
        start_minutes: startMinutesOf(call.body),
      }),
    ),

  'POST /api/schedule/{rule_id}/skip': (call) =>
    withoutIntent(call.app, call.actor.organization_id, () =>
      inSchedule(call, (ctx) =>
        skipVisit(ctx, parseVisitRef(call.params.rule_id, call.body?.date), {
          ...call.body,
          reason: call.body?.reason ?? 'staff',
        }),
      ),
    ),

  'POST /api/schedule/{rule_id}/restore': (call) =>
    inSchedule(call, (ctx) =>
      restoreVisit(ctx, parseVisitRef(call.params.rule_id, call.body?.date)),
    ),

  'DELETE /api/schedule/{rule_id}/time': (call) =>
    inSchedule(call, (ctx) =>
      clearVisitTime(ctx, parseVisitRef(call.params.rule_id, call.query.date), call.query),
    ),
}
