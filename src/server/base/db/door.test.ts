import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addOrganization, counted, openScratch, type Scratch } from '../../../../test/scratch.ts'
import {
  asOwner,
  inOrg,
  inOrgAll,
  inSavepoint,
  onPlatform,
  readOrgAll,
  readPlatform,
  sendAlong,
  sendLast,
  system,
  type OrgTx,
} from './door.ts'
import type { Store, Wire } from './store.ts'

/** Adds teams with the commit, neighbors together. */
const addLast = (tx: OrgTx, name: string): void =>
  sendLast(tx, 'teams', { name }, (teams) => tx.insertInto('teams').values(teams))

let scratch: Scratch
let org: string
beforeAll(async () => {
  scratch = await openScratch()
  org = await addOrganization(scratch.store)
})
afterAll(() => scratch.drop())

describe('a transaction', () => {
  it('opens with its first statement and ends with the deferred ones: two round trips', async () => {
    const store = counted(scratch.store)
    await inOrgAll(store, org, system, async (tx) => {
      await tx.insertInto('teams').values({ name: 'Two round trips' }).execute()
      addLast(tx, 'Left for last')
    })
    expect(store.sent).toEqual([
      ['begin', 'insert'],
      ['insert', 'commit'],
    ])
    expect(
      await readOrgAll(store, org, system, (tx) =>
        tx.selectFrom('teams').select('name').orderBy('name').execute(),
      ),
    ).toEqual([{ name: 'Left for last' }, { name: 'Two round trips' }])
  })

  it('doesn’t wait for statements sent along', async () => {
    const store = counted(scratch.store)
    await inOrgAll(store, org, system, async (tx) => {
      sendAlong(tx, tx.insertInto('teams').values({ name: 'Sent along' }))
      await tx.deleteFrom('teams').where('name', '=', 'Sent along').execute()
    })
    expect(store.sent).toEqual([['begin', 'insert', 'delete'], ['commit']])
  })

  it('sends concurrent statements together, each with its own result', async () => {
    const store = counted(scratch.store)
    const answers = await readOrgAll(store, org, system, (tx) =>
      Promise.all([
        tx.selectFrom('organizations').select('id').where('id', '=', org).execute(),
        sql<{ n: number }>`select ${2}::int as n`.execute(tx).then(({ rows }) => rows),
        tx.selectFrom('teams').select('name').where('name', '=', 'nobody').execute(),
      ]),
    )
    expect(answers).toEqual([[{ id: org }], [{ n: 2 }], []])
    expect(store.sent[0]).toEqual(['begin read only', 'select', 'select', 'select'])
    await expect(
      inOrgAll(scratch.store, org, system, (tx) =>
        Promise.all([
          tx.selectFrom('teams').select('id').execute(),
          sql`select 1 / 0`.execute(tx),
          sql`select 1`.execute(tx),
        ]),
      ),
    ).rejects.toMatchObject({ code: '22012' })
  })

  it('that only reads has role and view, and doesn’t wait for its end', async () => {
    const store = counted(scratch.store)
    const seen = await readOrgAll(
      store,
      org,
      system,
      async (tx) =>
        (
          await sql`select current_user as role, current_setting('app.organization_id') as org`.execute(
            tx,
          )
        ).rows,
    )
    expect(seen).toEqual([{ role: 'fieldhive_app', org }])
    expect(store.sent[0]).toEqual(['begin read only', 'select'])
    for (const read of [
      () =>
        readOrgAll(scratch.store, org, system, (tx) =>
          tx.insertInto('teams').values({ name: 'Written by a read' }).execute(),
        ),
      () => readPlatform(scratch.store, system, (tx) => tx.deleteFrom('sse_tickets').execute()),
    ])
      await expect(read()).rejects.toMatchObject({ code: '25006' })
  })

  it('fails with its first error, even if a later statement is awaited', async () => {
    const failing = inOrgAll(scratch.store, org, system, async (tx) => {
      sendAlong(tx, sql`select 1 / 0`)
      await sql`select 1`.execute(tx)
    })
    await expect(failing).rejects.toMatchObject({ code: '22012' })
  })

  it('rolls back when a statement failed that wasn’t awaited', async () => {
    const writing = inOrgAll(scratch.store, org, system, async (tx) => {
      await tx.insertInto('teams').values({ name: 'Not kept' }).execute()
      sendAlong(tx, sql`select 1 / 0`)
    })
    await expect(writing).rejects.toMatchObject({ code: '22012' })
    expect(await teamsNamed('Not kept')).toEqual([])
  })

  it('defers neighbors of one kind as one statement, and the others around them in their order', async () => {
    const store = counted(scratch.store)
    await inOrgAll(store, org, system, async (tx) => {
      addLast(tx, 'First of two')
      addLast(tx, 'Second of two')
      sendLast(tx, 'other', 0, () => sql`select 1`)
      addLast(tx, 'After the other')
    })
    expect(store.sent.flat()).toEqual(['begin', 'insert', 'select', 'insert', 'commit'])
    expect(await teamsNamed('First of two')).toHaveLength(1)
    expect(await teamsNamed('Second of two')).toHaveLength(1)
  })

  it('rolls back a savepoint alone, including its deferred statements', async () => {
    await inOrgAll(scratch.store, org, system, async (tx) => {
      addLast(tx, 'Whole')
      const part = inSavepoint(tx, async () => {
        addLast(tx, 'Part, last')
        sendAlong(tx, tx.insertInto('teams').values({ name: 'Part' }))
        await sql`select 1 / 0`.execute(tx)
      })
      await expect(part).rejects.toMatchObject({ code: '22012' })
    })
    expect(await teamsNamed('Whole')).toHaveLength(1)
    expect(await teamsNamed('Part')).toEqual([])
    expect(await teamsNamed('Part, last')).toEqual([])
  })

  const teamsNamed = (name: string) =>
    readOrgAll(scratch.store, org, system, (tx) =>
      tx.selectFrom('teams').select('id').where('name', '=', name).execute(),
    )

  it('releases its connection only after the last statement, even if it isn’t awaited', async () => {
    const store = slow()
    await readOrgAll(store, org, system, async (tx) => {
      await sql`select 1`.execute(tx)
      sql`select count(*) from generate_series(1, 1000)`.execute(tx).catch(() => {})
      await new Promise<void>((later) => process.nextTick(later))
    })
    expect(store.held).toBe(1)
    await expect.poll(() => store.held).toBe(0)
  })

  /** The same database with slow connection acquisition; `held` is how many are in use. */
  function slow(): Store & { held: number } {
    const store = {
      ...scratch.store,
      held: 0,
      async acquire(): Promise<Wire> {
        await new Promise((given) => setTimeout(given, 20))
        const wire = await scratch.store.acquire()
        store.held++
        return {
          ...wire,
          release(fault) {
            store.held--
            wire.release(fault)
          },
        }
      },
    }
    return store
  }

  it('uses one connection, even if a second statement comes before the first one has it', async () => {
    const store = slow()
    const seen = await inOrgAll(store, org, system, async (tx) => {
      const view = sql<{
        role: string
        org: string
      }>`select current_user as role, current_setting('app.organization_id') as org`
      const first = view.execute(tx)
      await new Promise((later) => setImmediate(later))
      expect(store.held).toBe(0)
      const second = await view.execute(tx)
      expect(store.held).toBe(1)
      return [...(await first).rows, ...second.rows]
    })
    const whole = { role: 'fieldhive_app', org }
    expect(seen).toEqual([whole, whole])
    await expect.poll(() => store.held).toBe(0)
  })

  it('releases its connection when it fails before getting it', async () => {
    const store = slow()
    const failing = inOrgAll(store, org, system, async (tx) => {
      sql`select 1`.execute(tx).catch(() => {})
      await new Promise((later) => setImmediate(later))
      throw new Error('Something else')
    })
    await expect(failing).rejects.toThrow('Something else')
    expect(store.held).toBe(0)
    expect(
      await inOrgAll(scratch.store, org, system, (tx) =>
        tx.selectFrom('organizations').select('id').where('id', '=', org).execute(),
      ),
    ).toEqual([{ id: org }])
  })

  it('refuses statements after another part failed, without holding a connection', async () => {
    const store = slow()
    const { promise: failed, resolve: hasFailed } = Promise.withResolvers<void>()
    let late: Promise<unknown> = Promise.resolve()
    const failing = inOrgAll(store, org, system, (tx) => {
      const asked = failed.then(() => sql`select 1`.execute(tx))
      late = asked.catch((fault: Error) => fault.message)
      return Promise.all([sql`select 1 / 0`.execute(tx), asked])
    }).finally(hasFailed)
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(await late).toBe('The transaction was over before this was asked')
    expect(store.held).toBe(0)
  })

  it('without statements sends nothing', async () => {
    const store = counted(scratch.store)
    expect(await inOrgAll(store, org, system, async () => 7)).toBe(7)
    expect(store.sent).toEqual([])
  })

  it('rolls back completely when a deferred statement fails', async () => {
    const writing = inOrgAll(scratch.store, org, system, async (tx) => {
      await tx.insertInto('teams').values({ name: 'Undone' }).execute()
      sendLast(tx, 'zero', 0, () => sql`select 1 / 0`)
    })
    await expect(writing).rejects.toMatchObject({ code: '22012' })
    expect(await teamsNamed('Undone')).toEqual([])
  })

  it('leaves no role or view behind after a commit, a rollback, or a failing first statement', async () => {
    const settings = async () => {
      const wire = await scratch.store.acquire()
      const { rows } = await wire.query(
        "select current_user <> 'fieldhive_app' and current_user <> 'fieldhive_platform' as own, coalesce(current_setting('app.organization_id', true), '') as org",
      )
      wire.release()
      return rows[0]
    }
    await inOrgAll(scratch.store, org, system, (tx) =>
      tx.selectFrom('teams').select('id').execute(),
    )
    await expect(
      inOrgAll(scratch.store, org, system, (tx) => sql`select nothing`.execute(tx)),
    ).rejects.toMatchObject({ code: '42703' })
    await expect(
      onPlatform(scratch.store, system, () => Promise.reject(new Error('changed my mind'))),
    ).rejects.toThrow('changed my mind')
    for (let i = 0; i < 12; i++) expect(await settings()).toEqual({ own: true, org: '' })
  })

  it('continues after a value that can’t be encoded', async () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    await expect(
      inOrgAll(scratch.store, org, system, (tx) => sql`select ${circle}::text as a`.execute(tx)),
    ).rejects.toThrow(/circular/i)
    const { rows } = await inOrgAll(scratch.store, org, system, (tx) =>
      sql`select ${'ä"\\{},'}::text as a, ${['x"y', 'z\\', null]}::text[] as b, ${Buffer.from([0, 255])}::bytea as c, ${{ d: 1 }}::jsonb as d`.execute(
        tx,
      ),
    )
    expect(rows).toEqual([
      { a: 'ä"\\{},', b: ['x"y', 'z\\', null], c: Buffer.from([0, 255]), d: { d: 1 } },
    ])
  })

  it('replans statements after a migration', async () => {
    await asOwner(scratch.store, (tx) => sql`create table changing (a int)`.execute(tx))
    const read = () =>
      asOwner(
        scratch.store,
        async (tx) => (await sql`select * from changing where a > ${0}::int`.execute(tx)).rows,
      )
    expect(await read()).toEqual([])
    await asOwner(scratch.store, (tx) => sql`alter table changing add b int default 5`.execute(tx))
    await asOwner(scratch.store, (tx) =>
      sql`insert into changing (a) values (${1}::int)`.execute(tx),
    )
    expect(await read()).toEqual([{ a: 1, b: 5 }])
  })

  it('parses arrays like their elements, on both databases', async () => {
    const { rows } = await onPlatform(scratch.store, system, (tx) =>
      sql`select array['2026-03-01', null]::date[] as dates, array['2026-03-01 10:00+00']::timestamptz[] as moments, array[1, null]::int8[] as counts,
        array[1.5]::numeric[] as sums, array['a,b']::text[] as texts, '{}'::date[] as none`.execute(
        tx,
      ),
    )
    expect(rows).toEqual([
      {
        dates: ['2026-03-01', null],
        moments: ['2026-03-01T10:00:00.000Z'],
        counts: [1, null],
        sums: [1.5],
        texts: ['a,b'],
        none: [],
      },
    ])
  })

  it('refuses a second one inside it instead of waiting forever for the only connection', async () => {
    const teams = () =>
      readOrgAll(scratch.store, org, system, (tx) => tx.selectFrom('teams').select('id').execute())
    const nested = inOrgAll(scratch.store, org, system, async (tx) => {
      await tx.insertInto('teams').values({ name: 'Outer' }).execute()
      return teams()
    })
    await expect(nested).rejects.toThrow('inside a transaction')
    expect(await teamsNamed('Outer')).toEqual([])
    // What it started for later may open one once it is over.
    let later: Promise<unknown> = Promise.resolve()
    await inOrgAll(scratch.store, org, system, async (tx) => {
      await tx.selectFrom('teams').select('id').execute()
      later = new Promise((passed) => setTimeout(passed, 50)).then(teams)
    })
    expect(await later).toBeInstanceOf(Array)
  }, 10_000)

  it('refuses an invalid id', () => {
    expect(() =>
      inOrg(scratch.store, { organization_id: "x'; drop", sight: 'all' }, system, async () => 1),
    ).toThrow('no UUID')
  })
})

describe('an id', () => {
  it('is of version 7, and counts its milliseconds', async () => {
    const rows = await asOwner(scratch.store, async (tx) => {
      const { rows } = await sql<{ id: string; at: string }>`
        select uuid7() as id, (extract(epoch from clock_timestamp()) * 1000)::bigint::text as at
        from generate_series(1, 2000)`.execute(tx)
      return rows
    })
    let before = ''
    for (const { id, at } of rows) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      const made = id.replaceAll('-', '').slice(0, 12)
      expect(Math.abs(parseInt(made, 16) - Number(at))).toBeLessThan(1000)
      expect(made >= before).toBe(true)
      before = made
    }
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2000)
  })
})
