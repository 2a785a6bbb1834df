import { expect, it } from 'vitest'
import { losePrimaries } from '../losses/primary.ts'

const rounds = Number(process.env['FAULTS_PRIMARIES'] ?? 2)

// `npm run failover` is the long form.
it(`loses nothing when the database's primary is lost ${rounds} times, and is back by itself`, async () => {
  const { told, lost, missed, outages_ms } = await losePrimaries(rounds, console.log)
  expect({ lost, missed }).toEqual({ lost: 0, missed: 0 })
  expect(told).toBeGreaterThan(rounds * 4)
  expect(Math.max(...outages_ms)).toBeLessThan(30_000)
}, 600_000)
