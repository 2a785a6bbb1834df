import { describe, expect, it } from 'vitest'
import { recordedAt } from './crew-command.ts'

const time = (clock: string) => `2026-06-01T${clock}.000Z`
const plus = (clock: string, ms: number) => new Date(Date.parse(time(clock)) + ms).toISOString()

describe('recordedAt', () => {
  const before = { at: time('10:00:00'), happened_at: time('10:00:20') }
  it.each([
    ['the first act of a person', '10:00:05', '10:00:05', null, time('10:00:05')],
    ['later than the one before', '10:00:30', '10:00:31', before, time('10:00:31')],
    ['pressed later, heard sooner', '10:00:05', '10:00:05', before, plus('10:00:20', 1)],
    ['pressed at the same moment', '10:00:00', '10:00:00', before, plus('10:00:20', 1)],
    ['pressed before, on another phone', '09:59:00', '09:59:00', before, time('09:59:00')],
    ['on a phone whose clock was set back', '10:00:05', '09:30:00', before, time('09:30:00')],
  ])('%s', (_what, said, heard, last, recorded) => {
    expect(recordedAt({ at: time(said) }, time(heard), last)).toBe(recorded)
  })

  it('an unreadable time says nothing about the order', () => {
    expect(recordedAt({ at: 'noon' }, time('10:00:05'), before)).toBe(time('10:00:05'))
    const unknown = { ...before, at: null }
    expect(recordedAt({ at: time('10:00:05') }, time('10:00:05'), unknown)).toBe(time('10:00:05'))
  })
})
