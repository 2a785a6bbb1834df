import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addOrganization, lastNumber, openScratch, type Scratch } from '../../../test/scratch.ts'
import { inOrg, inOrgAll, onPlatform, system } from './db/door.ts'
import { audit, emit } from './events.ts'

let scratch: Scratch
beforeAll(async () => {
  scratch = await openScratch()
})
afterAll(() => scratch.drop())

describe('emit', () => {
  it('numbers 16 concurrent writers without gaps, and a reader of "number > last" misses none', async () => {
    const { store } = scratch
    const org = await addOrganization(store)
    const kept: string[] = []
    let writing = true
    const writer = async (n: number) => {
      for (let i = 0; i < 25; i++) {
        await inOrgAll(store, org, system, async (tx) => {
          await emit(tx, 'visit.completed', { n, i })
          // A transaction that fails after its event releases the number.
          if (i % 5 === 4) throw new Error('changed my mind')
          return `${n}.${i}`
        }).then(
          (name) => kept.push(name),
          () => {},
        )
      }
    }
    const seen: number[] = []
    const reader = async () => {
      for (let last = 0, final = false; ; final = !writing) {
        const rows = await inOrgAll(store, org, system, (tx) =>
          tx
            .selectFrom('events')
            .select('number')
            .where('number', '>', last)
            .orderBy('number')
            .execute(),
        )
        for (const { number } of rows) seen.push((last = number))
        if (final) return
      }
    }
    const reading = reader()
    await Promise.all(Array.from({ length: 16 }, (_, n) => writer(n)))
    writing = false
    await reading
    const all = Array.from({ length: 16 * 20 }, (_, i) => i + 1)
    expect(seen).toEqual(all)
    const written = await inOrgAll(store, org, system, (tx) =>
      tx.selectFrom('events').select('data').execute(),
    )
    expect(
      written
        .map(({ data }) => `${(data as { n: number }).n}.${(data as { i: number }).i}`)
        .toSorted(),
    ).toEqual(kept.toSorted())
  })

  it('records the actor and subject, even for a caller who sees only their own rows', async () => {
    const { store } = scratch
    const org = await addOrganization(store)
    const customer_id = crypto.randomUUID()
    const team = crypto.randomUUID()
    const person_id = crypto.randomUUID()
    await inOrg(
      store,
      { organization_id: org, sight: 'customer', customer_id },
      { person_id },
      (tx) =>
        emit(
          tx,
          'request.made',
          { a: 1 },
          { customer_id, team_ids: [team, null, team, undefined] },
        ),
    )
    const [row] = await inOrgAll(store, org, system, (tx) =>
      tx.selectFrom('events').selectAll().execute(),
    )
    expect(row).toMatchObject({
      number: 1,
      type: 'request.made',
      data: { a: 1 },
      actor_id: person_id,
      customer_id,
      team_ids: [team],
    })
  })

  it('numbers each organization separately', async () => {
    const { store } = scratch
    const [a, b] = [await addOrganization(store), await addOrganization(store)]
    const write = (org: string) =>
      inOrgAll(store, org, system, (tx) => emit(tx, 'team.changed', {})).then(() =>
        lastNumber(store, org),
      )
    expect([await write(a), await write(b), await write(a)]).toEqual([1, 1, 2])
  })

  it('can’t be changed by a tenant', async () => {
    const { store } = scratch
    const org = await addOrganization(store)
    await inOrgAll(store, org, system, (tx) => emit(tx, 'team.changed', {}))
    await expect(
      inOrgAll(store, org, system, (tx) => tx.updateTable('events').set({ type: 'x' }).execute()),
    ).rejects.toThrow(/permission denied/)
    await expect(
      inOrgAll(store, org, system, (tx) => tx.deleteFrom('events').execute()),
    ).rejects.toThrow(/permission denied/)
  })
})

describe('audit', () => {
  it('writes one row with the cause, before and after', async () => {
    const { store } = scratch
    const org = await addOrganization(store)
    const cause = {
      person_id: crypto.randomUUID(),
      real_person_id: crypto.randomUUID(),
      impersonation_id: crypto.randomUUID(),
      request_id: 'r1',
      ip: '::1',
    }
    await inOrgAll(store, org, cause, (tx) =>
      audit(tx, {
        action: 'PATCH /api/x',
        entity: 'team',
        entity_id: 't',
        before: { name: "O'Neil" },
        after: null,
      }),
    )
    const [row] = await inOrgAll(store, org, system, (tx) =>
      tx.selectFrom('audit').selectAll().execute(),
    )
    expect(row).toMatchObject({
      organization_id: org,
      actor_id: cause.person_id,
      real_actor_id: cause.real_person_id,
      action: 'PATCH /api/x',
      before: { name: "O'Neil" },
      after: null,
      ip: '::1',
    })
    await onPlatform(store, system, (tx) => audit(tx, { action: 'sign-up', organization_id: org }))
    expect(
      await inOrgAll(store, org, system, (tx) =>
        tx.selectFrom('audit').select('action').orderBy('id').execute(),
      ),
    ).toHaveLength(2)
  })
})
