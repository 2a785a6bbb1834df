import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatCents, parseDollars } from './money.ts'
import { NewService, serviceKey, ServicePatch } from './service.ts'

it('reports every missing field', () => {
  const { error } = NewService.safeParse({ name: ' ', price_cents: null, description: '' })
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'Service name is required.',
    'Price is required.',
    'Estimated time is required.',
    'Description is required.',
  ])
})

it('the rest is optional', () => {
  const service = NewService.parse({
    name: ' Mowing ',
    price_cents: 0,
    estimated_minutes: 0,
    description: 'Front and back',
  })
  expect(service).toMatchObject({
    name: 'Mowing',
    crew_members_needed: null,
    materials: null,
    active: true,
  })
})

it('changes only the fields sent', () => {
  expect(ServicePatch.parse({ active: false })).toEqual({ active: false })
  expect(ServicePatch.parse({ materials: null, price_cents: 100 })).toEqual({
    materials: null,
    price_cents: 100,
  })
  expect(ServicePatch.safeParse({ crew_members_needed: -1 }).success).toBe(false)
})

it.each([
  ['Edging & trimming', [], 'edging_trimming'],
  ['Mowing', ['mowing', 'mowing_2'], 'mowing_3'],
  ['Ölwechsel', [], 'olwechsel'],
  ['***', [], 'service'],
])('%s, %o taken: %s', (name, taken, key) => {
  expect(serviceKey(name, taken)).toBe(key)
})

it('is always unique, plain and not empty', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string(), { maxLength: 3 }), (name, names) => {
      const taken = names.map((other) => serviceKey(other))
      const key = serviceKey(name, taken)
      expect(key).toMatch(/^[a-z0-9_]+$/)
      expect(taken).not.toContain(key)
    }),
  )
})

it('a price typed in dollars in any format becomes cents', () => {
  const rest = { name: 'Mowing', estimated_minutes: 30, description: 'Front and back' }
  const priced = (text: string) =>
    NewService.parse({ ...rest, price_cents: parseDollars(text) }).price_cents
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), (cents) => {
      const plain = (cents / 100).toFixed(2)
      for (const text of [
        plain,
        `$${plain}`,
        ` ${formatCents(cents)} `,
        plain.replace(/\.00$/, ''),
        plain.replace(/(\.\d)0$/, '$1'),
      ])
        expect(priced(text)).toBe(cents)
    }),
  )
  for (const text of ['', 'free', '-1', '1.005', '10,00', '1e3'])
    expect(NewService.safeParse({ ...rest, price_cents: parseDollars(text) }).success).toBe(false)
  expect(
    NewService.safeParse({ ...rest, price_cents: 1_000_000_000 }).error?.issues[0]?.message,
  ).toBe('The price is too high.')
})
