import { describe, expect, it } from 'vitest'
import { labelIn, recurrenceLabel } from './cadence.ts'

describe('how often, in Spanish', () => {
  it.each([
    ['once', 1, 'One-off', 'Una sola vez'],
    ['weekly', 1, 'Weekly', 'Cada semana'],
    ['every_x_weeks', 2, 'Every 2 weeks', 'Cada 2 semanas'],
    ['monthly', 1, 'Monthly', 'Cada mes'],
    ['every_6_months', 1, 'Every 6 months', 'Cada 6 meses'],
  ] as const)('%s %i', (pattern, interval, english, spanish) => {
    expect(recurrenceLabel({ pattern, interval })).toBe(english)
    expect(recurrenceLabel({ pattern, interval }, 'es')).toBe(spanish)
    expect(labelIn('es', english)).toBe(spanish)
    expect(labelIn('en', english)).toBe(english)
  })
})
