// Loaded before the product (`--import`): a clock, for the database too, that a journey can move forward. Running timers are unaffected.
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'

const key = 'fieldhive.clock'
const memory = isMainThread
  ? new SharedArrayBuffer(8)
  : (getEnvironmentData(key) as unknown as SharedArrayBuffer)
const ahead_ms = new Float64Array(memory)

if (isMainThread) {
  // Shared with threads started from here on.
  setEnvironmentData(key, memory)
  process.on('message', (ahead: unknown) => {
    if (typeof ahead !== 'number') return
    ahead_ms[0] = ahead
    process.send?.(ahead)
  })
  // Don't let the channel alone keep the process alive.
  process.channel?.unref()
}

const real = Date
const movedNow = (): number => real.now() + ahead_ms[0]!
globalThis.Date = new Proxy(real, {
  construct: (target, args, made) =>
    Reflect.construct(target, args.length > 0 ? args : [movedNow()], made) as object,
  get: (target, name) => (name === 'now' ? movedNow : Reflect.get(target, name)),
})
