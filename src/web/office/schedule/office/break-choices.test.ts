import { expect, it } from 'vitest'
import { breakChoices } from './settings-edits.ts'

it.each<[number | null, string[]]>([
  [null, ['paid', '20', '30', '45', '60']],
  [30, ['paid', '20', '30', '45', '60']],
  [35, ['paid', '20', '30', '35', '45', '60']],
  [120, ['paid', '20', '30', '45', '60', '120']],
])('with unpaid breaks from %s minutes on, the choices are %o', (set, values) => {
  expect(breakChoices(set).map(({ value }) => value)).toEqual(values)
})
