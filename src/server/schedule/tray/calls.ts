import type { tray } from '../../../api/tray.ts'
import { startMinutesOf } from '../../../domain/schedule/schedule.ts'
import type { Handlers } from '../../base/call.ts'
import { withoutIntent } from '../../money/payments/intents.ts'
import { inSchedule, readSchedule } from '../week/context.ts'
import { parseVisitRef } from '../visits/ref.ts'
import { holdVisit } from '../../flows/visit-acts/hold.ts'
import { placeVisit, placeVisits } from './place.ts'
import { readTray } from './read.ts'

export const trayHandlers: Handlers<typeof tray> = {
  'GET /api/schedule/tray': (call) => readSchedule(call, (ctx) => readTray(ctx, call.query)),

  'POST /api/schedule/tray/place': (call) => inSchedule(call, (ctx) => placeVisits(ctx, call.body)),

  'POST /api/schedule/{rule_id}/hold': (call) =>
    withoutIntent(call.app, call.actor.organization_id, () =>
      inSchedule(call, (ctx) =>
        holdVisit(ctx, parseVisitRef(call.params.rule_id, call.body.date), call.body),
      ),
    ),

  'POST /api/schedule/{rule_id}/place': (call) =>
    inSchedule(call, (ctx) =>
      placeVisit(ctx, parseVisitRef(call.params.rule_id, call.body.date), {
        ...call.body,
        start_minutes: startMinutesOf(call.body),
      }),
    ),
}
