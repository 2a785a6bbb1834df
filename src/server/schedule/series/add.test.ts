import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestBed, today, type TestBed } from '../visits/test-bed.ts'

let bed: TestBed

beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

const add = (rule: object) =>
  bed.ask('olga', 'POST /api/schedule', { service_key: 'mow', start_date: today, ...rule })

describe('POST /api/schedule', () => {
  it('409 only for identical work: other days, another season or another hour count as additional', async () => {
    const known = {
      customer_id: await bed.addCustomer('Often'),
      pattern: 'monthly',
      weekdays: [2],
      month_week: 2,
      start_minutes: 540,
    }
    const more = [
      {},
      { month_week: 4 },
      { weekdays: [4] },
      { month_week: null },
      { season_start_month: 1, season_end_month: 11 },
      { start_minutes: 780 },
    ]
    for (const change of more)
      expect([change, (await add({ ...known, ...change })).status]).toEqual([change, 201])
    const same = [
      {},
      { weekdays: [2, 2] },
      { pattern: 'every_x_months', interval: 1 },
      { start_minutes: null },
      { notes: 'Side gate' },
      { end_date: null },
    ]
    for (const change of same)
      expect([change, (await add({ ...known, ...change })).body.code]).toEqual([
        change,
        'duplicate',
      ])
  })

  it('warns about work outside the service area when a team gets it: when added, or later', async () => {
    const area = (zips: string[]) =>
      bed.write((tx) =>
        tx
          .updateTable('organizations')
          .set({ service_area_zipcodes: zips })
          .where('id', '=', bed.ids.org)
          .execute(),
      )
    await area(['27601'])
    const warning = { code: 'outside_area', sentence: '27701 is outside your service area.' }
    const far = { customer_id: await bed.addCustomer('Far'), pattern: 'once' }
    expect((await add({ ...far, team_id: bed.ids.north })).body.warnings).toContainEqual(warning)
    const { first_visit, warnings } = (
      await add({ ...far, start_minutes: 600, service_key: 'look' })
    ).body
    expect(warnings).toEqual([])
    const give = (team_id: string) =>
      bed.ask('olga', 'POST /api/schedule/set-time', {
        rule_id: first_visit.occurrence_id,
        team_id,
      })
    expect((await give(bed.ids.north)).body.warnings).toContainEqual(warning)
    // Another team doesn't change the place.
    expect((await give(bed.ids.south)).body.warnings).not.toContainEqual(warning)
    await area([])
  })

  it.each([
    [
      { pattern: 'weekly', start_date: '9998-01-01' },
      { start_date: 'Enter a real date as YYYY-MM-DD' },
    ],
    [
      {
        pattern: 'weekly',
        start_date: '2027-01-04',
        end_date: '2027-03-01',
        season_start_month: 4,
        season_end_month: 10,
      },
      { end_date: 'No visit falls before this date.' },
    ],
    [
      {
        pattern: 'every_6_months',
        start_date: '2027-01-04',
        end_date: null,
        season_start_month: 4,
        season_end_month: 5,
      },
      { season_end_month: 'No date of this pattern falls in the season.' },
    ],
  ])('422 for work without any visits: %j', async (rule, fields) => {
    expect(await add({ customer_id: bed.ids.bob, ...rule })).toMatchObject({
      status: 422,
      body: { fields },
    })
  })
})

describe('GET /api/schedule', () => {
  it.each(['0001-01-01', '9999-12-31'])(
    '422 for a week at the end of the calendar: %s',
    async (day) => {
      expect(await bed.ask('olga', `GET /api/schedule?from=${day}&to=${day}`)).toMatchObject({
        status: 422,
        body: { fields: { from: 'Enter a real date as YYYY-MM-DD' } },
      })
    },
  )
})
