import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
})
afterAll(() => open?.close())

const monthOf = async (month: string) =>
  (await owner('GET /api/schedule/month', { query: { month } })).body
const taking = ['scheduled', 'in_progress', 'completed']

describe('GET /api/schedule/month', () => {
  it('200 counts the same visits as the week, day by day', async () => {
    const today: string = (await monthOf('2027-06')).today
    const month = await monthOf(today.slice(0, 7))
    expect(month.days).toHaveLength((Date.parse(month.to) - Date.parse(month.from)) / 864e5 + 1)
    const { body } = await owner('GET /api/schedule', {
      query: { from: month.from, to: month.to },
    })
    expect(month.days.reduce((sum, { visits }) => sum + visits, 0)).toBeGreaterThan(0)
    for (const day of month.days) {
      const visits = body.occurrences.filter(
        (one) => one.date === day.date && taking.includes(one.status),
      )
      expect([day.date, day.visits]).toEqual([day.date, visits.length])
      expect(day.minutes).toBe(visits.reduce((sum, one) => sum + one.duration_minutes, 0))
      expect(day.unassigned).toBe(visits.filter((one) => one.team_id === null).length)
    }
  })

  it('200 with what the teams can do, less a team that is off, and nothing on a closed day', async () => {
    const { teams } = (await owner('GET /api/owner/teams')).body
    for (const { id } of teams)
      await owner('PUT /api/owner/teams/{id}/day-minutes', {
        params: { id },
        body: { day_minutes: 480 },
      })
    await owner('POST /api/owner/time-off', {
      body: { team_id: teams[0]!.id, from_date: '2028-03-15', to_date: '2028-03-15' },
    })
    await owner('POST /api/owner/organization/update', {
      body: { closed_dates: ['2028-03-16'] },
    })
    const { days } = await monthOf('2028-03')
    const on = (date: string) => days.find((day) => day.date === date)!
    const all = teams.length * 480
    expect(on('2028-03-14')).toMatchObject({ capacity_minutes: all, teams_off: [] })
    expect(on('2028-03-15')).toMatchObject({
      capacity_minutes: all - 480,
      teams_off: [teams[0]!.name],
    })
    expect(on('2028-03-16')).toMatchObject({
      capacity_minutes: 0,
      is_closed: true,
      closed_reason: null,
    })
    // The clocks go forward on March 12: that day is there once, like any other.
    expect(days.filter(({ date }) => date === '2028-03-12')).toHaveLength(1)
  })

  it('422 for what is no month', async () => {
    for (const month of ['2027-13', '2027-6', 'June'])
      expect((await owner('GET /api/schedule/month', { query: { month } })).status).toBe(422)
  })

  it('403 to a crew', async () => {
    const leader = await open.as('leader@green-acres.example')
    const answer = await leader('GET /api/schedule/month', { query: { month: '2027-06' } })
    expect(answer.status).toBe(403)
  })
})
