import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openScratch, type Scratch } from '../../../../test/scratch.ts'
import { asOwner } from '../../base/db/door.ts'
import { Payloads } from './adapter.ts'

let scratch: Scratch
beforeAll(async () => {
  scratch = await openScratch()
})
afterAll(() => scratch.drop())

const recordsOf = (model: string) =>
  new Payloads(scratch.store, model, {
    codeUsedTwice: () => new Error('used twice'),
    refreshedTwice: () => {},
  })

it('of all who redeem one code at once, one gets it', async () => {
  const codes = recordsOf('AuthorizationCode')
  for (const id of ['one', 'other']) await codes.upsert(id, { accountId: 'ana' }, 60)
  const tries = await Promise.allSettled([1, 2, 3].map(() => codes.consume('one')))
  expect(tries.map(({ status }) => status).toSorted()).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
  ])
  await expect(codes.consume('one')).rejects.toThrow('used twice')
  expect(await codes.find('one')).toMatchObject({ consumed: expect.any(Number) })
  expect(await codes.find('other')).not.toHaveProperty('consumed')
})

it('a refresh token gains no time by being used again', async () => {
  const tokens = recordsOf('RefreshToken')
  await tokens.upsert('one', { accountId: 'ana' }, 60)
  await tokens.consume('one')
  expect(await tokens.find('one')).not.toHaveProperty('consumed')
  await asOwner(scratch.store, (tx) =>
    sql`update idp_payload set consumed_at = consumed_at - interval '20 seconds' where model = 'RefreshToken'`.execute(
      tx,
    ),
  )
  await tokens.consume('one')
  expect(await tokens.find('one')).toMatchObject({ consumed: expect.any(Number) })
})

it('kinds may have the same id, and each touches its own', async () => {
  const [sessions, grants] = [recordsOf('Session'), recordsOf('Grant')]
  await sessions.upsert('same', { uid: 'same', grantId: 'same', accountId: 'ana' })
  await grants.upsert('same', { uid: 'same', grantId: 'same', accountId: 'ben' })
  await sessions.consume('same')
  expect(await grants.find('same')).toEqual({ uid: 'same', grantId: 'same', accountId: 'ben' })
  expect(await grants.findByUid('same')).toMatchObject({ accountId: 'ben' })
  await sessions.destroy('same')
  expect(await sessions.find('same')).toBeUndefined()
  await sessions.revokeByGrantId('same')
  expect(await grants.find('same')).toMatchObject({ accountId: 'ben' })
})
