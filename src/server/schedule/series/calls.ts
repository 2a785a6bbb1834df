import type { series } from '../../../api/series.ts'
import { startMinutesOf } from '../../../domain/schedule/schedule.ts'
import type { CallOf, Handlers } from '../../base/call.ts'
import { invalid, refused } from '../../base/kit/refusals.ts'
import { planTelling } from '../../messages/plan-waits.ts'
import { inSchedule, readSchedule, type ScheduleContext } from '../week/context.ts'
import { scheduleVisitRequest } from '../visit-requests/write.ts'
import { setVisitSlot } from '../visit-moves/move.ts'
import { parseVisitRef, readSeriesId, type VisitRef } from '../visits/ref.ts'
import { addRule } from './add.ts'
import { assignSeries, assignSeriesOfVisit } from './assign.ts'
import { editRule, readRule } from './edit.ts'
import { endRule, readEndingSeries } from './end.ts'
import { loseDay } from './lost-day.ts'
import { pauseRule, resumeRule } from './pause.ts'
import { tellingPlans } from './tell-plan.ts'
import { undoEdit } from './undo.ts'

export const seriesHandlers: Handlers<typeof series> = {
  'GET /api/schedule/ending': (call) =>
    readSchedule(call, (ctx) => readEndingSeries(ctx, call.query)),

  'POST /api/schedule': ({ inOrg, body }) =>
    inOrg(async (tx) => {
      const { visit_request_id, ...rule } = body
      const add = () => addRule(tx, rule)
      const added = visit_request_id
        ? await scheduleVisitRequest(tx, visit_request_id, rule.customer_id, add)
        : await add()
      await planTelling(tx, added.series_id, null)
      return added
    }),

  'GET /api/schedule/{rule_id}': (call) =>
    readSchedule(call, (ctx) => readRule(ctx, parseVisitRef(call.params.rule_id))),

  'PATCH /api/schedule/{rule_id}': (call) =>
    inSchedule(call, (ctx) => {
      const ref = parseVisitRef(call.params.rule_id, call.body.date)
      return telling(ctx, ref, () => editRule(ctx, ref, call.body))
    }),

  'POST /api/schedule/{rule_id}/end': (call) =>
    inSchedule(call, (ctx) => {
      const ref = parseVisitRef(call.params.rule_id)
      return telling(ctx, ref, () => endRule(ctx, ref, call.body ?? {}))
    }),

  'PATCH /api/schedule/{rule_id}/team': (call) =>
    inSchedule(call, async (ctx) => {
      checkLiveTeam(ctx, call.body.team_id)
      const series_id = await readSeriesId(ctx.tx, parseVisitRef(call.params.rule_id))
      return assignSeries(ctx, series_id, call.body)
    }),

  'POST /api/schedule/set-time': (call) => inSchedule(call, (ctx) => setTime(ctx, call.body)),

  'POST /api/schedule/{rule_id}/pause': (call) =>
    inSchedule(call, (ctx) => {
      const ref = parseVisitRef(call.params.rule_id)
      return telling(ctx, ref, () => pauseRule(ctx, ref, call.body))
    }),

  'POST /api/schedule/{rule_id}/resume': (call) =>
    inSchedule(call, (ctx) => {
      const ref = parseVisitRef(call.params.rule_id)
      return telling(ctx, ref, () => resumeRule(ctx, ref))
    }),

  'POST /api/schedule/lost-day': (call) => inSchedule(call, (ctx) => loseDay(ctx, call.body)),

  'POST /api/schedule/edits/{id}/undo': ({ inOrg, params }) =>
    inOrg((tx) => undoEdit(tx, params.id)),
}

/** Runs an act of the office on a series; its customer hears what it changed. */
const telling = async <T>(
  { tx, calendar }: ScheduleContext,
  ref: VisitRef,
  act: () => Promise<T>,
): Promise<T> => tellingPlans(tx, calendar, [await readSeriesId(tx, ref)], act)

type SetTime = CallOf<
  'POST /api/schedule/set-time',
  (typeof series)['POST /api/schedule/set-time']
>['body']

/** Sets time or team of one visit, or the team of its whole series. */
async function setTime(ctx: ScheduleContext, body: SetTime) {
  const { rule_id, date, team_id, apply_team_to, replace_changed } = body
  const { expected_version, request_id } = body
  const ref = parseVisitRef(rule_id, date)
  const start_minutes = startMinutesOf(body) ?? undefined
  const slot = { start_minutes, expected_version, request_id }
  if (apply_team_to === 'date' || team_id === undefined)
    return { ...(await setVisitSlot(ctx, ref, { ...slot, team_id })), edit_id: null }
  if (ctx.may.by_crew)
    throw refused('team_denied', 'Only the office can assign a whole series to another team.', 403)
  checkLiveTeam(ctx, team_id)
  return assignSeriesOfVisit(ctx, ref, { ...slot, team_id, replace_changed })
}

function checkLiveTeam({ calendar }: ScheduleContext, team_id: string | null): void {
  if (team_id !== null && calendar.teams.get(team_id)?.deleted !== false)
    throw invalid({ team_id: 'Choose a team.' })
}
