import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../src/domain/base/dates.ts'
import { openWorld, type BodyFor, type BodyFrom, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
let team: BodyFrom<'GET /api/owner/teams'>['teams'][number]
/** A timed visit of the team on a coming day. */
let visit: BodyFrom<'GET /api/schedule'>['occurrences'][number]
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  const { occurrences } = (await owner('GET /api/schedule', { query: window() })).body
  visit = occurrences.find(
    (one) => one.status === 'scheduled' && one.team_id && one.date > open.world.green.today,
  )!
  // Somebody may be away while somebody is there.
  await owner('POST /api/owner/crew-members', {
    body: {
      email: 'second@mail.example',
      name: 'Sam Second',
      team_id: visit.team_id,
      send_invite: false,
    },
  })
  team = (await owner('GET /api/owner/teams')).body.teams.find((one) => one.id === visit.team_id)!
})
afterAll(() => open?.close())

const window = () => {
  const { today } = open.world.green
  return { from: today, to: addDays(today, 20) }
}
const give = (body: BodyFor<'POST /api/owner/time-off'>) =>
  owner('POST /api/owner/time-off', { body })
const takeBack = (id: string) => owner('DELETE /api/owner/time-off/{id}', { params: { id } })
const teamInWeek = async () =>
  (await owner('GET /api/schedule/week', { query: window() })).body.teams.find(
    ({ id }: { id: string }) => id === team.id,
  )
const day = () => addDays(visit.date, 1)
/** Codes of the warnings about a visit moved to the day after. */
async function warned(): Promise<string[]> {
  const params = { id: visit.occurrence_id }
  const there = await owner.raw<{ warnings: { code: string }[] }>(
    'POST /api/schedule/{id}/reschedule',
    {
      params,
      body: { to_date: day() },
    },
  )
  expect(there.status).toBe(200)
  await owner.raw('POST /api/schedule/{id}/reschedule', { params, body: { to_date: visit.date } })
  return there.body.warnings.map(({ code }) => code)
}
const freeTimes = async (date: string) =>
  (
    await owner('GET /api/owner/available-times', {
      query: { date, team_id: team.id, service_minutes: 30 },
    })
  ).body.slots

describe('days off of a team', () => {
  it('say how many visits are planned, and stand on the boards until they are taken back', async () => {
    const { status, body } = await give({
      team_id: team.id,
      from_date: visit.date,
      to_date: visit.date,
      reason: 'Training',
    })
    expect([status, body.error]).toEqual([201, undefined])
    expect(body.visits).toBeGreaterThan(0)
    expect((await teamInWeek())!.days_off).toEqual([
      {
        from: visit.date,
        to: visit.date,
        person_id: null,
        person: null,
        members: 0,
        reason: 'Training',
      },
    ])
    expect((await owner('GET /api/owner/time-off')).body.time_off).toHaveLength(1)
    expect((await takeBack(body.time_off.id)).status).toBe(200)
    expect((await teamInWeek())!.days_off).toBeUndefined()
    expect((await takeBack(body.time_off.id)).status).toBe(404)
  })

  it('are warned about, and leave no free time', async () => {
    expect(await warned()).not.toContain('team_off')
    const { body } = await give({ team_id: team.id, from_date: day(), to_date: day() })
    expect(await warned()).toContain('team_off')
    expect(await freeTimes(day())).toEqual([])
    await takeBack(body.time_off.id)
  })

  it('of one person are warned about; of everybody they are the team’s', async () => {
    expect(team.members.length).toBeGreaterThan(1)
    const [first, ...rest] = team.members
    const days = { from_date: day(), to_date: day() }
    const given = [await give({ person_id: first!.id, ...days, reason: 'Dentist' })]
    expect(await warned()).toContain('member_off')
    // Why somebody is away is not on the boards.
    expect(JSON.stringify(await teamInWeek())).not.toContain('Dentist')
    const free = await freeTimes(day())
    for (const member of rest) given.push(await give({ person_id: member.id, ...days }))
    expect(await warned()).toContain('team_off')
    expect(free.length === 0 || (await freeTimes(day())).length === 0).toBe(true)
    for (const { body } of given) await takeBack(body.time_off.id)
  })

  it('are not offered to customers who move a visit themselves, who learn no reason', async () => {
    const customer = await open.as('customer@green-acres.example')
    const upcoming = (await customer('GET /api/users/upcoming-services')).body.items
    const answers = await Promise.all(
      upcoming.map(({ occurrence_id }) =>
        customer('GET /api/users/open-dates', { query: { occurrence_id } }),
      ),
    )
    const own = answers.map(({ body }) => body).find(({ dates }) => dates?.length > 0)
    expect(own).toBeDefined()
    const dates = async () =>
      (
        await customer('GET /api/users/open-dates', {
          query: { occurrence_id: own!.occurrence_id },
        })
      ).body.dates.map(({ date }: { date: string }) => date)
    const [first] = await dates()
    const { team_id } = await open.row<{ team_id: string }>(
      'select team_id from rules where series_id = $1 order by start_date desc limit 1',
      [own!.occurrence_id.slice(0, 36)],
    )
    const { body } = await give({
      team_id,
      from_date: first!,
      to_date: first!,
      reason: 'A funeral',
    })
    expect(await dates()).not.toContain(first)
    await takeBack(body.time_off.id)
    const crew = await open.rows<{ person_id: string }>(
      "select person_id from memberships where team_id = $1 and status <> 'inactive'",
      [team_id],
    )
    for (const { person_id } of crew) await give({ person_id, from_date: first!, to_date: first! })
    expect(await dates()).not.toContain(first)
    await open.rows('delete from time_off')
  })

  it('409, 422 and 404: nobody of ours, nobody at all, the wrong order', async () => {
    const days = { from_date: day(), to_date: day() }
    const { id: theirs } = await open.row<{ id: string }>(
      'select id from teams where organization_id = $1 limit 1',
      [open.world.bright.id],
    )
    expect((await give({ team_id: theirs, ...days })).status).toBe(404)
    expect((await give({ ...days })).status).toBe(422)
    expect(await give({ team_id: team.id, from_date: day(), to_date: visit.date })).toMatchObject({
      status: 422,
      body: { fields: { to_date: 'The last day is before the first day.' } },
    })
    const crew = await open.as('leader@green-acres.example')
    expect(
      (await crew('POST /api/owner/time-off', { body: { team_id: team.id, ...days } })).status,
    ).toBe(403)
  })
})

describe('the length of a team’s day', () => {
  it('is warned about when the work is longer', async () => {
    const set = (day_minutes: number | null) =>
      owner('PUT /api/owner/teams/{id}/day-minutes', {
        params: { id: team.id },
        body: { day_minutes },
      })
    expect(await warned()).not.toContain('over_hours')
    expect((await set(15)).status).toBe(200)
    expect((await teamInWeek())!.day_minutes).toBe(15)
    expect(await warned()).toContain('over_hours')
    expect((await set(5)).status).toBe(422)
    expect((await set(null)).status).toBe(200)
    expect(await warned()).not.toContain('over_hours')
  })
})
