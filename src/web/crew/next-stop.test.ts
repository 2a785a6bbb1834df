import { describe, expect, it } from 'vitest'
import { nextStop } from './next-stop.ts'

describe('nextStop', () => {
  const stop = (status: 'scheduled' | 'in_progress', on_the_way_at: string | null = null) => ({
    status,
    on_the_way_at,
  })
  const [eight, nine] = ['2027-06-09T12:00:00Z', '2027-06-09T13:00:00Z']
  it.each([
    { title: 'the first', open: [stop('scheduled'), stop('scheduled')], next: 0 },
    {
      title: 'the one it set out for',
      open: [stop('scheduled'), stop('scheduled', eight)],
      next: 1,
    },
    {
      title: 'of two it set out for, the last',
      open: [stop('scheduled', eight), stop('scheduled', nine), stop('scheduled')],
      next: 1,
    },
    {
      title: 'where it works',
      open: [stop('scheduled', nine), stop('in_progress', eight)],
      next: 1,
    },
  ])('$title', ({ open, next }) => {
    expect(nextStop(open)).toBe(open[next])
  })
  it('none where none is open', () => expect(nextStop([])).toBeUndefined())
})
