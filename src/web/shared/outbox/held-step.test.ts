import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testVisit } from '../visits/test-visit.ts'
import { holdStep, maySteps, type Step } from './with-unsent.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

const visit = { ...testVisit('one'), is_waiting: false }
const steps: Step[] = ['en_route', 'start', 'finish']
const gaps_ms = [0, 200, 400, 600, 800, 1000, 1200, 1400]
let now_ms = 1_000_000

describe('two taps in one place', () => {
  it.each(steps.flatMap((step) => gaps_ms.map((gap_ms) => ({ step, gap_ms }))))(
    '$step, and again $gap_ms ms later: one step',
    async ({ step, gap_ms }) => {
      now_ms += 60_000
      expect(maySteps(now_ms)).toBe(true)
      await holdStep({ visit, step }, now_ms, async () => true)
      await vi.advanceTimersByTimeAsync(gap_ms)
      expect(maySteps(now_ms + gap_ms)).toBe(false)
      // The phone was busy and hears the same tap only when everything is over.
      await vi.advanceTimersByTimeAsync(5000)
      expect(maySteps(now_ms + gap_ms)).toBe(false)
      expect(maySteps(now_ms + 5000)).toBe(true)
    },
  )

  it('a slow phone writes the step down first: the time counts from then', async () => {
    now_ms += 60_000
    const writing = new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 3000))
    const taking = holdStep({ visit, step: 'finish' }, now_ms, () => writing)
    await vi.advanceTimersByTimeAsync(3000)
    await taking
    await vi.advanceTimersByTimeAsync(1400)
    expect(maySteps(now_ms + 4400)).toBe(false)
    await vi.advanceTimersByTimeAsync(600)
    expect(maySteps(now_ms + 5000)).toBe(true)
  })

  it('a step that could not be written can be taken again at once', async () => {
    now_ms += 60_000
    await holdStep({ visit, step: 'start' }, now_ms, async () => false)
    await vi.advanceTimersByTimeAsync(1)
    expect(maySteps(now_ms + holdAgain_ms)).toBe(true)
  })
})
const holdAgain_ms = 1500
