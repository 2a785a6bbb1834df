import { Unknown } from '../../src/server/base/outside/payment-faults.ts'
import type { Payments } from '../../src/server/base/outside/payments.ts'
import { seeded } from './asked-once.ts'

/** What can become of a call that changes something outside. `twice`: it arrives two times, and its events are faster than its answer. */
export const callAnswers = ['lost', 'unheard', 'broken', 'twice'] as const
/** What can happen to such a call, or meanwhile: a day goes by, after which the provider has forgotten our keys. */
export const answers = [...callAnswers, 'unread', 'news', 'older', 'day'] as const
export type CallAnswer = (typeof callAnswers)[number]
export type Said = (typeof answers)[number]

/** All orders of so many of these, each as often as it likes. */
const ordersUpTo = <T>(most: number, of: readonly T[]): T[][] =>
  most === 0
    ? []
    : [
        ...ordersUpTo(most - 1, of),
        ...Array.from({ length: most }).reduce<T[][]>(
          (orders) => orders.flatMap((order) => of.map((one) => [...order, one])),
          [[]],
        ),
      ]

/** So many orders of up to four of these: each alone, in a long run all of up to three, and others by chance. */
export function drawnOrders<T>(
  of: readonly T[],
  { seed, many }: { seed: number; many: number },
): T[][] {
  const random = seeded(seed)
  const sure = ordersUpTo(3, of).length <= many ? 3 : 1
  return ordersUpTo(4, of)
    .map((order) => ({ order, at: order.length <= sure ? 0 : random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ order }) => order)
    .slice(0, many)
}

type Args = readonly unknown[]
type Work = (...args: Args) => Promise<unknown>

export type Line = {
  payments: Payments
  /** What becomes of the next call that changes something, or of the next of this operation; `unread`: of the next one that only reads. */
  next(said: CallAnswer | 'unread' | null, operation?: string): void
  /** Whether that call has yet to come. */
  isWaiting(): boolean
  /** What is heard from the provider before it answers a call that arrived twice. */
  meanwhile: () => Promise<unknown>
  /** Begins to note which keys are used. */
  begin(): void
  /** The provider forgets the keys that were used since `begin`, or all. */
  forgetKeys(all?: boolean): void
  /** Whatever is read inside `work` is as it was before it changed last. */
  asItWas<T>(work: () => Promise<T>): Promise<T>
  /** The operations that change something, by the part of the provider they belong to. */
  writes: string[]
}

const isRead = (name: string) => /^(?:read|list|find)/.test(name)
/** Our keys name what they are for; an address does not. */
const isKey = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z]+:(?!\/\/)/.test(value)
/** What of a reading says how far the thing is. */
const stateIn = (seen: unknown): string => {
  const thing = seen as { status?: string; last_payment_error?: { code?: string } } | null
  return JSON.stringify([
    thing?.status,
    thing?.last_payment_error?.code,
    Array.isArray(seen) ? seen.length : undefined,
  ])
}

/** The payment provider behind a line on which calls and answers are lost. */
export function hardOfHearing(payments: Payments, account: string): Line {
  let waiting: CallAnswer | 'unread' | null = null
  let only: string | undefined
  let isOld = false
  let recent = new Set<string>()
  const used = new Set<string>()
  const forgotten = new Map<string, number>()
  const broken = new Set<string>()
  const readings = new Map<string, unknown[]>()

  /** As the provider sees it: a key it has forgotten is another one. */
  const asSent = (args: Args): { args: Args; key: string | null } => {
    const own = args.at(-1)
    const options = args[0] as { key?: unknown } | undefined
    const key = isKey(own) && args.length > 1 ? own : isKey(options?.key) ? options.key : null
    if (key === null) return { args, key }
    recent.add(key)
    used.add(key)
    const times = forgotten.get(key)
    const sent = times ? `${key}#${times}` : key
    return {
      args: key === own ? [...args.slice(0, -1), sent] : [{ ...options, key: sent }],
      key: sent,
    }
  }
  /** Reads, and keeps what was read if its state is new. */
  async function look(name: string, work: Work, args: Args): Promise<unknown> {
    const seen = await work(...args)
    const about = `${name} ${String(args[0])}`
    const known = readings.get(about) ?? []
    if (known.length === 0 || stateIn(known.at(-1)) !== stateIn(seen))
      readings.set(about, [...known, seen])
    return seen
  }
  async function read(name: string, work: Work, args: Args): Promise<unknown> {
    const known = isOld ? readings.get(`${name} ${String(args[0])}`) : undefined
    if (known) return known.at(-2) ?? known[0]
    if (waiting !== 'unread') return look(name, work, args)
    waiting = null
    throw new Unknown('It was unread')
  }
  async function write(operation: string, work: Work, given: Args): Promise<unknown> {
    const { args, key } = asSent(given)
    if (key !== null && broken.has(key)) throw new Unknown('Broken', true)
    if (waiting === null || waiting === 'unread' || (only ?? operation) !== operation)
      return work(...args)
    const said = waiting
    waiting = null
    if (said === 'broken' && key !== null) broken.add(key)
    const made = said === 'unheard' || said === 'twice' ? await work(...args) : null
    if (said !== 'twice') throw new Unknown(`It was ${said}`, said === 'broken')
    await work(...args).catch(() => {})
    await line.meanwhile()
    return made
  }
  const through = (part: 'on' | 'platform', operations: object) => {
    const works: Record<string, Work> = { ...operations }
    return Object.fromEntries(
      Object.entries(works).map(([name, work]) => [
        name,
        async (...args: Args) => {
          if (isRead(name)) return read(name, work, args)
          // So that there is an older reading of what changes now.
          if (String(args[0]).startsWith('pi_'))
            await look('readIntent', works['readIntent']!, [args[0]])
          return write(`${part} ${name}`, work, args)
        },
      ]),
    ) as never
  }
  const partsOf = {
    on: payments.on(account),
    platform: payments.platform,
  }
  const line: Line = {
    payments: {
      ...payments,
      platform: through('platform', partsOf.platform),
      on: (...given: Parameters<Payments['on']>) => through('on', payments.on(...given)),
    },
    next: (said, operation) => {
      waiting = said
      only = operation
    },
    isWaiting: () => waiting !== null,
    meanwhile: () => Promise.resolve(),
    begin: () => {
      recent = new Set()
    },
    forgetKeys: (all = false) => {
      for (const key of all ? used : recent) forgotten.set(key, (forgotten.get(key) ?? 0) + 1)
    },
    async asItWas(work) {
      isOld = true
      return work().finally(() => {
        isOld = false
      })
    },
    writes: Object.entries(partsOf).flatMap(([part, operations]) =>
      Object.keys(operations)
        .filter((name) => !isRead(name))
        .map((name) => `${part} ${name}`),
    ),
  }
  return line
}
