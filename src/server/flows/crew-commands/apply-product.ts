import { amountText } from '../../../domain/flows/product.ts'
import { applicationRules, voidReasonMax } from '../../../domain/flows/product-void.ts'
import { todayIn } from '../../../domain/base/dates.ts'
import { widenSight } from '../../base/db/sight.ts'
import { lockApplication } from '../products/read.ts'
import { voidApplication, writeApplication } from '../products/write.ts'
import {
  keepForOffice,
  lockIfThere,
  teamThatHad,
  type Act,
  type Acting,
  type Outcome,
} from './acting.ts'

/**
 * A product was applied: the law wants it on record, whatever became of the visit. What belongs to
 * no visit of theirs is put before the office, with all that was said.
 */
export async function applyProduct(ctx: Acting, act: Act): Promise<Outcome> {
  const { named, applied, happened_at, client_id } = act
  widenSight(ctx.tx)
  if (!applied) return keepForOffice(ctx, act, { reason: 'unreadable' })
  const said = { ...act, text: `${applied.product_name}, ${amountText(applied)}` }
  if (!named) return keepForOffice(ctx, said, { reason: 'unreadable' })
  const visit = await lockIfThere(ctx, named)
  if (!visit) return keepForOffice(ctx, said, { reason: 'gone' })
  if (!(await teamThatHad(ctx, visit)))
    return keepForOffice(ctx, said, { reason: 'not_theirs', visit })
  await writeApplication(ctx.tx, visit, {
    id: client_id,
    person_id: ctx.actor.person_id,
    applied_at: happened_at,
    applied_on: todayIn(ctx.calendar.time_zone, happened_at),
    applied,
  })
  return { result: 'done' }
}

/** What was recorded is wrong: it stays on record, voided. What the rule leaves to the office is put before it. */
export async function voidProduct(ctx: Acting, act: Act): Promise<Outcome> {
  const { tx, actor, calendar } = ctx
  const { named, item, happened_at } = act
  const reason = act.text?.trim().slice(0, voidReasonMax)
  widenSight(tx)
  if (!item || !reason) return keepForOffice(ctx, act, { reason: 'unreadable' })
  const line = await lockApplication(tx, item)
  if (!line) return keepForOffice(ctx, act, { reason: 'gone' })
  if (line.void_reason !== null) return { result: 'already' }
  const is_own = line.person_id === actor.person_id
  const on = todayIn(calendar.time_zone, happened_at)
  const refusal = applicationRules.void({ ...line, crew: { is_own, on } })
  if (refusal) {
    const text = `${line.product_name}, ${amountText(line)}. ${reason}`
    return keepForOffice(ctx, { ...act, text }, { reason: 'refused', sentence: refusal.sentence })
  }
  const visit = named && (await lockIfThere(ctx, named))
  await voidApplication(tx, item, { reason, at: happened_at, team_id: visit?.team_id ?? null })
  return { result: 'done' }
}
