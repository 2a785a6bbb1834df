import { describe, expect, it } from 'vitest'
import { TeamColor } from '../../../../domain/people/team-color.ts'
import { colorOf, daysBefore, repainted } from './settings-edits.ts'

const [first, second] = TeamColor.options as [TeamColor, TeamColor]
const team = (color: string | null) => ({ id: 'red', color })

describe('a team’s color in the settings', () => {
  it.each([
    ['is its own until one is chosen', team(first), {}, first, []],
    ['is the chosen one', team(first), { red: second }, second, [{ id: 'red', color: second }]],
    ['may be none', team(first), { red: null }, null, [{ id: 'red', color: null }]],
    ['is not sent when it is chosen again', team(first), { red: first }, first, []],
    ['is none when it is not known', team('#fff'), {}, null, []],
    ['is not another team’s', team(null), { blue: second }, null, []],
  ])('%s', (_title, one, chosen, color, sent) => {
    expect(colorOf(one, chosen)).toBe(color)
    expect(repainted([one], chosen)).toEqual(sent)
  })
})

describe('a reminder', () => {
  it.each([
    [0, 'Never'],
    [1, 'The day before'],
    [2, '2 days before'],
  ])('%i days ahead goes out: %s', (days, text) => expect(daysBefore(days)).toBe(text))
})
