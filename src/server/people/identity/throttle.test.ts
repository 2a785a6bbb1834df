import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openScratch } from '../../../../test/scratch.ts'
import { asOwner } from '../../base/db/door.ts'
import { createThrottle, type Throttle } from './throttle.ts'

let scratch: Awaited<ReturnType<typeof openScratch>>
let throttle: Throttle
beforeAll(async () => {
  scratch = await openScratch()
  throttle = createThrottle(scratch.store)
})
afterAll(() => scratch?.drop())

/** Lets this many seconds pass, as far as the counts know. */
const pass = (seconds: number) =>
  asOwner(scratch.store, (tx) =>
    sql`update idp_throttle set free_at = free_at - make_interval(secs => ${seconds}::int)`.execute(
      tx,
    ),
  )
const many = async (times: number, ask: () => Promise<boolean>) =>
  (await Promise.all(Array.from({ length: times }, ask))).filter(Boolean).length

describe('guesses at a password', () => {
  it('are ten, and then each waits twice as long, up to an hour', async () => {
    const guess = () => throttle.guess('a password')
    expect(await many(10, guess)).toBe(10)
    for (const wait of [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]) {
      await pass(wait - 2)
      expect(await guess()).toBe(false)
      await pass(2)
      expect(await guess()).toBe(true)
    }
  })
  it('are at most sixteen an hour, however often somebody tries', async () => {
    const guess = () => throttle.guess('another password')
    let checked = 0
    for (let minute = 0; minute < 60; minute++) {
      checked += await many(20, guess)
      await pass(60)
    }
    expect(checked).toBeLessThanOrEqual(16)
  })
  it('start over after a right one', async () => {
    const guess = () => throttle.guess('a remembered password')
    expect(await many(12, guess)).toBe(10)
    await throttle.forget('a remembered password')
    expect(await many(12, guess)).toBe(10)
  })
})

describe('requests within a time', () => {
  it('are counted until it is over', async () => {
    const ask = () => throttle.within('mail', 3, 60)
    expect(await many(5, ask)).toBe(3)
    await pass(59)
    expect(await ask()).toBe(false)
    await pass(1)
    expect(await many(5, ask)).toBe(3)
  })
})
