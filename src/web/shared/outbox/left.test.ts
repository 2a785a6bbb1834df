import { describe, expect, it } from 'vitest'
import { leftWords } from '../../../words/en/left.ts'
import { linesOf } from './outbox.ts'
import { isBy } from './store.ts'

const act = (kind: string, pressed_ms: number, more: object = {}) => ({
  client_id: `${kind} ${pressed_ms}`,
  kind,
  pressed_ms,
  label: 'Ana Lake, Mowing',
  ...more,
})

describe('what waits on a phone', () => {
  it('reads as a list of what was done where, oldest first', () => {
    const extra = { service_id: null, description: 'Hedge', quantity: 2 }
    const acts = [
      act('finish', 30),
      act('note', 20, { text: 'Gate was open' }),
      act('extra_work', 50, { extra, text: 'On the left' }),
      act('clock_in', 10, { label: null }),
      act('from_a_newer_app', 60),
    ]
    const photo = { client_id: 'p', about: 'Ana Lake, Mowing', purpose: 'after', made_ms: 40 }
    const lines = linesOf(acts, [photo as Parameters<typeof linesOf>[1][number]], leftWords)
    expect(lines.map(({ about, what, detail }) => [about, what, detail].filter(Boolean))).toEqual([
      ['Clocked in'],
      ['Ana Lake, Mowing', 'Note', 'Gate was open'],
      ['Ana Lake, Mowing', 'Completed'],
      ['Ana Lake, Mowing', 'Photo'],
      ['Ana Lake, Mowing', 'Extra work', '2 × Hedge. On the left'],
      ['Ana Lake, Mowing', 'Something else'],
    ])
  })

  it('is a person’s own in any business, and nobody’s where nobody is known', () => {
    expect(isBy('ana', { worker: 'ana.green' })).toBe(true)
    expect(isBy('ana', { worker: 'anabel.green' })).toBe(false)
    expect(isBy(null, { worker: 'null.green' })).toBe(false)
  })

  it('is counted in one sentence', () => {
    expect(leftWords.count(1, 0)).toBe('1 change on this phone is not sent yet.')
    expect(leftWords.count(2, 1)).toBe('2 changes and 1 photo on this phone are not sent yet.')
  })
})
