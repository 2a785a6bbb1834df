// Imported into the measured server: on SIGUSR2, writes its event loop delays to the file named by LOOP_DELAYS.
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const file = process.env['LOOP_DELAYS']
if (file && isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  process.on('SIGUSR2', () => {
    const of = (percent: number) => Math.max(0, delays.percentile(percent) / 1e6 - 5)
    writeFileSync(
      file,
      JSON.stringify({ p50: of(50), p99: of(99), max: Math.max(0, delays.max / 1e6 - 5) }),
    )
    delays.reset()
  })
}
