import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  forgetGateCodes,
  keepGateCodes,
  keepOnlyGateCodesOf,
  keptGateCode,
} from './kept-gate-codes.ts'

const noon = Date.parse('2027-06-09T12:00:00-04:00')
const codes = {
  day: '2027-06-09',
  ends_at: '2027-06-10T04:00:00.000Z',
  codes: [
    { visit: 'a', gate_code: '4711' },
    { visit: 'b', gate_code: '0815' },
  ],
}
const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.useFakeTimers({ now: noon })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  })
  keepGateCodes('luis', codes)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('gate codes on a phone', () => {
  it('are there for the day, for whoever got them', () => {
    expect(keptGateCode('luis', 'a')).toBe('4711')
    expect(keptGateCode('luis', 'c')).toBeNull()
    expect(keptGateCode('cam', 'a')).toBeNull()
    expect(keptGateCode(null, 'a')).toBeNull()
  })

  it.each([
    ['the day is over', '2027-06-10T00:00:00-04:00'],
    ['the clock was set back', '2027-06-09T09:00:00-04:00'],
  ])('are deleted once %s', (_, now) => {
    vi.setSystemTime(new Date(now))
    expect(keptGateCode('luis', 'a')).toBeNull()
    expect(stored.size).toBe(0)
    vi.setSystemTime(noon)
    expect(keptGateCode('luis', 'a')).toBeNull()
  })

  it('go with the stop that is done', () => {
    keepOnlyGateCodesOf(['b'])
    expect(keptGateCode('luis', 'a')).toBeNull()
    expect(keptGateCode('luis', 'b')).toBe('0815')
    expect([...stored.values()].join('')).not.toContain('4711')
  })

  it('go with whoever signs out, and what cannot be read is deleted', () => {
    forgetGateCodes()
    expect(stored.size).toBe(0)
    stored.set('fieldhive.gate-codes', 'not json')
    expect(keptGateCode('luis', 'a')).toBeNull()
    expect(stored.size).toBe(0)
  })
})
