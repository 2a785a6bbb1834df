import { describe, expect, it } from 'vitest'
import { testVisit } from '../../../shared/visits/test-visit.ts'
import type { SeriesWish } from '../../../shared/visits/series-wish.ts'
import { endedText, ruleOfWish, savingRefusal, wishText, yearMore } from './series-sheet.ts'

const ending = {
  rule_id: 'r',
  customer_id: 'c',
  customer_name: null,
  title: 'Mowing',
  end_date: '2026-12-01',
  days_left: 8,
}

describe('the sheet of a series', () => {
  it.each<[SeriesWish, string, string]>([
    [{ what: 'edit', visit: testVisit('7') }, '7', 'Customer 7, Service'],
    [{ what: 'extend', ending }, 'r', 'Customer, Mowing'],
    [{ what: 'extend', ending: { ...ending, customer_name: 'Ann' } }, 'r', 'Ann, Mowing'],
  ])('is about %j', (wish, rule, text) => {
    expect(ruleOfWish(wish)).toBe(rule)
    expect(wishText(wish)).toBe(text)
  })
})

describe('one more year', () => {
  const today = '2026-11-23'
  it.each([
    ['2027-02-28', '2028-02-28'],
    ['2026-10-01', '2027-11-23'],
    [null, '2027-11-23'],
  ])('after %s ends on %s', (end, more) => expect(yearMore(end, today)).toBe(more))
})

describe('a new end', () => {
  it.each([
    [null, '2027-01-01', 'Series will end'],
    ['2027-01-01', '2026-12-01', 'Series will end'],
    ['2027-01-01', '2027-02-01', 'Series extended'],
    ['2027-01-01', null, 'Series extended'],
  ])('instead of %s on %s: %s', (was, now, text) => expect(endedText(was, now)).toBe(text))
})

describe('Save is refused', () => {
  const working = { isCurrent: false, problem: null }
  it.each([
    ['while nothing is changed', false, working, 'Nothing is changed yet.'],
    ['until the preview is there', true, working, 'Working out what this would do.'],
    ['with what the preview said', true, { ...working, problem: 'Too long.' }, 'Too long.'],
    ['not otherwise', true, { ...working, isCurrent: true }, undefined],
  ])('%s', (_title, isChanged, preview, sentence) =>
    expect(savingRefusal(isChanged, preview)?.sentence).toBe(sentence),
  )
})
