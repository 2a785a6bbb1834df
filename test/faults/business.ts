import { asOwner } from '../../src/server/base/db/door.ts'
import { pooledUrl } from '../database.setup.ts'
import type { Store } from '../../src/server/base/db/store.ts'

/** Creates a business with only an owner; returns its id. */
export const foundBusiness = (store: Store, owner: string): Promise<string> =>
  asOwner(store, async (tx) => {
    const person = await tx
      .insertInto('people')
      .values({ email: owner, name: 'Dana Green' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await tx
      .insertInto('organizations')
      .values({ slug: 'green-acres', name: 'Green Acres', owner_person_id: person.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('memberships')
      .values({ organization_id: id, person_id: person.id, role: 'owner' })
      .execute()
    return id
  })

/** Runs a statement as the database's owner, bypassing row security. */
export async function rowsOf<Row = Record<string, unknown>>(
  store: Store,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const wire = await store.acquire()
  try {
    return (await wire.query(text, values)).rows as Row[]
  } finally {
    wire.release()
  }
}

/** How a process reaches a test's database: through the pooler at `TEST_POOLER_URL`, if there is one. */
export const databaseEnv = (url: string): Record<string, string> => {
  const pooled = pooledUrl(url)
  return pooled ? { DATABASE_URL: pooled, DATABASE_DIRECT_URL: url } : { DATABASE_URL: url }
}

/** The environment for a server that is killed repeatedly, always at the same port. */
export const nodeEnv = ({
  url,
  folder,
  port,
  owner,
}: {
  url: string
  folder: string
  port: number
  owner: string
}): Record<string, string> => ({
  NODE_ENV: 'test',
  ...databaseEnv(url),
  DATA_DIR: folder,
  INSTALLATION_SECRET: Buffer.alloc(32, 7).toString('base64url'),
  PORT: String(port),
  HOST: '127.0.0.1',
  PUBLIC_URL: `http://localhost:${port}`,
  LOG_LEVEL: 'silent',
  RATE_LIMITS: 'off',
  FAULTS_OWNER: owner,
})
