#!/usr/local/bin/node
// Called by whoever copies the image's /storage while the server runs: writes everything into one
// file there, since the files of a running database cannot be copied. If this fails, stop the
// server while you copy.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { copyName } from '../src/server/base/backup/nightly.ts'
import { backUp } from '../src/server/base/backup/backup.ts'
import { ConfigFault, readConfig } from '../src/server/base/kit/config.ts'
import { asDatabaseOwner, openStore } from '../src/server/open-store.ts'

const patience_ms = 600_000

try {
  const config = readConfig(process.env)
  if (!config.BACKUP_DIR) throw new ConfigFault('BACKUP_DIR is not set, so there is no place.')
  const file = join(config.BACKUP_DIR, copyName)
  mkdirSync(config.BACKUP_DIR, { recursive: true, mode: 0o700 })
  rmSync(file, { force: true })
  if (config.DATABASE_URL) {
    const store = await openStore(asDatabaseOwner(config))
    await backUp(store, file)
    await store.close()
  } else {
    // One process may use the embedded database: the server itself writes the file.
    process.kill(
      Number(readFileSync(join(config.DATA_DIR, 'lock'), 'utf8').split(' ')[0]),
      'SIGUSR2',
    )
    for (const end = Date.now() + patience_ms; !existsSync(file); await delay(100))
      if (Date.now() > end) throw new ConfigFault('The server did not write a backup in time.')
  }
  process.exit(0)
} catch (fault) {
  console.error(fault instanceof ConfigFault ? fault.message : fault)
  process.exit(1)
}
