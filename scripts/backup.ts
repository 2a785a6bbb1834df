// npm run backup -- FILE: writes everything of the configured database into one file.
import { join } from 'node:path'
import { backUp } from '../src/server/base/backup/backup.ts'
import { ConfigFault, readConfig } from '../src/server/base/kit/config.ts'
import { DataFolderInUse } from '../src/server/base/db/lock.ts'
import { asDatabaseOwner, openStore } from '../src/server/open-store.ts'

try {
  const [file] = process.argv.slice(2)
  if (!file) throw new ConfigFault('Usage: npm run backup -- fieldhive.backup.gz')
  const config = readConfig(process.env)
  const store = await openStore(asDatabaseOwner(config))
  try {
    const counts = await backUp(store, file)
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
    console.log(`${rows} rows of ${Object.keys(counts).length} tables are in ${file}.`)
    console.log(
      'It holds everybody’s data: store it encrypted, and apart from INSTALLATION_SECRET.',
    )
    if (!config.INSTALLATION_SECRET)
      console.log(
        `It is of no use without ${join(config.DATA_DIR, 'installation-secret')}: keep a copy of that file, too, elsewhere.`,
      )
  } finally {
    await store.close()
  }
  process.exit(0)
} catch (fault) {
  const { code } = fault as { code?: string }
  const isExpected = fault instanceof ConfigFault || fault instanceof DataFolderInUse
  if (code === 'EEXIST') console.error('There is a file of that name, which is not overwritten.')
  else console.error(isExpected ? fault.message : fault)
  process.exit(1)
}
