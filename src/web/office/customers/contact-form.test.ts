import { describe, expect, it } from 'vitest'
import { contactBody, contactValues, lookalikeQuery, newCustomerBody } from './contact-form.ts'

const nobody = contactValues(null)
const ann = contactValues({
  name: 'Ann Lee',
  email: 'ann@mail.example',
  phone_number: '+19195550101',
  street: '14 Boylan Ave',
  city: 'Raleigh',
  state: 'NC',
  zip: '27603',
  has_gate_code: true,
})

it('starts with what is known, the phone number written out', () => {
  expect(ann).toMatchObject({ name: 'Ann Lee', phone_number: '(919) 555-0101', gate_code: '' })
  expect(Object.values(nobody).filter(Boolean)).toEqual([true, 'active'])
})

describe('a new customer', () => {
  it.each([
    { title: 'without an address', change: {}, body: { name: 'Bo', tags: [] } },
    {
      title: 'with a part of one',
      change: { city: 'Raleigh', zip: ' ' },
      body: { city: 'Raleigh', tags: [] },
    },
    { title: 'with tags', change: { tags: ' dog, gate ,dog' }, body: { tags: ['dog', 'gate'] } },
  ])('$title', ({ change, body }) => {
    const sent = newCustomerBody({ ...nobody, name: 'Bo', ...change })
    expect(sent).toMatchObject(body)
    const address = ['street', 'city', 'state', 'zip'].filter((part) => part in sent)
    expect(address).toEqual('city' in change ? ['city'] : [])
  })
})

it('a change sends no status or tags, and a gate code only if it was typed or seen before', () => {
  const rest = {
    name: 'Ann Lee',
    email: 'ann@mail.example',
    phone_number: '(919) 555-0101',
    street: '14 Boylan Ave',
    city: 'Raleigh',
    state: 'NC',
    zip: '27603',
  }
  expect(contactBody(ann)).toEqual(rest)
  expect(contactBody({ ...ann, gate_code: '4711' })).toEqual({
    ...rest,
    gate_code: '4711',
  })
  expect(contactBody({ ...ann, knows_code: true })).toEqual({ ...rest, gate_code: '' })
})

describe('looks for others with', () => {
  it.each([
    { title: 'nothing while nothing changed', change: {}, query: {} },
    {
      title: 'another email address',
      change: { email: ' bo@mail.example ' },
      query: { email: 'bo@mail.example' },
    },
    { title: 'nothing while an email address is typed', change: { email: 'bo@' }, query: {} },
    {
      title: 'another phone number',
      change: { phone_number: '919 555 0102' },
      query: { phone_number: '919 555 0102' },
    },
    { title: 'nothing while a number is typed', change: { phone_number: '919' }, query: {} },
    {
      title: 'another street with its ZIP',
      change: { street: '15 Boylan Ave ' },
      query: { street: '15 Boylan Ave', zip: '27603' },
    },
    {
      title: 'the street with another ZIP',
      change: { zip: '27604' },
      query: { street: '14 Boylan Ave', zip: '27604' },
    },
    { title: 'nothing while the ZIP is typed', change: { zip: '2760' }, query: {} },
    { title: 'nothing once the street is empty', change: { street: ' ' }, query: {} },
  ])('$title', ({ change, query }) => {
    expect(lookalikeQuery({ ...ann, ...change }, ann)).toEqual(query)
  })
})
