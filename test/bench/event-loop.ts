import { existsSync, readFileSync, rmSync } from 'node:fs'
import { addDays } from '../../src/domain/base/dates.ts'
import { bulkStatements, statedWeek } from './bulk.ts'
import { fire, quiet, send } from './load.ts'
import { bearer, ms, verdict, type Kind, type Peer, type Stage } from './stage.ts'

const owner = 'owner@bright-side.example'
const today = new Date().toISOString().slice(0, 10)

/** G3: the event loop's delay under sixteen callers of all kinds that also load uncached weeks. */
export async function measureEventLoop(stage: Stage): Promise<void> {
  await underLoad(stage, 'PostgreSQL')
  await underLoad(stage, 'embedded')
}

async function underLoad(stage: Stage, kind: Kind): Promise<void> {
  const place = await stage.world(kind)
  await place.sql(...bulkStatements({ slug: 'busy', owner_email: owner, ...statedWeek }))
  await place.sql(kind === 'PostgreSQL' ? 'vacuum analyze' : 'analyze')
  const file = `${place.folder}-delays`
  const probe = new URL('loop-probe.ts', import.meta.url).href
  const peer = await place.product({ LOOP_DELAYS: file, NODE_OPTIONS: `--import ${probe}` })
  const headers = bearer(stage.tokenOf(peer, owner))
  const body = (
    await send(peer.base, { method: 'GET', path: '/api/owner/customers?limit=1', headers })
  ).text
  const customer_id = (JSON.parse(body) as { customers: { id: string }[] }).customers[0]!.id
  const lines = [{ description: 'Line', quantity: 1, unit_price_cents: 1500 }]
  const shots = [
    () => ({ method: 'GET', path: '/api/invoices?limit=50', headers }),
    () => ({
      method: 'POST',
      path: '/api/invoices',
      headers,
      body: JSON.stringify({ customer_id, lines }),
    }),
    () => ({ method: 'GET', path: `/api/owner/customers/${customer_id}`, headers }),
    (n: number) => ({
      method: 'POST',
      path: '/api/owner/customers',
      headers,
      body: JSON.stringify({ name: `Busy ${n}` }),
    }),
    () => ({ method: 'GET', path: `/api/schedule/week?from=${today}&to=${today}`, headers }),
  ]
  // Every write invalidates the cached week; one call in twenty loads it.
  const week = (n: number) => {
    const from = addDays(today, n % 25)
    return {
      method: 'GET',
      path: `/api/schedule/week?from=${from}&to=${addDays(from, 6)}`,
      headers: { ...headers, 'accept-encoding': 'gzip' },
    }
  }
  await fire(
    peer.base,
    16,
    300,
    (n) => (n % 20 === 19 ? week(n) : shots[n % 5]!(n)),
    stage.limit_ms,
  )
  await quiet()
  await delaysOf(peer, file)
  const many = await fire(
    peer.base,
    16,
    3_000,
    (n) => (n % 20 === 19 ? week(n) : shots[n % 5]!(1000 + n)),
    stage.limit_ms * 2,
  )
  const mixed = await delaysOf(peer, file)
  stage.say(
    `G3 ${kind}, 16 callers, ${Math.round(many.rps)}/s, ${many.errors} errors: event loop late by ${ms(mixed.p50)} ms (p50), ${ms(mixed.p99)} ms (p99, goal ≤ 50), ${ms(mixed.max)} ms at most: ${verdict(mixed.p99 <= 50 && many.errors === 0)}.\n`,
  )
  if (kind === 'embedded') {
    // The largest request there is: a quarter of a year of the benchmark business.
    const began = performance.now()
    const slow = send(peer.base, {
      method: 'GET',
      path: `/api/schedule/week?from=${today}&to=${addDays(today, 91)}`,
      headers,
    })
    const beside = fire(peer.base, 4, 40, () => ({ method: 'GET', path: '/healthz' }))
    await slow
    const took = performance.now() - began
    await beside
    const during = await delaysOf(peer, file)
    stage.say(
      `G3 embedded, beside a question that takes ${Math.round(took)} ms: p99 ${ms(during.p99)} ms (goal ≤ 50), ${ms(during.max)} ms at most: ${verdict(during.p99 <= 50)}.\n`,
    )
  }
  await peer.stop()
}

async function delaysOf(
  peer: Peer,
  file: string,
): Promise<{ p50: number; p99: number; max: number }> {
  rmSync(file, { force: true })
  peer.child.kill('SIGUSR2')
  while (!existsSync(file) || !readFileSync(file, 'utf8'))
    await new Promise((resolve) => setTimeout(resolve, 20))
  return JSON.parse(readFileSync(file, 'utf8')) as { p50: number; p99: number; max: number }
}
