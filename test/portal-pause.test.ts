import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../src/domain/base/dates.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
let casey: Caller
let carmen: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  casey = await open.as('customer@green-acres.example')
  carmen = await open.as('customer@bright-side.example')
})
afterAll(() => open?.close())

type Series = {
  series_id: string
  label: string
  pause: { from: string; resume_on: string } | null
}
const list = async () =>
  (await casey('GET /api/users/series')).body as { series: Series[]; pause_from: string }
const upcoming = async () =>
  (await casey('GET /api/users/upcoming-services')).body.items as {
    occurrence_id: string
    date: string
    state: string
  }[]
const told = (template: string) =>
  open.rows<{ id: string; data: { action?: string; pause?: { did: string } } }>(
    'select id, data from messages where organization_id = $1 and template = $2 order by id',
    [open.world.green.id, template],
  )
const caseyNotes = async () =>
  (
    await owner('GET /api/owner/customers/{id}', {
      params: { id: open.world.green.customers['casey']!.id },
    })
  ).body.notes as { text: string; author_name: string }[]

describe('POST /api/users/series/pause', () => {
  it('pauses one series until its day; the others stay, and office and customer are told once', async () => {
    const { series, pause_from } = await list()
    expect(series.length).toBeGreaterThan(1)
    const { series_id, label } = series.find((one) => one.label === 'Mowing')!
    const resume_on = addDays(pause_from, 14)
    const body = { series_ids: [series_id], from: pause_from, resume_on }
    const paused = await casey('POST /api/users/series/pause', { body })
    expect(paused.status).toBe(200)
    expect(
      (paused.body.series as Series[]).filter(({ pause }) => pause).map((one) => one.series_id),
    ).toEqual([series_id])
    const states = (await upcoming())
      .filter((one) => one.occurrence_id.startsWith(series_id))
      .map(({ date, state }) => [date >= pause_from && date < resume_on, state === 'paused'])
    expect(states.every(([isInside, isPaused]) => isInside === isPaused)).toBe(true)
    expect(states.filter(([isInside]) => isInside)).toHaveLength(2)

    const [office, mail] = [await told('request_received'), await told('visits_changed')]
    expect(office.at(-1)!.data).toMatchObject({
      action: 'paused',
      service: label,
      until: resume_on,
    })
    expect(mail.at(-1)!.data.pause).toMatchObject({ did: 'paused', until: resume_on })
    expect((await caseyNotes())[0]).toMatchObject({
      text: expect.stringMatching(/^Paused Mowing from .* until .* in their account\.$/),
      author_name: 'Casey Walker',
    })
    await casey('POST /api/users/series/pause', { body })
    expect((await told('request_received')).length).toBe(office.length)
  })

  it('is ended by the customer at once, and told', async () => {
    const { series } = await list()
    const { series_id } = series.find(({ pause }) => pause !== null)!
    const resumed = await casey('POST /api/users/series/resume', {
      body: { series_ids: [series_id] },
    })
    expect((resumed.body.series as Series[]).every(({ pause }) => pause === null)).toBe(true)
    expect((await upcoming()).filter(({ state }) => state === 'paused')).toEqual([])
    expect((await told('request_received')).at(-1)!.data).toMatchObject({ action: 'resumed' })
    expect((await told('visits_changed')).at(-1)!.data.pause).toMatchObject({ did: 'resumed' })
  })

  it('422 for a first day inside the cutoff and for days in the wrong order, 404 for the work of others', async () => {
    const { series, pause_from } = await list()
    const ids = [series[0]!.series_id]
    const pause = (from: string, resume_on: string, series_ids = ids, who = casey) =>
      who('POST /api/users/series/pause', { body: { series_ids, from, resume_on } })
    expect(await pause(addDays(pause_from, -1), addDays(pause_from, 9))).toMatchObject({
      status: 422,
      body: { fields: { from: 'Choose a later day. Visits before it are too close to skip.' } },
    })
    expect(await pause(pause_from, pause_from)).toMatchObject({
      status: 422,
      body: { fields: { resume_on: 'The pause must end after it begins.' } },
    })
    expect(await pause(pause_from, addDays(pause_from, 400))).toMatchObject({
      status: 422,
      body: { fields: { resume_on: 'Choose a day within a year.' } },
    })
    expect((await pause(pause_from, addDays(pause_from, 9), [], casey)).status).toBe(422)
    expect((await pause(pause_from, addDays(pause_from, 9), ids, carmen)).status).toBe(404)
  })
})
