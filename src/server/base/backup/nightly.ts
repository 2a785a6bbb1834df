import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { InsertObject } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import type { BackupStanding } from '../../../domain/flows/admin.ts'
import type { App } from '../call.ts'
import { onPlatform, readPlatform, system } from '../db/door.ts'
import type { Store } from '../db/store.ts'
import { backUp, type Counts } from './backup.ts'
import { proveBackup } from './prove.ts'

/** The backup for whoever copies the files of a running server. */
export const copyName = 'copy.backup.gz'
/** Backups that are kept; older ones are deleted. */
const mostKept = 14
/** When the night's backup is due, in UTC: between midnight and four in the morning in the United States. */
const dueHour = 8

/** What became of the last backups; null before the first. */
export function readBackupStanding(store: Store): Promise<BackupStanding | null> {
  return readPlatform(store, system, async (tx) => {
    const listed = tx.selectFrom('backups').orderBy('at', 'desc').limit(1)
    const last = await listed.select('fault').executeTakeFirst()
    const proved = await listed
      .select(['file', 'row_count', 'at'])
      .where('fault', 'is', null)
      .executeTakeFirst()
    if (!last) return null
    return {
      file: proved?.file ?? null,
      row_count: proved?.row_count ?? null,
      proved_at: proved?.at ?? null,
      fault: last.fault,
    }
  })
}

/**
 * Makes the night's backup and proves it, unless that is done. A night without a worker, or a failure, is made up for by the next run.
 */
export async function backUpNightly(
  { store, config }: Pick<App, 'store' | 'config'>,
  now = new Date(),
): Promise<void> {
  const folder = config.BACKUP_DIR
  if (!folder) return
  const last = await readBackupStanding(store)
  if (last?.proved_at && new Date(last.proved_at) >= lastDue(now)) return
  try {
    await note(store, { at: now.toISOString(), ...(await makeBackup(store, folder, now)) })
  } catch (fault) {
    await note(store, { at: now.toISOString(), fault: (fault as Error).message })
    throw fault
  }
}

const note = (store: Store, what: InsertObject<Database, 'backups'>) =>
  onPlatform(store, system, (tx) => tx.insertInto('backups').values(what).execute())

/** Only what came back whole gets a date and counts among those that are kept; the last that did not can be looked at. */
async function makeBackup(store: Store, folder: string, now: Date) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unproven = join(folder, 'unproven.backup.gz')
  await rm(unproven, { force: true })
  const row_count = sumOf(await backUp(store, unproven))
  const proven = sumOf(await proveBackup(unproven))
  if (proven !== row_count)
    throw new Error(`${proven} of ${row_count} rows came back from the backup.`)
  // Names sort by time.
  const file = `fieldhive-${now.toISOString().replaceAll(/:|\.\d+/g, '')}.backup.gz`
  await rename(unproven, join(folder, file))
  const all = (await readdir(folder)).filter((name) => /^fieldhive-.*\.backup\.gz$/.test(name))
  for (const old of all.toSorted().slice(0, -mostKept)) await rm(join(folder, old))
  return { file, row_count }
}

const sumOf = (counts: Counts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

function lastDue(now: Date): Date {
  const due = new Date(now)
  due.setUTCHours(dueHour, 0, 0, 0)
  if (due > now) due.setUTCDate(due.getUTCDate() - 1)
  return due
}
