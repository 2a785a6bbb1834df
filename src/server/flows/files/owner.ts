import { parseOccurrenceId } from '../../../domain/schedule/visit.ts'
import { lockIfThere, teamThatHad } from '../crew-commands/acting.ts'
import { widenSight } from '../../base/db/sight.ts'
import { notFound } from '../../base/kit/refusals.ts'
import { readSegments, type LockedVisit } from '../../schedule/visits/find.ts'
import type { ScheduleContext } from '../../schedule/week/context.ts'
import type { Actor } from '../../base/actor.ts'

/** The visit a file belongs to; `visit` is null if it is no longer on the schedule. */
export type VisitOwner = {
  series_id: string
  original_date: string
  customer_id: string
  visit: LockedVisit | null
}

/**
 * The visit a file is for. A crew may add to what its team has or had: work is shown even where the
 * office planned otherwise meanwhile. 404 for any other. Sees the whole organization from here on.
 */
export async function ownerOf(
  ctx: ScheduleContext & { actor: Actor },
  occurrence_id: string,
): Promise<VisitOwner> {
  const { tx, may } = ctx
  widenSight(tx)
  const named = parseOccurrenceId(occurrence_id)!
  const visit = await lockIfThere(ctx, named)
  const segment = visit ?? (await readSegments(tx, named.series_id))[0]
  if (!segment) throw notFound()
  const known = visit ?? { ...named, occurrence_id, team_id: null }
  if (may.by_crew && !(await teamThatHad(ctx, known))) throw notFound()
  return { ...named, customer_id: segment.customer_id, visit }
}
