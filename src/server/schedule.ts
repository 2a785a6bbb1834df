import type { schedule } from '../api/schedule.ts'
import type { series } from '../api/series.ts'
import { startMinutesOf } from '../domain/schedule.ts'
import { timeText } from '../domain/dates.ts'
import { hasRole, leaderRoles } from '../domain/roles.ts'
import { visitRules } from '../domain/visit.ts'
import type { Actor, CallContext, Handlers } from './call.ts'
import type { OrgTx } from './db/door.ts'
import { billVisit } from './invoices/for-visit.ts'
import { planCompletionLetter } from './messages/tell-completed.ts'
import { addMiscEvent, changeMiscEvent, removeMiscEvent } from './misc-events.ts'
import { withoutIntent } from './payments/intents.ts'
import { enforce, found, invalid, refused } from './refusals.ts'
import { addRule } from './schedule/add.ts'
import { readAvailableTimes } from './schedule/available-times.ts'
import { readCandidates } from './schedule/candidates.ts'
import { emitVisit, readVisit, writeVisit } from './schedule/change.ts'
import { billable, completeVisit } from './schedule/complete.ts'
import { undoEdit } from './schedule/edits.ts'
import { readEnding } from './schedule/ending.ts'
import { readFrame, type Frame } from './schedule/frame.ts'
import { handOf, lockVisit, type Hand } from './schedule/locate.ts'
import { loseDay } from './schedule/lost-day.ts'
import { clearVisitTime, rescheduleVisit, setSlotAndSeries, setVisitSlot } from './schedule/move.ts'
import { pauseRule, resumeRule } from './schedule/pause.ts'
import { previewCompletion, reopenCounted } from './schedule/recount.ts'
import { orderRoute } from './schedule/route.ts'
import { readOrgEvents } from './schedule/org-events.ts'
import { sendWeek, teamsInSight } from './schedule/read-week.ts'
import { assignSeries, editRule, endRule, readRule } from './schedule/series.ts'
import { restoreVisit, skipVisit } from './schedule/skip.ts'
import { readWindow } from './schedule/window.ts'

/** One transaction with the organization's calendar read and the caller known. */
const act = <T>({ inOrg, actor }: Pick<CallContext, 'inOrg'> & { actor: Actor }, work: (tx: OrgTx, frame: Frame, hand: Hand) => Promise<T>): Promise<T> =>
  inOrg(async (tx) => {
    const frame = await readFrame(tx)
    return work(tx, frame, handOf(actor, frame))
  })

export const scheduleHandlers: Handlers<typeof schedule & typeof series> = {
  // The bytes are sent as they are kept; the answer's schema is held to them by a test.
  'GET /api/schedule': (call) => sendWeek(call) as Promise<never>,

  'GET /api/schedule/start-times': (call) =>
    act(call, async (tx, frame, hand) => {
      const { visits } = await readWindow(tx, frame, call.query, { team_ids: teamsInSight(hand, undefined) })
      return {
        items: visits.flatMap(({ rule, occurrence_id, date, start_minutes }) =>
          start_minutes === null ? [] : [{ rule_id: rule.id, occurrence_id, date, start_minutes, start_time: timeText(start_minutes) }],
        ),
      }
    }),

  'GET /api/schedule/org-events': ({ inOrg, actor, query }) => inOrg((tx) => readOrgEvents(tx, actor, query)),

  'PUT /api/schedule/route': (call) => act(call, (tx, frame) => orderRoute(tx, frame, call.body)),

  'GET /api/schedule/candidates': ({ inOrg, query }) => inOrg((tx) => readCandidates(tx, query)),

  'POST /api/schedule': ({ inOrg, body }) => inOrg((tx) => addRule(tx, body)),

  'GET /api/schedule/ending': (call) => act(call, (tx, frame) => readEnding(tx, frame, call.query)),

  'POST /api/schedule/lost-day': (call) => act(call, (tx, frame) => loseDay(tx, frame, call.body)),

  'POST /api/schedule/edits/{id}/undo': ({ inOrg, params }) => inOrg((tx) => undoEdit(tx, params.id)),

  'GET /api/schedule/{rule_id}': (call) => act(call, (tx, frame, hand) => readRule(tx, frame, hand, call.params.rule_id)),

  'PATCH /api/schedule/{rule_id}': (call) => act(call, (tx, frame, hand) => editRule(tx, frame, hand, call.params.rule_id, call.body)),

  'POST /api/schedule/{rule_id}/end': (call) =>
    act(call, (tx, frame) => endRule(tx, frame, call.params.rule_id, call.body?.end_date ?? frame.today, call.body?.dry_run ?? false)),

  'PATCH /api/schedule/{rule_id}/team': (call) =>
    act(call, (tx, frame) => {
      const { team_id, replace_changed } = call.body
      checkOfficeTeam(frame, team_id)
      return assignSeries(tx, frame, call.params.rule_id, team_id, replace_changed)
    }),

  'POST /api/schedule/{rule_id}/pause': (call) => act(call, (tx, frame) => pauseRule(tx, frame, call.params.rule_id, call.body)),

  'POST /api/schedule/{rule_id}/resume': (call) => act(call, (tx, frame) => resumeRule(tx, frame, call.params.rule_id)),

  'GET /api/schedule/{rule_id}/visit': (call) => act(call, (tx, frame, hand) => readVisit(tx, frame, hand, call.params.rule_id, call.query.date)),

  'GET /api/schedule/{rule_id}/completion': (call) => act(call, (tx, frame, hand) => previewCompletion(tx, frame, hand, call.params.rule_id, call.query.date)),

  'POST /api/schedule/{rule_id}/complete': (call) =>
    act(call, async (tx, frame, hand) => {
      const leads = hasRole(call.actor.roles, ['owner', 'manager', 'admin', ...leaderRoles])
      if (!leads && !frame.settings.crew_can_complete) throw refused('forbidden', 'You do not have access to this resource.', 403)
      const completed = await completeVisit(tx, call.app, frame, hand, call.params.rule_id, call.body.date, call.body)
      if (!completed.replayed) await planCompletionLetter(tx, completed.visit)
      return completed
    }),

  'POST /api/schedule/{rule_id}/reopen': (call) =>
    withoutIntent(call.app, call.actor.organization_id, () =>
      act(call, (tx, frame, hand) => reopenCounted(tx, frame, hand, call.params.rule_id, call.body?.date)),
    ),

  'POST /api/schedule/{rule_id}/reschedule': (call) =>
    act(call, (tx, frame, hand) => {
      const { from_date, to_date, team_id, expected_version, request_id } = call.body
      return rescheduleVisit(tx, frame, hand, call.params.rule_id, from_date, {
        to_date,
        team_id,
        expected_version,
        request_id,
        start_minutes: startMinutesOf(call.body),
      })
    }),

  'POST /api/schedule/{rule_id}/skip': (call) =>
    withoutIntent(call.app, call.actor.organization_id, () =>
      act(call, (tx, frame, hand) => skipVisit(tx, frame, hand, call.params.rule_id, call.body?.date, { ...call.body, reason: call.body?.reason ?? 'staff' })),
    ),

  'POST /api/schedule/{rule_id}/restore': (call) => act(call, (tx, frame, hand) => restoreVisit(tx, frame, hand, call.params.rule_id, call.body?.date)),

  'POST /api/schedule/{rule_id}/seed-invoice': (call) =>
    act(call, async (tx, frame, hand) => {
      const visit = await lockVisit(tx, frame, hand, call.params.rule_id, call.body.date)
      enforce(visitRules.seedInvoice({ ...visit, to_bill_cents: visit.price_cents }))
      const billed = found(await billVisit(tx, billable(visit), { open: false }))
      if (visit.row.invoice_id !== billed.invoice_id)
        await emitVisit(tx, 'visit.time_set', await writeVisit(tx, frame, visit, { invoice_id: billed.invoice_id }))
      return { ok: true as const, ...billed }
    }),

  'POST /api/schedule/set-time': (call) =>
    act(call, async (tx, frame, hand) => {
      const { rule_id, date, team_id, apply_team_to, replace_changed, ...seen } = call.body
      const start_minutes = startMinutesOf(call.body)
      const slot = { start_minutes: start_minutes ?? undefined, expected_version: seen.expected_version, request_id: seen.request_id }
      if (apply_team_to === 'date' || team_id === undefined) {
        const set = await setVisitSlot(tx, frame, hand, rule_id, date, { ...slot, team_id })
        return { ...set, edit_id: null }
      }
      if (hand.by_crew) throw refused('team_denied', 'Only the office gives a whole series to another team.', 403)
      checkOfficeTeam(frame, team_id)
      return setSlotAndSeries(tx, frame, hand, rule_id, date, { ...slot, team_id, replace_changed })
    }),

  'DELETE /api/schedule/{rule_id}/time': (call) => act(call, (tx, frame, hand) => clearVisitTime(tx, frame, hand, call.params.rule_id, call.query)),

  'GET /api/owner/available-times': ({ inOrg, actor, query }) => inOrg((tx) => readAvailableTimes(tx, actor, query)),

  'POST /api/owner/misc-events': ({ inOrg, body }) => inOrg((tx) => addMiscEvent(tx, body)),

  'PATCH /api/owner/misc-events/{id}': ({ inOrg, params, body }) => inOrg((tx) => changeMiscEvent(tx, params.id, body)),

  'DELETE /api/owner/misc-events/{id}': ({ inOrg, params }) =>
    inOrg(async (tx) => {
      await removeMiscEvent(tx, params.id)
      return { ok: true as const }
    }),
}

function checkOfficeTeam(frame: Frame, team_id: string | null): void {
  if (team_id !== null && frame.teams.get(team_id)?.deleted !== false) throw invalid({ team_id: 'Choose a team.' })
}
