import { expect, it } from 'vitest'
import { cutPower, rowsGone } from '../losses/power.ts'

const cuts = Number(process.env['FAULTS_CUTS'] ?? 5)

it('drops what was not synced, which is what these tests stand on', async () => {
  expect(await rowsGone('on')).toBe(0)
  expect(await rowsGone('off')).toBeGreaterThan(0)
}, 120_000)

// `npm run power-cut` is the long form.
it(`loses nothing that a caller was told when the power is cut ${cuts} times`, async () => {
  const { told, lost, missed, undone } = await cutPower(cuts, console.log)
  expect({ lost, missed }).toEqual({ lost: 0, missed: 0 })
  expect(told).toBeGreaterThan(cuts)
  expect(undone).toBeGreaterThan(0)
}, 600_000)
