import { describe, expect, it } from 'vitest'
import {
  receivesEvent,
  liveTypes,
  reconnectDelay,
  type LiveType,
  type StreamPermissions,
} from './live.ts'
import type { Role } from './roles.ts'

const listener = (role: Role): StreamPermissions => ({
  user_id: 'me',
  roles: [role],
  team_ids: ['team'],
  customer_id: 'customer',
})
const about = (type: LiveType, mine: boolean) => ({
  type,
  team_id: mine ? 'team' : 'other',
  customer_id: mine ? 'customer' : 'other',
  user_id: mine ? 'me' : 'other',
})

describe('who receives which events', () => {
  const sight = (role: Role, type: LiveType): string =>
    receivesEvent(listener(role), about(type, false))
      ? 'all'
      : receivesEvent(listener(role), about(type, true))
        ? 'mine'
        : '-'
  const row = (type: LiveType): string[] =>
    (
      [
        'owner',
        'manager',
        'payee',
        'crew_owner',
        'crew_leader',
        'crew_member',
        'user',
        'sales',
        'admin',
      ] as const
    ).map((role) => sight(role, type))

  it.each<[LiveType[], string[]]>([
    [
      ['invoice_updated', 'invoice_paid'],
      ['all', 'all', 'all', 'mine', 'mine', 'mine', 'mine', '-', '-'],
    ],
    [
      [
        'schedule_updated',
        'schedule_removed',
        'schedule_completed',
        'schedule_skipped',
        'occurrence_updated',
      ],
      ['all', 'all', '-', 'mine', 'mine', 'mine', 'mine', '-', '-'],
    ],
    [['request_updated'], ['all', 'all', '-', 'mine', 'mine', '-', 'mine', '-', '-']],
    [['customer_updated'], ['all', 'all', 'all', 'mine', 'mine', 'mine', 'mine', '-', '-']],
    [
      ['team_updated', 'shift_updated'],
      ['all', 'all', '-', 'mine', 'mine', 'mine', '-', '-', '-'],
    ],
    [['payment_updated'], ['all', 'all', 'all', '-', '-', '-', 'mine', '-', '-']],
    [['organization_updated', 'resync'], Array<string>(9).fill('all')],
    [['profile_updated'], Array<string>(9).fill('mine')],
  ])('%o', (types, expected) => {
    for (const type of types) expect(row(type)).toEqual(expected)
  })

  it('no role receives an event by default', () => {
    for (const type of liveTypes)
      expect(receivesEvent({ ...listener('user'), roles: [] }, about(type, true))).toBe(false)
    expect(
      receivesEvent(
        { ...listener('user'), customer_id: null },
        { ...about('invoice_updated', false), customer_id: null },
      ),
    ).toBe(false)
    expect(
      receivesEvent(listener('crew_leader'), {
        type: 'schedule_updated',
        team_id: null,
        customer_id: null,
        user_id: null,
      }),
    ).toBe(false)
  })

  it('a crew member gets events for their own shift, a leader for the team’s', () => {
    const shift = {
      type: 'shift_updated',
      team_id: 'team',
      customer_id: null,
      user_id: 'other',
    } as const
    expect([
      receivesEvent(listener('crew_member'), shift),
      receivesEvent(listener('crew_leader'), shift),
    ]).toEqual([false, true])
  })

  it('the most permissive of several roles counts', () => {
    expect(
      receivesEvent(
        { ...listener('user'), roles: ['user', 'manager'] },
        about('invoice_paid', false),
      ),
    ).toBe(true)
  })
})

it('reconnects after 1 s, doubling to 30 s', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map(reconnectDelay)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ])
})
