import { describe, expect, it } from 'vitest'
import type { CustomerPreferences } from './customer.ts'
import { wishChanges } from './wishes.ts'

const wishes: CustomerPreferences = {
  services_selected: ['mowing', 'edging'],
  available_days: ['mon', 'tue'],
  service_frequency: 'weekly',
  service_interval: null,
}
const none: CustomerPreferences = {
  services_selected: [],
  available_days: [],
  service_frequency: null,
  service_interval: null,
}
const names: Record<string, string> = { mowing: 'Mowing', edging: 'Edging' }
const changes = (now: Partial<CustomerPreferences>, before = wishes) =>
  wishChanges(before, { ...before, ...now }, (key) => names[key] ?? key)

describe('wishChanges', () => {
  it.each<[string, Partial<CustomerPreferences>, ReturnType<typeof changes>]>([
    ['nothing', {}, []],
    ['the same services in another order', { services_selected: ['edging', 'mowing'] }, []],
    [
      'one service removed',
      { services_selected: ['mowing'] },
      [{ what: 'Services', before: 'Edging, Mowing', now: 'Mowing' }],
    ],
    [
      'a service that no longer has a name',
      { services_selected: ['gone'] },
      [{ what: 'Services', before: 'Edging, Mowing', now: 'gone' }],
    ],
    ['no day', { available_days: [] }, [{ what: 'Days', before: 'Mon, Tue', now: 'Any day' }]],
    [
      'every two weeks',
      { service_frequency: 'every_x_weeks', service_interval: 2 },
      [{ what: 'How often', before: 'Weekly', now: 'Every 2 weeks' }],
    ],
    [
      'the same frequency expressed differently',
      { service_frequency: 'every_x_weeks', service_interval: 1 },
      [],
    ],
  ])('%s', (_, now, expected) => expect(changes(now)).toEqual(expected))
  it('lists all preferences for a customer who had none', () => {
    expect(changes(wishes, none).map(({ what, before }) => [what, before])).toEqual([
      ['Services', 'None'],
      ['Days', 'Any day'],
      ['How often', 'Not specified'],
    ])
  })
})
