import { describe, expect, it } from 'vitest'
import { parseHours } from './hours.ts'
import {
  CompanyName,
  companyProblem,
  EstimatedCustomers,
  estimateProblem,
  industries,
  isPlaceholderName,
  missingSetup,
  nameFromEmail,
  OnboardingAccept,
  onboardingSteps,
  onboardingStepText,
  prefillName,
  presetServices,
  sameIndustryMatters,
  slugFromName,
  stepAfter,
  stepBefore,
} from './onboarding.ts'

it('has seven steps, one after another', () => {
  expect(onboardingSteps.map(stepAfter)).toEqual([
    'phone',
    'address',
    'kyc',
    'hours',
    'org_stub',
    'billing',
    null,
  ])
  expect(onboardingSteps.map(stepBefore)).toEqual([
    null,
    'org_name',
    'phone',
    'address',
    'kyc',
    'hours',
    'org_stub',
  ])
  expect([onboardingStepText('org_name'), onboardingStepText('billing')]).toEqual([
    'Step 1 of 7',
    'Step 7 of 7',
  ])
})

describe('the initial name in a form', () => {
  it.each([
    ['Green Lawns', 'dana@gmail.com', 'Green Lawns'],
    [null, 'green-lawns@example.com', 'Green Lawns Services'],
    ['', 'dana.reed@gmail.com', 'Dana Reed Services'],
    ['dana@example.com', 'dana_reed@example.com', 'Dana Reed Services'],
    ['dana@example.com’s organization', 'dana@example.com', 'Dana Services'],
    ["dana's organization", 'DANA@example.com', 'Dana Services'],
    ['Dana’s Organization', 'dana+work@example.com', 'Dana Services'],
    [null, 'not an email', ''],
  ])('from %s and %s: %s', (name, email, expected) => {
    expect(prefillName(name, email)).toBe(expected)
  })

  it('is never an email provider’s', () => {
    expect(nameFromEmail('info@gmail.com')).toBe('Info Services')
    expect(isPlaceholderName('The Organization')).toBe(false)
  })
})

it.each([
  ['Dana’s Lawn & Garden', [], 'danas-lawn-garden'],
  ['Café Été', [], 'cafe-ete'],
  ['!!!', [], 'business'],
  ['Green Lawns', ['green-lawns', 'green-lawns-2'], 'green-lawns-3'],
  ['Service', [], 'service'],
])('%s becomes a slug, %o taken: %s', (name, taken, slug) => {
  expect(slugFromName(name, taken)).toBe(slug)
})

describe('industries', () => {
  it('are five, each with services', () => {
    expect(industries.map((industry) => presetServices[industry].length)).toEqual([9, 6, 6, 7, 0])
    expect(presetServices.Lawncare).toContain('Aeration & overseeding')
  })
  it('limit joining, except for Other', () => {
    expect(industries.map(sameIndustryMatters)).toEqual([true, true, true, true, false])
  })
})

describe('what is missing from a setup', () => {
  const complete = {
    phone_number: '+19195550100',
    street: '1 Main',
    is_verified: true,
    has_hours: true,
  }
  it.each([
    [complete, []],
    [{ ...complete, phone_number: null }, ['phone']],
    [{ ...complete, street: '' }, ['address']],
    [{ ...complete, is_verified: false }, ['kyc']],
    [
      { phone_number: null, street: null, is_verified: false, has_hours: false },
      ['phone', 'address', 'kyc', 'hours'],
    ],
  ])('%j: %j', (facts, expected) => {
    expect(missingSetup(facts)).toEqual(expected)
  })
})

describe('accept', () => {
  it('accepts any part, any number of times', () => {
    expect(OnboardingAccept.parse({})).toEqual({})
    expect(
      OnboardingAccept.parse({ organization_name: ' Green Lawns ', industry: 'Lawncare' }),
    ).toEqual({
      organization_name: 'Green Lawns',
      industry: 'Lawncare',
    })
    expect(OnboardingAccept.parse({ street: '', phone_number: '', name: '' })).toEqual({
      street: null,
      phone_number: null,
      name: null,
    })
    expect(OnboardingAccept.parse({ estimated_customers: '12', completed: true })).toEqual({
      estimated_customers: 12,
      completed: true,
    })
  })
  it('keeps hours as sent, for parseHours', () => {
    const { business_hours } = OnboardingAccept.parse({
      business_hours: { monday: { open: '9:00 AM', close: '5:00 PM', closed: false } },
    })
    expect(parseHours(business_hours)[1]).toMatchObject({
      opens_minutes: 540,
      closes_minutes: 1020,
    })
  })
  it.each([
    ['-1', 'Enter a non-negative number'],
    ['x', 'Enter a non-negative number'],
    ['1.5', 'Enter a non-negative number'],
    ['1000001', 'Enter at most 1,000,000'],
    ['1000000', null],
    ['0', null],
  ])('%s estimated customers: %s', (typed, sentence) => {
    expect(EstimatedCustomers.safeParse(typed).error?.issues[0]?.message ?? null).toBe(sentence)
    expect(estimateProblem(typed)).toBe(sentence)
  })
  it('requires the estimate', () => {
    expect(estimateProblem(' ')).toBe('Enter a non-negative number')
  })
  it.each([
    [' ', 'Enter your company/organization name'],
    ['x'.repeat(201), 'Use at most 200 characters.'],
    [`  ${'x'.repeat(200)}`, null],
    ['PayPal Security: verify at http://evil.example', 'Leave web addresses out of the name'],
    ['Visit www.evil.test', 'Leave web addresses out of the name'],
    ['evil.com/verify', 'Leave web addresses out of the name'],
    ['J. R. Lawn & Co., Inc.', null],
    ['St. John’s A.M. Cleaning', null],
  ])('the company %j: %s', (name, sentence) => {
    expect(CompanyName.safeParse(name).error?.issues[0]?.message ?? null).toBe(sentence)
    expect(companyProblem(name)).toBe(sentence)
  })
  it('the company is one line', () => {
    expect(CompanyName.parse('Evil\r\nBcc: a@b.c')).toBe('Evil Bcc: a@b.c')
  })
})
