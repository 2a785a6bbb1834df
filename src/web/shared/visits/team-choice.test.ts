import { describe, expect, it } from 'vitest'
import { teamName, teamOptions } from './teams.ts'

const teams = [{ id: 'red', name: 'Red Crew' }]

describe('the choice of a team', () => {
  it.each<[string, string | null | undefined, string[]]>([
    ['begins with no team', undefined, ['Unassigned', 'Red Crew']],
    ['calls no team what the form calls it', 'Everyone', ['Everyone', 'Red Crew']],
    ['offers teams only where one must be chosen', null, ['Red Crew']],
  ])('%s', (_title, nobody, labels) =>
    expect(teamOptions(teams, nobody).map(({ label }) => label)).toEqual(labels),
  )
})

describe('the name of a team', () => {
  it.each([
    ['red', 'Red Crew'],
    [null, 'Unassigned'],
    ['gone', 'Unassigned'],
  ])('of %s is %s', (id, name) => expect(teamName(teams, id)).toBe(name))
})
