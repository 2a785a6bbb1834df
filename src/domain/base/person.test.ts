import { describe, expect, it } from 'vitest'
import { avatarAt, avatarPath, personName, personRules, ProfilePatch } from './person.ts'

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
  it('keeps absent fields and clears empty ones', () => {
    expect(ProfilePatch.parse({})).toEqual({})
    expect(
      ProfilePatch.parse({
        name: 'dana@example.com',
        phone_number: '',
        avatar_url: '',
        timezone: '',
      }),
    ).toEqual({
      name: null,
      phone_number: null,
      avatar_url: null,
      timezone: null,
    })
    expect(ProfilePatch.parse({ notification_prefs: { sms_general: true } })).toEqual({
      notification_prefs: { sms_general: true },
    })
  })
  it.each([
    [null, true],
    ['https://example.com/a.png', false],
    ['/api/people/x/pictures/y', false],
  ])('takes %s as a picture: %s', (avatar_url, expected) => {
    expect(ProfilePatch.safeParse({ avatar_url }).success).toBe(expected)
  })
  it('knows time zones', () => {
    expect(ProfilePatch.safeParse({ timezone: 'Mars/Olympus' }).success).toBe(false)
  })
})

it.each([
  [avatarPath('4d', 'Zx_-'), { id: '4d', hash: 'Zx_-' }],
  ['https://example.com/api/people/4d/pictures/x', null],
  ['/api/people/4d/pictures/x/y', null],
  ['', null],
  [null, null],
])('%s is the picture %o', (url, at) => {
  expect(avatarAt(url)).toEqual(at)
})

describe('personRules', () => {
  it.each([
    ['owner', false, 'inactive', false, 'owner_stays_active'],
    ['owner', false, undefined, true, 'owner_keeps_role'],
    ['owner', false, 'active', false, null],
    ['manager', false, 'inactive', false, null],
    ['admin', true, 'inactive', false, 'own_account'],
  ] as const)(
    'an administrator changes a %s, themselves %s, to %s, moving %s: %s',
    (role, is_self, status, moves, code) => {
      expect(
        personRules.administer({ target: { role }, is_self, status, moves })?.code ?? null,
      ).toBe(code)
    },
  )
  it.each(['admin', 'sales', null] as const)(
    'with the platform role %s an account joins an organization only if it is none',
    (platform_role) => {
      expect(personRules.join({ platform_role })?.code ?? null).toBe(
        platform_role && 'platform_account',
      )
    },
  )
  it.each([
    ['manager', 'active', false, null],
    ['manager', 'invited', false, null],
    ['manager', 'inactive', false, 'user_inactive'],
    ['admin', 'active', false, 'admin_not_impersonable'],
    ['manager', 'active', true, 'already_impersonating'],
  ] as const)(
    'impersonating a %s who is %s, already impersonating %s: %s',
    (role, status, already, code) => {
      expect(personRules.impersonate({ target: { role, status }, already })?.code ?? null).toBe(
        code,
      )
    },
  )
  it('one owner per organization', () => {
    expect(personRules.makeOwner({ owner_exists: true })?.sentence).toBe(
      'Only one owner is allowed for an organization. Another owner already exists for this org.',
    )
    expect(personRules.makeOwner({ owner_exists: false })).toBeNull()
  })
})
