import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inDays, openTestBed, type TestBed } from '../schedule/visits/test-bed.ts'
import { locatePlaces } from './locate.ts'

let bed: TestBed
const asked: string[] = []
const raleigh = { latitude: 35.78, longitude: -78.64 }
let answer: (address: string) => { latitude: number; longitude: number } | null = () => raleigh
const quiet = { error() {}, info() {} }
const warnings: unknown[] = []
const locate = () =>
  locatePlaces(
    {
      store: bed.store,
      log: { ...quiet, warn: (fault) => warnings.push(fault) },
      geocoder: async (address) => (asked.push(address), answer(address)),
    },
    async () => {},
  )
const asksOf = async (run: () => Promise<void>) => {
  asked.length = 0
  await run()
  return asked.filter((address) => address.includes('Juniper Way'))
}

let house: string
const moveTo = (street: string, zip: string) =>
  bed.owner((tx) =>
    tx
      .updateTable('service_locations')
      .set({ street, city: 'Raleigh', state: 'NC', zip })
      .where('customer_id', '=', house)
      .execute(),
  )
const placeOn = async (date: string) => {
  const { body } = await bed.ask(
    'olga',
    `GET /api/schedule/route/suggestion?date=${date}&team_id=${bed.ids.north}`,
  )
  return body.places[0]
}

beforeAll(async () => {
  bed = await openTestBed()
  house = await bed.addCustomer('House')
  await moveTo('12 Juniper Way', '27601')
  await bed.addRule({ customer_id: house, pattern: 'once', start_date: inDays(40) })
})
afterAll(() => bed.close())

describe('looking up where addresses are', () => {
  it('asks once for each address, and the order of the day goes by the answer', async () => {
    const byZip = await placeOn(inDays(40))
    expect(await asksOf(locate)).toEqual(['12 Juniper Way, Raleigh, NC 27601'])
    expect(byZip).not.toMatchObject(raleigh)
    expect(await placeOn(inDays(40))).toMatchObject(raleigh)
    expect(await asksOf(locate)).toEqual([])
  })

  it('asks again for a changed address; until then its ZIP code counts', async () => {
    await moveTo('99 Juniper Way', '28401')
    expect((await placeOn(inDays(40))).latitude).toBeLessThan(35)
    answer = () => ({ latitude: 34.24, longitude: -77.95 })
    expect(await asksOf(locate)).toEqual(['99 Juniper Way, Raleigh, NC 28401'])
    expect(await placeOn(inDays(40))).toMatchObject({ latitude: 34.24, longitude: -77.95 })
  })

  it('does not believe a point far from the ZIP code, and does not ask for it again', async () => {
    await moveTo('7 Juniper Way', '27601')
    answer = () => ({ latitude: 47.6, longitude: -122.3 })
    expect(await asksOf(locate)).toHaveLength(1)
    expect((await placeOn(inDays(40))).latitude).toBeCloseTo(35.8, 0)
    expect(await asksOf(locate)).toEqual([])
  })

  it('leaves the rest for the next run if the service does not answer', async () => {
    await moveTo('8 Juniper Way', '27601')
    answer = () => {
      throw new Error('busy')
    }
    await locate()
    expect(warnings).toHaveLength(1)
    answer = () => raleigh
    expect(await asksOf(locate)).toHaveLength(1)
    expect(await placeOn(inDays(40))).toMatchObject(raleigh)
  })
})
