#!/usr/local/bin/node
// Called after a copy of the image's /storage was put back and before the server starts: fills the
// database from the file that /hooks/pre-backup wrote. Without one, the server was stopped while
// its files were copied, and they are good as they are.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyName } from '../src/server/base/backup/nightly.ts'
import { restore } from '../src/server/base/backup/restore.ts'
import { openDatabase } from '../src/server/base/db/open.ts'
import { readConfig } from '../src/server/base/kit/config.ts'
import { asDatabaseOwner } from '../src/server/open-store.ts'

const config = asDatabaseOwner(readConfig(process.env))
const file = config.BACKUP_DIR && join(config.BACKUP_DIR, copyName)
if (file && existsSync(file)) {
  // They were in use while they were copied.
  if (!config.DATABASE_URL)
    for (const name of ['lock', 'database'])
      rmSync(join(config.DATA_DIR, name), { recursive: true, force: true })
  const store = await openDatabase(config)
  try {
    const counts = await restore(store, file, { replace: false, log: console })
    console.log(`${Object.keys(counts).length} tables are restored, and equal.`)
  } finally {
    await store.close()
  }
  rmSync(file)
}
process.exit(0)
