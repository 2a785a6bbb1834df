import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUpNightly, readBackupStanding } from '../src/server/base/backup/nightly.ts'
import { proveBackup } from '../src/server/base/backup/prove.ts'
import type { Config } from '../src/server/base/kit/config.ts'
import { addOrganization, openScratch, type Scratch } from './scratch.ts'

/** A proof builds a whole database. */
const patience = 180_000
let scratch: Scratch
const folder = mkdtempSync(join(tmpdir(), 'fieldhive-nightly-'))
const night = (BACKUP_DIR: string | null, now: string) =>
  backUpNightly({ store: scratch.store, config: { BACKUP_DIR } as Config }, new Date(now))
const files = () => readdirSync(folder).toSorted()

beforeAll(async () => {
  scratch = await openScratch()
  await addOrganization(scratch.store)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await scratch?.drop()
})

describe('the nightly backup', () => {
  it('is not made where there is no place for it', async () => {
    await night(null, '2027-06-09T08:47:00Z')
    expect(await readBackupStanding(scratch.store)).toBeNull()
  })

  it(
    'is made once a night, comes back whole, and the newest 14 stay',
    async () => {
      const older = Array.from(
        { length: 14 },
        (_, day) => `fieldhive-2027-05-${day + 11}.backup.gz`,
      )
      for (const name of older) writeFileSync(join(folder, name), '')
      await night(folder, '2027-06-09T08:47:00.123Z')
      const file = 'fieldhive-2027-06-09T084700Z.backup.gz'
      expect(await readBackupStanding(scratch.store)).toEqual({
        file,
        row_count: expect.any(Number),
        proved_at: '2027-06-09T08:47:00.123Z',
        fault: null,
      })
      expect(files()).toEqual([...older.slice(1), file])

      await night(folder, '2027-06-10T07:47:00Z')
      expect(files()).toEqual([...older.slice(1), file])
    },
    patience,
  )

  it('says why it failed, beside the last that was proved', async () => {
    const before = await readBackupStanding(scratch.store)
    const taken = join(folder, before!.file!)
    await expect(night(taken, '2027-06-11T08:47:00Z')).rejects.toThrow(/EEXIST/)
    expect(await readBackupStanding(scratch.store)).toEqual({
      ...before,
      fault: expect.stringContaining('EEXIST'),
    })
  })
})

it(
  'a backup that is cut short is not proved, and leaves nothing behind',
  async () => {
    const { file } = (await readBackupStanding(scratch.store))!
    const short = join(folder, 'short.gz')
    writeFileSync(short, readFileSync(join(folder, file!)).subarray(0, -200))
    await expect(proveBackup(short)).rejects.toThrow(
      'This backup is damaged or not whole. Nothing was restored.',
    )
    rmSync(short)
    expect(files().filter((name) => !/^fieldhive-.*\.backup\.gz$/.test(name))).toEqual([])
  },
  patience,
)
