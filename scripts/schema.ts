// Writes db/schema.ts, the row types of every table, and db/tables.sql, the tables to read, from a freshly migrated embedded database.
import { writeFileSync } from 'node:fs'
import { openEmbedded } from '../src/server/base/db/embedded.ts'
import { migrate } from '../src/server/base/db/migrate.ts'
import { schemaSource } from '../src/server/base/db/schema-source.ts'
import { tablesSource } from '../src/server/base/db/tables-source.ts'

const write = (name: string, text: string): void =>
  writeFileSync(new URL(`../db/${name}`, import.meta.url), text)

const store = await openEmbedded('memory://')
await migrate(store)
write('schema.ts', await schemaSource(store))
write('tables.sql', await tablesSource(store))
await store.close()
