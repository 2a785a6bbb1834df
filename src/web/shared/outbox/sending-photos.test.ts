// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  begun_ms,
  canWake,
  freshPhone,
  goOnline,
  look,
  mayPersist,
  openCrewPage,
  othersSend,
  pass,
  putAway,
  settle,
  worker,
  type CrewPage,
  type Server,
} from '../../../../test/phone.tsx'
import type { WaitingPhoto } from './store.ts'

// A photo or a signature reaches the server once, or stays on the phone until somebody has read why it cannot.

const put = 'PUT /api/photos/'
const taken: Server = () => ({ body: { ok: true } })
const bytes = new Uint8Array([1, 2, 3]).buffer
let page: CrewPage
const open = async (server: Server, me?: object) => (page = await openCrewPage(server, me))
beforeEach(freshPhone)
afterEach(() => {
  page?.end()
  putAway()
})

const waiting = (client_id: string, more: Partial<WaitingPhoto> = {}): WaitingPhoto => ({
  client_id,
  worker,
  visit: 'visit-1',
  about: 'Casey Walker, Mowing',
  purpose: 'photo' as WaitingPhoto['purpose'],
  label: null,
  made_ms: begun_ms - 60_000,
  is_tried: false,
  is_removed: false,
  refusal: null,
  ...more,
})
/** Photos that were taken before the page was opened. */
async function leave(...photos: WaitingPhoto[]): Promise<void> {
  const { writePhoto } = await import('./store.ts')
  for (const photo of photos) await writePhoto(photo, bytes)
}
const add = (about = 'Casey Walker') =>
  page.outbox.addPhoto(
    {
      worker,
      visit: 'visit-1',
      about,
      purpose: 'photo' as never,
      label: null,
      made_ms: Date.now(),
    },
    bytes,
  )
const idsOf = (call: string) => page.sent(call).map((one) => one.call.slice(call.length))
const left = async () => (await page.store.readPhotos()).map(({ client_id }) => client_id)

describe('photos', () => {
  it('go one by one, oldest first, and leave the phone when the server has them', async () => {
    await leave(
      waiting('second', { made_ms: begun_ms - 30_000 }),
      waiting('first', { label: 'Pat Reed' }),
    )
    await open(taken)
    expect(idsOf(put)).toEqual(['first', 'second'])
    expect(page.sent(put).map(({ query }) => query)).toEqual([
      { worker, visit: 'visit-1', purpose: 'photo', waited_ms: '60000', label: 'Pat Reed' },
      { worker, visit: 'visit-1', purpose: 'photo', waited_ms: '30000' },
    ])
    expect(page.sent(put)[0]!.body.size).toBe(3)
    expect(await left()).toEqual([])
    expect(await page.store.readPhotoBytes('first')).toBeUndefined()
    // The page goes on showing it without a connection.
    expect(await page.pictures.keptPictures()).toEqual(new Set(['first', 'second']))
  })

  it('go as soon as they are taken; a colleague’s stay', async () => {
    await leave(waiting('theirs', { worker: 'bob.org' }))
    const asked = canWake()
    await open(taken)
    await add()
    await settle()
    expect(page.sent(put)).toHaveLength(1)
    expect(asked).toEqual(['fieldhive.outbox'])
    expect(await left()).toEqual(['theirs'])
  })

  it('are not for the browser to delete, which is asked with each; it may refuse', async () => {
    const asked = mayPersist()
    await open(taken)
    expect(asked).toEqual([])
    await add()
    await settle()
    expect(asked).toEqual(['persist'])
    expect(page.sent(put)).toHaveLength(1)
  })

  it('are marked before they are sent', async () => {
    const marks: boolean[] = []
    await open(async () => {
      marks.push(...(await page.store.readPhotos()).map(({ is_tried }) => is_tried))
      return null
    })
    await add()
    await settle()
    expect(marks).toEqual([true])
  })

  it('are tried after 1, 2, 4 … 60 seconds while the server does not answer', async () => {
    let isDown = true
    await open(() => (isDown ? null : { body: { ok: true } }))
    await add()
    await settle()
    await pass(125_000)
    const at = page.sent(put).map(({ at_ms }) => at_ms)
    const seconds = at.slice(1).map((ms, index) => Math.round((ms - at[index]!) / 1000))
    expect(seconds).toEqual([1, 2, 4, 8, 16, 32, 60])
    expect(page.seen.isUnderWay).toBe(false)
    isDown = false
    goOnline(true)
    await settle()
    expect(await left()).toEqual([])
    expect(page.seen.isUnderWay).toBe(true)
    isDown = true
    const before = page.sent(put).length
    await add()
    await settle()
    await pass(1000)
    expect(page.sent(put)).toHaveLength(before + 2)
  })

  it.each([408, 429, 500, 503])('are tried again after %i', async (status) => {
    await open(() => ({ status }))
    await add()
    await settle()
    expect(await page.store.readPhotos()).toMatchObject([{ refusal: null }])
    await pass(1000)
    expect(page.sent(put)).toHaveLength(2)
  })

  it.each([401, 403])('are not after %i, until somebody looks; nothing is lost', async (status) => {
    let isIn = false
    await open(() => (isIn ? { body: { ok: true } } : { status }))
    await add()
    await pass(120_000)
    expect(page.seen.isRefused).toBe(true)
    const tries = page.sent(put).length
    await pass(60_000)
    expect(page.sent(put)).toHaveLength(tries)
    isIn = true
    look(true)
    await settle()
    expect(await left()).toEqual([])
    expect(page.seen.isRefused).toBe(false)
  })

  it.each([400, 404, 413, 422])(
    'stay with the reason after %i, and the next one goes',
    async (status) => {
      await leave(waiting('refused'), waiting('next', { made_ms: begun_ms }))
      await open(({ call }) =>
        call.endsWith('refused')
          ? { status, body: { ok: false, error: 'This visit is gone', code: 'not_found' } }
          : { body: { ok: true } },
      )
      expect(idsOf(put)).toEqual(['refused', 'next'])
      expect(await page.store.readPhotos()).toMatchObject([
        { client_id: 'refused', refusal: 'This visit is gone', is_tried: true },
      ])
      expect((await page.store.readPhotoBytes('refused'))?.byteLength).toBe(3)
      goOnline(true)
      await settle()
      expect(page.sent(put)).toHaveLength(2)
    },
  )

  it('whose bytes are lost leave the line, and the next one goes', async () => {
    await leave(waiting('next', { made_ms: begun_ms }))
    const { replacePhoto } = await import('./store.ts')
    await replacePhoto(waiting('lost'))
    await open(taken)
    expect(idsOf(put)).toEqual(['next'])
    expect(await left()).toEqual([])
  })

  it('are left to the other page that sends, and asked about a second later', async () => {
    await open(taken)
    othersSend(true)
    await add()
    await settle()
    expect(page.sent(put)).toEqual([])
    expect(page.seen.isUnderWay).toBe(true)
    othersSend(false)
    await pass(999)
    expect(page.sent(put)).toEqual([])
    await pass(1)
    expect(page.sent(put)).toHaveLength(1)
  })

  it('are sent by nobody once the page is gone', async () => {
    await open(() => null)
    await add()
    await settle()
    page.end()
    const before = page.sent(put).length
    goOnline(true)
    look(true)
    await pass(10_000)
    expect(page.sent(put)).toHaveLength(before)
  })

  it('go when there is a connection again', async () => {
    let isDown = true
    await open(() => (isDown ? null : { body: { ok: true } }))
    await add()
    await settle()
    isDown = false
    goOnline(true)
    await settle()
    expect(await left()).toEqual([])
  })
})

describe('the stop that a page shows', () => {
  it.each([
    ['is asked for again once the server has its photo', {}],
    ['is asked for again once its photo is removed there', { is_tried: true, is_removed: true }],
  ])('%s', async (_, photo) => {
    goOnline(false)
    await leave(waiting('one', photo))
    await open(() => (navigator.onLine ? { body: { ok: true } } : null))
    const [{ queryClient }, { api }] = await Promise.all([
      import('../../app/query-client.ts'),
      import('../../app/client.ts'),
    ])
    const queryKey = api['GET /api/schedule'].key()
    queryClient.setQueryData(queryKey, {})
    const isStale = () => queryClient.getQueryState(queryKey)!.isInvalidated
    expect([isStale(), await left()]).toEqual([false, ['one']])
    goOnline(true)
    await settle()
    expect([isStale(), await left()]).toEqual([true, []])
  })
})

describe('a photo that is removed', () => {
  const remove = 'DELETE /api/photos/'

  it('goes without a word if it never left the phone', async () => {
    await leave(waiting('kept', { made_ms: begun_ms }))
    goOnline(false)
    await open(() => null)
    const [photo] = await page.store.readPhotos()
    await page.outbox.dropPhoto({ ...photo!, is_tried: false })
    await settle()
    expect(await left()).toEqual([])
    expect(page.sent(remove)).toEqual([])
  })

  it('is removed on the server, too, which may have it', async () => {
    await leave(waiting('sent', { is_tried: true, is_removed: true }))
    await open(taken)
    expect(idsOf(remove)).toEqual(['sent'])
    expect(page.sent(remove)[0]!.query).toEqual({ worker })
    expect(page.sent(put)).toEqual([])
    expect(await left()).toEqual([])
  })

  it.each([
    [404, 'gone', []],
    [503, 'kept', ['sent']],
    [401, 'kept', ['sent']],
  ])('after %i is %s', async (status, _, stays) => {
    await leave(waiting('sent', { is_tried: true, is_removed: true }))
    await open(() => ({ status }))
    expect(await left()).toEqual(stays)
  })
})
