import type { Visit } from '../../../domain/schedule/visit.ts'

/**
 * Visits shown at the place this tab moved them to. `settled`: when the server's answer arrived, in
 * ms of `performance.now()`; null before.
 */
type Shown = { visit: Visit; settled: number | null }

/**
 * A week asked for before the server had a move may arrive after the move is on screen, even after
 * its answer. Such a week still has the visit at its old place, so the move is shown over it.
 */
const shown = new Map<string, Shown>()

/** No read takes longer than this, in ms. */
const longestRead_ms = 60_000

/** The visit is shown here, and the server has not answered yet. */
export const keepShown = (visit: Visit): void => void shown.set(visit.id, { visit, settled: null })

/** The server has answered: reads that begin from now on have the move. */
export const settleShown = (visit: Visit): void =>
  void shown.set(visit.id, { visit, settled: performance.now() })

/** The server has this version of a visit that has been moved again since. */
export function raiseShown({ id, version }: Visit): void {
  const one = shown.get(id)
  if (one) shown.set(id, { ...one, visit: { ...one.visit, version } })
}

/** The visit was not moved after all. */
export const forgetShown = (id: string): void => void shown.delete(id)

/** The moves that an answer to a read begun at `asked` (`performance.now()`) may lack. */
function movesSince(asked: number): Map<string, Visit> {
  const now = performance.now()
  for (const [id, { settled }] of shown)
    if (settled !== null && now - settled > longestRead_ms) shown.delete(id)
  return new Map(
    [...shown].flatMap(([id, { visit, settled }]) =>
      settled === null || settled > asked ? [[id, visit]] : [],
    ),
  )
}

/**
 * The visits of an answer with this tab's moves shown over them, unless the answer is newer than the
 * move. The result may hold visits that the answer did not: the caller keeps those it shows.
 */
export function withMoves(visits: Visit[], asked: number): Visit[] {
  const moves = movesSince(asked)
  for (const { id, version } of visits) {
    const move = moves.get(id)
    if (move && version > move.version) moves.delete(id)
  }
  if (moves.size === 0) return visits
  return [...visits.filter(({ id }) => !moves.has(id)), ...moves.values()]
}

/** True if the visit, as a read begun at `asked` has it, is where it was before this tab moved it. */
export function isMovedSince({ id, version }: Visit, asked: number): boolean {
  const move = movesSince(asked).get(id)
  return move !== undefined && version <= move.version
}
