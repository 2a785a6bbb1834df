import { readFileSync, readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import type { Store, Wire } from './store.ts'

const folder = new URL('../../../../db/migrations/', import.meta.url)
const migration = '0030_one_address.sql'
const org = '00000000-0000-7000-8000-000000000001'

let store: Store
let wire: Wire
beforeAll(async () => {
  store = await openEmbedded('memory://')
  wire = await store.acquire()
  await wire.query('create table migration (name text primary key, applied_at timestamptz)')
  for (const name of readdirSync(folder).toSorted()) {
    if (name >= migration) break
    await wire.query(`begin; ${readFileSync(new URL(name, folder), 'utf8')}; commit`)
    await wire.query('insert into migration (name) values ($1)', [name])
  }
  await wire.query(`insert into organizations (id, slug, name) values ('${org}', 'o', 'O')`)
  await wire.query(`insert into customers (organization_id, name, street, city, state, zip, tags) values
    ('${org}', 'same', '1 Oak St', 'Cary', 'NC', '27511', '{}'), ('${org}', 'corrected', '2 New Rd', 'Cary', 'NC', '27511', '{}'),
    ('${org}', 'cleared', null, 'Cary', null, null, '{}'), ('${org}', 'only here', '3 Élm St', 'Apex', 'NC', '27502', '{dog}'),
    ('${org}', 'in part', null, 'Cary', null, null, '{}'), ('${org}', 'removed', '4 Ash St', 'Cary', 'NC', '27511', '{}'),
    ('${org}', 'without', null, null, null, null, '{}')`)
  const place = (name: string, street: string, more = 'true, null') =>
    wire.query(`insert into service_locations (organization_id, customer_id, street, city, state, zip, is_default, removed_at)
      select '${org}', id, '${street}', 'Cary', 'NC', '27511', ${more} from customers where name = '${name}'`)
  await place('same', '1 Oak St')
  await place('corrected', '2 Old Rd')
  await place('cleared', '5 Whole St')
  await place('removed', '4 Ash St', "false, '2026-01-02'")
  wire.release()
  await migrate(store)
  wire = await store.acquire()
})
afterAll(async () => {
  wire.release()
  await store.close()
})

describe('the migration to one address', () => {
  it.each([
    ['same', '1 Oak St', '27511', false],
    ['corrected', '2 New Rd', '27511', false],
    ['cleared', '5 Whole St', '27511', false],
    ['only here', '3 Élm St', '27502', false],
    ['in part', null, null, false],
    ['removed', '4 Ash St', '27511', true],
    ['without', undefined, undefined, undefined],
  ])('%s: %s', async (name, street, zip, is_removed) => {
    const { rows } = await wire.query(
      `select l.street, l.zip, l.removed_at is not null as is_removed from service_locations l join customers c on c.id = l.customer_id
        where c.name = $1 and l.is_default`,
      [name],
    )
    expect(rows).toEqual(street === undefined ? [] : [{ street, zip, is_removed }])
  })
  it('keeps search working', async () => {
    const { rows } = await wire.query(
      "select search from customers where name in ('only here', 'without') order by name",
    )
    expect(rows).toEqual([
      { search: 'only here 3 elm st apex nc 27502 dog' },
      { search: 'without' },
    ])
  })
})
