// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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
import { outOfAreaRefusal, type SignupStep } from '../../../domain/flows/signup.ts'
import type { Lead, Offer } from '../../shared/wizard/place.ts'
import { AddressQuestion, EmailQuestion, NameQuestion, PhoneQuestion } from './ContactSteps.tsx'
import Signup from './Signup.tsx'
import WishQuestion from './WishSteps.tsx'

// The questions of a sign-up one by one: what they refuse, what they send, and what they say if it can't be saved.

const place = { slug: 'green-acres' }
const service = (key: string, label: string, price_cents: number) => ({
  ...sampleFor(calls['GET /api/public/signup/{code}'].ok).services[0]!,
  key,
  label,
  price_cents,
})
const day = { open: '08:00', close: '17:00', closed: false }
const closed = { open: '', close: '', closed: true }
const offer = {
  ...sampleFor(calls['GET /api/public/signup/{code}'].ok),
  code: 'code',
  services: [
    service('mowing', 'Mowing', 4500),
    service('edging', 'Edging', 2500),
    service('look', 'A look', 0),
  ],
} as Offer
offer.organization = {
  ...offer.organization,
  name: 'Green Acres',
  business_hours: {
    sun: closed,
    mon: day,
    tue: day,
    wed: closed,
    thu: closed,
    fri: closed,
    sat: { ...day, close: '13:00' },
  },
}
const lead: Lead = {
  ...sampleFor(calls['GET /api/public/signup/{code}/lead'].ok),
  email: 'ana@mail.example',
  street: null,
  city: null,
  state: null,
  zip: null,
  services_selected: [],
  available_days: [],
  service_frequency: null,
  service_interval: null,
  autopay_authorized: false,
  sms_opt_in: false,
  tax_ppm: 0,
}

const done = vi.fn<() => void>()
let end = () => {}
beforeEach(() => sessionStorage.clear())
afterEach(() => {
  end()
  done.mockReset()
})

const props = { place, code: 'code', lead, offer, done, back: () => {} }
const wish = (step: SignupStep, more: Partial<typeof props> = {}) => (
  <WishQuestion step={step} {...props} {...more} />
)
const email = <EmailQuestion {...props} saved={null} known="" fixed={false} />
const address = <AddressQuestion {...props} />
const phone = (smsChosen: boolean) => <PhoneQuestion {...props} known="" smsChosen={smsChosen} />
const name = <NameQuestion {...props} known="Ana" />
const fill = async (values: Record<string, string>) => {
  for (const [label, text] of Object.entries(values)) await type(label, text)
}
const home = { Street: '9 Peace St', ZIP: '27604', City: 'Raleigh', State: 'NC' }
const focused = async (label: string) =>
  vi.waitFor(async () => expect(document.activeElement).toBe(await field(label)))

describe('refuses', () => {
  it.each(['', 'a@b', `${'x'.repeat(250)}@mail.example`])(
    'as an email address “%s”',
    async (wrong) => {
      end = show(email)
      await type('Email', wrong)
      await press('Next')
      await seen('Enter a valid email')
      await focused('Email')
      await type('Email', 'x')
      await vi.waitFor(() => expect(textNow()).not.toContain('Enter a valid email'))
      expect([sent, done.mock.calls]).toEqual([[], []])
    },
  )

  it.each([
    ['Street', '   ', 'Enter your street address'],
    ['City', ' ', 'Enter your city'],
    ['State', 'ZZ', 'Use 2-letter state code (e.g., NC)'],
    ['ZIP', '2760', 'Enter a valid 5-digit ZIP'],
  ])('in an address as %s “%s”', async (label, wrong, text) => {
    end = show(address, { 'GET /api/public/zip/{zip}': null })
    await fill({ ...home, [label]: wrong })
    await press('Next')
    await seen(text)
    await focused(label)
    expect([sent, done.mock.calls]).toEqual([[], []])
  })

  it('an empty address with a sentence at each field', async () => {
    end = show(address)
    await press('Next')
    await focused('Street')
    const errors = [...document.querySelectorAll('.mantine-InputWrapper-error')]
    expect(errors.map((one) => one.textContent)).toEqual([
      'Enter your street address',
      'Enter a valid 5-digit ZIP',
      'Enter your city',
      'Use 2-letter state code (e.g., NC)',
    ])
  })

  it('an address out of the area, at its ZIP, with what the server says', async () => {
    const refused = { fields: { zip: outOfAreaRefusal } }
    end = show(address, {
      'GET /api/public/zip/{zip}': null,
      'PATCH /api/public/signup/{code}/lead': () =>
        refusal(422, 'invalid', outOfAreaRefusal, refused),
    })
    await fill(home)
    await press('Next')
    await seen('We do not come to this ZIP yet')
    await focused('ZIP')
    expect(done).not.toHaveBeenCalled()
  })

  it.each(['', '()()()....'])('where texts were chosen, as a phone number “%s”', async (wrong) => {
    end = show(phone(true))
    await type('Phone number', wrong)
    await press('Finish')
    await seen('Enter a valid phone number')
    expect([sent, done.mock.calls]).toEqual([[], []])
  })

  it('going on without a service, unless that is decided later', async () => {
    end = show(wish('services'))
    await press('Next')
    await seen('Choose a service, or decide later.')
    await vi.waitFor(() => expect(document.querySelector('button:disabled')).toBeNull())
    expect([sent, done.mock.calls]).toEqual([[], []])
    await press('Decide later')
    await vi.waitFor(() => expect(done).toHaveBeenCalled())
    expect(sent).toMatchObject([{ body: { services_selected: [] } }])
  })
})

it.each<
  [text: string, part: ReactNode, call: string, typed?: Record<string, string>, button?: string]
>([
  [
    'Could not save email',
    email,
    'POST /api/public/signup/{code}/lead',
    { Email: 'ana@mail.example' },
  ],
  ['Could not save address', address, 'PATCH /api/public/signup/{code}/lead', home],
  [
    'Could not save availability',
    wish('availability'),
    'PATCH /api/public/signup/{code}/lead/availability',
  ],
  [
    'Could not save services',
    wish('services'),
    'PATCH /api/public/signup/{code}/lead/services',
    {},
    'Decide later',
  ],
  ['Could not save frequency', wish('frequency'), 'PATCH /api/public/signup/{code}/lead/frequency'],
  [
    'Could not save your info',
    wish('disclosures'),
    'PATCH /api/public/signup/{code}/lead/consents',
    {},
    'Next Step',
  ],
  [
    'Could not save your info',
    wish('disclosures'),
    'POST /api/public/signup/{code}',
    {},
    'Next Step',
  ],
  ['Could not save your info', name, 'PATCH /api/users/signup/finish'],
  [
    'Could not save your info',
    phone(true),
    'PATCH /api/users/signup/finish',
    { 'Phone number': '919 555 0161' },
    'Finish',
  ],
])('says “%s” and stays, then goes on', async (text, part, call, typed = {}, button = 'Next') => {
  let isLost = true
  const answers: Answers = {
    'GET /api/public/zip/{zip}': null,
    [call]: () => (isLost ? refusal(500, 'internal') : Response.json({ lead_token: 'token' })),
  }
  end = show(part, answers)
  await fill(typed)
  await press(button)
  await seen(text)
  expect(done).not.toHaveBeenCalled()
  isLost = false
  await press(button)
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce())
})

it('the trap for robots is sent along', async () => {
  end = show(email)
  await type('Email', 'robot@mail.example')
  const trap = document.querySelector<HTMLInputElement>('#website')!
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(trap, 'http://x')
  trap.dispatchEvent(new Event('input', { bubbles: true }))
  await press('Next')
  await vi.waitFor(() => expect(done).toHaveBeenCalled())
  expect(sent.map(({ body }) => body)).toEqual([
    { email: 'robot@mail.example', locale: 'en', website: 'http://x' },
  ])
})

describe('an address', () => {
  it.each([
    ['New York', 'NY'],
    ['missouri', 'MO'],
  ])('takes %s for a state', async (name, code) => {
    end = show(address)
    await type('State', name)
    await leave('State')
    await vi.waitFor(async () => expect((await field('State')).value).toBe(code))
  })

  it('gets city and state by its ZIP, but what was typed stays, also while it is looked up', async () => {
    const places: Record<string, [string, string]> = {
      '27601': ['Raleigh', 'NC'],
      '96813': ['Honolulu', 'HI'],
      '10001': ['New York', 'NY'],
    }
    const { promise: held, resolve: answer } = Promise.withResolvers<void>()
    end = show(address, {
      'GET /api/public/zip/{zip}': async (path) => {
        const [city, state] = places[path.slice(-5)] ?? []
        if (path.endsWith('10001')) await held
        return city ? Response.json({ city, state }) : refusal(404, 'not_found')
      },
    })
    const shows = (...values: string[]) =>
      vi.waitFor(async () => {
        for (const [at, label] of ['ZIP', 'City', 'State'].entries())
          expect((await field(label)).value).toBe(values[at])
      })
    await type('ZIP', '27601-1234')
    await shows('27601', 'Raleigh', 'NC')
    await type('ZIP', 'a9-6x813')
    await shows('96813', 'Honolulu', 'HI')
    await type('ZIP', '00000')
    await seen('ZIP not found. Please enter city/state.')
    await shows('00000', '', '')
    await type('City', 'Elsewhere')
    await type('ZIP', '27601')
    await shows('27601', 'Elsewhere', 'NC')
    expect(textNow()).not.toContain('ZIP not found')
    await type('ZIP', '00000')
    await shows('00000', 'Elsewhere', '')
    await type('City', '')
    await type('ZIP', '10001')
    await type('City', 'Brooklyn')
    answer()
    await shows('10001', 'Brooklyn', 'NY')
  })

  it('with a state that its ZIP does not lie in is asked about, before and after the ZIP is known', async () => {
    const known = { ...lead, street: '1 Oak St', city: 'Raleigh', state: 'NC', zip: '27601' }
    end = show(
      <AddressQuestion place={place} code="code" lead={known} done={done} back={() => {}} />,
      { 'GET /api/public/zip/{zip}': { city: 'Raleigh', state: 'NC' } },
    )
    const question = 'This ZIP is in NC. Check the ZIP and the state.'
    await type('State', 'New York')
    await leave('State')
    await seen(question)
    expect((await field('State')).value).toBe('NY')
    await type('State', 'n.c.')
    await vi.waitFor(() => expect(textNow()).not.toContain(question))
    await type('State', 'Missouri')
    await seen(question)
  })

  it('out of the usual area is told so at the next question', async () => {
    sessionStorage.setItem('fieldhive.signup:/signup/org/green-acres', 'token')
    const shown = (out_of_area: boolean): Answers => ({
      'GET /api/public/org/{slug}': { signup_code: 'code' },
      'GET /api/public/signup/{code}/lead': { ...lead, step: 'availability', out_of_area },
    })
    const text = "Your address is outside our usual area; we'll confirm."
    const path = '/signup/org/green-acres'
    end = show(<Signup />, shown(true), path, '/signup/org/$slug')
    await seen(text)
    end()
    end = show(<Signup />, shown(false), path, '/signup/org/$slug')
    await seen('Which days suit you?')
    expect(textNow()).not.toContain(text)
  })
})

describe('days', () => {
  it('are those the business is open, with their hours', async () => {
    end = show(wish('availability'))
    await seen('Selected 0 / 3')
    const days = [...document.querySelectorAll('[role=checkbox]')]
    expect(days.map((one) => one.getAttribute('aria-label'))).toEqual([
      'Monday, 8:00 AM to 5:00 PM',
      'Tuesday, 8:00 AM to 5:00 PM',
      'Saturday, 8:00 AM to 1:00 PM',
    ])
    await press('Tuesday, 8:00 AM to 5:00 PM')
    await seen('Selected 1 / 3')
    await press('Select all')
    await seen('Selected 3 / 3')
    await press('Next')
    await vi.waitFor(() => expect(done).toHaveBeenCalled())
    expect(sent).toMatchObject([{ body: { available_days: ['mon', 'tue', 'sat'] } }])
  })

  it('and services may be missing without blocking a sign-up', async () => {
    const bare = {
      ...offer,
      services: [],
      organization: { ...offer.organization, business_hours: null },
    }
    end = show(wish('availability', { offer: bare }))
    await seen('Green Acres has not published business hours yet.')
    await press('Next')
    await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(1))
    end()
    end = show(wish('services', { offer: bare }))
    await seen('No services are currently offered.')
    await press('Next')
    await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(2))
  })
})

it('adds up the services chosen; one without a price shows none', async () => {
  end = show(wish('services'))
  await seen('Taxes and discounts may apply.')
  const total = (text: string) => seen(`Estimated per-visit total${text}`)
  await total('$0.00')
  await press('Mowing, $45.00')
  await total('$45.00')
  await press('Edging, $25.00')
  await total('$70.00')
  await press('A look')
  await press('Mowing, $45.00')
  await total('$25.00')
  await press('Next')
  await vi.waitFor(() => expect(done).toHaveBeenCalled())
  expect(sent).toMatchObject([
    { body: { services_selected: [{ key: 'edging' }, { key: 'look' }] } },
  ])
})

describe('how often', () => {
  it('is weekly unless something else is chosen, of five', async () => {
    end = show(wish('frequency'))
    await seen('Every X weeks')
    expect(document.querySelectorAll('[role=radio]')).toHaveLength(5)
    await press('Next')
    await vi.waitFor(() => expect(done).toHaveBeenCalled())
    expect(sent).toMatchObject([{ body: { service_frequency: 'weekly', service_interval: null } }])
  })

  it.each([
    [null, 2],
    ['40', 26],
    ['', 2],
    ['7', 7],
  ])('in weeks typed as %j is sent as %i', async (typed, service_interval) => {
    end = show(wish('frequency'))
    await press('Every X weeks')
    if (typed !== null) await type('Weeks between visits', typed)
    await press('Next')
    await vi.waitFor(() => expect(done).toHaveBeenCalled())
    expect(sent).toMatchObject([{ body: { service_frequency: 'every_x_weeks', service_interval } }])
  })
})

it('without a price there is nothing to agree to but texts', async () => {
  end = show(wish('disclosures'))
  await seen('There is no price to agree to yet.')
  expect(textNow()).not.toContain('$0.00')
  expect(document.querySelectorAll('input[type=checkbox]')).toHaveLength(1)
  end()
  const priced = { ...lead, services_selected: [{ key: 'mowing', price_cents: 4500 }] }
  end = show(wish('disclosures', { lead: priced }))
  await seen('estimate of $45.00 per visit')
  expect(document.querySelectorAll('input[type=checkbox]')).toHaveLength(3)
})
