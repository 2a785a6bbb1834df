import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type * as seenPictures from './seen-pictures.ts'

// A phone keeps the pictures of its days, and never fills up with old ones.

const now = Date.parse('2031-03-04T15:00:00Z')
const hour_ms = 3_600_000
const million = 1_000_000
let pictures: typeof seenPictures

beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers({ now, toFake: ['Date'] })
  vi.stubGlobal('indexedDB', new IDBFactory())
  pictures = await import('./seen-pictures.ts')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const keep = (id: string, size = 3, type = 'image/jpeg') =>
  pictures.keepPicture(id, new ArrayBuffer(size), type)
const later = (hours: number) => void vi.setSystemTime(Date.now() + hours * hour_ms)
const kept = async () => [...(await pictures.keptPictures())].toSorted()

it('keeps the pictures of three days, each as it was', async () => {
  await keep('first')
  later(72)
  await keep('second', 5, 'image/webp')
  expect(await kept()).toEqual(['first', 'second'])
  expect(await pictures.readPicture('first')).toMatchObject({ size: 3, type: 'image/jpeg' })
  expect(await pictures.readPicture('second')).toMatchObject({ size: 5, type: 'image/webp' })
})

it('deletes what is older with the next picture', async () => {
  await keep('first')
  later(1)
  await keep('second')
  later(72)
  await keep('third')
  expect(await kept()).toEqual(['second', 'third'])
})

it('has room for 20 MB: the oldest go', async () => {
  for (const id of ['c', 'a', 'b']) {
    await keep(id, 5 * million)
    later(1)
  }
  await keep('d', 5 * million)
  expect(await kept()).toEqual(['a', 'b', 'c', 'd'])
  later(1)
  await keep('e', 5 * million)
  expect(await kept()).toEqual(['a', 'b', 'd', 'e'])
})

it('counts a picture that is kept again once, and as new', async () => {
  await keep('again', 12 * million)
  later(1)
  await keep('other', 8 * million)
  later(1)
  await keep('again', 12 * million)
  expect(await kept()).toEqual(['again', 'other'])
  later(71.5)
  await keep('last')
  expect(await kept()).toEqual(['again', 'last'])
})
