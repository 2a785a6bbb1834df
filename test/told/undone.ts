import { asPart } from '../costs/count.ts'
import type { Store, Wire } from '../../src/server/base/db/store.ts'

export type Sent = { text: string; values: readonly unknown[] }
export type Undone = {
  /** Runs work of which nothing lasts, with the one connection that everything then shares. */
  undone: <T>(work: (wire: Wire) => Promise<T>) => Promise<T>
  /** Every statement sent since this was last emptied. */
  sent: Sent[]
}

/**
 * Makes a store undo. All transactions take turns on one connection, as parts of one that is rolled
 * back; so nothing is announced to listeners either.
 */
export function undoing(store: Store): Undone {
  const acquire = store.acquire.bind(store)
  const sent: Sent[] = []
  let held: Wire | null = null
  let turn = Promise.resolve()
  let opened = 0
  /** Waits until nothing is under way, as what goes on after an answer may be. */
  const settle = async () => {
    for (let quiet = 0, seen = opened; quiet < 5; quiet += 1) {
      await new Promise((go) => setImmediate(go))
      await turn
      if (opened !== seen) [quiet, seen] = [0, opened]
    }
  }
  const takeTurn = async (): Promise<() => void> => {
    const before = turn
    opened += 1
    let free = () => {}
    turn = new Promise((go) => (free = go))
    await before
    return free
  }
  /** What the work itself asks takes its turn as well, or it falls between a failed statement and what undoes it. */
  const inTurn =
    (wire: Wire): Wire['query'] =>
    async <Row>(text: string, values?: readonly unknown[]) => {
      const free = await takeTurn()
      try {
        return await wire.query<Row>(text, values)
      } finally {
        free()
      }
    }
  store.acquire = async () => {
    const free = await takeTurn()
    const wire = held ?? (await acquire())
    const isHeld = held !== null
    const query = isHeld ? partOf(wire) : wire.query.bind(wire)
    return {
      query: <Row>(text: string, values?: readonly unknown[]) => {
        sent.push({ text, values: values ?? [] })
        return query<Row>(text, values)
      },
      release: (fault) => {
        if (!isHeld) wire.release(fault)
        free()
      },
    }
  }
  return {
    sent,
    async undone(work) {
      await settle()
      const free = await takeTurn()
      const wire = (held = await acquire())
      await wire.query('begin')
      free()
      try {
        return await work({ ...wire, query: inTurn(wire) })
      } finally {
        await settle()
        const last = await takeTurn()
        held = null
        await wire.query('rollback')
        wire.release()
        last()
      }
    },
  }
}

/** Sends the statements of one connection on another, inside the transaction that is open there. */
function partOf(wire: Wire): Wire['query'] {
  let isOpen = false
  let ending: Promise<unknown> = Promise.resolve()
  const alone = async <Row>(text: string, values?: readonly unknown[]) => {
    await wire.query('savepoint alone')
    try {
      return await wire.query<Row>(text, values)
    } catch (fault) {
      await wire.query('rollback to savepoint alone')
      throw fault
    }
  }
  return <Row>(text: string, values?: readonly unknown[]) => {
    if (text.startsWith('begin')) isOpen = true
    else if (text === 'rollback' && !isOpen) return ending.then(() => wire.query<Row>('select 1'))
    else if (!isOpen) return alone<Row>(text, values)
    const answer = wire.query<Row>(asPart(text), values)
    if (text !== 'commit' && text !== 'rollback') return answer
    isOpen = false
    if (text === 'rollback') return answer
    // The database turns the commit of a failed transaction into a rollback; of a part it does not.
    const ended = answer.catch(() => wire.query<Row>(asPart('rollback')))
    ending = ended
    return ended
  }
}
