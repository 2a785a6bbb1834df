import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onPlatform, system, type PlatformTx } from '../../base/db/door.ts'
import { DeviceLinks } from './device-links.ts'
import { openTestBed, type TestBed } from './test-bed.ts'
import { Undos } from './undo.ts'

// A link or a code that signs somebody in is good for as long as its letter or its page says.

let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

const email = 'lives@example.test'
const onAll = <T>(act: (tx: PlatformTx) => Promise<T>) => onPlatform(bed.store, system, act)

/** A business, with somebody to sign in at it. */
const found = (account_id: string) =>
  onAll(async (tx) => {
    const organization = await tx
      .insertInto('organizations')
      .values({ name: 'Lives', slug: 'lives' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const person = await tx
      .insertInto('people')
      .values({ email, name: 'Ana' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { account_id, organization_id: organization.id, created_by: person.id }
  })

it('links and codes live as long as they say', async () => {
  const browser = bed.browser()
  const signUp = await browser.begin({ screen_hint: 'signup' })
  const form = { name: 'Ana', email, password: 'violet kettle harbor' }
  await browser.visit(`${signUp.arrival.url.pathname}/signup`, form)
  const sent = await browser.visit('/idp/forgot', { email })
  expect(sent.text).toContain('within an hour')
  const elsewhere = bed.browser()
  const { arrival } = await elsewhere.begin()
  const entering = await elsewhere.visit(`${arrival.url.pathname}/send-code`, { address: email })
  expect(entering.text).toContain('for ten minutes')
  const { id } = await onAll((tx) =>
    tx.selectFrom('idp_account').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
  )
  const link = await found(id)
  await onAll((tx) => new DeviceLinks(bed.store).make(tx, link))
  await new Undos(bed.store, Buffer.alloc(32, 7), bed.provider.issuer).keep(id, 'password')

  const { rows } = await onAll((tx) =>
    sql<{ what: string; minutes: number }>`
      select purpose as what, extract(epoch from expires_at - ${new Date().toISOString()}::timestamptz)::float8 / 60 as minutes from idp_link
      union all select 'code', extract(epoch from expires_at - now())::float8 / 60 from idp_sign_in_code
      union all select 'device', extract(epoch from expires_at - now())::float8 / 60 from idp_device_link
      union all select 'undo', extract(epoch from expires_at - now())::float8 / 60 from idp_undo`.execute(
      tx,
    ),
  )
  // What has passed since they were made is less than half of the shortest.
  const lives = rows.map(({ what, minutes }) => [what, Math.ceil(minutes / 5) * 5])
  expect(Object.fromEntries(lives)).toEqual({
    verify: 24 * 60,
    reset: 60,
    code: 10,
    device: 10,
    undo: 7 * 24 * 60,
  })
})
