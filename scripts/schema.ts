// Writes db/schema.ts, the row types of every table, from a freshly migrated embedded database.
// With --check it only compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { openEmbedded } from '../src/server/db/embedded.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { schemaSource } from '../src/server/db/schema-source.ts'

const file = new URL('../db/schema.ts', import.meta.url)
const store = await openEmbedded('memory://')
await migrate(store)
const source = await schemaSource(store)
await store.close()
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== source) {
    console.error('db/schema.ts is stale: run npm run schema')
    process.exit(1)
  }
} else writeFileSync(file, source)
