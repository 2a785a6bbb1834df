import { describe, expect, it } from 'vitest'
import { checkEvent, eventBody, eventValues } from './misc-event.ts'

const fair = {
  id: '1',
  title: 'Fair',
  date: '2026-11-27',
  start_minutes: 600,
  duration_minutes: 90,
  notes: 'Bring the banner',
  team_id: 'north',
}

describe('the form of an event', () => {
  it('starts with the event', () => {
    const { id: _, ...values } = fair
    expect(eventValues(fair, '2026-11-23')).toEqual(values)
  })
  it('starts with an hour for everyone on the day that is shown', () => {
    expect(eventValues(null, '2026-11-23')).toEqual({
      title: '',
      date: '2026-11-23',
      start_minutes: null,
      duration_minutes: 60,
      team_id: null,
      notes: '',
    })
  })
  it.each([
    [{ title: ' ' }, { title: 'Title is required' }],
    [{ date: '' }, { date: 'Choose a date' }],
    [{ duration_minutes: 0 }, { duration_minutes: 'Duration (minutes) must be > 0' }],
    [{ duration_minutes: Number.NaN }, { duration_minutes: 'Duration (minutes) must be > 0' }],
    [{}, {}],
  ])('with %j says %j', (change, errors) => {
    expect(checkEvent({ ...eventValues(fair, fair.date), ...change })).toEqual(errors)
  })
  it('sends no notes for blank ones', () => {
    expect(eventBody({ ...eventValues(fair, fair.date), notes: '  ' }).notes).toBeNull()
    expect(eventBody(eventValues(fair, fair.date)).notes).toBe('Bring the banner')
  })
})
