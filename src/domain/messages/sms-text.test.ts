import { describe, expect, it } from 'vitest'
import { segmentsOf, toGsm7 } from './sms-text.ts'

describe('toGsm7', () => {
  it.each([
    ['Green Acres: your visit is done.', 'Green Acres: your visit is done.'],
    ['Dana’s “Mowing” – 9:30…', 'Dana\'s "Mowing" - 9:30...'],
    ['Mañana a las 9, ¿sí? ¡Adiós! Güero', 'Mañana a las 9, ¿si? ¡Adios! Güero'],
    ['9:30 AM', '9:30 AM'],
    ['草', '草'],
  ])('%s → %s', (text, expected) => expect(toGsm7(text)).toBe(expected))
})

describe('segmentsOf', () => {
  it.each([
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['草'.repeat(70), 1],
    ['草'.repeat(71), 2],
  ])('%s: %i', (text, expected) => expect(segmentsOf(text)).toBe(expected))
})
