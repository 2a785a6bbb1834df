import { expect, it } from 'vitest'
import { firstOffered } from './calendar.ts'

const today = '2026-11-20'
const closed = (date: string) => (date === today ? 'Closed that day.' : null)

it.each([
  { title: 'the day in the field', limits: {}, shown: '2026-12-24', opensOn: '2026-12-24' },
  { title: 'today, without one', limits: {}, shown: null, opensOn: today },
  {
    title: 'today, where that day is too early',
    limits: { minDate: today },
    shown: '2026-11-19',
    opensOn: today,
  },
  {
    title: 'today, where that day is too late',
    limits: { maxDate: today },
    shown: '2026-11-21',
    opensOn: today,
  },
  {
    title: 'the earliest, where today is too early',
    limits: { minDate: '2026-12-01' },
    shown: null,
    opensOn: '2026-12-01',
  },
  {
    title: 'the earliest, where today is refused',
    limits: { minDate: '2026-11-18', refuse: closed },
    shown: null,
    opensOn: '2026-11-18',
  },
  {
    title: 'no day, where each is refused',
    limits: { maxDate: '2026-11-01', refuse: closed },
    shown: today,
    opensOn: undefined,
  },
])('opens on $title', ({ limits, shown, opensOn }) => {
  expect(firstOffered(limits, shown, today)).toBe(opensOn)
})
