import { describe, expect, it } from 'vitest'
import { walletDomain, walletProblem, walletStateOf } from './wallets.ts'

describe('the domain that is registered for wallets', () => {
  it.each([
    ['https://app.fieldhive.example', 'app.fieldhive.example'],
    ['https://Pay.Example.com:8443/base', 'pay.example.com'],
    ['http://app.fieldhive.example', null],
    ['https://localhost:3000', null],
    ['https://10.0.0.5', null],
    ['https://[::1]:3000', null],
    ['https://office.local', null],
  ])('%s', (url, domain) => expect(walletDomain(url, false)).toBe(domain))

  it('may be any in the sandbox', () =>
    expect(walletDomain('http://localhost:3000', true)).toBe('localhost'))
})

describe('what the owner reads about wallets', () => {
  const facts = {
    wallets_on: true,
    charges_enabled: true,
    domain: 'pay.example.com',
    public_url: 'https://pay.example.com',
    registered: 'pay.example.com',
    problem: null,
  }
  it.each([
    ['on', {}],
    ['off', { wallets_on: false }],
    ['waiting', { charges_enabled: false }],
    ['waiting', { registered: null }],
    ['waiting', { registered: 'old.example.com' }],
    ['unavailable', { problem: 'Stripe says: Apple Pay: not active' }],
    ['unavailable', { domain: null, public_url: 'http://localhost:3000' }],
  ] as const)('%s: %j', (state, over) => {
    const told = walletStateOf({ ...facts, ...over })
    expect(told.state).toBe(state)
    expect(told.reason === null).toBe(state === 'on' || state === 'off')
  })

  it('names the wallet that does not work, with what Stripe said', () => {
    const active = { status: 'active' }
    expect(walletProblem({ apple_pay: active, google_pay: active })).toBeNull()
    expect(
      walletProblem({
        apple_pay: { status: 'inactive', status_details: { error_message: 'Not reachable.' } },
        google_pay: active,
      }),
    ).toBe('Stripe says: Apple Pay: Not reachable.')
  })
})
