import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openScratch, type Scratch } from '../../../../test/scratch.ts'
import { asOwner, onPlatform, type PlatformTx, system } from '../../base/db/door.ts'
import type { Store } from '../../base/db/store.ts'
import { rightsChanged } from '../../base/events.ts'
import { setPersonStatus } from '../write.ts'
import { CachedActors } from './actors.ts'
import { fingerprint } from '../../base/kit/secrets.ts'
import type { Claims } from './tokens.ts'

let scratch: Scratch
let store: Store
let actors: CachedActors
beforeAll(async () => {
  scratch = await openScratch()
  store = scratch.store
  actors = new CachedActors({ store })
  await actors.start()
})
afterAll(() => scratch.drop())

const run = <T>(work: (tx: PlatformTx) => Promise<T>): Promise<T> => onPlatform(store, system, work)
let count = 0
const claims = (change: Partial<Claims> = {}): Claims => {
  const n = ++count
  return {
    issuer: 'https://idp.test',
    subject: `s${n}`,
    email: `p${n}@example.test`,
    email_verified: true,
    name: `Person ${n}`,
    session: null,
    acr: null,
    expires_at: Date.now() / 1000 + 60,
    ...change,
  }
}
const organization = async (name: string): Promise<string> =>
  (
    await run((tx) =>
      tx
        .insertInto('organizations')
        .values({ name, slug: `${name.toLowerCase()}-${++count}` })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
  ).id
const member = (
  person_id: string,
  organization_id: string,
  role: string,
  more: { status?: string; team_id?: string; customer_id?: string } = {},
) =>
  run(async (tx) => {
    await tx
      .insertInto('memberships')
      .values({ person_id, organization_id, role, ...more })
      .execute()
    await rightsChanged(tx, [person_id])
  })
const set = (
  id: string,
  change: { status?: string; platform_role?: string; active_organization_id?: string },
) =>
  asOwner(store, async (tx) => {
    await tx.updateTable('people').set(change).where('id', '=', id).execute()
    await rightsChanged(tx, [id])
  })

describe('the first call of an identity', () => {
  it('creates one person, however many simultaneous calls', async () => {
    const who = claims()
    const found = await Promise.all(
      Array.from({ length: 20 }, () => new CachedActors({ store }).actorOf(who)),
    )
    expect(new Set(found.map((actor) => actor.person_id)).size).toBe(1)
    expect(found[0]).toMatchObject({
      email: who.email,
      email_verified: true,
      name: who.name,
      role: null,
      roles: [],
      organization_id: null,
      real_person_id: null,
    })
    const people = await run((tx) =>
      tx.selectFrom('people').select('id').where('email', '=', who.email!).execute(),
    )
    expect(people).toHaveLength(1)
  })

  it('two identities with one verified address are one person', async () => {
    const email = 'Same@example.test'
    const [a, b] = await Promise.all([
      actors.actorOf(claims({ email })),
      actors.actorOf(claims({ email: 'same@example.test', issuer: 'https://second.test' })),
    ])
    expect(a.person_id).toBe(b.person_id)
  })

  it('remembers the language of the first call as the one a new person reads', async () => {
    const localeOf = async (acceptLanguage?: string) => {
      const { person_id } = await actors.actorOf(
        claims({ email: `${acceptLanguage ?? 'none'}@example.test` }),
        undefined,
        acceptLanguage,
      )
      const { locale } = await run((tx) =>
        tx
          .selectFrom('people')
          .select('locale')
          .where('id', '=', person_id)
          .executeTakeFirstOrThrow(),
      )
      return locale
    }
    expect(await localeOf('es-MX')).toBe('es-US')
    expect(await localeOf('de')).toBe('en-US')
    expect(await localeOf()).toBe('en-US')
  })

  it('links an invited person only when the address is verified', async () => {
    const email = 'invited@example.test'
    const { id } = await run((tx) =>
      tx
        .insertInto('people')
        .values({ email, status: 'invited' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const who = claims({ email: 'Invited@Example.test', email_verified: false })
    await expect(actors.actorOf(who)).rejects.toMatchObject({
      status: 403,
      code: 'email_unverified',
    })
    expect(
      await run((tx) =>
        tx.selectFrom('person_identities').selectAll().where('person_id', '=', id).execute(),
      ),
    ).toEqual([])
    expect((await actors.actorOf({ ...who, email_verified: true })).person_id).toBe(id)
    expect(
      await run((tx) =>
        tx
          .selectFrom('people')
          .select(['status', 'name'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
      ),
    ).toMatchObject({
      status: 'active',
      name: who.name,
    })
  })

  // A contact address opens nothing: whoever has the mailbox now may be somebody else.
  it.each<[string, (address: string) => { claims?: (string | null)[]; mailbox?: string }, boolean]>(
    [
      ['nobody signs in', () => ({}), true],
      ['it is what they sign in with', (own) => ({ claims: [own.toUpperCase()] }), true],
      ['it is one of two they sign in with', (own) => ({ claims: [`x${own}`, own] }), true],
      ['its mailbox was proven by a code', (own) => ({ claims: [null], mailbox: own }), true],
      ['they sign in with another', (own) => ({ claims: [`x${own}`] }), false],
      ['they proved another mailbox', (own) => ({ claims: [null], mailbox: `x${own}` }), false],
      ['what they sign in with is unproven', () => ({ claims: [null] }), false],
    ],
  )('as somebody known by the address, where %s', async (_name, known, isSame) => {
    const email = `known${++count}@example.test`
    const { claims: addresses = [], mailbox } = known(email)
    const account_id = crypto.randomUUID()
    const person_id = await asOwner(store, async (tx) => {
      const { id } = await tx
        .insertInto('people')
        .values({ email, status: 'active' })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (mailbox) {
        await tx
          .insertInto('idp_account')
          .values({ id: account_id, email: `x${email}` })
          .execute()
        const proven = { kind: 'mailbox', address: mailbox, account_id, how: 'code' }
        await tx.insertInto('idp_address').values(proven).execute()
      }
      for (const address of addresses)
        await tx
          .insertInto('person_identities')
          .values({
            issuer: `https://${address ?? 'known'}.test`,
            subject: account_id,
            person_id: id,
            email: address,
          })
          .execute()
      return id
    })
    const arrived = await actors.actorOf(claims({ email }))
    expect(arrived.person_id === person_id).toBe(isSame)
  })

  it('ignores a name that is an email, and refuses an identity without email', async () => {
    expect(await actors.actorOf(claims({ name: 'me@example.test' }))).toMatchObject({ name: null })
    await expect(actors.actorOf(claims({ email: null }))).rejects.toMatchObject({
      status: 403,
      code: 'forbidden',
    })
  })
})

describe('the active organization', () => {
  it('is the selected one while its membership is active, else the newest active one', async () => {
    const who = claims()
    const { person_id } = await actors.actorOf(who)
    const [first, second, third] = [
      await organization('First'),
      await organization('Second'),
      await organization('Third'),
    ]
    await member(person_id, first, 'manager')
    await member(person_id, second, 'owner')
    await member(person_id, third, 'owner', { status: 'invited' })
    const eventually = async (expected: object): Promise<void> => {
      await expect.poll(() => actors.actorOf(who)).toMatchObject(expected)
    }
    await eventually({ organization_id: second, role: 'owner' })
    await set(person_id, { active_organization_id: first })
    await eventually({ organization_id: first, role: 'manager', roles: ['manager'] })
    await set(person_id, { active_organization_id: third })
    await eventually({ organization_id: second })
  })

  it('has the team for crew, the customer row for customers, and both roles for a person who is both', async () => {
    const who = claims()
    const { person_id } = await actors.actorOf(who)
    const org = await organization('Crewed')
    const { team, customer } = await run(async (tx) => ({
      team: (
        await tx
          .insertInto('teams')
          .values({ organization_id: org, name: 'A' })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
      customer: (
        await tx
          .insertInto('customers')
          .values({ organization_id: org, person_id })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    }))
    await member(person_id, org, 'crew_leader', { team_id: team })
    await member(person_id, org, 'user', { customer_id: customer })
    await expect
      .poll(() => actors.actorOf(who))
      .toMatchObject({
        role: 'crew_leader',
        roles: expect.arrayContaining(['crew_leader', 'user']),
        team_id: team,
        team_ids: [team],
        customer_id: customer,
      })
    // A platform role sees no organization but by impersonation.
    await set(person_id, { platform_role: 'sales' })
    await expect
      .poll(() => actors.actorOf(who))
      .toMatchObject({
        role: 'sales',
        roles: ['sales'],
        organization_id: null,
        team_id: null,
        team_ids: [],
        customer_id: null,
        platform_role: 'sales',
      })
  })

  it('403 for a deactivated person, immediately', async () => {
    const who = claims()
    const { person_id } = await actors.actorOf(who)
    await set(person_id, { status: 'inactive' })
    await expect
      .poll(() =>
        actors.actorOf(who).then(
          () => 'in',
          (fault: { status: number }) => fault.status,
        ),
      )
      .toBe(403)
  })

  it('is cached briefly, and can be invalidated', async () => {
    // One that does not listen: a change that an earlier test announced may arrive only now, and
    // drops what is read meanwhile.
    const cached = new CachedActors({ store })
    const who = claims()
    const { person_id } = await cached.actorOf(who)
    await run((tx) =>
      tx.updateTable('people').set({ name: 'New' }).where('id', '=', person_id).execute(),
    )
    expect((await cached.actorOf(who)).name).toBe(who.name)
    cached.forget(person_id)
    expect((await cached.actorOf(who)).name).toBe('New')
  })

  it('is read again after a change of this process, before the database announces it', async () => {
    const silent: Store = { ...store, listen: async () => {} }
    const cached = new CachedActors({ store: silent })
    await cached.start()
    const who = claims()
    const { person_id } = await cached.actorOf(who)
    const lockOut = (fails: boolean) =>
      onPlatform(silent, system, async (tx) => {
        await setPersonStatus(tx, person_id, 'inactive')
        if (fails) throw new Error('and nothing of it is kept')
      })
    await expect(lockOut(true)).rejects.toThrow('nothing of it')
    expect(await cached.actorOf(who)).toMatchObject({ person_id })
    await lockOut(false)
    await expect(cached.actorOf(who)).rejects.toMatchObject({ status: 403 })
  })
})

describe('impersonation', () => {
  const begin = async (
    admin_id: string,
    target_id: string,
    change: { expires_at?: string; ended_at?: string } = {},
  ): Promise<string> => {
    const code = `code-${++count}`
    await run((tx) =>
      tx
        .insertInto('impersonations')
        .values({
          admin_id,
          target_id,
          session_hash: fingerprint(code),
          expires_at: new Date(Date.now() + 60_000).toISOString(),
          ...change,
        })
        .execute(),
    )
    return code
  }
  const cast = async () => {
    const [admin, target] = [claims(), claims()]
    const admin_id = (await actors.actorOf(admin)).person_id
    const target_id = (await actors.actorOf(target)).person_id
    await set(admin_id, { platform_role: 'admin' })
    await member(target_id, await organization('Target'), 'owner')
    actors.forget()
    return { admin, target, admin_id, target_id }
  }

  it('shows the target along with the admin, and only with the cookie', async () => {
    const { admin, admin_id, target_id } = await cast()
    const code = await begin(admin_id, target_id)
    expect(await actors.actorOf(admin, code)).toMatchObject({
      person_id: target_id,
      role: 'owner',
      roles: ['owner'],
      platform_role: null,
      real_person_id: admin_id,
      email_verified: false,
    })
    expect(await actors.actorOf(admin)).toMatchObject({
      person_id: admin_id,
      role: 'admin',
      impersonation_id: null,
      session_id: null,
    })
    expect(await actors.actorOf(admin, 'another')).toMatchObject({ person_id: admin_id })
  })

  it.each<[string, (scene: Awaited<ReturnType<typeof cast>>) => Promise<[Claims, string]>]>([
    [
      'with somebody else’s token',
      async ({ target, admin_id, target_id }) => [target, await begin(admin_id, target_id)],
    ],
    [
      'once it has ended',
      async ({ admin, admin_id, target_id }) => [
        admin,
        await begin(admin_id, target_id, { ended_at: new Date().toISOString() }),
      ],
    ],
    [
      'once it has expired',
      async ({ admin, admin_id, target_id }) => [
        admin,
        await begin(admin_id, target_id, { expires_at: new Date(Date.now() - 1000).toISOString() }),
      ],
    ],
    [
      'once the admin loses the role',
      async ({ admin, admin_id, target_id }) => {
        const code = await begin(admin_id, target_id)
        await asOwner(store, (tx) =>
          tx
            .updateTable('people')
            .set({ platform_role: null })
            .where('id', '=', admin_id)
            .execute(),
        )
        return [admin, code]
      },
    ],
    [
      'once the target is an admin',
      async ({ admin, admin_id, target_id }) => {
        const code = await begin(admin_id, target_id)
        await asOwner(store, (tx) =>
          tx
            .updateTable('people')
            .set({ platform_role: 'admin' })
            .where('id', '=', target_id)
            .execute(),
        )
        return [admin, code]
      },
    ],
  ])('has no effect %s', async (_name, scene) => {
    const [who, code] = await scene(await cast())
    actors.forget()
    expect(await actors.actorOf(who, code)).toMatchObject({
      impersonation_id: null,
      session_id: null,
      real_person_id: null,
    })
  })
})
