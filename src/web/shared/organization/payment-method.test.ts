import { expect, it } from 'vitest'
import { ApiError } from '../../app/client.ts'
import { beginText, billingDetails } from './payment-method.ts'

const refused = (status: number, spoken = false) =>
  new ApiError({ status, code: 'forbidden', message: 'Said by the server.', spoken })

it.each([
  { error: refused(401), text: 'You need to sign in as an owner to add a payment method.' },
  {
    error: refused(403, true),
    text: 'You are not permitted to add a payment method for this org.',
  },
  { error: refused(409, true), text: 'Said by the server.' },
  { error: refused(500), text: 'Could not start payment method setup.' },
  { error: new Error('No key is configured.'), text: 'No key is configured.' },
  { error: new Error(''), text: 'Could not start payment method setup.' },
  { error: 'odd', text: 'Could not start payment method setup.' },
])('$text', ({ error, text }) => {
  expect(beginText(error)).toBe(text)
})

it.each([
  { name: ' ', email: 'a@mail.example', details: null },
  { name: ' Ann ', email: ' ', details: { name: 'Ann' } },
  { name: 'Ann', email: ' a@mail.example', details: { name: 'Ann', email: 'a@mail.example' } },
])('the bill of "$name" and "$email"', ({ name, email, details }) => {
  expect(billingDetails(name, email)).toEqual(details)
})
