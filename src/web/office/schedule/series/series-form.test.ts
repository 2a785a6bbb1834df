import { describe, expect, it } from 'vitest'
import type { ScheduleRule } from '../../../../domain/schedule/schedule.ts'
import { testVisit } from '../../../shared/visits/test-visit.ts'
import type { SeriesEdits } from './series-edit.ts'
import { seriesEdit } from './series-sheet.ts'

const rule = {
  start_minutes: 540,
  team_id: 'red',
  duration_minutes: null,
  price_cents: null,
  notes: null,
  pattern: 'weekly',
  interval: 1,
  weekdays: null,
  month_week: null,
  season_start_month: null,
  season_end_month: null,
  anchor_date: '2026-01-05',
  start_date: '2026-01-05',
  end_date: '2027-01-05',
} as ScheduleRule
const visit = testVisit('v')

describe('the form of a series', () => {
  const edit = (edits: SeriesEdits, scope: 'this' | 'following' = 'following') =>
    seriesEdit({ scope, edits, rule, visit, today: '2026-11-23' })
  it('sends nothing before anything is changed', () => {
    expect(edit({})).toMatchObject({ body: null, problems: {}, hasPattern: false })
  })
  it('sends what is changed and for which visits', () => {
    expect(edit({ team_id: 'blue' }).body).toEqual({ team_id: 'blue', scope: 'following' })
    expect(edit({ team_id: 'blue' }, 'this').body).toEqual({ team_id: 'blue', scope: 'this' })
  })
  it('sends nothing while something is wrong', () => {
    const wrong = edit({ team_id: 'blue', duration: 'an hour' })
    expect(wrong.body).toBeNull()
    expect(wrong.problems).toHaveProperty('duration')
    expect(wrong.values).toMatchObject({ team_id: 'blue', duration: 'an hour' })
  })
  it('shows the pattern it would have', () => {
    expect(edit({ pattern: 'monthly' })).toMatchObject({
      hasPattern: true,
      pattern: { pattern: 'monthly' },
      body: { pattern: 'monthly' },
    })
  })
})
