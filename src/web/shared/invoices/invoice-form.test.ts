import { describe, expect, it } from 'vitest'
import { emptyLine, problemsOf, serviceFor, valuesOf } from './invoice-form.ts'

const services = [
  { key: 'mowing', name: 'Mowing' },
  { key: 'hedges', name: 'Hedge trimming' },
]

describe('the service a line is counted under', () => {
  it.each([
    ['Mowing', null, 'mowing'],
    ['hedge trimming ', null, 'hedges'],
    ['Hedge trimming', 'mowing', 'hedges'],
    ['Mowing, back yard', 'mowing', 'mowing'],
    ['Tree removal', 'mowing', null],
    ['Tree removal', null, null],
    ['', 'mowing', null],
  ])('%j after %j: %j', (text, now, service) => {
    expect(serviceFor(text, now, services)).toBe(service)
  })
})

describe('what is wrong with the lines of an invoice', () => {
  const problems = (...lines: object[]) =>
    problemsOf(
      {
        ...valuesOf(null),
        lines: lines.map((line) => ({ ...emptyLine(), description: 'Sod', ...line })),
      },
      false,
    )
  it('nothing, if it can be read', () => {
    expect(problems({ quantity: '1,500', price: '0.45' })).toEqual({})
  })
  it('names the line or the sum that is too high', () => {
    expect(problems({ quantity: '99999.99', price: '9,999,999.99' })).toEqual({
      'lines.0.price': 'This line is too high.',
    })
    const half = { price: '6,000,000' }
    expect(problems(half, half)).toEqual({ 'lines.1.price': 'The total is too high.' })
  })
  it('names a discount that is larger than its line', () => {
    expect(problems({ price: '10', discount: '10.01' })).toEqual({
      'lines.0.discount': 'A discount cannot be larger than its line.',
    })
  })
})
