import { describe, expect, it } from 'vitest'
import { bodyOf, faultOf, sentence, typedIn } from './form-input.ts'
import { sayTo } from './form-html.ts'

const say = sayTo({ url: '/', headers: {} })
const spanish = sayTo({ url: '/x?ref=a&lang=es', headers: { 'accept-language': 'en' } })

const empty = {
  services: [],
  name: '',
  email: '',
  phone_number: '',
  street: '',
  city: '',
  state: '',
  zip: '',
  website: '',
}

describe('what was typed', () => {
  it.each([
    { title: 'nothing', body: null, typed: {} },
    { title: 'one service', body: { services: 'mowing' }, typed: { services: ['mowing'] } },
    {
      title: 'two services',
      body: { services: ['mowing', 'edging'] },
      typed: { services: ['mowing', 'edging'] },
    },
    { title: 'no text', body: { name: ['a', 'b'], email: 7 }, typed: {} },
    {
      title: 'more than fits',
      body: { name: `a\0${'b'.repeat(600)}`, other: 'x' },
      typed: { name: `a${'b'.repeat(499)}` },
    },
  ])('$title', ({ body, typed }) => {
    expect(typedIn(body)).toEqual({ ...empty, ...typed })
  })
})

describe('what is sent', () => {
  const offer = {
    services: [
      { key: 'mowing', label: 'Mowing', price_cents: 4500 },
      { key: 'edging', label: 'Edging', price_cents: null },
    ],
  } as unknown as Parameters<typeof bodyOf>[1]

  it.each([
    { title: 'a blank name is none', typed: { name: ' ' }, sent: { name: null } },
    { title: 'a name is trimmed', typed: { name: ' Ann ' }, sent: { name: 'Ann' } },
    {
      title: 'only what is offered, at its price',
      typed: { services: ['mowing', 'gold'] },
      sent: { services_selected: [{ key: 'mowing', price_cents: 4500 }] },
    },
    { title: 'the bait only when it was taken', typed: { website: 'x' }, sent: { website: 'x' } },
  ])('$title', ({ typed, sent }) => {
    expect(bodyOf({ ...empty, ...typed }, offer, {}, 'en')).toMatchObject(sent)
  })

  it('a code in the URL, without a website', () => {
    const sent = bodyOf(empty, offer, { ref: 'HDS44F1YPNX3' }, 'es')
    expect(sent).toMatchObject({ ref: 'hds44f1ypnx3', phone_number: null, locale: 'es' })
    expect(sent).not.toHaveProperty('website')
  })
})

it.each([
  { fault: { error: 'Too many.', code: 'too_many_requests' }, says: 'Too many.' },
  { fault: { error: 'Oops.', code: 'internal' }, says: 'Signup failed' },
  { fault: {}, says: 'Signup failed' },
])('says "$says"', ({ fault, says }) => {
  expect(sentence(say, fault, 'Signup failed')).toBe(says)
  expect(faultOf(say, fault)).toEqual({ summary: says, fields: {} })
})

it.each([
  { fields: { email: 'Enter a valid email' }, summary: null },
  { fields: { email: 'Enter a valid email', start: 'Wrong' }, summary: 'Look again.' },
] as { fields: Record<string, string>; summary: string | null }[])(
  'of $fields the form says $summary above them',
  ({ fields, summary }) => {
    expect(faultOf(say, { error: 'Look again.', fields })).toEqual({ summary, fields })
  },
)

it('speaks the language of the link before the browser’s', () => {
  expect(spanish).toMatchObject({ locale: 'es', other: 'en', otherUrl: '/x?ref=a&lang=en' })
  expect(sayTo({ url: '/x', headers: { 'accept-language': 'es-MX, en;q=0.5' } }).locale).toBe('es')
  expect(
    faultOf(spanish, { error: 'Look again.', fields: { email: 'Enter a valid email' } }),
  ).toEqual({ summary: null, fields: { email: 'Escriba un correo electrónico válido' } })
  expect(faultOf(spanish, { code: 'internal', error: 'Oops.' }).summary).toBe(spanish.words.failed)
})
