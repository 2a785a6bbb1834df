// npm run migrate: migrates the configured database to the latest schema and prints what was
// applied.
import { ConfigFault, readConfig } from '../src/server/config.ts'
import { DataFolderInUse } from '../src/server/db/lock.ts'
import { bringUp, openDatabase } from '../src/server/db/open.ts'

try {
  const config = readConfig(process.env)
  const store = await openDatabase(config)
  const applied = await bringUp(config, store)
  await store.close()
  for (const name of applied) console.log(`Applied ${name}`)
  if (!applied.length) console.log('Nothing to apply: the schema is the newest.')
} catch (fault) {
  console.error(
    fault instanceof ConfigFault || fault instanceof DataFolderInUse ? fault.message : fault,
  )
  process.exit(1)
}
