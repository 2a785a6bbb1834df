import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NewService, serviceKey, ServicePatch } from './service.ts'

it('names every missing field', () => {
  const { error } = NewService.safeParse({ name: ' ', price_cents: null, description: '' })
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'Service name is required.',
    'Price is required.',
    'Estimated time is required.',
    'Description is required.',
  ])
})

it('leaves the rest optional', () => {
  const service = NewService.parse({ name: ' Mowing ', price_cents: 0, estimated_minutes: 0, description: 'Front and back' })
  expect(service).toMatchObject({ name: 'Mowing', crew_members_needed: null, materials: null, active: true })
})

it('changes only what is sent', () => {
  expect(ServicePatch.parse({ active: false })).toEqual({ active: false })
  expect(ServicePatch.parse({ materials: null, price_cents: 100 })).toEqual({ materials: null, price_cents: 100 })
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

it('is always new, plain and not empty', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string(), { maxLength: 3 }), (name, names) => {
      const taken = names.map((other) => serviceKey(other))
      const key = serviceKey(name, taken)
      expect(key).toMatch(/^[a-z0-9_]+$/)
      expect(taken).not.toContain(key)
    }),
  )
})
