import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { securityHeaders } from './security-headers.ts'

const own = "'self' data: blob:"
const tiles = { MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png', MAP_ATTRIBUTION: 'Example' }

it.each<[string, Record<string, string>, boolean, string]>([
  ['our own payments', {}, true, own],
  ['Stripe', {}, false, `${own} https://*.stripe.com`],
  ['a map', tiles, true, `${own} https://tiles.example`],
])('with %s, pages show pictures only from where they must', (_, env, ownPayments, sources) => {
  const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'http://localhost', ...env })
  const headers = new Map(securityHeaders(config, { ownPayments, paymentsOrigin: null }))
  expect(headers.get('content-security-policy')?.split(';')).toContain(`img-src ${sources}`)
})
