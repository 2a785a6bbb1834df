import { describe, expect, it } from 'vitest'
import { ageOf, type Age } from './receivables.ts'

describe('ageOf', () => {
  it.each<[number, Age]>([
    [-3, 'current'],
    [0, 'current'],
    [1, 'd1_30'],
    [30, 'd1_30'],
    [31, 'd31_60'],
    [60, 'd31_60'],
    [61, 'd61_90'],
    [90, 'd61_90'],
    [91, 'd91'],
  ])('%i days late is %s', (days, age) => expect(ageOf(days)).toBe(age))
})
