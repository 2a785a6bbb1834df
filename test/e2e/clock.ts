// Loaded before the product (`--import`): its clock, the database's too, which a journey can put forward. Timers that run keep their pace.
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'

const key = 'fieldhive.clock'
const memory = isMainThread
  ? new SharedArrayBuffer(8)
  : (getEnvironmentData(key) as unknown as SharedArrayBuffer)
const ahead_ms = new Float64Array(memory)

if (isMainThread) {
  // Threads started from here on share it.
  setEnvironmentData(key, memory)
  process.on('message', (ahead: number) => {
    ahead_ms[0] = ahead
    process.send?.(ahead)
  })
  // The channel alone is no reason to go on.
  process.channel?.unref()
}

const real = Date
const movedNow = (): number => real.now() + ahead_ms[0]!
globalThis.Date = new Proxy(real, {
  construct: (target, args, made) =>
    Reflect.construct(target, args.length > 0 ? args : [movedNow()], made) as object,
  get: (target, name) => (name === 'now' ? movedNow : Reflect.get(target, name)),
})
