import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { unpackWindow, type PackedWindow } from '../src/api/schedule-packed.ts'
import { addDays } from '../src/domain/dates.ts'
import type { Visit } from '../src/domain/visit.ts'
import { sandboxes } from '../src/server/main.ts'
import { startServer, type Running } from '../src/server/start.ts'
import { openWorld, type OpenWorld } from './world.ts'

// What was acknowledged by one process is what the other answers, by a plain read or by one that names what it has seen.
const many = 200
const calls = ['/api/schedule', '/api/schedule/packed'] as const

let open: OpenWorld
let second: Running
let token: string
beforeAll(async () => {
  open = await openWorld()
  const { DATA_DIR: _, ...config } = open.app.config
  second = await startServer({ ...config, DATA_DIR: 'memory://' }, sandboxes, { store: open.app.store, pages: false })
  token = await open.app.identity!.issueToken('owner@green-acres.example')
})
afterAll(async () => {
  await second?.close()
  await open?.close()
})

it(`of ${many} acknowledged writes on either of two processes none is missed by a read on either`, async () => {
  const { today, customers } = open.world.green
  const rule_id = customers['casey']!.rules[0]!.id
  const date = addDays(today, 14)
  const path = (call: string) => `${call}?from=${addDays(date, -3)}&to=${addDays(date, 3)}`
  const headers = { authorization: `Bearer ${token}` }
  const urls = [open.url, second.url] as const
  const step = fc.record({
    minutes: fc.integer({ min: 32, max: 68 }),
    writer: fc.nat(1),
    reader: fc.nat(1),
    call: fc.constantFrom(...calls),
    names: fc.boolean(),
  })
  const steps = fc.sample(step, { numRuns: many, seed: 20_261_122 })
  /** What each call was last answered with, wherever: a browser may be led to another process each time. */
  const seen = new Map<string, { etag: string; text: string }>()
  const stale: string[] = []
  for (const [n, { minutes, writer, reader, call, names }] of steps.entries()) {
    const start_minutes = minutes * 15
    const wrote = await fetch(`${urls[writer]}/api/schedule/set-time`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ rule_id, date, start_minutes }),
    })
    expect(wrote.status).toBe(200)
    const { visit } = (await wrote.json()) as { visit: { id: string; version: number } }
    const known = names ? seen.get(call) : undefined
    const read = await fetch(urls[reader] + path(call), { headers: { ...headers, ...(known ? { 'if-none-match': known.etag } : {}) } })
    const text = read.status === 304 ? known!.text : await read.text()
    seen.set(call, { etag: read.headers.get('etag') ?? '', text })
    const window = call === calls[0] ? (JSON.parse(text) as { occurrences: Visit[] }) : unpackWindow(JSON.parse(text) as PackedWindow)
    const shown = window.occurrences.find(({ id }) => id === visit.id)
    if (shown?.start_minutes !== start_minutes || shown.version !== visit.version)
      stale.push(`${n}: ${call} ${read.status}, ${shown?.start_minutes} for ${start_minutes}`)
  }
  expect(stale).toEqual([])
}, 120_000)
