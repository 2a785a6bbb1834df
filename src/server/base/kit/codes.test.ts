import { expect, it } from 'vitest'
import { hashCode, newCode, seal, unseal } from './codes.ts'

it('a code has at least 128 bits, in unambiguous letters', () => {
  const codes = Array.from({ length: 2000 }, newCode)
  const letters = new Set(codes.join(''))
  expect(letters.size).toBe(32)
  expect([...letters].filter((letter) => /[^0-9a-z]|[ilou]/.test(letter))).toEqual([])
  for (const code of codes)
    expect(code.length * Math.log2(letters.size)).toBeGreaterThanOrEqual(128)
  expect(new Set(codes).size).toBe(codes.length)
})

it('a stored code can be recovered only with the installation’s secret', () => {
  const [secret, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const code = newCode()
  expect(hashCode(` ${code} `)).toBe(hashCode(code))
  expect(hashCode(code)).not.toContain(code)
  const sealed = seal(secret, code)
  expect(unseal(secret, sealed)).toBe(code)
  expect(() => unseal(other, sealed)).toThrow(/authenticate/)
  expect(() => unseal(secret, `${sealed.slice(0, -2)}AA`)).toThrow(/authenticate/)
})
