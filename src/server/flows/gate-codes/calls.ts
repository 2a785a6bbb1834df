import type { gateCodes } from '../../../api/gate-codes.ts'
import { addDays, weekdayOf, zonedToUtcIso } from '../../../domain/base/dates.ts'
import { gateCodeRules, type GateScreen } from '../../../domain/flows/gate-code.ts'
import type { Handlers } from '../../base/call.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { enforce, found, notFound } from '../../base/kit/refusals.ts'
import { checkMayTouch, findVisit } from '../../schedule/visits/find.ts'
import { parseVisitRef } from '../../schedule/visits/ref.ts'
import type { Calendar } from '../../schedule/week/calendar.ts'
import { inSchedule } from '../../schedule/week/context.ts'
import type { ResolvedVisit } from '../../schedule/week/rows.ts'
import { readWindow } from '../../schedule/week/window.ts'
import { readGateCodes, readLooks } from './read.ts'
import { addLooks } from './write.ts'
import type { Actor } from '../../base/actor.ts'

export const gateCodeHandlers: Handlers<typeof gateCodes> = {
  'POST /api/owner/customers/{id}/gate-code-looks': (call) =>
    inSchedule(call, async (ctx) => {
      const { tx } = ctx
      const { params, body, actor } = call
      const { id } = params
      await checkCustomer(tx, id)
      const visit = body.visit ? await findVisit(ctx, parseVisitRef(body.visit)) : null
      if (visit && visit.customer_id !== id) throw notFound()
      const code = (await readGateCodes(tx, [id])).get(id) ?? null
      if (code !== null)
        await addLooks(tx, [
          { ...seenBy(actor), customer_id: id, screen: body.screen, team_name: null, visit },
        ])
      return { gate_code: code }
    }),

  'GET /api/owner/customers/{id}/gate-code-looks': ({ readOrg, params }) =>
    readOrg(async (tx) => {
      await checkCustomer(tx, params.id)
      return { looks: await readLooks(tx, params.id) }
    }),

  'GET /api/users/gate-code-looks': ({ readOrg, actor }) =>
    readOrg(async (tx) => {
      const own = await tx
        .selectFrom('customers')
        .select(['id', 'gate_code_sealed'])
        .where('id', '=', actor.customer_id)
        .executeTakeFirst()
      if (!own) throw notFound()
      return {
        has_gate_code: own.gate_code_sealed !== null,
        looks: await readLooks(tx, own.id),
      }
    }),

  'POST /api/crew/gate-code-looks': (call) =>
    inSchedule(call, async (ctx) => {
      const visit = await findVisit(ctx, parseVisitRef(call.body.visit))
      checkMayTouch({ ...ctx.may, by_crew: true }, visit)
      enforce(crewLook(visit, ctx.calendar))
      const seen = await handOut(ctx.tx, ctx.calendar, call.actor, [visit], 'stop')
      return { gate_code: seen[0]?.gate_code ?? null }
    }),

  'POST /api/crew/gate-codes': (call) =>
    inSchedule(call, async ({ tx, calendar, may }) => {
      const { today, time_zone } = calendar
      const window = { from: today, to: today }
      const { visits } = await readWindow(tx, calendar, window, { team_ids: may.team_ids })
      const open = visits.filter((visit) => crewLook(visit, calendar) === null)
      return {
        day: today,
        ends_at: new Date(zonedToUtcIso(addDays(today, 1), 0, time_zone)).toISOString(),
        codes: await handOut(tx, calendar, call.actor, open, 'phone'),
      }
    }),
}

async function checkCustomer(tx: OrgTx, id: string): Promise<void> {
  found(await tx.selectFrom('customers').select('id').where('id', '=', id).executeTakeFirst())
}

const seenBy = ({ person_id, name }: Actor) => ({ person_id, person_name: name })

/** Why the visit's own crew may not see the code now. A visit without a time counts from the start of business hours. */
const crewLook = (
  { date, start_minutes, status }: ResolvedVisit,
  { hours, settings, time_zone }: Calendar,
) =>
  gateCodeRules.crewLook({
    date,
    start_minutes,
    status,
    time_zone,
    opens_minutes: hours?.[weekdayOf(date)]?.opens_minutes ?? settings.default_start_minutes,
    now: new Date().toISOString(),
  })

/** The codes of visits, each written down as seen. */
async function handOut(
  tx: OrgTx,
  { teams }: Calendar,
  actor: Actor,
  visits: readonly ResolvedVisit[],
  screen: GateScreen,
): Promise<{ visit: string; gate_code: string }[]> {
  const codes = await readGateCodes(
    tx,
    visits.map(({ customer_id }) => customer_id),
  )
  const seen = visits.filter(({ customer_id }) => codes.has(customer_id))
  await addLooks(
    tx,
    seen.map((visit) => ({
      ...seenBy(actor),
      customer_id: visit.customer_id,
      screen,
      team_name: (visit.team_id && teams.get(visit.team_id)?.name) ?? null,
      visit,
    })),
  )
  return seen.map(({ occurrence_id, customer_id }) => ({
    visit: occurrence_id,
    gate_code: codes.get(customer_id)!,
  }))
}
