import type { VisitChanged } from '../../../api/visits.ts'
import { changedSince, isOnHold, visitTime, type Visit } from '../../../domain/schedule/visit.ts'
import { api, ApiError } from '../../app/client.ts'
import { toast } from '../../ui/toast.tsx'
import { markRefused, rememberSpot } from './own-changes.ts'
import { cachedVisit, putVisit, reloadSchedule, withStatus } from './queries.ts'
import { sayDone, openSeries } from './series-wish.ts'
import { forgetShown, keepShown, raiseShown, settleShown } from './shown-moves.ts'
import { isSameSpot, spotOf, spotText, type Carry, type Spot } from './drop-targets.ts'
import { leaveTray } from './tray-query.ts'
import { count, customerText, isOfSeries } from './visit-text.ts'
import type { Teams } from './teams.ts'

function show(visit: Visit, spot: Spot, teams: Teams): void {
  rememberSpot(visit.id, spot)
  const team = teams.find(({ id }) => id === spot.team_id)
  const placed = isOnHold(visit)
    ? { ...withStatus('scheduled'), skip_reason: null, hold_reason: null }
    : {}
  if (isOnHold(visit)) leaveTray(visit.id)
  const there = {
    ...(cachedVisit(visit.id) ?? visit),
    ...placed,
    ...spot,
    ...visitTime(spot.start_minutes),
    team: team ? { id: team.id, name: team.name } : null,
  }
  keepShown(there)
  putVisit(there)
}

/** Shows visits where they are to go. */
export const showCarried = (carries: readonly Carry[], teams: Teams): void => {
  for (const { visit, to } of carries) show(visit, to, teams)
}

/** Shows visits where they were, unless something newer has been heard of them. */
export function showBack(carries: readonly Carry[]): void {
  for (const { visit, to } of carries) {
    if (!underWay.has(visit.id)) forgetShown(visit.id)
    const now = cachedVisit(visit.id)
    if (now && (now.version > visit.version || !isSameSpot(spotOf(now), to))) continue
    rememberSpot(visit.id, spotOf(visit))
    putVisit(visit)
    if (isOnHold(visit)) void reloadSchedule()
  }
}

/** One command: the server moves date, team and time together, or nothing. `edit_id`: what takes a placing back. */
function send(visit: Visit, to: Spot): Promise<VisitChanged & { edit_id?: string | null }> {
  const team = to.team_id === visit.team_id ? {} : { team_id: to.team_id }
  const time = to.start_minutes === visit.start_minutes ? {} : { start_minutes: to.start_minutes }
  const change = { ...team, ...time, expected_version: visit.version }
  const { occurrence_id: rule_id, date } = visit
  if (isOnHold(visit))
    return api['POST /api/schedule/{rule_id}/place']({
      params: { rule_id },
      body: { to_date: to.date, ...change },
    })
  // Setting a time cannot take one away; moving can, to the same day too.
  if (to.date === date && time.start_minutes !== null)
    return api['POST /api/schedule/set-time']({ body: { rule_id, ...change } })
  return api['POST /api/schedule/{rule_id}/reschedule']({
    params: { rule_id },
    body: { from_date: date, to_date: to.date, ...change },
  })
}

/** What becomes of visits whose move has no answer yet. */
const underWay = new Map<string, Promise<Visit>>()

/** A second move of a visit waits for the first one's answer and builds on its version: one's own move is no conflict. */
async function sendInTurn({ visit, to }: Carry): Promise<Moved> {
  const { id } = visit
  const earlier = underWay.get(id)
  const sent = earlier ? earlier.then((now) => send(now, to)) : send(visit, to)
  const turn = sent.then(
    (changed) => changed.visit,
    () => earlier ?? visit,
  )
  underWay.set(id, turn)
  try {
    const changed = await sent
    // Moved on meanwhile: it is shown there already.
    if (underWay.get(id) === turn) {
      settleShown(changed.visit)
      putVisit(changed.visit)
    } else raiseShown(changed.visit)
    return changed
  } finally {
    if (underWay.get(id) === turn) underWay.delete(id)
  }
}

type Moved = Awaited<ReturnType<typeof send>>
type Outcome = { carry: Carry; changed: Moved } | { carry: Carry; error: unknown }
const atOnce = 4

async function sendAll(carries: readonly Carry[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const queue = carries.values()
  const work = async () => {
    for (const carry of queue) {
      try {
        const changed = await sendInTurn(carry)
        outcomes.push({ carry, changed })
      } catch (error) {
        showBack([carry])
        outcomes.push({ carry, error })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return outcomes
}

const undoStays = 10_000

/** Sends moves that are already shown; says how it went, with the way back. `asked`: warnings the user has already seen; `after`: runs after the first success. Returns those that were refused. */
export async function carryOut(
  carries: readonly Carry[],
  teams: Teams,
  asked: readonly string[] = [],
  after?: (moved: Visit) => void,
): Promise<Visit[]> {
  if (carries.length === 0) return []
  const outcomes = await sendAll(carries)
  const done = outcomes.flatMap((one) => ('changed' in one ? [one] : []))
  const failed = outcomes.flatMap((one) => ('error' in one ? [one.carry.visit] : []))
  void sayFailures(outcomes, carries.length, teams)
  const first = done[0]
  if (!first) return failed
  after?.(first.changed.visit)
  const { visit, to } = first.carry
  const single = carries.length === 1
  if (isOnHold(visit)) {
    sayDone('Scheduled', first.changed.edit_id ?? null)
    sayWarnings(first.changed, asked)
    return failed
  }
  const text = !single
    ? `${count(done.length, 'visit')} moved`
    : to.date !== visit.date
      ? 'Rescheduled'
      : to.start_minutes === visit.start_minutes
        ? 'Saved'
        : 'Time saved'
  toast.undoable(text, () => void takeBack(done), {
    stays: undoStays,
    ...(single && isOfSeries(visit)
      ? {
          more: {
            label: 'Apply to following',
            act: () =>
              openSeries({
                what: 'edit',
                visit: first.changed.visit,
                scope: 'following',
                moved: { from: spotOf(visit), to },
              }),
          },
        }
      : {}),
  })
  if (single) sayWarnings(first.changed, asked)
  return failed

  async function takeBack(moved: typeof done): Promise<void> {
    const back = moved.map(({ carry, changed }) => ({
      visit: changed.visit,
      to: spotOf(carry.visit),
    }))
    showCarried(back, teams)
    const results = await sendAll(back)
    void sayFailures(results, back.length, teams)
    if (results.some((one) => 'changed' in one)) toast.done('Put back')
  }
}

function sayWarnings({ warnings }: VisitChanged, asked: readonly string[]): void {
  for (const { sentence } of warnings) if (!asked.includes(sentence)) toast.note(sentence)
}

async function sayFailures(outcomes: readonly Outcome[], all: number, teams: Teams): Promise<void> {
  const failed = outcomes.flatMap((one) => ('error' in one ? [one] : []))
  const first = failed[0]
  if (!first) return
  // Changed by someone else meanwhile: show the current state.
  const ids = failed.map(({ carry }) => carry.visit.id)
  const reloaded = reloadSchedule()
  markRefused(ids, reloaded)
  const error = first.error instanceof ApiError ? first.error : null
  if (all > 1)
    return toast.problem(
      `${failed.length} of ${all} visits could not be moved: ${failedNames(failed)}. ${error?.spoken ? error.message : ''}`.trim(),
    )
  if (error?.code !== changedSince.code)
    return toast.failed(error?.status === 404 ? undefined : first.error, 'Failed to reschedule')
  // The card may have gone to another day, out of sight: the sentence says where.
  await reloaded
  const now = cachedVisit(first.carry.visit.id)
  toast.problem(now ? `${error.message} Now: ${spotText(spotOf(now), teams)}.` : error.message)
}

const namesSaid = 4
const failedNames = (failed: readonly Outcome[]): string =>
  [
    ...failed.slice(0, namesSaid).map(({ carry }) => customerText(carry.visit)),
    ...(failed.length > namesSaid ? [`${failed.length - namesSaid} more`] : []),
  ].join(', ')
