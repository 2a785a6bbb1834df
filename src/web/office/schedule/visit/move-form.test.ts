import { describe, expect, it } from 'vitest'
import { changedSince, type Visit } from '../../../../domain/schedule/visit.ts'
import { testVisit } from '../../../shared/visits/test-visit.ts'
import {
  carriesOf,
  moveAction,
  moveRefusal,
  moveTitle,
  moveValues,
  movingText,
  type MoveValues,
  type Moving,
} from './move-form.ts'

const today = '2026-11-23'
const held = { status: 'skipped', skip_reason: 'staff', hold_reason: 'Gate locked' } as const
const moving = (visits: Visit[], waits = false): Moving => ({ visits, waits, today })
const one = moving([testVisit('1')])
const waiting = moving([testVisit('1', held)], true)
const two = moving([testVisit('1'), testVisit('2', { team_id: null, start_minutes: null })])

describe('the form of a move', () => {
  it.each<[string, Moving, MoveValues]>([
    ['begins where the visit is', one, { team: 'red', date: today, minutes: 540 }],
    [
      'has no team where it has none',
      moving([testVisit('1', { team_id: null })]),
      { team: 'none', date: today, minutes: 540 },
    ],
    ['leaves several as they are', two, { team: 'each', date: null, minutes: 540 }],
    ['keeps the day of a visit on hold', waiting, { team: 'red', date: today, minutes: 540 }],
    [
      'unless that has passed',
      moving([testVisit('1', { ...held, date: '2026-11-20' })], true),
      { team: 'red', date: null, minutes: 540 },
    ],
    [
      'shows the day of a visit that was left undone',
      moving([testVisit('1', { date: '2026-11-20' })]),
      { team: 'red', date: '2026-11-20', minutes: 540 },
    ],
  ])('%s', (_title, what, values) => expect(moveValues(what)).toEqual(values))
  it.each([
    [one, 'Move visit'],
    [two, 'Move 2 visits'],
    [waiting, 'Schedule visit'],
  ])('is called after what it does', ({ visits }, title) => expect(moveTitle(visits)).toBe(title))
  it.each([
    [false, false, 'Move'],
    [false, true, 'Move anyway'],
    [true, false, 'Schedule'],
    [true, true, 'Schedule anyway'],
  ])('waits: %s, doubtful: %s: %s', (waits, doubtful, text) =>
    expect(moveAction(waits, doubtful)).toBe(text),
  )
})

describe('what is moved', () => {
  const places = (what: Moving, change: Partial<MoveValues>) =>
    carriesOf(what, { ...moveValues(what), ...change }).map(
      ({ visit, to }) => `${visit.id}: ${to.date} ${to.team_id} ${to.start_minutes}`,
    )
  it.each<[string, Moving, Partial<MoveValues>, string[]]>([
    ['nothing without a change', one, {}, []],
    ['one to another time', one, { minutes: 600 }, [`1: ${today} red 600`]],
    ['one to no team', one, { team: 'none' }, [`1: ${today} null 540`]],
    ['a visit on hold also to where it was', waiting, {}, [`1: ${today} red 540`]],
    [
      'several to another day, with their teams and times',
      two,
      { date: '2026-11-24' },
      ['1: 2026-11-24 red 540', '2: 2026-11-24 null null'],
    ],
    ['of several those of another team', two, { team: 'red' }, [`2: ${today} red null`]],
    ['of several none by the time', two, { minutes: 600 }, []],
  ])('%s', (_title, what, change, expected) => expect(places(what, change)).toEqual(expected))
})

describe('a move is refused', () => {
  const refusal = (what: Moving, change: Partial<MoveValues> = {}, overtaken = false) =>
    moveRefusal(what, { ...moveValues(what), ...change }, overtaken)?.sentence
  it.each<[string, Moving, Partial<MoveValues>, string | undefined]>([
    ['without a change', one, {}, 'Choose another team, date or time.'],
    ['of what is on hold, without a date', waiting, { date: null }, 'Choose a date.'],
    ['to a day that has passed', one, { date: '2026-11-20' }, 'Choose a date that has not passed.'],
    ['not to a new time', one, { minutes: 600 }, undefined],
    ['not of what is on hold to its day', waiting, {}, undefined],
    [
      'not to another team on a day that has passed',
      moving([testVisit('1', { date: '2026-11-20' })]),
      { team: 'blue' },
      undefined,
    ],
  ])('%s', (_title, what, change, sentence) => expect(refusal(what, change)).toBe(sentence))
  it('when the visit was changed meanwhile, before anything else', () => {
    expect(refusal(one, {}, true)).toBe(changedSince.sentence)
  })
  it('by the rules of the one visit', () => {
    const done = moving([testVisit('1', { status: 'completed' })])
    expect(refusal(done, { minutes: 600 })).toBe('A completed visit is locked.')
  })
})

describe('it says', () => {
  const teams = [{ id: 'red', name: 'Red Crew' }]
  const five = moving(['1', '2', '3', '4', '5'].map((id) => testVisit(id)))
  it.each([
    [one, 'Customer 1, Service: Red Crew, Mon, Nov 23, 9:00 AM'],
    [waiting, 'Customer 1, Service: on hold, was Red Crew, Mon, Nov 23, 9:00 AM'],
    [two, 'Customer 1, Customer 2. Each keeps its time.'],
    [five, 'Customer 1, Customer 2, Customer 3, Customer 4 and 1 more. Each keeps its time.'],
  ])('what is moved', (what, text) => expect(movingText(what, teams)).toBe(text))
})
