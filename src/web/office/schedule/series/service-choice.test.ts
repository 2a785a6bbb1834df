import { describe, expect, it } from 'vitest'
import { costText, serviceChoice } from './service-choice.ts'

const service = (key: string) => ({
  id: key,
  key,
  name: key,
  label: `${key} label`,
  price_cents: 4500,
  estimated_minutes: 30,
})
const item = (key: string) => ({ value: key, label: `${key} label` })
const [mowing, edging] = [service('mowing'), service('edging')]

describe('the services to choose from', () => {
  it('are all on offer where the customer chose none', () => {
    expect(serviceChoice([], [mowing, edging])).toEqual({
      all: [mowing, edging],
      groups: [item('mowing'), item('edging')],
    })
  })
  it('begin with the customer’s own, each once', () => {
    expect(serviceChoice([edging], [mowing, edging])).toEqual({
      all: [edging, mowing],
      groups: [
        { group: 'Chosen by the customer', items: [item('edging')] },
        { group: 'All services', items: [item('mowing')] },
      ],
    })
  })
})

describe('what a service costs', () => {
  it.each([
    [{ price_cents: 4500, estimated_minutes: 30 }, '$45.00 · 30 min'],
    [{ price_cents: 0, estimated_minutes: null }, '$0.00'],
    [{ price_cents: null, estimated_minutes: 30 }, '30 min'],
    [{ price_cents: null, estimated_minutes: null }, ''],
  ])('%j reads %s', (known, text) => expect(costText(known)).toBe(text))
})
