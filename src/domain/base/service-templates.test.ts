import { describe, expect, it } from 'vitest'
import { industries, presetServices } from './onboarding.ts'
import { NewService } from './service.ts'
import { serviceTemplates } from './service-templates.ts'

describe('the services of a trade', () => {
  it.each(industries)('%s: can be saved as they are, each once', (industry) => {
    const offered = serviceTemplates[industry]
    expect(offered.length).toBeGreaterThan(0)
    for (const one of offered) expect(NewService.safeParse(one).success).toBe(true)
    expect(new Set(offered.map(({ name }) => name)).size).toBe(offered.length)
  })
  it.each(industries.filter((industry) => industry !== 'Other'))(
    '%s: are those that setting up suggests',
    (industry) =>
      expect(serviceTemplates[industry].map(({ name }) => name)).toEqual(presetServices[industry]),
  )
})
