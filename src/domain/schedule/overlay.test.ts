import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlayVisits, type ExpandedVisit, type TouchedVisit } from './overlay.ts'
import { addDays } from '../base/dates.ts'
import { occurrenceId } from './visit.ts'

const series = '0199aa00-0000-7000-8000-000000000001'
const other = '0199aa00-0000-7000-8000-000000000002'

describe('overlayVisits', () => {
  const week = { from: '2026-05-03', to: '2026-05-09' }
  const dateOf = (
    original_date: string,
    date = original_date,
    series_id = series,
  ): ExpandedVisit => ({
    rule: { series_id },
    planned: { original_date, date, shifted: date !== original_date, paused: false },
  })
  const row = (original_date: string, date = original_date, series_id = series): TouchedVisit => ({
    series_id,
    original_date,
    date,
  })
  const laid = (expanded: ExpandedVisit[], rows: TouchedVisit[], window: typeof week) =>
    overlayVisits(expanded, rows, window).map((visit) => ({
      ...visit.expanded?.rule,
      ...visit.expanded?.planned,
      ...(visit.row as TouchedVisit),
      ...visit,
    }))
  const seen = (expanded: ExpandedVisit[], rows: TouchedVisit[]): string[] =>
    laid(expanded, rows, week).map(
      (v) => `${v.original_date}>${v.date}${v.row ? '*' : ''}${v.expanded ? '' : '!'}`,
    )

  it.each<[string, ExpandedVisit[], TouchedVisit[], string[]]>([
    ['an untouched date', [dateOf('2026-05-04')], [], ['2026-05-04>2026-05-04']],
    ['a touched one', [dateOf('2026-05-04')], [row('2026-05-04')], ['2026-05-04>2026-05-04*']],
    [
      'one moved within the window',
      [dateOf('2026-05-04')],
      [row('2026-05-04', '2026-05-06')],
      ['2026-05-04>2026-05-06*'],
    ],
    ['one moved out', [dateOf('2026-05-04')], [row('2026-05-04', '2026-05-11')], []],
    [
      'one moved in from another week',
      [],
      [row('2026-05-11', '2026-05-08')],
      ['2026-05-11>2026-05-08*!'],
    ],
    [
      'one shifted by the calendar and then pinned manually',
      [dateOf('2026-05-04', '2026-05-05')],
      [row('2026-05-04', '2026-05-05')],
      ['2026-05-04>2026-05-05*'],
    ],
    [
      'two visits of a series on one day',
      [dateOf('2026-05-04'), dateOf('2026-05-07')],
      [row('2026-05-07', '2026-05-04')],
      ['2026-05-04>2026-05-04', '2026-05-07>2026-05-04*'],
    ],
    [
      'another series on the same date',
      [dateOf('2026-05-04')],
      [row('2026-05-04', '2026-05-05', other)],
      ['2026-05-04>2026-05-04', '2026-05-04>2026-05-05*!'],
    ],
    [
      'a date in two segments',
      [dateOf('2026-05-04'), dateOf('2026-05-04')],
      [],
      ['2026-05-04>2026-05-04'],
    ],
  ])('%s', (_, expanded, rows, expected) => {
    expect(seen(expanded, rows)).toEqual(expected)
  })

  it('never loses or duplicates a visit, whatever was moved', () => {
    const at = (n: number): string => addDays('2026-05-01', n)
    const moves = fc.uniqueArray(
      fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 })),
      { selector: ([from]) => from },
    )
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 20 })), moves, (days, moved) => {
        const window = { from: at(0), to: at(20) }
        const visits = laid(
          days.map((n) => dateOf(at(n))),
          moved.map(([from, to]) => row(at(from), at(to))),
          window,
        )
        expect(new Set(visits.map((v) => occurrenceId(v.series_id, v.original_date))).size).toBe(
          visits.length,
        )
        expect(visits).toHaveLength(new Set([...days, ...moved.map(([from]) => from)]).size)
      }),
    )
  })
})
