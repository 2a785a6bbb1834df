import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openScratch, type Scratch } from '../../../../test/scratch.ts'
import { asOwner, onPlatform, system } from '../db/door.ts'
import { installationSecret, secretRefusal } from './secret.ts'

let scratch: Scratch
let folder: string
beforeAll(async () => {
  scratch = await openScratch()
})
afterAll(() => scratch.drop())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldhive-secret-'))
  await keep(null)
  return () => rmSync(folder, { recursive: true, force: true })
})

const key = 'installation_secret'
const newSecret = () => randomBytes(32).toString('base64url')
const kept = async () =>
  (
    await onPlatform(scratch.store, system, (tx) =>
      tx.selectFrom('setting').select('value').where('key', '=', key).execute(),
    )
  )[0]?.value
/** What an earlier version or another start left in the database. */
const keep = (value: object | null) =>
  asOwner(scratch.store, async (tx) => {
    await tx.deleteFrom('setting').where('key', '=', key).execute()
    if (value)
      await tx
        .insertInto('setting')
        .values({ key, value: JSON.stringify(value) })
        .execute()
  })
const file = () => join(folder, 'installation-secret')
const started = async (
  given?: string,
  more: { production?: boolean; DATABASE_URL?: string; DATA_DIR?: string } = {},
) =>
  (
    await installationSecret(scratch.store, {
      DATA_DIR: folder,
      production: false,
      DATABASE_URL: undefined,
      ...more,
      INSTALLATION_SECRET: given,
    })
  ).toString('base64url')
const onServer = { production: true, DATABASE_URL: 'postgres://somewhere/fieldhive' }

describe('without INSTALLATION_SECRET', () => {
  it('is made once, in a file that nobody else can read, and never enters the database', async () => {
    const first = await started()
    expect(readFileSync(file(), 'utf8').trim()).toBe(first)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(await started()).toBe(first)
    expect(JSON.stringify(await kept())).not.toContain(first)
    expect(Object.keys(await kept())).toEqual(['check'])
  })

  it('comes out of a database of an earlier version, into the file', async () => {
    const secret = newSecret()
    await keep({ secret })
    expect(await started()).toBe(secret)
    expect(readFileSync(file(), 'utf8').trim()).toBe(secret)
    expect(Object.keys(await kept())).toEqual(['check'])
    expect(await started()).toBe(secret)
  })

  it('a start that was killed between file and database goes on', async () => {
    const secret = newSecret()
    await keep({ secret })
    writeFileSync(file(), `${secret}\n`, { mode: 0o600 })
    expect(await started()).toBe(secret)
    expect(Object.keys(await kept())).toEqual(['check'])
  })

  it('two processes with one folder agree', async () => {
    const both = await Promise.all([started(), started()])
    expect(both[0]).toBe(both[1])
  })

  it('refuses a file that others can read', async () => {
    await started()
    chmodSync(file(), 0o640)
    await expect(started()).rejects.toThrow(`Run chmod 600 ${file()}`)
  })

  it('refuses a missing file, another file, and one that is no secret; makes none in its place', async () => {
    await started()
    rmSync(file())
    await expect(started()).rejects.toThrow(`Put the earlier ${file()} back`)
    expect(existsSync(file())).toBe(false)
    writeFileSync(file(), newSecret(), { mode: 0o600 })
    await expect(started()).rejects.toThrow('is not the one this database was sealed with')
    writeFileSync(file(), 'hello', { mode: 0o600 })
    await expect(started()).rejects.toThrow('does not hold an installation’s secret')
  })

  it('a second host with a folder of its own is refused, and keeps no file', async () => {
    await started()
    const DATA_DIR = join(folder, 'second')
    await expect(started(undefined, { DATA_DIR })).rejects.toThrow('the same for every process')
    expect(existsSync(join(DATA_DIR, 'installation-secret'))).toBe(false)
  })

  it('lives as long as the process with DATA_DIR=memory://', async () => {
    await started(undefined, { DATA_DIR: 'memory://' })
    await expect(started(undefined, { DATA_DIR: 'memory://' })).rejects.toThrow(
      'INSTALLATION_SECRET is required: this database',
    )
  })
})

describe('with INSTALLATION_SECRET', () => {
  it('takes it out of a database of an earlier version, and writes no file', async () => {
    const secret = newSecret()
    await keep({ secret })
    await expect(started(newSecret())).rejects.toThrow('is not the one')
    expect(await kept()).toEqual({ secret })
    expect(await started(secret)).toBe(secret)
    expect(Object.keys(await kept())).toEqual(['check'])
    expect(existsSync(file())).toBe(false)
  })

  it('refuses another one, and none', async () => {
    const secret = newSecret()
    expect(await started(secret)).toBe(secret)
    expect(await started(secret)).toBe(secret)
    await expect(started(newSecret())).rejects.toThrow('is not the one')
    await expect(started()).rejects.toThrow('or set INSTALLATION_SECRET')
  })
})

describe('in production on PostgreSQL', () => {
  it('INSTALLATION_SECRET is required', async () => {
    await expect(started(undefined, onServer)).rejects.toThrow(
      'INSTALLATION_SECRET is required in production: 32 random bytes',
    )
    expect(await kept()).toBeUndefined()
    await started(newSecret(), onServer)
    await expect(started(undefined, onServer)).rejects.toThrow(
      'set the one this database was sealed with',
    )
  })

  it('an earlier version’s secret stays in the database until the operator has taken it', async () => {
    const secret = newSecret()
    await keep({ secret })
    for (let tries = 0; tries < 2; tries++)
      await expect(started(undefined, onServer)).rejects.toThrow(`set it to what ${file()} holds`)
    expect(readFileSync(file(), 'utf8').trim()).toBe(secret)
    expect(await kept()).toEqual({ secret })
    expect(await started(secret, onServer)).toBe(secret)
    expect(Object.keys(await kept())).toEqual(['check'])
  })
})

it('says beforehand whether a server could start on a database that was restored', async () => {
  const place = { DATA_DIR: folder, production: false, DATABASE_URL: undefined }
  const refusal = (INSTALLATION_SECRET?: string) =>
    secretRefusal(scratch.store, { ...place, INSTALLATION_SECRET })
  const secret = await started()
  expect(await refusal()).toBeNull()
  expect(await refusal(secret)).toBeNull()
  expect(await refusal(newSecret())).toContain('is not the one')
  rmSync(file())
  expect(await refusal()).toContain('Put the earlier')
})

describe('the server’s own role', () => {
  it.each([
    `update setting set value = '{"check": "x"}' where key = '${key}'`,
    `delete from setting where key = '${key}'`,
    'truncate setting',
  ])('denied: %s', async (statement) => {
    const { sql } = await import('kysely')
    await expect(
      onPlatform(scratch.store, system, (tx) => sql.raw(statement).execute(tx)),
    ).rejects.toMatchObject({ code: '42501' })
  })
})
