import { expect, it } from 'vitest'
import {
  answered,
  corrected,
  noAnswers,
  withCorrections,
  withoutCorrection,
} from './import-answers.ts'

const rows = [
  { row: 2, cells: ['Ann', '26/yr'] },
  { row: 3, cells: ['Bob', ' 26/yr'] },
  { row: 4, cells: ['26/yr', 'weekly'] },
]
const every = { column: 1, row: null, text: '26/yr', as: 'every 2 weeks' }
const cellsOf = (answers: typeof noAnswers) =>
  withCorrections(rows, answers).map(({ cells }) => cells[1])

it('a text is corrected wherever its column says so, and one cell apart from the others', () => {
  const all = corrected(noAnswers, every)
  expect(cellsOf(all)).toEqual(['every 2 weeks', 'every 2 weeks', 'weekly'])
  const one = corrected(all, { ...every, row: 3, as: 'monthly' })
  expect(cellsOf(one)).toEqual(['every 2 weeks', 'monthly', 'weekly'])
  expect(cellsOf(withoutCorrection(one, { column: 1, row: null, text: '26/yr' }))).toEqual([
    '26/yr',
    'monthly',
    'weekly',
  ])
  expect(cellsOf(corrected(all, { ...every, as: 'weekly' }))[0]).toBe('weekly')
})

it('an answer takes the place of the one before', () => {
  const days = answered(noAnswers, { about: 'days', column: 3 }, 'day_first')
  expect(days).toMatchObject({ days: { 3: 'day_first' }, brings_archived: false })
  expect(answered(days, { about: 'archived', column: null }, 'brought')).toMatchObject({
    days: { 3: 'day_first' },
    brings_archived: true,
  })
  expect(answered(days, { about: 'names', column: 0 }, 'kept').turns_names).toBe(false)
})
