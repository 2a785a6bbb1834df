import { describe, expect, it } from 'vitest'
import {
  friendsText,
  ReferralCode,
  referralCodeIn,
  referralLink,
  referralRules,
} from './referral.ts'

describe('a code in a URL', () => {
  it.each([
    ['0123456789ab', '0123456789ab'],
    [' ABCDEFGHJKMN ', 'abcdefghjkmn'],
    ['pqrstvwxyz00', 'pqrstvwxyz00'],
    ['', undefined],
    ['0123456789', undefined],
    ['0123456789abc', undefined],
    ['look-alikes!', undefined],
    ['iloulioulilo', undefined],
    ['x'.repeat(10_000), undefined],
    [null, undefined],
    [12, undefined],
    [['0123456789ab'], undefined],
  ])('%j is %j, and never refused', (given, code) => {
    expect(referralCodeIn(given)).toBe(code)
    expect(ReferralCode.parse(given)).toBe(code)
  })
})

it('the link is the sign-up page by name', () => {
  const link = referralLink({
    public_url: 'https://hive.example',
    slug: 'green-acres',
    code: '0123456789ab',
  })
  expect(link).toBe('https://hive.example/signup/org/green-acres?ref=0123456789ab')
  expect(referralCodeIn(new URL(link).searchParams.get('ref'))).toBe('0123456789ab')
})

it.each([
  [0, 'No one has joined through your link yet.'],
  [1, 'One friend has joined through your link so far.'],
  [2, '2 friends have joined through your link so far.'],
])('%i: %s', (count, text) => expect(friendsText(count)).toBe(text))

it('a link that wouldn’t work isn’t returned', () => {
  expect(referralRules.share({ link: null })?.code).toBe('signups_closed')
  expect(
    referralRules.share({ link: 'https://hive.example/signup/org/green-acres?ref=0123456789ab' }),
  ).toBeNull()
})
