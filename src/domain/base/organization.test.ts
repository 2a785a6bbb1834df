import { describe, expect, it } from 'vitest'
import { stateCodes } from './contact.ts'
import { isTimeZone } from './dates.ts'
import {
  defaultSettings,
  isInServiceArea,
  OrganizationPatch,
  organizationRules,
  paymentsChecklist,
  paymentsStatusText,
  readScheduleSettings,
  ServiceAreaZips,
  timeZoneOfState,
  Website,
  websiteAddress,
} from './organization.ts'

describe('payments setup', () => {
  const ready = {
    charges_enabled: true,
    payouts_enabled: true,
    details_submitted: true,
    requirements_currently_due_len: 0,
  }
  it.each([
    [{}, 'All set', []],
    [{ details_submitted: false }, 'Setup required', ['Submit business details']],
    [{ charges_enabled: false }, 'Setup required', ['Enable card payments']],
    [{ payouts_enabled: false }, 'Setup required', ['Enable payouts']],
    [{ requirements_currently_due_len: 2 }, 'Setup required', ['Additional info required']],
    [
      {
        charges_enabled: false,
        payouts_enabled: false,
        details_submitted: false,
        requirements_currently_due_len: 1,
      },
      'Setup required',
      [
        'Submit business details',
        'Enable card payments',
        'Enable payouts',
        'Additional info required',
      ],
    ],
  ])('%o: %s', (missing, text, checklist) => {
    expect(paymentsStatusText({ ...ready, ...missing })).toBe(text)
    expect(paymentsChecklist({ ...ready, ...missing })).toEqual(checklist)
  })
})

it.each([
  ['example.com', 'https://example.com'],
  ['http://example.com/a?b#c', 'http://example.com/a?b#c'],
  [' https://example.com ', 'https://example.com'],
  ['example', null],
  ['javascript:alert(1)', null],
  ['ftp://example.com', null],
  ['a b.com', null],
  ['https://user@example.com', null],
])('the website %s is %s', (typed, address) => {
  expect(websiteAddress(typed)).toBe(address)
  expect(Website.safeParse(typed).success).toBe(address !== null)
})

it('service areas keep complete ZIPs, without duplicates', () => {
  expect(ServiceAreaZips.parse(['27701', ' 27701-1234', '', '27511'])).toEqual(['27701', '27511'])
  for (const nonsense of ['277', 'abc'])
    expect(ServiceAreaZips.safeParse(['27701', nonsense]).error?.issues).toMatchObject([
      { path: [1], message: 'Enter a valid 5-digit ZIP' },
    ])
  expect([
    isInServiceArea('27701', []),
    isInServiceArea('27701', ['27701']),
    isInServiceArea('27701', ['27511']),
  ]).toEqual([true, true, false])
})

describe('an edit', () => {
  it('accepts industry and services nested or flat', () => {
    expect(
      OrganizationPatch.parse({ marketing: { industry: 'Cleaning', services_rendered: null } }),
    ).toEqual({ industry: 'Cleaning', services_rendered: null })
    expect(OrganizationPatch.parse({ industry: '', website: '', phone_number: '' })).toEqual({
      industry: null,
      website: null,
      phone_number: null,
    })
    expect(OrganizationPatch.parse({})).toEqual({})
  })
  it('reports invalid fields', () => {
    const { error } = OrganizationPatch.safeParse({
      website: 'x y',
      state: 'zz',
      customer_due_day: 29,
      name: ' ',
    })
    expect(error?.issues.map(({ path }) => path[0]).toSorted()).toEqual([
      'customer_due_day',
      'name',
      'state',
      'website',
    ])
  })
})

it('settings default what was never set', () => {
  expect(readScheduleSettings({ slot_minutes: 30, gone: 1 })).toEqual({
    ...defaultSettings,
    slot_minutes: 30,
  })
  expect(readScheduleSettings(null)).toEqual(defaultSettings)
})

it.each([
  ['Cleaning', ['Lawncare'], null],
  ['Cleaning', ['Cleaning'], 'same_industry'],
  ['Other', ['Other'], null],
  [null, [null], null],
] as const)('joining a business in %s while in %o: %s', (industry, joined_industries, code) => {
  expect(organizationRules.join({ industry, joined_industries })?.code ?? null).toBe(code)
})

it('knows a time zone for every state except military codes and outlying islands', () => {
  expect(stateCodes.filter((state) => timeZoneOfState(state) === null)).toEqual([
    'UM',
    'AA',
    'AE',
    'AP',
  ])
  expect(stateCodes.map(timeZoneOfState).every((zone) => zone === null || isTimeZone(zone))).toBe(
    true,
  )
  expect([timeZoneOfState('nc'), timeZoneOfState(null)]).toEqual(['America/New_York', null])
})
