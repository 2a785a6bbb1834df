import { describe, expect, it } from 'vitest'
import {
  askedStep,
  autochargeConsent,
  AvailabilityStep,
  consentTexts,
  DisclosuresStep,
  estimatedTotal,
  FrequencyStep,
  nextStep,
  LeadPatch,
  limitNamedIn,
  showsPrice,
  SignupInput,
  stepBefore,
  signupSteps,
  signupStepPlace,
  smsConsent,
  TrialForm,
} from './signup.ts'

const address = { street: '12 Oak St', city: 'Durham', state: 'nc', zip: '27701' }

it('counts six steps before login and eight after', () => {
  expect(signupSteps.map(signupStepPlace).map(({ at, of }) => `Step ${at} of ${of}`)).toEqual([
    'Step 1 of 6',
    'Step 2 of 6',
    'Step 3 of 6',
    'Step 4 of 6',
    'Step 5 of 6',
    'Step 6 of 6',
    'Step 7 of 8',
    'Step 8 of 8',
  ])
})

it.each([
  ['every_x_weeks', 3, 3],
  ['every_x_weeks', '40', 26],
  ['every_x_weeks', undefined, 2],
  ['every_x_weeks', 0, 1],
  ['weekly', 3, null],
  ['biweekly', null, null],
])('%s with interval %s is saved with %s', (service_frequency, service_interval, expected) => {
  expect(
    FrequencyStep.parse({ email: 'ana@example.com', service_frequency, service_interval }),
  ).toEqual({
    email: 'ana@example.com',
    service_frequency,
    service_interval: expected,
  })
})

it('availability accepts days in any format', () => {
  expect(
    AvailabilityStep.parse({ email: 'ana@example.com', available_days: ['Friday', 'mon'] })
      .available_days,
  ).toEqual(['mon', 'fri'])
})

it('consents are off by default', () => {
  expect(DisclosuresStep.parse({ email: 'ana@example.com' })).toMatchObject({
    autopay_authorized: false,
    autopay_oneoffs: false,
    sms_opt_in: false,
  })
})

describe('the questions', () => {
  const chosen = { services_selected: [{ key: 'mowing' }] }
  const none = { services_selected: [] }
  it.each([
    ['services', chosen, 'frequency', 'availability'],
    ['services', none, 'disclosures', 'availability'],
    ['disclosures', chosen, 'postauth_name', 'frequency'],
    ['disclosures', none, 'postauth_name', 'services'],
    ['email', none, 'address', 'email'],
    ['postauth_phone', none, 'postauth_phone', 'postauth_name'],
  ] as const)('after and before %s, with %o', (step, wishes, next, before) => {
    expect([nextStep(step, wishes), stepBefore(step, wishes)]).toEqual([next, before])
  })

  it('how often is not asked of who chose no service', () => {
    expect([askedStep('frequency', none), askedStep('frequency', chosen)]).toEqual([
      'disclosures',
      'frequency',
    ])
  })
})

describe('the final request', () => {
  it('accepts the simple form', () => {
    const parsed = SignupInput.parse({
      email: 'Ana@example.com',
      name: '',
      phone_number: '',
      ...address,
      services_selected: [{ key: 'mowing' }],
    })
    expect(parsed).toMatchObject({
      email: 'Ana@example.com',
      name: null,
      phone_number: null,
      state: 'NC',
      service_interval: null,
      sms_opt_in: false,
    })
  })
  it('accepts the wizard’s extra fields', () => {
    const parsed = SignupInput.parse({
      email: 'ana@example.com',
      name: 'Ana',
      ...address,
      services_selected: [{ key: 'mowing', price_cents: 4500 }],
      available_days: ['mon'],
      service_frequency: 'every_x_weeks',
      service_interval: 6,
      sms_opt_in: true,
      autopay_authorized: true,
      autopay_oneoffs: false,
      authorization_text: 'I agree',
    })
    expect(parsed).toMatchObject({
      service_interval: 6,
      available_days: ['mon'],
      autopay_authorized: true,
    })
  })
  it('reports invalid fields', () => {
    expect(
      SignupInput.safeParse({ email: 'x', ...address, zip: '1' }).error?.issues.map(
        ({ message }) => message,
      ),
    ).toEqual(['Enter a valid email', 'Enter a valid 5-digit ZIP'])
  })
})

it('a lead is saved step by step', () => {
  expect(LeadPatch.parse({ email: 'ana@example.com', name: ' Ana ' })).toEqual({
    email: 'ana@example.com',
    name: 'Ana',
  })
})

describe('prices', () => {
  it.each([
    [100, true],
    [0, false],
    [-1, false],
    [null, false],
    ['100', false],
    [undefined, false],
  ])('%s is shown: %s', (price, shown) => {
    expect(showsPrice(price)).toBe(shown)
  })
  it('add up for selected services with a price', () => {
    const offered = [
      { key: 'a', price_cents: 4500 },
      { key: 'b', price_cents: null },
      { key: 'c', price_cents: '900' },
      { key: 'd', price_cents: -5 },
      { key: 'e', price_cents: 0 },
      { key: 'f', price_cents: 250 },
    ]
    expect(estimatedTotal(offered, ['a', 'b', 'c', 'd', 'e', 'zzz', 'a'])).toBe(4500)
    expect(estimatedTotal(offered, [])).toBe(0)
  })
})

it('consent texts name the business, the amount and how to stop', () => {
  const text = autochargeConsent({ organization: 'Green Lawns', limit: '$45.00' })
  for (const part of [
    'Green Lawns',
    'plus taxes and fees',
    'capped at the displayed estimate of $45.00',
    'unless I approve more work',
    'retried for a limited period',
    'receipt is sent for every charge',
  ])
    expect(text).toContain(part)
  for (const part of [
    'Green Lawns',
    'Message and data rates may apply',
    'STOP to opt out',
    'HELP for help',
  ])
    expect(smsConsent({ organization: 'Green Lawns' })).toContain(part)
})

it('each checkbox has its own text, including the limit shown', () => {
  const texts = consentTexts({ organization: 'Green Lawns', limit: '$1,045.00' })
  expect(new Set(Object.values(texts)).size).toBe(3)
  expect(texts.autopay_oneoffs).toContain('Also for one-time services')
  expect([texts.autopay, texts.autopay_oneoffs, texts.sms, 'I agree'].map(limitNamedIn)).toEqual([
    '$1,045.00',
    '$1,045.00',
    null,
    null,
  ])
})

it('the trial form’s messages are full sentences', () => {
  expect(
    TrialForm.safeParse({ name: '', email: 'x', company: ' ', phone: '' }).error?.issues.map(
      ({ message }) => message,
    ),
  ).toEqual([
    'Please enter your name.',
    'Enter a valid email address.',
    'Please enter your company.',
  ])
})

it('a limit agreed to in Spanish is found again', () => {
  const texts = consentTexts({ organization: 'Green Lawns', limit: '$1,045.00' }, 'es')
  expect([texts.autopay, texts.autopay_oneoffs, texts.sms].map(limitNamedIn)).toEqual([
    '$1,045.00',
    '$1,045.00',
    null,
  ])
})
