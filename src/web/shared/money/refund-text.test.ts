import { expect, it } from 'vitest'
import { refundMessage } from '../../../domain/money/payment.ts'
import { amountProblem, mostText, refundedText } from './refund-text.ts'

it.each([
  ['30.00', null],
  ['0.01', null],
  ['30.01', refundMessage],
  ['0', refundMessage],
  ['', refundMessage],
  ['ten', refundMessage],
])('of $30.00 giving back "%s": %s', (text, problem) => {
  expect(amountProblem(text, 3000)).toBe(problem)
})

it.each([
  { refunded_minor: 0, text: 'Maximum $45.00' },
  { refunded_minor: 1500, text: 'Maximum $30.00 ($15.00 already refunded)' },
])('$text', ({ refunded_minor, text }) => {
  expect(mostText({ amount: 4500, refunded_minor })).toBe(text)
})

it.each([
  ['succeeded', 'Refunded $15.00'],
  ['unknown', 'The refund of $15.00 is recorded; the provider has not responded yet.'],
  ['pending', 'Refund of $15.00 is on its way'],
])('%s: %s', (state, text) => {
  expect(refundedText(state, 1500)).toBe(text)
})
