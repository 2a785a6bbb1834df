import type { Visit } from '../../../domain/schedule/visit.ts'
import { api, newIdempotencyKey } from '../../app/client.ts'
import { toast } from '../../ui/toast.tsx'
import { showBack, showCarried } from './moves.ts'
import { putVisit, reloadRequests, reloadSchedule } from './queries.ts'
import { sayDone } from './series-wish.ts'
import { forgetShown } from './shown-moves.ts'
import type { Carry } from './drop-targets.ts'
import { leaveTray } from './tray-query.ts'
import { attempt, restoreVisit, visitOf } from './visit-acts.ts'
import { customerText } from './visit-text.ts'
import { wordsNow } from '../../app/words.ts'
import { visitWords } from '../../../words/en/visits.ts'
import type { Teams } from './teams.ts'

/** Takes a visit off its day and keeps it; throws what the call throws. */
export async function holdVisit(
  visit: Visit,
  { reason, request_id }: { reason: string; request_id?: string | undefined },
): Promise<void> {
  try {
    const held = await api['POST /api/schedule/{rule_id}/hold']({
      ...visitOf(visit),
      body: { reason, request_id, expected_version: visit.version },
    })
    putVisit(held.visit)
    if (request_id) void reloadRequests()
    // A crew has no way back but to restore it; what a customer was answered stays.
    if (held.changed && held.edit_id === null && !request_id)
      toast.undoable(wordsNow(visitWords).putOnHold, () => void restoreVisit(held.visit))
    else sayDone(wordsNow(visitWords).putOnHold, held.edit_id)
  } finally {
    void reloadSchedule()
  }
}

/** A visit that stays on hold, and why. */
export type NotPlaced = { id: string; name: string; sentence: string }

/** Places several on one day in one act with one way back. Answers those that stay and why; null: nothing could be done at all. */
export async function placeTogether(
  carries: readonly Carry[],
  teams: Teams,
): Promise<NotPlaced[] | null> {
  const first = carries[0]
  if (!first) return []
  const { date, team_id } = first.to
  const keepsTeams = carries.every(({ visit, to }) => to.team_id === visit.team_id)
  showCarried(carries, teams)
  const answer = await api['POST /api/schedule/tray/place'].safe({
    body: {
      to_date: date,
      ...(keepsTeams ? {} : { team_id }),
      visits: carries.map(({ visit }) => ({
        occurrence_id: visit.occurrence_id,
        expected_version: visit.version,
      })),
    },
    idempotency_key: newIdempotencyKey(),
    timeout_ms: placing_ms,
  })
  for (const { visit } of carries) forgetShown(visit.id)
  if (!answer.ok) {
    showBack(carries)
    toast.failed(answer.error, wordsNow(visitWords).placeFailed)
    void reloadSchedule()
    return null
  }
  const { placed, refused, edit_id } = answer.data
  showBack(
    carries.filter(({ visit }) =>
      refused.some(({ occurrence_id }) => occurrence_id === visit.occurrence_id),
    ),
  )
  if (placed.length > 0) sayDone(wordsNow(visitWords).placed(placed.length), edit_id)
  else void reloadSchedule()
  return refused.flatMap(({ occurrence_id, sentence }) => {
    const visit = carries.find((carry) => carry.visit.occurrence_id === occurrence_id)?.visit
    return visit ? [{ id: visit.id, name: customerText(visit), sentence }] : []
  })
}
/** Fifty visits take a busy server a moment. */
const placing_ms = 30_000

/** Leaves a visit cancelled that was kept for later. */
export const letGo = (visit: Visit) =>
  attempt(wordsNow(visitWords).cancelFailed, async () => {
    const { hold_reason: reason } = visit
    const { visit: gone } = await api['POST /api/schedule/{rule_id}/skip']({
      ...visitOf(visit),
      body: { reason: 'staff', expected_version: visit.version },
    })
    putVisit(gone)
    leaveTray(gone.id)
    void reloadSchedule()
    toast.undoable(
      wordsNow(visitWords).letGoDone,
      () =>
        void attempt(wordsNow(visitWords).undoFailed, () =>
          holdVisit(gone, { reason: reason ?? '' }),
        ),
    )
  })
