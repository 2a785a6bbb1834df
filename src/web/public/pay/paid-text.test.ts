import { expect, it } from 'vitest'
import { payWords } from '../../../words/en/pay.ts'
import { paidText } from './paid-text.ts'

const sums = { paid_cents: 4500, credit_cents: 0, tip_cents: 0 }
it.each([
  ['paid on this page', sums, true, 'Ana has received $45.00. A receipt is on its way to you.'],
  ['with a tip', { ...sums, tip_cents: 500 }, false, 'Ana has received $50.00.'],
  ['in cash, or some time ago', sums, false, 'Ana has received $45.00.'],
  ['in part by a credit', { ...sums, credit_cents: 2000 }, false, 'Ana has received $25.00.'],
  ['by a credit alone', { ...sums, credit_cents: 4500 }, false, 'Your credit of $45.00 paid it.'],
])('%s', (_how, invoice, isPaidHere, text) => {
  expect(paidText(payWords, invoice, 'Ana', isPaidHere)).toBe(text)
})
