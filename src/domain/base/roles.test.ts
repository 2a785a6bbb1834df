import { expect, it } from 'vitest'
import { mayComplete, roles, type Role } from './roles.ts'

// Who reports what was done: the screens of a crew offer it, and the server refuses it otherwise.

it.each([
  [false, ['admin', 'crew_leader', 'crew_owner', 'manager', 'owner']],
  [true, roles.toSorted()],
])('with crews that may complete: %s, these may', (crew_can_complete, expected) => {
  const may = roles.filter((role: Role) => mayComplete([role], crew_can_complete))
  expect(may.toSorted()).toEqual(expected)
})
