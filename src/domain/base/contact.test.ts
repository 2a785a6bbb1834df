import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  addressLine,
  AddressInput,
  addressProblems,
  AddressPatch,
  EmailText,
  OptionalPhone,
  phoneText,
  PhoneText,
  RequiredEmail,
  stateCodes,
  stateCodeOf,
  StateText,
  stateTyped,
  TrialEmail,
  zipDigits,
  ZipText,
  callAddress,
} from './contact.ts'
import { emailKey, isEmail, maskEmail, readEmail } from './email.ts'
import { isPhone, toE164, readPhone, phoneProblem } from './phone.ts'
import { stateIn } from '../flows/import-values.ts'

const problem = (schema: z.ZodType, value: unknown): string | null =>
  schema.safeParse(value).error?.issues[0]?.message ?? null

describe('an email', () => {
  it.each(['a@b.c', 'Dana.Reed+x@Example.co.uk', ' dana@example.com '])('%s is valid', (text) => {
    expect(EmailText.parse(text)).toBe(text.trim())
  })
  it.each([
    '',
    'dana',
    'dana@example',
    'da na@example.com',
    '@example.com',
    'dana@@example.com',
    `${'a'.repeat(250)}@b.co`,
    null,
    7,
  ])('%s is invalid', (text) => {
    expect(problem(EmailText, text)).toBe('Enter a valid email')
  })
  it('is refused with the field’s own message', () => {
    expect([
      problem(TrialEmail, ''),
      problem(RequiredEmail, ' '),
      problem(RequiredEmail, 'x'),
    ]).toEqual(['Enter a valid email address.', 'Email is required', 'Enter a valid email'])
  })
  it('is compared in lowercase and masked for others', () => {
    expect(emailKey(' Dana@Example.COM')).toBe('dana@example.com')
    expect([maskEmail('dana@example.com'), maskEmail('x')]).toEqual(['d•••@e…', 'x•••@…'])
  })
  it.each([
    ['ana@mail.example,', 'ana@mail.example'],
    ['<ana@mail.example>', 'ana@mail.example'],
    ['mailto:ana@mail.example', 'ana@mail.example'],
    ['mailto:ana@mail.example?subject=Hi', 'ana@mail.example'],
    ['Ana <ana@mail.example>', 'ana@mail.example'],
    ['"Lee, Ana" <ana@mail.example>;', 'ana@mail.example'],
    ['"ana@mail.example"', 'ana@mail.example'],
    ['ana@mail.example.', 'ana@mail.example'],
    [' \u202aana@mail.example\u202c ', 'ana@mail.example'],
    ['“ana@mail.example”', 'ana@mail.example'],
    ['ana＠mail.example', 'ana@mail.example'],
    ['ana@münchen.example', 'ana@münchen.example'],
  ])('pasted as %s is %s, to everybody who reads it', (pasted, email) => {
    expect([EmailText.parse(pasted), readEmail(pasted), emailKey(pasted)]).toEqual([
      email,
      email,
      email,
    ])
  })
  it.each([
    'ana@mail..example',
    'ana@.example',
    'ana@-mail.example',
    'ana@mail-.example',
    `ana@${'x'.repeat(64)}.example`,
    'ana@mail.example, bo@mail.example',
    'ana@mail.example/x',
    '<>',
  ])('pasted as %s is none', (pasted) => {
    expect([isEmail(pasted), problem(EmailText, pasted)]).toEqual([false, 'Enter a valid email'])
  })
  it('is the same to a page as to the schema', () => {
    const texts = fc.oneof(
      fc.string({
        unit: fc.constantFrom('a', 'b', '@', '.', ' ', ',', '<', '>', '-', '"'),
        maxLength: 12,
      }),
      fc.integer({ min: 245, max: 256 }).map((n) => `${'a'.repeat(n)}@b.c`),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const { success, data } = EmailText.safeParse(text)
        expect([isEmail(text), readEmail(text)]).toEqual([success, success ? data : null])
        if (success) expect(readEmail(data)).toBe(data)
      }),
    )
  })
})

describe('a phone number', () => {
  it.each([
    ['9195550100', '+19195550100'],
    ['(919) 555-0100', '+19195550100'],
    ['919.555.0100', '+19195550100'],
    ['1 919 555 0100', '+19195550100'],
    ['+1 (919) 555-0100', '+19195550100'],
    ['+49 30 1234567', '+49301234567'],
  ])('%s is %s', (text, e164) => {
    expect(toE164(text)).toBe(e164)
    expect(PhoneText.parse(text)).toBe(text)
  })
  it.each([
    '',
    '          ',
    '555-0100',
    '919555010',
    '91955501OO',
    '()()()....',
    '919+5550100',
    '1234567890123456',
  ])('%s is none', (text) => {
    expect([toE164(text), isPhone(text), problem(PhoneText, text)]).toEqual([
      null,
      false,
      'Enter a valid phone number',
    ])
  })
  it.each([
    ['\u202a(919) 234-1006\u202c', '+19192341006'],
    ['+1 (919) 234\u20111003', '+19192341003'],
    ['919\u2013234\u20131004', '+19192341004'],
    ['tel:+19192341009', '+19192341009'],
    ['919/234-1011', '+19192341011'],
    ['919-234-1007 x89', '+19192341007;ext=89'],
    ['919-234-1007, ext. 89', '+19192341007;ext=89'],
    ['(919) 234-1007 #89', '+19192341007;ext=89'],
    ['(919) 234-1007 (cell)', '+19192341007'],
    ['Mobile: 919 234 1007', '+19192341007'],
    ['011 52 55 1234 5678', '+525512345678'],
    ['+44 20 7946 0958', '+442079460958'],
    ['919 234 1007\u200b', '+19192341007'],
  ])('pasted as %s is kept as %s', (pasted, kept) => {
    expect([readPhone(pasted), toE164(pasted)]).toEqual([kept, kept.split(';')[0]])
    expect([readPhone(kept), readPhone(phoneText(kept))]).toEqual([kept, kept])
    expect([isPhone(PhoneText.parse(pasted)), phoneProblem(pasted)]).toEqual([true, null])
  })
  it.each([
    ['(919) 234-10001', 'A US phone number has 10 digits. Begin any other with +.'],
    ['91 92341 00012', 'A US phone number has 10 digits. Begin any other with +.'],
    ['000-000-0000', 'Enter a valid phone number'],
    ['123-456-7890', 'Enter a valid phone number'],
    ['999-999-9999', 'Enter a valid phone number'],
    ['919-123-4567', 'Enter a valid phone number'],
    ['+1 919 234 10001', 'Enter a valid phone number'],
    ['919 234 1007 or 919 234 1008', 'Enter a valid phone number'],
    ['+099 555 0100 00', 'Enter a valid phone number'],
    ['011 52 551', 'Enter a valid phone number'],
  ])('pasted as %s is refused: %s', (pasted, sentence) => {
    expect([readPhone(pasted), problem(PhoneText, pasted), phoneProblem(pasted)]).toEqual([
      null,
      sentence,
      sentence,
    ])
  })
  it.each([
    ['+19192341007;ext=89', '(919) 234-1007 x89', 'tel:+19192341007,89'],
    ['+525512345678', '+525512345678', 'tel:+525512345678'],
    ['919.234.1007', '919.234.1007', 'tel:+19192341007'],
    ['(919) 234-1007 ext. 89', '(919) 234-1007 ext. 89', 'tel:+19192341007,89'],
    ['234-1007', '234-1007', 'tel:2341007'],
  ])('kept as %s is written %s and called at %s', (kept, written, called) => {
    expect([phoneText(kept), callAddress(kept)]).toEqual([written, called])
  })
  it.each([
    ['+19195550143', '(919) 555-0143'],
    ['+49301234567', '+49301234567'],
    ['919.555.0143', '919.555.0143'],
  ])('%s is written %s', (kept, written) => {
    expect(phoneText(kept)).toBe(written)
  })
  it('may be left empty where it is optional', () => {
    expect([
      OptionalPhone.parse(''),
      OptionalPhone.parse(null),
      OptionalPhone.parse('919 555 0100'),
    ]).toEqual([null, null, '919 555 0100'])
    expect(problem(OptionalPhone, '123')).toBe('Enter a valid phone number')
  })
  it('is stable when its E.164 form is parsed again', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789 ()-.+x/;'.split('')), maxLength: 20 }),
        (text) => {
          const [e164, kept] = [toE164(text), readPhone(text)]
          expect(e164 === null || toE164(e164) === e164).toBe(true)
          expect(kept === null || readPhone(kept) === kept).toBe(true)
          expect(isPhone(text)).toBe(PhoneText.safeParse(text).success)
        },
      ),
    )
  })
})

/** The 50 states, the District and Puerto Rico, as the Postal Service abbreviates them. */
const stateNames = [
  'Alabama AL|Alaska AK|Arizona AZ|Arkansas AR|California CA',
  'Colorado CO|Connecticut CT|Delaware DE|Florida FL|Georgia GA',
  'Hawaii HI|Idaho ID|Illinois IL|Indiana IN|Iowa IA',
  'Kansas KS|Kentucky KY|Louisiana LA|Maine ME|Maryland MD',
  'Massachusetts MA|Michigan MI|Minnesota MN|Mississippi MS|Missouri MO',
  'Montana MT|Nebraska NE|Nevada NV|New Hampshire NH|New Jersey NJ',
  'New Mexico NM|New York NY|North Carolina NC|North Dakota ND|Ohio OH',
  'Oklahoma OK|Oregon OR|Pennsylvania PA|Rhode Island RI|South Carolina SC',
  'South Dakota SD|Tennessee TN|Texas TX|Utah UT|Vermont VT',
  'Virginia VA|Washington WA|West Virginia WV|Wisconsin WI|Wyoming WY',
  'District of Columbia DC|Puerto Rico PR',
]
  .flatMap((line) => line.split('|'))
  .map((line) => [line.slice(0, -3), line.slice(-2)] as const)

describe('an address', () => {
  it.each([
    ['nc', 'NC'],
    [' Dc ', 'DC'],
    ['PR', 'PR'],
    ['ap', 'AP'],
    ['D.C.', 'DC'],
    ['n. c.', 'NC'],
    ['north  carolina ', 'NC'],
    ['NewYork', 'NY'],
    ['Washington', 'WA'],
    ['Washington, D.C.', 'DC'],
    ['Washington DC', 'DC'],
    ['Virgin Islands', 'VI'],
    ['US Virgin Islands', 'VI'],
    ['Guam', 'GU'],
  ])('%s is the state %s', (text, code) => {
    expect(StateText.parse(text)).toBe(code)
  })
  it.each(['', 'N', 'ZZ', 'New', 'Carolina', 'NC 27601', 'Missour', '12', null])(
    '%s is no state',
    (text) => {
      expect(problem(StateText, text)).toBe('Use 2-letter state code (e.g., NC)')
    },
  )
  it.each([
    ['27601', '27601'],
    ['27601-1234', '27601'],
    ['276011234', '27601'],
    ['27601\u20131234', '27601'],
    [' 27601 ', '27601'],
    ['12-34-5 apartment', null],
    ['276011234567', null],
    ['2760', null],
    ['NC 27601', null],
  ])('%j is the ZIP %s', (text, zip) => {
    expect(ZipText.safeParse(text).data ?? null).toBe(zip)
  })
  it.each(stateNames)('%s, typed in full, is the state %s', (name, code) => {
    let typed = ''
    for (const letter of name) typed = stateTyped(typed + letter)
    const address = { street: '1 Oak St', city: 'Springfield', state: typed, zip: '27701' }
    expect([typed, StateText.parse(typed), addressProblems(address)]).toEqual([name, code, {}])
    expect([stateCodeOf(name), stateIn(name), stateTyped(name)]).toEqual([code, code, name])
  })
  it('knows 50 states, the District, eight territories and three military codes', () => {
    expect([stateCodes.length, stateCodes.includes('GU')]).toEqual([63, true])
  })
  it.each([
    ['27701', '27701'],
    ['27701-1234', '27701'],
    ['27 701', '27701'],
  ])('%s is the ZIP %s', (text, zip) => {
    expect(ZipText.parse(text)).toBe(zip)
  })
  it.each(['', '2770', 'abcde', null])('%s is no ZIP', (text) => {
    expect(problem(ZipText, text)).toBe('Enter a valid 5-digit ZIP')
  })
  it('keeps only valid characters while typing', () => {
    expect([zipDigits('27a7o01-9'), stateTyped('n1')]).toEqual(['27701', 'N'])
    expect(['nc', 'n.c.', 'nor', 'new', ' new  york', 'NEw y', 'D.C.'].map(stateTyped)).toEqual([
      'NC',
      'NC',
      'Nor',
      'New',
      'New York',
      'New Y',
      'DC',
    ])
  })
  it('names each field that is missing', () => {
    const { error } = AddressInput.safeParse({ street: ' ', city: '', state: 'x', zip: '1' })
    expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      ['street', 'Enter your street address'],
      ['city', 'Enter your city'],
      ['state', 'Use 2-letter state code (e.g., NC)'],
      ['zip', 'Enter a valid 5-digit ZIP'],
    ])
  })
  it('is the same to a page as to the schema', () => {
    const text = (unit: string, longest: number) =>
      fc.oneof(
        fc.string({ unit: fc.constantFrom(...unit.split('')), maxLength: 8 }),
        fc.constant('x'.repeat(longest)),
      )
    const typed = fc.record({
      street: text('a ', 201),
      city: text('a ', 101),
      state: text('NCncZ ', 3),
      zip: text('27-a ', 6),
    })
    const bySchema = (values: unknown) =>
      Object.fromEntries(
        (AddressInput.safeParse(values).error?.issues ?? [])
          .toReversed()
          .map(({ path, message }) => [path[0], message]),
      )
    fc.assert(
      fc.property(typed, (values) => {
        expect(addressProblems(values)).toEqual(bySchema(values))
      }),
    )
    expect(
      addressProblems({
        street: '1 Oak St',
        city: 'x'.repeat(101),
        state: ' nc',
        zip: '27701-1234',
      }),
    ).toEqual({ city: 'Use at most 100 characters.' })
  })
  it('is edited field by field: absent stays, empty clears', () => {
    expect(AddressPatch.parse({ street: '', city: null, zip: '27701-1' })).toEqual({
      street: null,
      city: null,
      zip: '27701',
    })
    expect(AddressPatch.parse({})).toEqual({})
  })
  it('is written on one line', () => {
    expect(addressLine({ street: '12 Oak St', city: 'Durham', state: 'NC', zip: '27701' })).toBe(
      '12 Oak St, Durham, NC 27701',
    )
    expect(addressLine({ street: null, city: 'Durham', state: null, zip: null })).toBe('Durham')
  })
})
