import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type OpenWorld } from './world.ts'

const server = process.env['TEST_DATABASE_URL'] || null
const cuts = 12

describe.skipIf(!server)('a database that goes away repeatedly', () => {
  let world: OpenWorld
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  it('doesn’t end the process, causes 503 meanwhile, and keeps every acknowledged write', async () => {
    const owner = await world.as('owner@green-acres.example')
    const kept: string[] = []
    const statuses = new Map<number, number>()
    const writing = { on: true }
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; writing.on; n++) {
        const name = `Cut ${writer}-${n}`
        const answer = await owner('POST /api/owner/services', {
          body: {
            name,
            price_cents: 100,
            estimated_minutes: 10,
            description: 'Written while the database came and went',
          },
        })
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        if (answer.status < 300) kept.push(name)
        else await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })
    for (let cut = 0; cut < cuts; cut++) {
      await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 200))
      await world
        .rows(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        )
        .catch(() => [])
    }
    const since = Date.now()
    await world.until(
      async () => (await owner('GET /api/owner/services')).status === 200,
      'the first response after the last disconnect',
    )
    expect(Date.now() - since).toBeLessThan(3_000)
    writing.on = false
    await Promise.all(writers)

    expect([...statuses.keys()].filter((status) => status >= 300 && status !== 503)).toEqual([])
    expect(kept.length).toBeGreaterThan(cuts)
    const rows = await world.rows<{ name: string }>(
      "select name from services where name like 'Cut %'",
    )
    const there = new Set(rows.map(({ name }) => name))
    expect(kept.filter((name) => !there.has(name))).toEqual([])
    expect(rows.length).toBe(there.size)
  })
})
