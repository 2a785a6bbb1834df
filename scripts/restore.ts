// npm run restore -- FILE: puts a backup into the configured database, an empty one unless --replace names it.
import { restore, RestoreFault } from '../src/server/base/backup/restore.ts'
import { ConfigFault, readConfig } from '../src/server/base/kit/config.ts'
import { addressesOf } from '../src/server/base/kit/database-address.ts'
import { DataFolderInUse } from '../src/server/base/db/lock.ts'
import { openDatabase } from '../src/server/base/db/open.ts'
import { secretRefusal } from '../src/server/base/security/secret.ts'
import { asDatabaseOwner } from '../src/server/open-store.ts'

try {
  const [file, flag, named] = process.argv.slice(2)
  const config = asDatabaseOwner(readConfig(process.env))
  const name = config.DATABASE_URL
    ? addressesOf(config.DATABASE_URL)[0]!.pathname.slice(1)
    : config.DATA_DIR
  if (!file || (flag && flag !== '--replace'))
    throw new ConfigFault('Usage: npm run restore -- fieldhive.backup.gz [--replace DATABASE]')
  if (flag && named !== name)
    throw new ConfigFault(`The configured database is ${name}, not ${named}. Nothing was changed.`)
  const store = await openDatabase(config)
  try {
    const counts = await restore(store, file, { replace: flag === '--replace', log: console })
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
    console.log(`${rows} rows of ${Object.keys(counts).length} tables are restored, and equal.`)
    const lack = await secretRefusal(store, config)
    if (lack) console.log(`Before the server starts: ${lack}`)
  } finally {
    await store.close()
  }
  process.exit(0)
} catch (fault) {
  const { code } = fault as { code?: string }
  const isExpected =
    fault instanceof ConfigFault ||
    fault instanceof DataFolderInUse ||
    fault instanceof RestoreFault
  if (code === 'ENOENT') console.error('There is no file of that name.')
  else console.error(isExpected ? fault.message : fault)
  process.exit(1)
}
