import { sql } from 'kysely'
import { addDays, wallClockIn, zonedToUtcIso, type LocalDate } from '../src/domain/base/dates.ts'
import type { OrgTx } from '../src/server/base/db/door.ts'
import { completeVisit, readToComplete } from '../src/server/flows/completion/complete.ts'
import { startVisit } from '../src/server/flows/completion/start.ts'
import { holdVisit } from '../src/server/flows/visit-acts/hold.ts'
import { skipVisit } from '../src/server/flows/visit-acts/skip.ts'
import { makeRequest } from '../src/server/schedule/requests/write.ts'
import { loseDay } from '../src/server/schedule/series/lost-day.ts'
import { endBreak, startBreak } from '../src/server/schedule/shifts/write.ts'
import { clockIn, clockOut } from '../src/server/schedule/shifts/write.ts'
import { lockAsking } from '../src/server/schedule/visit-requests/read.ts'
import { addVisitRequest } from '../src/server/schedule/visit-requests/write.ts'
import { lockVisit } from '../src/server/schedule/visits/lock.ts'
import { visitRef } from '../src/server/schedule/visits/ref.ts'
import { openScheduleForOffice, type ScheduleContext } from '../src/server/schedule/week/context.ts'
import { asItsOwner, type Building } from './building.ts'
import { isOpen, rainyDay, type FullerPlan } from './fuller-plan.ts'

/** The days around today: what is done, what is called off, and what customers ask for. */
export async function playDays(site: Building, plan: FullerPlan): Promise<void> {
  const { working, byDay } = plan
  await asItsOwner(site, async (tx) => {
    const ctx = await openScheduleForOffice(tx)
    const ref = (at: number, nth: number) => refOf(site, byDay[at]![nth]!, working[at]!)
    if (isOpen(plan)) await playToday(ctx, site, plan)
    for (const at of isOpen(plan) ? [0, 1] : [0]) {
      await skipVisit(ctx, ref(at, 7), { reason: 'customer' })
      await holdVisit(ctx, ref(at, 9), { reason: 'Gate locked, waiting for the new code' })
    }
    await loseDay(ctx, {
      date: working[rainyDay]!,
      team_ids: [site.built.teams['North Crew']!],
      zips: null,
      act: 'next_working_day',
      reason: 'weather',
      notify: true,
      shift_following: false,
      dry_run: false,
    })
    await makeRequest(tx, await lockVisit(ctx, ref(1, 4)), {
      action: 'reschedule',
      reason: 'We have guests in the garden that day.',
      preferred_dates: [working[2]!],
    })
    await askForVisit(tx, site, plan)
  })
}

const refOf = ({ built }: Building, customer: string, date: LocalDate) =>
  visitRef({ series_id: built.customers[customer]!.rules[0]!.series_id, original_date: date })

/** The first visits of the day are done, and a crew is at the next one. */
const doneToday = 5

async function playToday(
  { tx, may, ...rest }: ScheduleContext,
  site: Building,
  { byDay, today }: FullerPlan,
): Promise<void> {
  const crew = { ...rest, tx, may: { ...may, person_id: site.built.people['leader']!.id } }
  const [names] = byDay
  for (const name of names!.slice(0, doneToday)) {
    const ref = refOf(site, name, today)
    await completeVisit(crew, await readToComplete(tx, ref), {
      collect: false,
      confirm_future: false,
    })
    await tx
      .updateTable('visits')
      .set({
        completed_at: sql<string>`least(now(), ((date + make_interval(mins => start_minutes + 45)) at time zone 'America/New_York'))`,
      })
      .where('series_id', '=', ref.id)
      .where('original_date', '=', today)
      .execute()
  }
  await startVisit(crew, refOf(site, names![doneToday]!, today), new Date().toISOString())
}

async function askForVisit(tx: OrgTx, { built }: Building, plan: FullerPlan): Promise<void> {
  const { id } = built.customers[plan.byDay[2]![0]!]!
  await lockAsking(tx, id)
  await addVisitRequest(tx, id, {
    service_id: built.services['hedges']!,
    wished_on: plan.working[4]!,
    location_id: null,
    note: 'The boxwoods along the drive are over the windows now.',
  })
}

const weeksOfHours = 2
/** Minutes of the day, and whose hours are known for the last days already. */
const crews = [
  { key: 'leader', team: 'North Crew', from: 450, to: 990, known: 4 },
  { key: 'crew', team: 'North Crew', from: 455, to: 985, known: 4 },
  { key: 'south-leader', team: 'South Crew', from: 470, to: 1000, known: 0 },
  { key: 'west-crew', team: 'West Crew', from: 480, to: 960, known: 0 },
]

/** Two weeks on the clock; on the last day somebody forgot to press. */
export async function playHours(
  site: Building,
  { today }: FullerPlan,
  open: (day: LocalDate) => boolean,
): Promise<void> {
  const days = Array.from({ length: weeksOfHours * 7 }, (_, n) =>
    addDays(today, n - weeksOfHours * 7),
  )
  const worked = days.filter(open)
  await asItsOwner(site, async (tx) => {
    for (const person of crews)
      for (const [at, day] of worked.entries()) {
        if (day >= addDays(today, -person.known)) continue
        const forgets = person.key === 'west-crew' && at === worked.length - 1
        await playShift(tx, site, person, { day, at, forgets })
      }
    if (open(today)) await beginToday(tx, site, today)
  })
}

type Crew = (typeof crews)[number]

async function playShift(
  tx: OrgTx,
  site: Building,
  { key, team, from, to }: Crew,
  { day, at, forgets }: { day: LocalDate; at: number; forgets: boolean },
): Promise<void> {
  const who = whoIs(site, key, team)
  // Nobody presses at the same minute every day.
  const late = (at * 7) % 11
  await clockIn(tx, who, pressedAt(day, from + late))
  if (at % 2 === 0) {
    await startBreak(tx, who, pressedAt(day, 725 + late))
    await endBreak(tx, who, pressedAt(day, 755 + late))
  }
  if (!forgets) await clockOut(tx, who, pressedAt(day, to + ((at * 5) % 13)))
}

const whoIs = ({ built }: Building, key: string, team: string) => ({
  person_id: built.people[key]!.id,
  team_id: built.teams[team]!,
})

const pressedAt = (day: LocalDate, minutes: number) => ({
  waited_ms: Date.now() - Date.parse(zonedToUtcIso(day, minutes, zone)),
})
const zone = 'America/New_York'

/** Who began in the morning is on the clock, if the morning has come. */
async function beginToday(tx: OrgTx, site: Building, today: LocalDate): Promise<void> {
  const began = 470
  if (wallClockIn(zone, Date.now()).minutes <= began) return
  await clockIn(tx, whoIs(site, 'south-leader', 'South Crew'), pressedAt(today, began))
}
