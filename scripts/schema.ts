// Writes db/schema.ts, the row types of every table, from a freshly migrated embedded database.
import { writeFileSync } from 'node:fs'
import { openEmbedded } from '../src/server/db/embedded.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { schemaSource } from '../src/server/db/schema-source.ts'

const file = new URL('../db/schema.ts', import.meta.url)
const store = await openEmbedded('memory://')
await migrate(store)
writeFileSync(file, await schemaSource(store))
await store.close()
