import { expect, it } from 'vitest'
import type { LocalDate } from '../base/dates.ts'
import { planDates, Recurrence } from './recurrence.ts'

const base = Recurrence.parse({ pattern: 'weekly', start_date: '2026-01-05' })

it('pauses by the day of the visit, which a closed day moves into or out of the pause', () => {
  const paused = (from: LocalDate, resume_on: LocalDate) =>
    planDates(base, '2026-01-12', '2026-01-13', {
      closed_dates: new Set(['2026-01-12']),
      pauses: [{ from, resume_on }],
    })
  expect(paused('2026-01-13', '2026-01-14')).toMatchObject([{ date: '2026-01-13', paused: true }])
  expect(paused('2026-01-12', '2026-01-13')).toMatchObject([{ date: '2026-01-13', paused: false }])
})
