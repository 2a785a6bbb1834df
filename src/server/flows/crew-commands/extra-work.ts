import { todayIn } from '../../../domain/base/dates.ts'
import { extraText } from '../../../domain/flows/extra-text.ts'
import { extraNoteMax } from '../../../domain/flows/extra-work.ts'
import { emitExtra, takeBackExtra, writeExtra } from '../extra-work/write.ts'
import { widenSight } from '../../base/db/sight.ts'
import { planBillAgain } from '../../money/invoices/send-due.ts'
import { keepUntouchedRows } from '../../schedule/visits/write.ts'
import {
  keepForOffice,
  lockIfThere,
  teamThatHad,
  type Act,
  type Acting,
  type Outcome,
} from './acting.ts'

/**
 * The customer asked for more at the door: the office gives it a price before it is billed, so a
 * bill of the visit that is not out yet waits for that.
 */
export async function addExtra(ctx: Acting, act: Act): Promise<Outcome> {
  const { named, extra, happened_at, client_id } = act
  const { tx, calendar, actor } = ctx
  widenSight(tx)
  if (!extra) return keepForOffice(ctx, act, { reason: 'unreadable' })
  const said = { ...act, text: [extraText(extra), act.text?.trim()].filter(Boolean).join('. ') }
  if (!named) return keepForOffice(ctx, said, { reason: 'unreadable' })
  const visit = await lockIfThere(ctx, named)
  if (!visit) return keepForOffice(ctx, said, { reason: 'gone' })
  const team_id = await teamThatHad(ctx, visit)
  if (!team_id) return keepForOffice(ctx, said, { reason: 'not_theirs', visit })
  const service = extra.service_id ? calendar.services.get(extra.service_id) : undefined
  await writeExtra(tx, {
    id: client_id,
    ...named,
    customer_id: visit.customer_id,
    team_id,
    person_id: actor.person_id,
    service_id: service?.id ?? null,
    description: extra.description,
    quantity: extra.quantity,
    unit_price_cents: service?.price_cents ?? null,
    note: act.text?.trim().slice(0, extraNoteMax) || null,
    done_at: happened_at,
    done_on: todayIn(calendar.time_zone, happened_at),
  })
  await keepUntouchedRows(tx, named.series_id, [named.original_date])
  await planBillAgain(tx, visit.row.invoice_id)
  await emitExtra(tx, visit, [visit.team_id, team_id])
  return { result: 'done' }
}

/** It was not done after all. What the office has dealt with by then is put before it. */
export async function undoExtra(ctx: Acting, act: Act): Promise<Outcome> {
  const { named, item } = act
  const { tx, actor } = ctx
  if (!named || !item) return { result: 'noted' }
  widenSight(tx)
  const visit = await lockIfThere(ctx, named)
  if (!(await takeBackExtra(tx, item, actor.person_id)))
    return keepForOffice(ctx, act, {
      reason: 'refused',
      sentence: 'It already had a price or was rejected.',
      ...(visit && { visit }),
    })
  if (!visit) return { result: 'done' }
  await planBillAgain(tx, visit.row.invoice_id)
  await emitExtra(tx, visit, [visit.team_id])
  return { result: 'done' }
}
