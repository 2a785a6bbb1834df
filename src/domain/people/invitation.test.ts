import { describe, expect, it } from 'vitest'
import {
  canInvite,
  canResend,
  canRevoke,
  EmailInvite,
  invitationRules,
  invitationStatus,
  isSingleUse,
  landingAfterAccept,
  NewInvite,
  ttlHours,
  type ClaimFacts,
  type InvitationKind,
  type InvitationStatus,
  type InvitationVia,
  type StoredInvitationStatus,
} from './invitation.ts'
import { roles, type Role } from '../base/roles.ts'

const now = '2026-05-04T12:00:00Z'
const later = '2026-05-04T12:00:01Z'

describe('invitationStatus', () => {
  it.each<[StoredInvitationStatus, string | null, string]>([
    ['pending', later, 'pending'],
    ['pending', now, 'expired'],
    ['sent', '2026-01-01T00:00:00Z', 'expired'],
    ['opened', null, 'opened'],
    ['accepted', '2026-01-01T00:00:00Z', 'accepted'],
    ['revoked', '2026-01-01T00:00:00Z', 'revoked'],
    ['failed', later, 'failed'],
  ])('%s until %s is %s', (status, expires_at, expected) => {
    expect(invitationStatus({ status, expires_at }, now)).toBe(expected)
  })
})

it.each<[InvitationKind, InvitationVia, boolean]>([
  ['customer', 'qr', false],
  ['customer', 'link', false],
  ['customer', 'email', true],
  ['customer', 'sms', true],
  ['permanent', 'link', false],
  ['staff', 'email', true],
  ['owner', 'link', true],
])('a %s invitation by %s is single-use: %s', (kind, via, expected) => {
  expect(isSingleUse({ kind, via })).toBe(expected)
})

describe('invitationRules', () => {
  const staff: ClaimFacts = {
    kind: 'staff',
    via: 'email',
    status: 'sent',
    expires_at: later,
    now,
    invited_email: 'lee@example.com',
    verified_email: 'lee@example.com',
  }
  it.each<[string, Partial<ClaimFacts>, string | null, string | null]>([
    ['open', {}, null, null],
    ['expired', { expires_at: now }, 'invitation_invalid', 'invitation_invalid'],
    ['revoked', { status: 'revoked' }, 'invitation_invalid', 'invitation_invalid'],
    ['accepted before', { status: 'accepted' }, 'invitation_invalid', 'invitation_invalid'],
    ['for someone else', { verified_email: 'kim@example.com' }, null, 'invitation_email_differs'],
    ['by an unverified email', { verified_email: null }, null, 'invitation_email_differs'],
    ['without an invited address', { invited_email: null, verified_email: null }, null, null],
    [
      'a QR code used by others',
      { kind: 'customer', via: 'qr', status: 'accepted', invited_email: null },
      null,
      null,
    ],
  ])('%s', (_, more, use, claim) => {
    expect([
      invitationRules.use({ ...staff, ...more })?.code ?? null,
      invitationRules.claim({ ...staff, ...more })?.code ?? null,
    ]).toEqual([use, claim])
  })

  it.each<[StoredInvitationStatus, string | null]>([
    ['sent', null],
    ['failed', null],
    ['accepted', 'invitation_finished'],
    ['revoked', 'invitation_finished'],
  ])('resend and revoke when %s: %s', (status, code) => {
    expect([
      invitationRules.resend({ ...staff, status })?.code ?? null,
      invitationRules.revoke({ ...staff, status })?.code ?? null,
    ]).toEqual([code, code])
  })
})

it.each<[InvitationStatus, string | null, boolean, boolean]>([
  ['pending', null, false, true],
  ['sent', 'ana@example.com', true, true],
  ['sent', null, false, true],
  ['failed', 'ana@example.com', true, true],
  ['opened', 'ana@example.com', true, true],
  ['expired', 'ana@example.com', true, false],
  ['accepted', 'ana@example.com', false, false],
  ['revoked', 'ana@example.com', false, false],
])('%s to %s: can be resent %s, revoked %s', (status, email, again, revoke) => {
  expect([canResend({ status, email }), canRevoke({ status, email })]).toEqual([again, revoke])
})

it('people can’t invite above their own role, and no one can invite an owner', () => {
  const invited = (inviter: Role): Role[] => roles.filter((role) => canInvite(inviter, role))
  expect(invited('owner')).toEqual([
    'manager',
    'payee',
    'crew_owner',
    'crew_leader',
    'crew_member',
    'user',
  ])
  expect(invited('manager')).toEqual(['payee', 'crew_owner', 'crew_leader', 'crew_member', 'user'])
  expect(invited('crew_leader')).toEqual(['crew_member', 'user'])
  expect(roles.map(landingAfterAccept).filter((path) => path === '/app/crew')).toHaveLength(1)
})

describe('hours to live', () => {
  it.each([
    [undefined, 72],
    ['', 72],
    ['soon', 72],
    [null, 72],
    [Number.NaN, 72],
    [0, 1],
    [-5, 1],
    [1.9, 1],
    ['24', 24],
    [720, 720],
    [9999, 720],
  ])('%s is %i', (typed, hours) => {
    expect(ttlHours(typed)).toBe(hours)
  })
  it('default by kind', () => {
    expect(NewInvite.parse({})).toEqual({ via: 'qr', ttl_hours: 72 })
    expect(EmailInvite.parse({ email: 'ana@example.com', ttl_hours: '48' })).toEqual({
      email: 'ana@example.com',
      ttl_hours: 48,
    })
  })
})

it('an SMS invite needs a phone number', () => {
  expect(NewInvite.safeParse({ via: 'sms' }).error?.issues[0]?.message).toBe(
    'Enter a valid phone number',
  )
  expect(NewInvite.safeParse({ via: 'sms', phone: '9195550100' }).success).toBe(true)
})
