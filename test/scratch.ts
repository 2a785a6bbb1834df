import { randomBytes } from 'node:crypto'
import { asOwner } from '../src/server/base/db/door.ts'
import { openEmbedded } from '../src/server/base/db/embedded.ts'
import type { Store } from '../src/server/base/db/store.ts'
import { onClock } from './clock.ts'
import { createDatabase, onDatabase, openAsServer } from './database.setup.ts'
import { openTemplate } from './open-template.ts'
import { emptyIn } from './template.ts'

/** A separate migrated database: on the server at TEST_DATABASE_URL, otherwise embedded in memory. */
export type Scratch = {
  store: Store
  /** A second connection pool, as another process would have; the embedded database has only one. */
  another(): Promise<Store>
  /** Drops every connection, as a server restart does. */
  cut(): Promise<void>
  drop(): Promise<void>
}

export const onServer = Boolean(process.env['TEST_DATABASE_URL'])

export async function openScratch(): Promise<Scratch> {
  const server = process.env['TEST_DATABASE_URL']
  const template = await openTemplate()
  if (!server) {
    const store = await openEmbedded('memory://', {
      snapshot: emptyIn(template.folder),
    })
    await onClock(store)
    return {
      store,
      another: () => Promise.resolve(store),
      cut: () => Promise.resolve(),
      drop: () => store.close(),
    }
  }
  const name = `fieldhive_scratch_${randomBytes(6).toString('hex')}`
  const onAdmin = (text: string) => onDatabase(server, text)
  const url = await createDatabase(server, name, template.empty)
  const opened: Store[] = []
  const another = async () => {
    const store = await openAsServer(url, { max: 8 })
    opened.push(store)
    return hearingOnce(store)
  }
  const store = await another()
  await onClock(store)
  return {
    store,
    another,
    cut: () =>
      onAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`),
    async drop() {
      for (const one of opened) await one.close()
      await onAdmin(`drop database if exists ${name} with (force)`)
    },
  }
}

/** One LISTEN connection per channel, however many listeners a test starts: the server has few connections. */
function hearingOnce(store: Store): Store {
  const channels = new Map<
    string,
    { onPayload: ((payload: string | null) => void)[]; open: Promise<void> }
  >()
  return {
    ...store,
    async listen(channel, onPayload) {
      const known = channels.get(channel)
      if (known) {
        known.onPayload.push(onPayload)
        return known.open
      }
      const all = [onPayload]
      const open = store.listen(channel, (payload) => all.forEach((one) => one(payload)))
      channels.set(channel, { onPayload: all, open })
      return open
    },
  }
}

/** The same database, recording what is sent: `sent` has one list of statements per round trip. */
export function counted(store: Store): Store & { sent: string[][] } {
  const sent: string[][] = []
  let unanswered = 0
  return {
    ...store,
    sent,
    async acquire() {
      const wire = await store.acquire()
      return {
        ...wire,
        query(text, values) {
          if (!unanswered++) sent.push([])
          sent.at(-1)!.push(/^\s*(begin read only|\w+)/.exec(text)![1]!)
          return wire.query<never>(text, values).finally(() => unanswered--)
        },
      }
    },
  }
}

/** Creates a minimal organization. */
export async function addOrganization(
  store: Store,
  slug = randomBytes(4).toString('hex'),
): Promise<string> {
  return asOwner(
    store,
    async (tx) =>
      (
        await tx
          .insertInto('organizations')
          .values({ slug, name: slug })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
  )
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((done) => setTimeout(done, milliseconds))

/** Waits until `check` is true; fails after `limit` milliseconds. */
export async function until(
  check: () => boolean | Promise<boolean>,
  limit = 10_000,
): Promise<void> {
  const end = Date.now() + limit
  while (!(await check())) {
    if (Date.now() > end) throw new Error('It did not come about in time')
    await pause(5)
  }
}

/** The number of an organization's latest event, which is its revision. */
export const lastNumber = (store: Store, org: string): Promise<number> =>
  asOwner(
    store,
    async (tx) =>
      (
        await tx
          .selectFrom('organizations')
          .select('revision')
          .where('id', '=', org)
          .executeTakeFirstOrThrow()
      ).revision,
  )
