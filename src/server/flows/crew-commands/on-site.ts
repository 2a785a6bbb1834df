import { newsForMs } from '../../../domain/flows/crew-command.ts'
import { holdReasonMax, visitRules } from '../../../domain/schedule/visit.ts'
import { mayReportDone } from '../completion/complete.ts'
import { sayOnTheWay, undoOnTheWay, startVisit, stopVisit } from '../completion/start.ts'
import { inSavepoint } from '../../base/db/door.ts'
import { widenSight } from '../../base/db/sight.ts'
import { enforce, Refused } from '../../base/kit/refusals.ts'
import { holdVisit } from '../visit-acts/hold.ts'
import { lockVisit } from '../../schedule/visits/lock.ts'
import { visitRef } from '../../schedule/visits/ref.ts'
import { restoreVisit } from '../visit-acts/skip.ts'
import { writeNote } from '../../schedule/visit-notes/write.ts'
import { writeTick } from '../../schedule/visit-ticks/write.ts'
import {
  keepForOffice,
  lockIfThere,
  teamThatHad,
  type Act,
  type Acting,
  type Outcome,
} from './acting.ts'

/** The crew sets out. Nothing is lost where the office planned otherwise meanwhile: it is on record. */
export const setOut = (ctx: Acting, act: Act): Promise<Outcome> =>
  ifAllowed(ctx, act, (ref) =>
    sayOnTheWay(ctx, ref, { at: act.happened_at, is_news: act.waited_ms <= newsForMs }),
  )

/** It did not: a mis-tap, taken back before the customer is told. */
export async function undoSetOut(ctx: Acting, { named }: Act): Promise<Outcome> {
  if (!named || !mayReportDone(ctx, ctx.actor)) return { result: 'noted' }
  const isTakenBack = await undoOnTheWay(ctx, visitRef(named))
  return isTakenBack ? { result: 'done' } : { result: 'noted', message: toldAlready }
}
const toldAlready = 'The customer has been told already.'

/** The crew begins to work. */
export const start = (ctx: Acting, act: Act): Promise<Outcome> =>
  ifAllowed(ctx, act, (ref) => startVisit(ctx, ref, act.happened_at))

async function ifAllowed(
  ctx: Acting,
  { named }: Act,
  change: (ref: ReturnType<typeof visitRef>) => Promise<{ changed: boolean }>,
): Promise<Outcome> {
  if (!named || !mayReportDone(ctx, ctx.actor)) return { result: 'noted' }
  try {
    const { changed } = await inSavepoint(ctx.tx, () => change(visitRef(named)))
    return { result: changed ? 'done' : 'already' }
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault
    return { result: 'noted', message: fault.message }
  }
}

/**
 * The crew was there and could not do it: the visit waits for another day, with the reason. Where
 * the office planned otherwise meanwhile, the reason is a note.
 */
export async function notDone(ctx: Acting, act: Act): Promise<Outcome> {
  const reason = act.text?.trim().slice(0, holdReasonMax)
  if (!act.named || !reason || !mayReportDone(ctx, ctx.actor)) return note(ctx, act)
  const ref = visitRef(act.named)
  try {
    const { changed } = await inSavepoint(ctx.tx, async () => {
      await stopVisit(ctx, ref)
      return holdVisit(ctx, ref, { reason })
    })
    return { result: changed ? 'done' : 'already' }
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault
    const noted = await note(ctx, act)
    // The crew is not told that another day will be found.
    return noted.result === 'done' ? { result: 'noted' } : noted
  }
}

/** It can be done after all, the same day: as long as it is on hold it is put back. */
export const undoNotDone = (ctx: Acting, act: Act): Promise<Outcome> =>
  ifAllowed(ctx, act, async (ref) => {
    const visit = await lockVisit(ctx, ref)
    if (visit.status !== 'scheduled') enforce(visitRules.place({ ...visit, into_pause: false }))
    return restoreVisit(ctx, ref)
  })

/** Notes add, whatever became of the visit. */
export async function note(ctx: Acting, act: Act): Promise<Outcome> {
  const { named } = act
  const text = act.text?.trim()
  if (!text) return { result: 'noted' }
  widenSight(ctx.tx)
  if (!named) return keepForOffice(ctx, act, { reason: 'unreadable' })
  const visit = await lockIfThere(ctx, named)
  if (!visit) return keepForOffice(ctx, act, { reason: 'gone' })
  if (!(await teamThatHad(ctx, visit)))
    return keepForOffice(ctx, act, { reason: 'not_theirs', visit })
  const { person_id } = ctx.actor
  await writeNote(ctx.tx, visit, {
    person_id,
    // A bare reason says nothing to who reads it later.
    text: act.kind === 'not_done' ? `Could not be done: ${text}` : text,
    written_at: act.happened_at,
    for_customer: act.kind === 'note' && act.for_customer === true,
  })
  return { result: 'done' }
}

/** Ticks add, too; where the visit is gone or another team's, they are only on record. */
export async function tick(ctx: Acting, act: Act): Promise<Outcome> {
  const { named, item, happened_at } = act
  const text = act.text?.trim().slice(0, 200)
  if (!named || !item || !text) return { result: 'noted' }
  widenSight(ctx.tx)
  const visit = await lockIfThere(ctx, named)
  if (!visit || !(await teamThatHad(ctx, visit))) return { result: 'noted' }
  const isNews = await writeTick(ctx.tx, visit, {
    item_id: item,
    text,
    is_done: act.is_done === true,
    person_id: ctx.actor.person_id,
    ticked_at: happened_at,
  })
  return { result: isNews ? 'done' : 'noted' }
}
