import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../src/api/calls.ts'
import type { CallDeclaration } from '../src/api/kit.ts'
import { openWorld, type OpenWorld } from './world.ts'

// Rate limits of the public calls.
const open = Object.entries(calls as Record<string, CallDeclaration>).filter(
  ([, call]) => call.roles === 'public' && call.raw === undefined,
)
/** Called once by every page, and in bursts by the providers of payments and mail. */
const unlimited = new Set([
  'GET /api/public/config',
  'POST /api/webhooks/mail',
  'POST /api/webhooks/stripe',
])
const limited = open.filter(([key]) => !unlimited.has(key))

let world: OpenWorld
beforeAll(async () => {
  world = await openWorld({ RATE_LIMITS: 'on' })
})
afterAll(() => world?.close())

const params = (key: string) =>
  Object.fromEntries(
    [...key.matchAll(/\{(\w+)\}/g)].map((match) => [match[1]!, 'made-up-code-0001']),
  )

describe('public calls', () => {
  it('each have their own limit', () => {
    expect(
      limited.filter(([, call]) => !call.per_minute || call.per_minute > 120).map(([key]) => key),
    ).toEqual([])
  })
  // Test only the lowest limits: there is one mechanism, and the number comes from the declaration.
  it.each(limited.filter(([, call]) => call.per_minute! <= 30))(
    '429 above the limit per minute: %s',
    async (key, call) => {
      const ask = () =>
        world.anonymous.raw(key, {
          params: params(key),
          ...(key.startsWith('GET') || !call.body ? {} : { body: {} }),
        })
      const share = call.per_minute!
      for (let done = 0; done < share; done += 20) {
        const replies = await Promise.all(Array.from({ length: Math.min(20, share - done) }, ask))
        for (const reply of replies) expect(reply.status, JSON.stringify(reply.body)).not.toBe(429)
      }
      expect(await ask()).toMatchObject({
        status: 429,
        body: {
          code: 'rate_limited',
          error: 'Too many requests. Please wait a moment and try again.',
        },
      })
    },
  )
})
