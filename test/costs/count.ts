import { AsyncLocalStorage } from 'node:async_hooks'
import type { Answer, Store, Wire } from '../../src/server/base/db/store.ts'

/** What one call asked of the database. */
export type Cost = {
  /** Beginnings and ends of transactions are not counted. */
  statements: number
  /** How often it waited for answers; statements sent together wait once. */
  trips: number
  /** Rows that came back. */
  rows: number
}

/** Whatever runs in here counts its statements. */
export const counting = new AsyncLocalStorage<Cost>()

const settings = [
  'organization_id',
  'sight',
  'person_id',
  'customer_id',
  'team_ids',
  'actor_id',
  'real_actor_id',
  'request_id',
  'ip',
]
const cleared = `set local role none; select ${settings.map((one) => `set_config('app.${one}', '', true)`).join(', ')}`
/** A transaction of the product as a part of the one that is undone afterwards. */
export function asPart(text: string): string {
  const [, rest] = /^begin[^;]*;(.*)$/s.exec(text) ?? []
  if (rest !== undefined) return `savepoint call; ${cleared}; ${rest}`
  if (text === 'commit') return 'release savepoint call'
  if (text === 'rollback') return 'rollback to savepoint call; release savepoint call'
  return text
}

/**
 * Counts for whoever is `counting`. Inside `undone` nothing lasts: the embedded database has one
 * connection, so a transaction around it holds all of them.
 */
export function countStore(store: Store): {
  store: Store
  undone: <T>(work: () => Promise<T>) => Promise<T>
} {
  let isUndone = false
  let open = 0
  let opened = 0
  /** Waits until nothing is under way, as what goes on after an answer may be. */
  const settle = async () => {
    for (let quiet = 0, seen = opened; quiet < 5; quiet += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      if (open > 0 || opened !== seen) [quiet, seen] = [0, opened]
    }
  }
  const bare = async (text: string) => {
    const wire = await store.acquire()
    await wire.query(text).finally(() => wire.release())
  }
  return {
    store: {
      ...store,
      async acquire() {
        open += 1
        opened += 1
        const wire = await store.acquire().catch((fault: unknown) => {
          open -= 1
          throw fault
        })
        const counted = countWire(wire, () => isUndone)
        const release = (fault?: unknown) => {
          open -= 1
          wire.release(fault)
        }
        return { ...counted, release }
      },
    },
    async undone(work) {
      await settle()
      await bare('begin')
      isUndone = true
      try {
        return await work()
      } finally {
        await settle()
        isUndone = false
        await bare('rollback')
      }
    },
  }
}

function countWire(wire: Wire, isUndone: () => boolean): Pick<Wire, 'query'> {
  // Statements sent before the next answer travel with those before them.
  let isUnderWay = false
  let isReadOnly = false
  return {
    query<Row>(text: string, values?: readonly unknown[]): Promise<Answer<Row>> {
      const cost = counting.getStore()
      const isControl = /^(?:begin|commit|rollback|savepoint|release)\b/.test(text)
      if (isControl && text.startsWith('begin')) isReadOnly = /^begin[^;]* read only/.test(text)
      // Nobody waits for the end of a transaction that only read.
      if (cost && !isUnderWay && !(isReadOnly && text === 'commit')) {
        cost.trips += 1
        isUnderWay = true
      }
      if (cost && !isControl) cost.statements += 1
      const answer = wire.query<Row>(isUndone() ? asPart(text) : text, values)
      const answered = (rows: number) => {
        isUnderWay = false
        if (cost && !isControl) cost.rows += rows
      }
      answer.then(
        ({ rows }) => answered(rows.length),
        () => answered(0),
      )
      return answer
    },
  }
}
