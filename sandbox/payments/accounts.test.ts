import { Script } from 'node:vm'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWatching } from '../../test/contract/contract.ts'
import { connectedAccount, harnessFor, press, refusal, unheardOf } from './harness.ts'

const { client, startWorld } = harnessFor(Stripe, startWatching)
type World = Awaited<ReturnType<typeof startWorld>>

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const include = ['configuration.merchant', 'requirements', 'defaults', 'identity'] as const

const links = (account: string) =>
  world.platform.v2.core.accountLinks.create({
    account,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: { refresh_url: `${own()}/refresh`, return_url: `${own()}/return` },
    },
  })
const own = () => `http://127.0.0.1:${world.sandbox.port}`
const leave = (url: string, standing: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ standing }), redirect: 'manual' })

describe('onboarding', () => {
  it('starts restricted and leaves parts out unless included', async () => {
    const id = await connectedAccount(world.sandbox, 'new')
    const bare = await world.platform.v2.core.accounts.retrieve(id)
    expect(bare.configuration).toBeUndefined()
    expect(bare.requirements).toBeUndefined()
    const account = await world.platform.v2.core.accounts.retrieve(id, { include: [...include] })
    expect(account.configuration!.merchant!.capabilities!.card_payments!.status).toBe('restricted')
    expect(account.requirements!.entries!.length).toBeGreaterThan(0)
    expect(account.defaults!.responsibilities).toMatchObject({
      fees_collector: 'stripe',
      losses_collector: 'stripe',
    })
    expect(await world.platform.accounts.retrieve(id)).toMatchObject({
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: false,
    })
  })

  it.each([
    ['complete', true, true, true, 0],
    ['payouts_off', true, false, true, 1],
    ['information_due', false, false, false, 2],
  ] as const)('%s', async (standing, charges, payouts, submitted, due) => {
    const id = await connectedAccount(world.sandbox, 'new')
    const link = await links(id)
    expect(await (await fetch(link.url)).text()).toContain('Sandbox: no real money')
    const back = await leave(link.url, standing)
    expect(back.headers.get('location')).toBe(`${own()}/return`)
    const account = await world.platform.v2.core.accounts.retrieve(id, { include: [...include] })
    const capabilities = account.configuration!.merchant!.capabilities!
    expect(capabilities.card_payments!.status === 'active').toBe(charges)
    expect(capabilities.stripe_balance!.payouts!.status === 'active').toBe(payouts)
    expect(account.requirements!.entries).toHaveLength(due)
    const v1 = await world.platform.accounts.retrieve(id)
    expect(v1).toMatchObject({
      charges_enabled: charges,
      payouts_enabled: payouts,
      details_submitted: submitted,
    })
    // The link is spent.
    expect((await leave(link.url, 'complete')).headers.get('location')).toBe(`${own()}/refresh`)
  })

  it('refuses unknown accounts and parameters', async () => {
    expect((await refusal(world.platform.v2.core.accounts.retrieve('acct_none'))).statusCode).toBe(
      403,
    )
    expect((await refusal(links('acct_none'))).statusCode).toBe(403)
    expect(
      (await refusal(world.platform.v2.core.accounts.create(unheardOf({ country: 'US' })))).message,
    ).toMatch(/unknown parameter/)
    const old = {
      account: world.account,
      use_case: {
        type: 'account_onboarding',
        account_onboarding: { configurations: ['merchant'], refresh_url: `${own()}/r` },
      },
    }
    expect((await refusal(world.platform.v2.core.accountLinks.create(old as any))).message).toMatch(
      /configurations/,
    )
  })

  it('updates', async () => {
    await world.platform.v2.core.accounts.update(world.account, {
      display_name: 'Greener Lawn',
      metadata: { a: '1' },
    })
    expect(await world.platform.v2.core.accounts.retrieve(world.account)).toMatchObject({
      display_name: 'Greener Lawn',
      metadata: { a: '1' },
    })
    expect((await world.connected.accounts.retrieve(world.account)).id).toBe(world.account)
  })
})

describe('a business that leaves', () => {
  it('is out of reach from then on', async () => {
    const id = await connectedAccount(world.sandbox)
    await press(world.sandbox, `deauthorize/${id}`)
    expect(
      (await refusal(client(world.sandbox, { stripeContext: id }).balance.retrieve())).code,
    ).toBe('account_invalid')
    expect((await refusal(world.platform.accounts.retrieve(id))).statusCode).toBe(403)
  })
})

describe('pages', () => {
  it('opens the panel by its key only', async () => {
    const panel = `${own()}/sandbox/payments/panel`
    expect((await fetch(panel)).status).toBe(403)
    expect((await fetch(`${panel}?key=wrong`)).status).toBe(403)
    const opened = await fetch(own() + world.sandbox.panelPath, { redirect: 'manual' })
    const cookie = opened.headers.get('set-cookie')!.split(';')[0]!
    const text = await (await fetch(panel, { headers: { cookie } })).text()
    expect(text).toContain('Sandbox: no real money')
    expect(text).toContain(world.account)
  })

  it('shows a dashboard to the person who set the account up', async () => {
    const path = `${own()}/sandbox/payments/dashboard/${world.account}`
    await world.connected.paymentIntents.create({
      amount: 12_345,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
    })
    expect(await (await fetch(path)).text()).not.toContain('$123.45')
    expect(
      await (await fetch(own() + world.sandbox.dashboardPath(world.account))).text(),
    ).toContain('$123.45')
    const back = await leave((await links(world.account)).url, 'complete')
    const cookie = back.headers.get('set-cookie')!.split(';')[0]!
    expect(await (await fetch(path, { headers: { cookie } })).text()).toContain('$123.45')
    const other = await connectedAccount(world.sandbox)
    expect(
      await (await fetch(path.replace(world.account, other), { headers: { cookie } })).text(),
    ).toContain('you sign in to Stripe')
  })

  it('serves Stripe.js, but no secret-key API', async () => {
    const script = await fetch(`${own()}/sandbox/payments/stripe.js`)
    expect(script.headers.get('content-type')).toMatch('text/javascript')
    const text = await script.text()
    expect(() => new Script(text)).not.toThrow()
    const answer = await fetch(`${own()}/sandbox/payments/v1/customers`, {
      headers: { authorization: `Bearer ${world.sandbox.secretKey}` },
    })
    expect(answer.status).toBe(401)
  })
})
