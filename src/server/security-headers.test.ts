import { expect, it } from 'vitest'
import { readConfig } from './base/kit/config.ts'
import { securityHeaders } from './security-headers.ts'

const own = "'self' data: blob:"
const tiles = { MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png', MAP_ATTRIBUTION: 'Example' }

it.each<[string, Record<string, string>, boolean, string]>([
  ['our own payments', {}, true, own],
  ['Stripe', {}, false, `${own} https://*.stripe.com`],
  ['a map', tiles, true, `${own} https://tiles.example`],
])('with %s, pages show pictures only from where they must', (_, env, ownPayments, sources) => {
  const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'http://localhost', ...env })
  const { page } = securityHeaders(config, { ownPayments, paymentsOrigin: null })
  const headers = new Map(page)
  expect(headers.get('content-security-policy')?.split(';')).toContain(`img-src ${sources}`)
})

it('nobody frames a page, in old and new words, and browsers know every feature that is named', () => {
  const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'http://localhost' })
  const headers = new Map(securityHeaders(config, { ownPayments: true, paymentsOrigin: null }).page)
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('permissions-policy')).not.toContain('bluetooth')
})

it('a file of the build keeps its type, its origin and the secure connection, and says no more', () => {
  const config = readConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: 'https://fieldhive.example',
    ALLOW_SANDBOX: '1',
  })
  const { page, file } = securityHeaders(config, { ownPayments: true, paymentsOrigin: null })
  expect(file.map(([name]) => name)).toEqual([
    'cross-origin-resource-policy',
    'referrer-policy',
    'x-content-type-options',
    'strict-transport-security',
  ])
  expect(page).toEqual(expect.arrayContaining(file))
})
