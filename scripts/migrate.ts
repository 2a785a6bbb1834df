// npm run migrate: migrates the configured database to the latest schema and prints what was
// applied.
import { ConfigFault, readConfig } from '../src/server/base/kit/config.ts'
import { DataFolderInUse } from '../src/server/base/db/lock.ts'
import { bringUpAsOwner } from '../src/server/open-store.ts'

try {
  const applied = await bringUpAsOwner(readConfig(process.env))
  for (const name of applied) console.log(`Applied ${name}`)
  if (!applied.length) console.log('Nothing to apply: the schema is the newest.')
} catch (fault) {
  console.error(
    fault instanceof ConfigFault || fault instanceof DataFolderInUse ? fault.message : fault,
  )
  process.exit(1)
}
