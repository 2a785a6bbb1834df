// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshPhone, pass, putAway, settle } from '../../../../test/phone.tsx'
import { testVisit } from '../visits/test-visit.ts'
import type { Laid } from './with-unsent.ts'

// Nothing moves under the thumb that took a step: the stops on screen hear when it begins and when it is over.

let end = () => {}
beforeEach(freshPhone)
afterEach(() => {
  end()
  putAway()
})

const named = (id: string, name: string): Laid => {
  const visit = testVisit(id)
  return { ...visit, customer: { ...visit.customer, name }, is_waiting: false }
}
const stops = [named('one', 'Casey after'), named('two', 'Pat')]
const before = named('one', 'Casey before')

/** The stops as a page shows them. */
async function open() {
  const { seen, show, textNow } = await import('../../../../test/on-screen.tsx')
  const { holdStep, useHeldStep, useHeldStops, useIsQuiet } = await import('./with-unsent.ts')
  function Stops() {
    const names = useHeldStops(stops).map(({ customer }) => customer.name)
    return <p>{`${names.join(', ')}; ${useHeldStep()?.step}; quiet ${useIsQuiet()}`}</p>
  }
  end = show(<Stops />)
  await seen('Casey')
  return { holdStep, textNow }
}

describe('the stops', () => {
  it('stay for 1.5 seconds after a step is written, and take none for 0.4 more', async () => {
    const { holdStep, textNow } = await open()
    expect(textNow()).toBe('Casey after, Pat; undefined; quiet false')
    const { promise: writing, resolve: written } = Promise.withResolvers<boolean>()
    const taking = holdStep({ visit: before, step: 'start' }, 0, () => writing)
    await settle()
    expect(textNow()).toBe('Casey before, Pat; start; quiet true')
    written(true)
    expect(await taking).toBe(true)
    await pass(1499)
    expect(textNow()).toBe('Casey before, Pat; start; quiet true')
    await pass(1)
    expect(textNow()).toBe('Casey after, Pat; undefined; quiet true')
    await pass(400)
    expect(textNow()).toBe('Casey after, Pat; undefined; quiet false')
  })

  it('are as they were at once if the step could not be written', async () => {
    const { holdStep, textNow } = await open()
    expect(await holdStep({ visit: before, step: 'start' }, 0, async () => false)).toBe(false)
    await pass(1)
    expect(textNow()).toBe('Casey after, Pat; undefined; quiet false')
  })

  it('take none while a stop ends another way, and none is held', async () => {
    const { holdStep, textNow } = await open()
    await holdStep(null, 0, async () => true)
    await settle()
    expect(textNow()).toBe('Casey after, Pat; undefined; quiet true')
    await pass(1900)
    expect(textNow()).toBe('Casey after, Pat; undefined; quiet false')
  })
})
