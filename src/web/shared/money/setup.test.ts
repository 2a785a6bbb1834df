import { describe, expect, it } from 'vitest'
import { beginWork, billingWarning, confirmedOf, returnedSetup } from './setup.ts'

describe('what came of confirming a method', () => {
  const texts = { refused: 'Failed to save card.', incomplete: 'Please check your card details.' }
  const intent = {
    id: 'seti_1',
    status: 'succeeded',
    payment_method: 'pm_1',
    next_action: null,
  } as const
  const confirmed = { setup_intent_id: 'seti_1', payment_method_id: 'pm_1', verify_url: null }

  it.each([
    { title: 'confirmed', change: {}, is: confirmed },
    {
      title: 'under way',
      change: { status: 'processing' as const, payment_method: null },
      is: { ...confirmed, payment_method_id: null },
    },
    {
      title: 'with the method written out',
      change: { payment_method: { id: 'pm_2' } as never },
      is: { ...confirmed, payment_method_id: 'pm_2' },
    },
    {
      title: 'waiting for deposits',
      change: {
        status: 'requires_action' as const,
        next_action: {
          type: 'verify_with_microdeposits',
          verify_with_microdeposits: { hosted_verification_url: 'https://bank.example/v' },
        } as never,
      },
      is: { ...confirmed, verify_url: 'https://bank.example/v' },
    },
    {
      title: 'not confirmed',
      change: { status: 'canceled' as const },
      is: 'Unexpected status: canceled',
    },
  ])('$title', ({ change, is }) => {
    expect(confirmedOf({ setupIntent: { ...intent, ...change } }, texts)).toEqual(is)
  })

  it.each([
    { error: { type: 'card_error', message: 'Your card was declined.' } as const, texts },
    { error: { type: 'validation_error' } as const, texts, expected: texts.incomplete },
    { error: { type: 'api_error' } as const, texts, expected: texts.refused },
    { error: { type: 'validation_error' } as const, texts: { refused: 'No.' }, expected: 'No.' },
  ])('$error.type', ({ error, texts: given, expected = error.message }) => {
    expect(confirmedOf({ error }, given)).toBe(expected)
  })
})

it.each([
  { href: 'https://x.example/pay?a=1', returned: null },
  { href: 'https://x.example/pay?redirect_status=succeeded', returned: null },
  {
    href: 'https://x.example/pay?a=1&setup_intent=seti_1&setup_intent_client_secret=s&redirect_status=succeeded',
    returned: { id: 'seti_1', rest: new URL('https://x.example/pay?a=1') },
  },
])('from $href', ({ href, returned }) => {
  expect(returnedSetup(href)).toEqual(returned)
})

it.each([
  { status: undefined, text: null },
  { status: { hasAccount: false, canCollect: false }, text: null },
  { status: { hasAccount: true, canCollect: true }, text: null },
  {
    status: { hasAccount: true, canCollect: false },
    text: 'Green Acres has not finished setting up payments. You can still add a card.',
  },
  {
    status: { hasAccount: true, canCollect: true, disabled_reason: 'requirements.past_due' },
    text: 'Payouts to Green Acres are not fully active yet (requirements past due). You can still add a card.',
  },
])('warns: $text', ({ status, text }) => {
  expect(billingWarning(status && { disabled_reason: null, ...status }, 'Green Acres')).toBe(text)
})

it('names no organization where none is known', () => {
  const status = { hasAccount: true, canCollect: false, disabled_reason: null }
  expect(billingWarning(status, null)).toMatch(/^This business has not/)
})

describe('work that a form begins', () => {
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  const collect = (work: () => Promise<string>) => {
    const results: string[] = []
    const stop = beginWork(
      work,
      (result) => results.push(result),
      (error) => results.push(String(error)),
    )
    return { results, stop }
  }

  it.each([
    { title: 'is reported', work: async () => 'ready', expected: ['ready'] },
    {
      title: 'that fails is reported',
      work: () => Promise.reject(new Error('no')),
      expected: ['Error: no'],
    },
  ])('$title, unless the form is gone', async ({ work, expected }) => {
    const [here, gone] = [collect(work), collect(work)]
    gone.stop()
    await settled()
    expect([here.results, gone.results]).toEqual([expected, []])
  })
})
