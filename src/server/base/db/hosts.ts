import { addressesOf } from '../kit/database-address.ts'
import { Unavailable, isConnectionFault } from './store.ts'

/** What was found, or not, counts so long: while no host takes writes, every caller asks. */
const standing_ms = 200

/** The host of a database URL that takes writes: of a primary and its standbys, whichever is the primary now. */
export type Hosts = {
  isSeveral: boolean
  /** Its address; asks all hosts if it is not known. */
  writer(): Promise<string>
  /** A connection failed, so the next caller asks again. */
  forget(): void
  /** Calls back when another host is found than before. */
  onMove(moved: () => void): void
}

/** `ask` resolves if the host at an address takes writes. */
export function createHosts(url: string, ask: (address: string) => Promise<void>): Hosts {
  const all = addressesOf(url).map(({ href }) => href)
  const isSeveral = all.length > 1
  const followers: (() => void)[] = []
  let known: string | null = isSeveral ? null : all[0]!
  let before: string | null = null
  let looking: Promise<string> | null = null

  const look = async (): Promise<string> => {
    try {
      known = await Promise.any(all.map((address) => ask(address).then(() => address)))
    } catch (faults) {
      throw worstOf((faults as AggregateError).errors)
    }
    if (before && before !== known) for (const moved of followers) moved()
    return (before = known)
  }
  return {
    isSeveral,
    async writer() {
      if (known) return known
      looking ??= look().finally(() => setTimeout(() => (looking = null), standing_ms).unref())
      return looking
    },
    forget() {
      if (isSeveral) known = null
    },
    onMove: (moved) => void followers.push(moved),
  }
}

/** A wrong password is told rather than a host that is down, and a standby rather than nothing. */
const worstOf = (faults: readonly unknown[]): unknown =>
  faults.find((fault) => !(fault instanceof Unavailable) && !isConnectionFault(fault)) ??
  faults.find((fault) => fault instanceof Unavailable) ??
  new Unavailable(faults[0])
