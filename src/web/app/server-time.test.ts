import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { productFiles, read } from '../../../test/source.ts'
import type * as time from './server-time.ts'

const noon = Date.parse('2027-06-09T12:00:00-04:00')
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const stored = new Map<string, string>()

type Time = typeof time
/** The phone's application, opened now. */
const opened = async (): Promise<Time> => {
  vi.resetModules()
  return import('./server-time.ts')
}
/** The server answers at this moment of its clock, `took` after it was asked. */
const answer = (time: Time, server_ms: number, took = 200) =>
  time.learnTime(new Date(server_ms).toUTCString(), Date.now() - took)

beforeEach(() => {
  stored.clear()
  vi.useFakeTimers({ now: noon })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  // The next file's clock is right.
  vi.resetModules()
})

describe('the server’s time on a phone', () => {
  it.each([
    ['right', 0, 0],
    ['a minute off', minute, 0],
    ['26 hours ahead', 26 * hour, 26 * hour],
    ['two days behind', -2 * day, -2 * day],
  ])('whose clock is %s', async (_, off, ahead) => {
    const time = await opened()
    answer(time, noon - off)
    expect(time.clockAhead_ms()).toBe(ahead)
    expect(time.nowMs()).toBe(noon - ahead)
    expect(time.timeOf(noon - hour)).toBe(noon - hour - ahead)
  })

  it('is known at the next opening, without a connection', async () => {
    answer(await opened(), noon - 2 * day)
    vi.setSystemTime(noon + 3 * hour)
    const later = await opened()
    expect(later.nowIso()).toBe(new Date(noon - 2 * day + 3 * hour).toISOString())
  })

  it('is not learned from an answer that came slowly, or has no date', async () => {
    const time = await opened()
    answer(time, noon - 3 * hour, 11_000)
    answer(time, noon - 3 * hour, -hour)
    time.learnTime(null, noon)
    time.learnTime('yesterday', noon)
    expect(time.clockAhead_ms()).toBe(0)
  })

  it('tells who follows it once, not with every answer', async () => {
    const time = await opened()
    const told = vi.fn<() => void>()
    const forget = time.followTime(told)
    for (const late of [0, 900, 1800]) answer(time, noon - 2 * day + late)
    expect(told).toHaveBeenCalledTimes(1)
    forget()
    answer(time, noon)
    expect(told).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['set right after it was ahead', 2 * day, -2 * day + hour, hour],
    ['set back a week after it was right', 0, -7 * day, 0],
  ])('does not run backward when the clock is %s', async (_, off, change, now) => {
    answer(await opened(), noon - off)
    vi.setSystemTime(noon + change)
    expect((await opened()).nowMs()).toBe(noon - off + now)
  })

  it('is a phone’s own where nothing can be stored', async () => {
    vi.unstubAllGlobals()
    const time = await opened()
    answer(time, noon - day)
    expect(time.nowMs()).toBe(noon - day)
  })
})

/** What reads the device's clock: differences of two of its readings, and what it tells the sign-in library or the reader of a copyright line. */
const readers = [
  'src/web/app/auth.ts',
  'src/web/app/command/use-chords.ts',
  'src/web/app/client.ts',
  'src/web/app/kept-gate-codes.ts',
  'src/web/app/live.ts',
  'src/web/app/start-sign-in.ts',
  'src/web/app/stored-session.ts',
  'src/web/main.tsx',
  'src/web/shared/outbox/acts.ts',
  'src/web/shared/outbox/background.ts',
  'src/web/shared/outbox/outbox.ts',
  'src/web/shared/outbox/sending.ts',
  'src/web/shared/outbox/store.ts',
  'src/web/crew/LongBreak.tsx',
  'src/web/crew/ClockBar.tsx',
  'src/web/crew/SignatureForm.tsx',
  'src/web/crew/StopPhotos.tsx',
  'src/web/office/schedule/series/add-rule.ts',
  'src/web/app/seen-pictures.ts',
  'src/web/app/server-time.ts',
  'src/web/app/shell/Frame.tsx',
]

it('nobody else asks the device what time it is', () => {
  const found = productFiles.filter(
    (file) =>
      /^src\/web\/.*\.tsx?$/.test(file) && /new Date\(\)|\bDate\.now\b|\bDate\(\)/.test(read(file)),
  )
  expect(found.toSorted()).toEqual(readers.toSorted())
})
