import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  commandOf,
  inDays,
  openTestBed,
  today,
  windowOf,
  type TestBed,
} from '../../schedule/visits/test-bed.ts'

let bed: TestBed
let photo: Buffer
beforeAll(async () => {
  bed = await openTestBed()
  // 60 x 20 pixels, lying on its side, with the place it was taken.
  photo = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#3a7' } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'Phone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 59/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()
})
afterAll(() => bed.close())

type Name = Parameters<TestBed['ask']>[0]
let n = 0
const work = async (given: object = {}) =>
  bed.addRule({ customer_id: await bed.addCustomer(`Photo ${n++}`), ...given })

type Given = { id?: string; purpose?: string; bytes?: Buffer; waited_ms?: number; label?: string }
async function put(who: Name, visit: string, given: Given = {}) {
  const { id = randomUUID(), purpose = 'before', bytes = photo, ...more } = given
  const query = new URLSearchParams({ visit, purpose, ...(more as Record<string, string>) })
  const response = await bed.server.inject({
    method: 'PUT',
    url: `/api/photos/${id}?${query.toString()}`,
    headers: {
      ...(who ? { authorization: `Bearer ${who}` } : {}),
      'content-type': 'application/octet-stream',
    },
    payload: bytes,
  })
  return { status: response.statusCode, body: response.json(), id }
}
async function get(who: Name, id: string, size = 'full') {
  const response = await bed.server.inject({
    method: 'GET',
    url: `/api/photos/${id}?size=${size}`,
    headers: { authorization: `Bearer ${who}` },
  })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
}
const remove = (who: Name, id: string) => bed.ask(who, `DELETE /api/photos/${id}`)
const filesOf = async (id: string) =>
  (await bed.ask('olga', windowOf(inDays(-20), inDays(60)))).body.occurrences.find(
    (one: { id: string }) => one.id === id,
  )?.files as { id: string; by: string; purpose: string }[]
const finish = (visit: string) =>
  bed.ask('lea', 'POST /api/crew/commands', {
    commands: [commandOf('finish', visit)],
  })

describe('PUT /api/photos/{client_id}', () => {
  it('stores it upright, without the place, and shows it on the visit', async () => {
    const { first } = await work()
    expect((await sharp(photo).metadata()).exif?.length).toBeGreaterThan(0)
    const { status, body, id } = await put('max', first)
    expect([status, body]).toMatchObject([
      200,
      { id, purpose: 'before', by: 'max', width: 20, height: 60, label: null },
    ])
    const { headers, bytes } = await get('olga', id)
    expect(headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': /no-store/ })
    const stored = await sharp(bytes).metadata()
    expect(stored).toMatchObject({ format: 'jpeg', width: 20, height: 60 })
    expect([stored.exif, stored.orientation]).toEqual([undefined, undefined])
    const small = await get('olga', id, 'small')
    expect(small.headers['content-type']).toBe('image/webp')
    expect((await sharp(small.bytes).metadata()).format).toBe('webp')
    expect(await filesOf(first)).toMatchObject([{ id, by: 'max', purpose: 'before' }])
    expect(await bed.events('visit.photographed')).not.toEqual([])
  })

  it('counts a repeat once, and never brings back a removed one', async () => {
    const { first } = await work()
    const { id } = await put('lea', first)
    const [one, other] = await Promise.all([put('lea', first, { id }), put('lea', first, { id })])
    expect([one.status, other.status]).toEqual([200, 200])
    expect(await filesOf(first)).toHaveLength(1)
    expect((await remove('lea', id)).status).toBe(200)
    expect((await remove('lea', id)).status).toBe(200)
    expect((await put('lea', first, { id })).status).toBe(200)
    expect(await filesOf(first)).toEqual([])
    expect((await get('olga', id)).status).toBe(404)
  })

  it('makes large ones smaller', async () => {
    const { first } = await work()
    const big = await sharp({
      create: { width: 3000, height: 2000, channels: 3, background: '#fff' },
    })
      .png()
      .toBuffer()
    expect((await put('lea', first, { bytes: big })).body).toMatchObject({
      width: 1600,
      height: 1067,
    })
  })

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  it.each([
    ['422 file_unreadable: SVG', () => svg, 422],
    ['422 file_unreadable: half a photo', () => photo.subarray(0, 300), 422],
    ['422 invalid: nothing', () => Buffer.alloc(0), 422],
    ['413 file_too_large', () => Buffer.alloc(600_001, 1), 413],
  ])('%s', async (name, bytes, status) => {
    const { first } = await work()
    const answer = await put('lea', first, { bytes: bytes() })
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(/\w/)])
    expect(await filesOf(first)).toEqual([])
  })

  it('422 file_unreadable: few bytes that unpack to a huge picture', async () => {
    const { first } = await work()
    const bomb = await sharp({
      create: { width: 12_000, height: 12_000, channels: 3, background: '#000' },
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(600_000)
    expect((await put('lea', first, { bytes: bomb })).body.code).toBe('file_unreadable')
  })

  it('keeps the photo of a visit the office moved, cancelled or gave away meanwhile', async () => {
    for (const change of ['reschedule', 'skip', 'team'] as const) {
      const { first } = await work()
      const path = `/api/schedule/${first}`
      if (change === 'team')
        await bed.ask('olga', 'POST /api/schedule/set-time', {
          rule_id: first,
          team_id: bed.ids.south,
          apply_team_to: 'date',
        })
      else
        await bed.ask(
          'olga',
          `POST ${path}/${change}`,
          change === 'skip' ? {} : { to_date: inDays(2) },
        )
      expect([change, (await put('lea', first)).status]).toEqual([change, 200])
      expect(await filesOf(first)).toHaveLength(1)
    }
  })

  it('stays with its visit when the series changes', async () => {
    const { first, series_id } = await work()
    await put('lea', first)
    await bed.ask('olga', `PATCH /api/schedule/${series_id}`, {
      scope: 'all',
      notes: 'Mind the dog',
    })
    expect(await filesOf(first)).toHaveLength(1)
  })

  it('404 for a visit of another team, of another business, and for an id that is taken', async () => {
    const { first } = await work({ team_id: bed.ids.south })
    expect((await put('lea', first)).status).toBe(404)
    expect((await put('zed', first)).status).toBe(404)
    expect((await put('zed', `${randomUUID()}:${today}`)).status).toBe(404)
    const own = await work()
    const { id } = await put('max', own.first)
    expect((await put('lea', own.first, { id })).status).toBe(404)
    expect(await filesOf(own.first)).toMatchObject([{ by: 'max' }])
  })

  it('403 for customers, 401 for strangers', async () => {
    const { first } = await work()
    expect((await put('ana', first)).status).toBe(403)
    expect((await put(null, first)).status).toBe(401)
  })
})

describe('GET /api/photos/{id}', () => {
  it('is for the office, the team and the visit’s own customer, and nobody else', async () => {
    const { first } = await work({ customer_id: bed.ids.ana })
    const { id } = await put('lea', first)
    const seen = async (photo_id: string) =>
      Object.fromEntries(
        await Promise.all(
          (['olga', 'mike', 'lea', 'max', 'ana', 'ben', 'bob', 'zed'] as const).map(
            async (who) => [who, (await get(who, photo_id)).status] as const,
          ),
        ),
      )
    const inside = { olga: 200, mike: 200, lea: 200, max: 200 }
    const outside = { ben: 404, bob: 404, zed: 404 }
    expect(await seen(id)).toEqual({ ...inside, ...outside, ana: 200 })
    // What was signed is for the business.
    const signed = await put('lea', first, { purpose: 'signature', label: 'Ana' })
    expect(signed.body).toMatchObject({ purpose: 'signature', label: 'Ana' })
    expect(await seen(signed.id)).toEqual({ ...inside, ...outside, ana: 404 })
  })
})

describe('DELETE /api/photos/{id}', () => {
  it('by the crew: its own of today; by the office: any', async () => {
    const { first } = await work()
    const day = 24 * 3_600_000
    const [own, older, others] = await Promise.all([
      put('lea', first),
      put('lea', first, { waited_ms: day }),
      put('max', first),
    ])
    expect((await remove('ben', own.id)).status).toBe(404)
    expect((await remove('zed', own.id)).status).toBe(404)
    expect((await remove('lea', older.id)).body.code).toBe('file_too_old')
    expect((await remove('lea', others.id)).body.code).toBe('file_not_own')
    expect((await remove('lea', own.id)).status).toBe(200)
    expect((await remove('mike', older.id)).status).toBe(200)
    expect(await filesOf(first)).toMatchObject([{ id: others.id }])
  })
})

describe('GET /api/users/home', () => {
  it('shows the customer photos and notes for them of their last visit, and of no other', async () => {
    const { first } = await work({ customer_id: bed.ids.bob })
    const foreign = await work({ customer_id: bed.ids.ana, service_key: 'look' })
    const note = (text: string, more: object = {}) => commandOf('note', first, { text, ...more })
    await bed.ask('lea', 'POST /api/crew/commands', {
      commands: [note('Gate broken'), note('We trimmed the roses', { for_customer: true })],
    })
    const { id } = await put('lea', first)
    await put('lea', foreign.first)
    await put('lea', first, { purpose: 'signature', label: 'Bob' })
    await finish(first)
    const home = async (who: Name) => (await bed.ask(who, 'GET /api/users/home')).body.last_visit
    expect(await home('bob')).toMatchObject({
      photos: [{ id, purpose: 'before' }],
      notes: ['We trimmed the roses'],
    })
    expect(Object.keys((await home('bob')).photos[0]).toSorted()).toEqual([
      'at',
      'height',
      'id',
      'purpose',
      'width',
    ])
    expect(await home('ana')).toBeNull()
  })
})
