import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openScratch, type Scratch } from '../../../test/scratch.ts'
import { onPlatform, system } from '../db/door.ts'
import { installationSecret } from './secret.ts'

let scratch: Scratch
beforeAll(async () => {
  scratch = await openScratch()
})
afterAll(() => scratch.drop())

const other = randomBytes(32).toString('base64url')
const kept = () =>
  onPlatform(scratch.store, system, async (tx) =>
    JSON.stringify(
      await tx
        .selectFrom('setting')
        .select('value')
        .where('key', '=', 'installation_secret')
        .execute(),
    ),
  )

it('moves from the database into the environment and stays the same', async () => {
  const first = await installationSecret(scratch.store)
  const text = first.toString('base64url')
  expect(await installationSecret(scratch.store)).toEqual(first)
  expect(await kept()).toContain(text)

  await expect(installationSecret(scratch.store, other)).rejects.toThrow('is not the one')
  expect(await installationSecret(scratch.store, text)).toEqual(first)
  // A copy of the database opens nothing from here on.
  expect(await kept()).not.toContain(text)

  expect(await installationSecret(scratch.store, text)).toEqual(first)
  await expect(installationSecret(scratch.store, other)).rejects.toThrow('is not the one')
  await expect(installationSecret(scratch.store)).rejects.toThrow('is required')
})

it('never enters a new database that has it from the environment', async () => {
  await onPlatform(scratch.store, system, (tx) =>
    tx.deleteFrom('setting').where('key', '=', 'installation_secret').execute(),
  )
  expect((await installationSecret(scratch.store, other)).toString('base64url')).toBe(other)
  expect(await kept()).not.toContain(other)
})
