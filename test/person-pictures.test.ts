import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { avatarAt } from '../src/domain/base/person.ts'
import { openWorld, type OpenWorld } from './world.ts'

let open: OpenWorld
let photo: Buffer
beforeAll(async () => {
  open = await openWorld()
  // Lying on its side, red above and blue below, with the place it was taken.
  const half = { width: 600, height: 450, channels: 3 } as const
  photo = await sharp({ create: { ...half, height: 900, background: '#00f' } })
    .composite([{ input: { create: { ...half, background: '#f00' } }, gravity: 'north' }])
    .jpeg()
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 59/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
})
afterAll(() => open?.close())

const people = {
  owner: 'owner@green-acres.example',
  leader: 'leader@green-acres.example',
  crew: 'crew@green-acres.example',
  customer: 'customer@green-acres.example',
  other: 'owner@bright-side.example',
  admin: 'admin@fieldhive.example',
}
type Who = keyof typeof people

async function put(who: Who | null, body: Buffer = photo) {
  const caller = who ? await open.as(people[who]) : open.anonymous
  const headers = { 'content-type': 'application/octet-stream' }
  return caller('PUT /api/users/picture', { body, headers })
}
const me = async (who: Who) => (await (await open.as(people[who]))('GET /api/users/me')).body
async function get(who: Who, avatar_url: string) {
  const answer = await fetch(open.url + avatar_url, {
    headers: { authorization: `Bearer ${await open.app.identity!.issueToken(people[who])}` },
  })
  return { status: answer.status, headers: answer.headers, bytes: await answer.arrayBuffer() }
}

describe('PUT /api/users/picture', () => {
  it('keeps it small, square and upright, without the place', async () => {
    expect((await sharp(photo).metadata()).exif?.length).toBeGreaterThan(0)
    const { status, body } = await put('crew')
    expect(status).toBe(200)
    expect(avatarAt(body.avatar_url)?.id).toBe(body.id)
    expect((await me('crew')).avatar_url).toBe(body.avatar_url)
    const { headers, bytes } = await get('crew', body.avatar_url!)
    expect(headers.get('content-type')).toBe('image/jpeg')
    expect(headers.get('cache-control')).toContain('no-store')
    const kept = sharp(bytes)
    expect(await kept.metadata()).toMatchObject({ format: 'jpeg', width: 256, height: 256 })
    const { exif, orientation } = await kept.metadata()
    expect([exif, orientation]).toEqual([undefined, undefined])
    const corner = { left: 0, top: 0, width: 40, height: 256 }
    const { channels } = await sharp(await sharp(bytes).extract(corner).toBuffer()).stats()
    expect(channels[2]!.mean).toBeGreaterThan(200)
  })

  it('takes PNG and WebP, and another picture has another address', async () => {
    const before = (await me('crew')).avatar_url
    const plain = sharp({ create: { width: 40, height: 30, channels: 4, background: '#0a08' } })
    const png = await put('crew', await plain.clone().png().toBuffer())
    const webp = await put('crew', await plain.clone().flatten().webp().toBuffer())
    expect([png.status, webp.status]).toEqual([200, 200])
    expect(new Set([before, png.body.avatar_url, webp.body.avatar_url]).size).toBe(3)
    expect((await get('crew', before!)).status).toBe(404)
  })

  it.each<[string, Who | null, () => Buffer, number, string]>([
    ['nothing', 'owner', () => Buffer.alloc(0), 422, 'invalid'],
    ['text', 'owner', () => Buffer.from('hello'), 422, 'file_unreadable'],
    ['an SVG', 'owner', () => Buffer.from('<svg xmlns="x"/>'), 422, 'file_unreadable'],
    ['half a picture', 'owner', () => photo.subarray(0, 400), 422, 'file_unreadable'],
    ['a huge file', 'owner', () => Buffer.alloc(600_001, 1), 413, 'file_too_large'],
    ['a stranger’s', null, () => photo, 401, 'unauthenticated'],
  ])('refuses %s', async (_, who, bytes, status, code) => {
    const answer = await put(who, bytes())
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect((await me('owner')).avatar_url).toBeNull()
  })
})

describe('GET /api/people/{id}/pictures/{hash}', () => {
  it('is for the people who work with them, and for the business they buy from', async () => {
    const seen = async (whose: Who) => {
      const { avatar_url } = (await put(whose)).body
      const all = Object.keys(people) as Who[]
      const statuses = await Promise.all(
        all.map(async (who) => [who, (await get(who, avatar_url!)).status] as const),
      )
      return statuses.filter(([, status]) => status === 200).map(([who]) => who)
    }
    expect(await seen('leader')).toEqual(['owner', 'leader', 'crew', 'admin'])
    expect(await seen('customer')).toEqual(['owner', 'customer', 'admin'])
    expect(await seen('other')).toEqual(['other', 'admin'])
    expect(await seen('admin')).toEqual(['admin'])
  })

  it('401 without signing in, 404 for what is no picture', async () => {
    const { id, avatar_url } = (await put('crew')).body
    expect((await fetch(open.url + avatar_url)).status).toBe(401)
    for (const path of [`/api/people/${id}/pictures/x`, '/api/people/x/pictures/x'])
      expect((await get('crew', path)).status).toBe(404)
  })

  it('is named where the people of a business are listed', async () => {
    const { id, avatar_url } = (await put('crew')).body
    const listed = async (who: Who, call: string) =>
      JSON.stringify((await (await open.as(people[who])).raw(call)).body)
    expect(await listed('owner', 'GET /api/owner/people')).toContain(avatar_url)
    expect(await listed('owner', 'GET /api/owner/crew-members')).toContain(avatar_url)
    expect(await listed('leader', 'GET /api/crew/team')).toContain(avatar_url)
    expect(id).toBeTruthy()
  })
})

it('is removed with `avatar_url` null, and set to no other address', async () => {
  const { avatar_url } = (await put('leader')).body
  const caller = await open.as(people.leader)
  const save = (body: object) => caller('PUT /api/users/update-me', { body })
  const other = await save({ avatar_url: 'https://example.com/a.png' })
  expect([other.status, other.body.fields]).toEqual([
    422,
    { avatar_url: 'Upload a picture instead of an address' },
  ])
  expect((await get('leader', avatar_url!)).status).toBe(200)
  expect((await save({ avatar_url: null })).body.avatar_url).toBeNull()
  expect((await get('leader', avatar_url!)).status).toBe(404)
})
