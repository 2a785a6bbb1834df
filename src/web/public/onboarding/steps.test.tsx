// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  field,
  leave,
  press,
  refusal,
  sampleFor,
  seen,
  sent,
  show,
  textNow,
  type,
  type Answers,
} from '../../../../test/on-screen.tsx'
import { calls } from '../../../api/calls.ts'
import type { OnboardingRecord } from '../../../domain/base/onboarding.ts'
import { PlatformBilling } from '../../../domain/money/platform.ts'
import { BillingPanel } from '../../shared/organization/BillingPanel.tsx'
import { AddressStep, CompanyStep, PhoneStep } from './CompanySteps.tsx'
import { CustomersStep, HoursStep, VerificationStep } from './LaterSteps.tsx'
import { WizardFrame } from './WizardFrame.tsx'

// The steps of setting up a business one by one: what they refuse, what they send, and what they say if it can't be saved.

const accept = 'POST /api/public/owner-onboard/{code}/accept'
const done = vi.fn<() => void>()
let end = () => {}
afterEach(() => {
  end()
  done.mockReset()
})

const sample = sampleFor(calls['GET /api/public/owner-onboard/{code}'].ok)
const record: OnboardingRecord = {
  ...sample,
  prefill: {
    ...sample.prefill,
    org_name: 'Green Lawns Services',
    industry: null,
    phone_number: null,
    street: null,
    city: null,
    state: null,
    zip: null,
    business_hours: null,
    estimated_customers: null,
  },
}
const props = { code: 'code', record, done, back: () => {} }
const company = <CompanyStep {...props} />
const phone = <PhoneStep {...props} />
const address = <AddressStep {...props} />
const hours = <HoursStep {...props} />
const customers = <CustomersStep {...props} />
const home = { Street: '12 Linden Way', ZIP: '27601', City: 'Raleigh', State: 'NC' }
const fill = async (values: Record<string, string>) => {
  for (const [label, text] of Object.entries(values)) await type(label, text)
}
const noZips: Answers = { 'GET /api/public/zip/{zip}': null }

it.each<[sentence: string, part: ReactNode, typed: Record<string, string>]>([
  ['Enter your company/organization name', company, { Company: '   ' }],
  ['Enter a valid phone number', phone, { Phone: '' }],
  ['Enter a valid phone number', phone, { Phone: '919-555-0123 ext' }],
  ['Enter your street address', address, { ...home, Street: '' }],
  ['Enter your city', address, { ...home, City: ' ' }],
  ['Use 2-letter state code (e.g., NC)', address, { ...home, State: 'XX' }],
  ['Enter a valid 5-digit ZIP', address, { ...home, ZIP: '276' }],
  ['Enter a non-negative number', customers, { 'Estimated customers': '' }],
  ['Enter a non-negative number', customers, { 'Estimated customers': '-1' }],
  ['Enter a non-negative number', customers, { 'Estimated customers': 'many' }],
])('“%s” keeps a step open', async (sentence, part, typed) => {
  end = show(part, noZips)
  await fill(typed)
  await press('Next')
  await seen(sentence)
  const errors = [...document.querySelectorAll('.mantine-InputWrapper-error')]
  expect(errors.map((one) => one.textContent)).toEqual([sentence])
  expect([sent, done.mock.calls]).toEqual([[], []])
})

it.each<[text: string, part: ReactNode, typed: Record<string, string>, body: object]>([
  [
    'Could not save your company',
    company,
    { Company: ' Green & Sons ' },
    { step: 'org_name', organization_name: 'Green & Sons', industry: 'Other' },
  ],
  [
    'Could not save phone',
    phone,
    { Phone: '+1 (919) 555-0123' },
    { step: 'phone', phone_number: '+1 (919) 555-0123' },
  ],
  [
    'Could not save address',
    address,
    { ...home, State: 'nc' },
    { step: 'address', street: '12 Linden Way', zip: '27601', city: 'Raleigh', state: 'NC' },
  ],
  ['Could not save hours', hours, {}, { step: 'hours' }],
  [
    'Could not save estimate',
    customers,
    { 'Estimated customers': '149' },
    { step: 'org_stub', estimated_customers: 149 },
  ],
])('says “%s” and stays, then goes on', async (text, part, typed, body) => {
  let isLost = true
  end = show(part, {
    ...noZips,
    [accept]: () => (isLost ? refusal(500, 'internal') : Response.json({ step: 'phone' })),
  })
  await fill(typed)
  await press('Next')
  await seen(text)
  expect(done).not.toHaveBeenCalled()
  isLost = false
  await press('Next')
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(sent.at(-1)).toMatchObject({ call: accept, body })
})

it('suggests services of the industry chosen, and starts from the name the address suggests', async () => {
  end = show(company)
  expect((await field('Company')).value).toBe('Green Lawns Services')
  await seen('You can add your own services after setup.')
  document.querySelector<HTMLElement>('[role=radio][aria-label=Lawncare]')!.click()
  expect(await seen('We will suggest services to start with: Mowing')).toBeTruthy()
})

it.each([
  ['0', '$3.00'],
  ['50', '$150.00'],
  ['51', '$152.00'],
  ['5000', '$349.00'],
])('%s customers would cost %s', async (typed, sum) => {
  end = show(customers)
  await type('Estimated customers', typed)
  await vi.waitFor(() =>
    expect(document.querySelector('section output')!.textContent).toContain(sum),
  )
})

it('every step says where it belongs', async () => {
  end = show(<WizardFrame step={null}>-</WizardFrame>)
  expect(await seen('Set up your business')).toContain('Organization details')
})

describe('verification', () => {
  it('can wait, also if the provider has no link', async () => {
    let isLost = true
    end = show(<VerificationStep {...props} />, {
      [accept]: () =>
        isLost
          ? refusal(500, 'internal')
          : Response.json({ step: 'hours', stripe_onboarding_url: null }),
    })
    await press('Continue to Stripe')
    await seen('Failed to start Stripe onboarding')
    expect(done).not.toHaveBeenCalled()
    isLost = false
    await press('Continue to Stripe')
    await seen('Stripe onboarding link not returned; you can continue.')
    await vi.waitFor(() => expect(done).toHaveBeenCalledOnce())
    await press('Skip for now')
    expect(done).toHaveBeenCalledTimes(2)
  })

  it('goes to the provider’s page, and on only from there', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    end = show(<VerificationStep {...props} />, {
      [accept]: { step: 'hours', stripe_onboarding_url: 'https://provider.example/go' },
    })
    await press('Continue to Stripe')
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('https://provider.example/go'))
    expect(done).not.toHaveBeenCalled()
    expect(sent).toMatchObject([
      {
        body: {
          step: 'kyc',
          return_url: `${location.origin}/admin/owner-onboard/code?step=hours`,
        },
      },
    ])
    assign.mockRestore()
  })
})

describe('business hours', () => {
  const enter = async (name: string, text: string) => {
    await type(name, text)
    await leave(name)
  }
  const shows = (name: string, text: string) =>
    vi.waitFor(async () => expect((await field(name)).value).toBe(text))

  it('are typed informally, and what makes no sense is taken back', async () => {
    end = show(hours)
    await enter('Monday opens', '930')
    await shows('Monday opens', '9:30 AM')
    await enter('Monday opens', '7')
    await shows('Monday opens', '7:00 AM')
    await enter('Monday closes', '1745')
    await shows('Monday closes', '5:45 PM')
    for (const [typed, sentence] of [
      ['noon', 'Enter a time like 9:30 AM'],
      ['5 am', 'Closing time must be after opening time'],
    ] as const) {
      await enter('Monday closes', typed)
      await seen(sentence)
      await shows('Monday closes', '5:45 PM')
    }
    await enter('Monday closes', '6 pm')
    await vi.waitFor(() => expect(textNow()).not.toContain('must be after opening'))
    await press('Copy Mon to Fri')
    await shows('Friday opens', '7:00 AM')
    await shows('Friday closes', '6:00 PM')
    expect((await field('Saturday opens')).disabled).toBe(true)
    ;(await field('Saturday open')).click()
    await shows('Saturday opens', '8:00 AM')
  })

  it('need both times of an open day; a week without any is only pointed out', async () => {
    end = show(hours, { [accept]: { step: 'org_stub' } })
    await enter('Friday closes', '')
    await press('Next')
    await seen('Enter both an opening and a closing time')
    expect([sent, done.mock.calls]).toEqual([[], []])
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
      (await field(`${day} open`)).click()
    await seen('Every day is closed. You can continue, but')
    await press('Next')
    await vi.waitFor(() => expect(done).toHaveBeenCalledOnce())
  })
})

describe('billing', () => {
  const status = 'GET /api/owner/platform-billing/status'
  const method = 'POST /api/owner/platform-billing/set-payment-method'
  const trial = {
    ...sampleFor(PlatformBilling),
    billing_enabled: true,
    default_payment_method: null,
  }
  const keys = { client_secret: '', setup_intent_id: '', publishable_key: null, script_url: null }

  it.each([
    [401, 'Your session expired. Please log in again.'],
    [403, 'You are not permitted to view billing for this org right now.'],
    [500, 'Failed to load platform billing status'],
  ])('says why it can’t be shown after %i', async (code, sentence) => {
    end = show(<BillingPanel />, { [status]: () => refusal(code, 'forbidden') })
    expect(await seen(sentence)).toBeTruthy()
  })

  it.each<[sentence: string, answer: () => Response]>([
    [
      'You are not permitted to add a payment method for this org.',
      () => refusal(403, 'forbidden'),
    ],
    ['Could not start payment method setup.', () => refusal(500, 'internal')],
    ['Failed to create SetupIntent.', () => Response.json(keys)],
    [
      'Stripe publishable key is not configured.',
      () => Response.json({ ...keys, client_secret: 'x' }),
    ],
  ])('says “%s” and offers to try again', async (sentence, answer) => {
    end = show(<BillingPanel />, { [status]: trial, [method]: answer })
    await press('Add payment method')
    await seen(sentence)
    sent.length = 0
    await press('Retry')
    await vi.waitFor(() => expect(sent.map(({ call }) => call)).toEqual([method]))
  })

  it.each([
    [undefined, 'Could not start subscription', 409],
    [undefined, 'Failed to start subscription', 500],
    ['canceled', 'Failed to restart subscription', 500],
  ] as const)('%s: says “%s” after %i', async (state, sentence, code) => {
    const billing = {
      ...trial,
      subscription_status: state ?? ('trialing' as const),
      platform_subscription_id: null,
      cancel_at_period_end: false,
    }
    end = show(<BillingPanel />, {
      [status]: billing,
      'POST /api/owner/platform-billing/confirm-subscription': () => refusal(code, 'conflict'),
      'POST /api/owner/platform-billing/restart': () => refusal(code, 'conflict'),
    })
    await press(state ? 'Restart subscription' : 'Start subscription')
    expect(await seen(sentence)).toBeTruthy()
  })

  it('says “Failed to cancel subscription” and goes on', async () => {
    const runs = {
      ...trial,
      subscription_status: 'active' as const,
      platform_subscription_id: 'sub_1',
      cancel_at_period_end: false,
    }
    end = show(<BillingPanel />, {
      [status]: runs,
      'POST /api/owner/platform-billing/cancel': () => refusal(500, 'internal'),
    })
    await press('Cancel subscription')
    await press('Cancel subscription', '[role=dialog]')
    expect(await seen('Failed to cancel subscription')).toBeTruthy()
  })

  it('is for an owner only', async () => {
    end = show(<BillingPanel isOwner={false} />)
    await seen('You are not signed in to an owner account.')
    await seen('Finish onboarding and add billing later from Settings → Organization.')
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('button')]
    expect(buttons.map(({ textContent, disabled }) => [textContent, disabled])).toEqual([
      ['Add payment method', true],
      ['Start subscription', true],
    ])
  })
})
