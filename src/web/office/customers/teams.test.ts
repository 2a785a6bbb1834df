import { expect, it } from 'vitest'
import { asksAboutVisits, membersText, otherTeams, statusesInTeams } from './teams.ts'

it.each([
  { members: [], text: 'No one in this team' },
  {
    members: [
      { name: 'Dee Park', email: null, role: 'crew_leader' as const },
      { name: null, email: 'sam@mail.example', role: 'crew_member' as const },
      { name: null, email: null, role: 'crew_leader' as const },
    ],
    text: 'Dee Park (leader), sam@mail.example, Unnamed (leader)',
  },
])('$text', ({ members, text }) => {
  expect(membersText(members)).toBe(text)
})

it.each([
  { team_id: null, others: ['north', 'south'] },
  { team_id: 'north', others: ['south'] },
])('who is in $team_id may go to $others', ({ team_id, others }) => {
  expect(otherTeams([{ id: 'north' }, { id: 'south' }], { team_id }).map(({ id }) => id)).toEqual(
    others,
  )
})

it.each([
  { next_visit_at: null, asks: false },
  { next_visit_at: '2026-11-20T09:00:00-05:00', asks: true },
])('with the next visit at $next_visit_at it asks about visits: $asks', (customer) => {
  expect(asksAboutVisits({ customer })).toBe(customer.asks)
})

it('leads are listed for the office only', () => {
  expect(statusesInTeams(true)).toContain('lead')
  expect(statusesInTeams(false)).toEqual(['active', 'paused'])
})
