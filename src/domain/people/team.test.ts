import { expect, it } from 'vitest'
import {
  crewMemberCreatedText,
  deleteTeamQuestion,
  isInTeam,
  isRename,
  leavesTeam,
  NewCrewMember,
  NewTeam,
  TeamRename,
  teamRules,
} from './team.ts'

it.each([
  ['A', 'B', true],
  ['A', ' A ', false],
  ['A', '  ', false],
  ['A', 'a', true],
])('%s to %s is a rename: %s', (from, to, expected) => {
  expect(isRename(from, to)).toBe(expected)
})

it('requires a name', () => {
  expect(NewTeam.safeParse({ name: ' ' }).error?.issues[0]?.message).toBe('Team name required')
  expect(NewTeam.safeParse({ name: 'x'.repeat(121) }).error?.issues[0]?.message).toBe(
    'Use at most 120 characters.',
  )
  expect(TeamRename.safeParse({ name: '' }).error?.issues[0]?.message).toBe(
    'Team name cannot be empty',
  )
  expect(deleteTeamQuestion('North')).toBe('Delete North? This cannot be undone.')
})

it.each([
  [0, undefined, null],
  [3, undefined, 'team_has_visits'],
  [3, null, null],
  [3, 'another', null],
])('with %i upcoming visits moving to %s: %s', (future_visits, move_to, code) => {
  expect(teamRules.remove({ future_visits, move_to })?.code ?? null).toBe(code)
})

it('a crew member needs an email or a name', () => {
  expect(NewCrewMember.parse({ email: 'lee@example.com', name: '' })).toEqual({
    email: 'lee@example.com',
    phone_number: null,
    name: null,
    team_id: null,
    role: 'crew_member',
    send_invite: true,
  })
  expect(NewCrewMember.parse({ email: '', name: 'Lee' })).toMatchObject({
    email: null,
    name: 'Lee',
  })
  expect(NewCrewMember.safeParse({ email: '' }).error?.issues[0]).toMatchObject({
    path: ['email'],
    message: 'Email is required',
  })
})

it.each([
  [{ ok: true, invited: true, note: null }, 'Crew member created and invite sent'],
  [{ ok: true, invited: false, note: null }, 'Crew member created. Invite not sent.'],
  [{ ok: true, invited: false, note: 'Already has a sign-in.' }, 'Already has a sign-in.'],
  [{ ok: false, invited: false, note: null }, 'Crew member created. Failed to send invite'],
])('%o: %s', (result, text) => {
  expect(crewMemberCreatedText(result)).toBe(text)
})

it.each([
  ['crew_member', null, false],
  ['crew_member', 'a', true],
  ['crew_leader', 'a', true],
  ['crew_leader', 'b', false],
  ['crew_owner', 'a', false],
] as const)('a %s in team %s who joins team b leaves it: %s', (role, team_id, leaves) => {
  expect(leavesTeam({ role, team_id }, 'b')).toBe(leaves)
})

it('a crew owner is in each team they lead', () => {
  const owner = { team_id: 'a', also_leads: [{ id: 'b', name: 'South' }] }
  expect(['a', 'b', 'c'].map((id) => isInTeam(owner, id))).toEqual([true, true, false])
})
