import { AsyncLocalStorage } from 'node:async_hooks'
import { Server, type IncomingMessage } from 'node:http'
import type { OpenWorld, Reply } from './world.ts'

/** One of two calls that meet: how many statements it has sent, and before which it waits. */
type Side = { sent: number; waits_at: number; reached: () => void; gate: Promise<void> }
type Headers = { headers: Record<string, string> }
/** Makes a call with these headers, by which its statements are told apart. */
export type Meeting = (with_headers: Headers) => Promise<Reply>

export type Meetings = {
  /** Makes a call alone, and counts its statements. */
  alone(call: Meeting): Promise<{ reply: Reply; sent: number }>
  /** `first` waits before its `at`-th statement until `second` is answered, or waits for a lock of the first. */
  meet(first: Meeting, second: Meeting, at: number): Promise<[Reply, Reply]>
  close(): void
}

const endless = Number.POSITIVE_INFINITY
/** How often it is asked whether a call waits for a lock; afterward the other one just goes on. */
const looks = 300

/** Lets two calls to the same server meet at a statement that the test chooses. */
export function openMeetings(open: OpenWorld): Meetings {
  const { store } = open.app
  const current = new AsyncLocalStorage<Side>()
  const sides = new Map<string, Side>()
  const { emit } = Server.prototype
  Server.prototype.emit = function withSide(
    this: Server,
    ...args: [name: string, request: IncomingMessage]
  ) {
    const side = args[0] === 'request' && sides.get(String(args[1].headers['x-side']))
    if (!side) return Reflect.apply(emit, this, args)
    return current.run(side, () => Reflect.apply(emit, this, args))
  } as typeof emit
  const acquire = store.acquire.bind(store)
  store.acquire = async () => {
    const side = current.getStore()
    const wire = await acquire()
    if (!side) return wire
    // Statements go out in the order they were given, also those behind one that waits.
    let turn = Promise.resolve()
    return {
      query(text, values) {
        side.sent += 1
        if (side.sent === side.waits_at) {
          side.reached()
          turn = turn.then(() => side.gate)
        }
        return turn.then(() => wire.query(text, values))
      },
      release: (fault) => void turn.then(() => wire.release(fault)),
    }
  }
  let asked = 0
  const begin = (call: Meeting, side: Side): Promise<Reply> => {
    const name = String(++asked)
    sides.set(name, side)
    return call({ headers: { 'x-side': name } }).finally(() => sides.delete(name))
  }
  const alone: Meetings['alone'] = async (call) => {
    const side = { sent: 0, waits_at: endless, reached: () => {}, gate: Promise.resolve() }
    return { reply: await begin(call, side), sent: side.sent }
  }
  const waitsForLock = async (isOver: () => boolean) => {
    for (let n = 0; n < looks && !isOver(); n++) {
      const [waiting] = await open.rows(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1",
      )
      if (waiting) return
    }
  }
  return {
    alone,
    async meet(first, second, at) {
      const { promise: gate, resolve: go } = Promise.withResolvers<void>()
      const { promise: reached, resolve } = Promise.withResolvers<void>()
      const one = begin(first, { sent: 0, waits_at: at, reached: resolve, gate })
      await Promise.race([one, reached])
      let isOver = false
      const other = alone(second).finally(() => (isOver = true))
      await Promise.race([other, waitsForLock(() => isOver)])
      go()
      return [await one, (await other).reply]
    },
    close() {
      Server.prototype.emit = emit
    },
  }
}
