import { expect, it } from 'vitest'
import { boardColors, TeamColor } from './team-color.ts'

const colorsOf = (...colors: (string | null)[]) => [
  ...boardColors(colors.map((color, at) => ({ id: String(at), color }))).values(),
]

it.each<[string, (string | null)[], string[]]>([
  ['every team has one of its own', [null, null, null], ['blue', 'teal', 'violet']],
  ['a chosen one stays, and nobody else gets it', [null, 'blue', null], ['teal', 'blue', 'violet']],
  ['one that is no longer known counts as none', ['mauve'], ['blue']],
])('%s', (_, teams, colors) => expect(colorsOf(...teams)).toEqual(colors))

it('begins again once every color is taken', () => {
  const many = colorsOf(...Array.from({ length: TeamColor.options.length + 2 }, () => null))
  expect(new Set(many).size).toBe(TeamColor.options.length)
})
