import { describe, expect, it } from 'vitest'
import { priceMessage } from '../../../domain/base/money.ts'
import { digits, followed, serviceBody, serviceProblems, serviceValues } from './service-form.ts'

const service = {
  id: 's',
  name: 'Mowing',
  price_cents: 123_450,
  estimated_minutes: 45,
  description: 'The lawn.',
  crew_members_needed: null,
  equipment_needed: null,
  materials: 'Oil',
  notes: null,
  active: false,
} as unknown as Parameters<typeof serviceValues>[0]
const mowing = serviceValues(service, '')

it('starts with what is known, or with the name alone', () => {
  expect(mowing).toMatchObject({ price: '1234.50', minutes: '45', crew: '', active: false })
  expect(serviceValues(null, 'Edging')).toMatchObject({ name: 'Edging', price: '', active: true })
})

describe('what is sent', () => {
  it.each([
    { title: 'an unchanged service', change: {}, body: { price_cents: 123_450, materials: 'Oil' } },
    { title: 'no crew size', change: { crew: ' ' }, body: { crew_members_needed: null } },
    { title: 'a crew size', change: { crew: '3' }, body: { crew_members_needed: 3 } },
    {
      title: 'blanks',
      change: { notes: ' ', materials: '' },
      body: { notes: null, materials: null },
    },
    { title: 'no readable price', change: { price: 'x' }, body: { price_cents: null } },
  ])('$title', ({ change, body }) => {
    expect(serviceBody({ ...mowing, ...change })).toMatchObject(body)
  })
})

describe('what is wrong', () => {
  it.each([
    { title: 'nothing', change: {}, fields: [] },
    { title: 'no price', change: { price: '' }, fields: ['price'] },
    { title: 'no minutes', change: { minutes: '' }, fields: ['minutes'] },
    {
      title: 'no name and no text',
      change: { name: '', description: '' },
      fields: ['description', 'name'],
    },
  ])('$title', ({ change, fields }) => {
    expect(Object.keys(serviceProblems({ ...mowing, ...change })).toSorted()).toEqual(fields)
  })

  it('a price that is no amount', () => {
    expect(serviceProblems({ ...mowing, price: 'ten' })['price']).toBe(priceMessage)
  })
})

it.each([
  ['60 min', '60'],
  ['12345', '1234'],
  ['-', ''],
])('of %s the digits are %s', (text, kept) => {
  expect(digits(text)).toBe(kept)
})

it.each([
  [undefined, undefined],
  [0, undefined],
  [1, '1 scheduled job follows this: upcoming visits change as soon as you save.'],
  [2, '2 scheduled jobs follow this: upcoming visits change as soon as you save.'],
])('%s jobs: %s', (jobs, text) => {
  expect(followed(jobs)).toBe(text)
})
