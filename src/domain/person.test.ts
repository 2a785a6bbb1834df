import { describe, expect, it } from 'vitest'
import { assignableRoles, AvatarUrl, NewUser, personName, personRules, ProfilePatch } from './person.ts'
import type { Role } from './roles.ts'

it.each([
  [' Dana Reed ', 'Dana Reed'],
  ['dana@example.com', null],
  ['', null],
  [null, null],
  ['Dana @ home', 'Dana @ home'],
])('%s is the name %s', (typed, name) => {
  expect(personName(typed)).toBe(name)
})

describe('a profile edit', () => {
  it('leaves what is absent and clears what is empty', () => {
    expect(ProfilePatch.parse({})).toEqual({})
    expect(ProfilePatch.parse({ name: 'dana@example.com', phone_number: '', avatar_url: '', timezone: '' })).toEqual({
      name: null,
      phone_number: null,
      avatar_url: null,
      timezone: null,
    })
    expect(ProfilePatch.parse({ notification_prefs: { sms_general: true } })).toEqual({ notification_prefs: { sms_general: true } })
  })
  it.each([
    ['https://example.com/a.png', true],
    ['http://example.com/a.png', false],
    ['javascript:alert(1)', false],
    ['data:image/png;base64,x', false],
    ['avatar', false],
  ])('%s is an avatar: %s', (url, expected) => {
    expect(AvatarUrl.safeParse(url).success).toBe(expected)
  })
  it('knows zones', () => {
    expect(ProfilePatch.safeParse({ timezone: 'Mars/Olympus' }).success).toBe(false)
  })
})

describe('a new user', () => {
  const user = { email: 'kim@example.com', organization_id: '0199aa00-0000-7000-8000-000000000001' }
  it.each<[Role, boolean, string | null]>([
    ['manager', true, null],
    ['manager', false, 'Organization is required'],
    ['user', false, 'Organization is required'],
    ['sales', false, null],
    ['admin', false, null],
    ['owner', true, 'The owner role comes from the owner’s invitation'],
  ])('%s with an organization %s: %s', (role, inOrganization, message) => {
    const { error } = NewUser.safeParse({ ...user, role, organization_id: inOrganization ? user.organization_id : '' })
    expect(error?.issues[0]?.message ?? null).toBe(message)
  })
  it('needs an e-mail and is invited', () => {
    expect(NewUser.safeParse({ ...user, email: '', role: 'manager' }).error?.issues[0]?.message).toBe('Email is required')
    expect(NewUser.parse({ ...user, role: 'payee' })).toMatchObject({ send_invite: true, name: null })
    expect(assignableRoles).not.toContain('owner')
  })
})

describe('personRules', () => {
  it('an owner stays active', () => {
    expect([personRules.deactivate({ role: 'owner', status: 'active' })?.code, personRules.deactivate({ role: 'manager', status: 'active' })]).toEqual([
      'owner_stays_active',
      null,
    ])
  })
  it.each([
    ['manager', 'active', false, null],
    ['manager', 'invited', false, null],
    ['manager', 'inactive', false, 'user_inactive'],
    ['admin', 'active', false, 'admin_not_impersonable'],
    ['manager', 'active', true, 'already_impersonating'],
  ] as const)('acting as a %s who is %s, already acting %s: %s', (role, status, already, code) => {
    expect(personRules.impersonate({ target: { role, status }, already })?.code ?? null).toBe(code)
  })
  it('one owner per organization', () => {
    expect(personRules.makeOwner({ owner_exists: true })?.sentence).toBe(
      'Only one owner is allowed for an organization. Another owner already exists for this org.',
    )
    expect(personRules.makeOwner({ owner_exists: false })).toBeNull()
  })
})
