import { expect, it } from 'vitest'
import type { PlannedEvent } from '../../../api/week.ts'
import { eventsBehind } from './own-changes.ts'

const event = (id: string, title = 'Staff meeting') => ({ id, title }) as PlannedEvent

it.each<[string, PlannedEvent[], PlannedEvent[], number]>([
  ['nothing happened', [event('a')], [event('a')], 0],
  ['one was added', [event('a')], [event('a'), event('b')], 1],
  ['one is gone', [event('a'), event('b')], [event('a')], 1],
  ['one was changed', [event('a')], [event('a', 'Training')], 1],
  ['one replaced another', [event('a')], [event('b')], 2],
])('counts events that a board held still does not show yet: %s', (_what, kept, latest, many) => {
  expect(eventsBehind(kept, latest)).toBe(many)
})
