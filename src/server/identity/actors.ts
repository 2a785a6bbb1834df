import { sql } from 'kysely'
import { emailKey } from '../../domain/contact.ts'
import { personName } from '../../domain/person.ts'
import { readOnlyFrom, type SubscriptionStatus } from '../../domain/platform.ts'
import { crewRoles, highestRole, type Role } from '../../domain/roles.ts'
import type { Actor, App } from '../call.ts'
import { onPlatform, type PlatformTx } from '../db/door.ts'
import type { Store } from '../db/store.ts'
import { personChanged } from '../memberships.ts'
import { refused } from '../refusals.ts'
import { isUuid } from './accounts.ts'
import { fingerprint, lockName, nobody } from './secret.ts'
import type { Claims } from './tokens.ts'
import { peopleChannel } from './touch.ts'

export { touchPerson } from './touch.ts'

export type Actors = {
  /** The caller behind verified claims; makes the person at the first call. 403 when he may not come in. */
  actorOf(claims: Claims, impersonationCookie?: string): Promise<Actor>
  /** Forgets what was read of one person, or of everybody. */
  forget(person_id?: string): void
  /** Begins to listen for changes that other processes made. */
  start(): Promise<void>
}

const fresh_ms = 10_000
const rememberedActors = 10_000

/** Answers who is calling, from the database alone, kept for at most ten seconds. `embeddedIssuer`: of the provider in this process. */
export function createActors({ store, embeddedIssuer = null }: { store: Store; embeddedIssuer?: string | null }): Actors {
  const kept = new Map<string, { actor: Promise<Actor>; people: Set<string>; until: number }>()
  // Raised at every forget: what was being read meanwhile may be older than the change and is not kept.
  let changes = 0

  function forget(person_id?: string): void {
    changes++
    for (const [key, entry] of kept) if (!person_id || !entry.people.size || entry.people.has(person_id)) kept.delete(key)
  }

  /** A token made before its account was verified still says no, for minutes; the embedded provider's own table knows. */
  async function isProven(tx: PlatformTx, { email_verified, issuer, subject }: Claims): Promise<boolean> {
    if (email_verified || issuer !== embeddedIssuer || !isUuid(subject)) return email_verified
    const account = await tx.selectFrom('idp_account').select('email_verified').where('id', '=', subject).executeTakeFirst()
    return account?.email_verified ?? false
  }

  async function read(claims: Claims, cookie: string | undefined): Promise<{ actor: Actor; until: number }> {
    return onPlatform(store, nobody, async (tx) => {
      const person_id = (await personOf(tx, claims)) ?? (await provision(tx, claims, await isProven(tx, claims)))
      const own = await actorFrom(tx, person_id, { email: claims.email, email_verified: await isProven(tx, claims) })
      const impersonation = cookie && own.platform_role === 'admin' ? await runningImpersonation(tx, person_id, cookie) : undefined
      const until = Math.min(Date.now() + fresh_ms, impersonation ? Date.parse(impersonation.expires_at) : Infinity)
      if (!impersonation) return { actor: own, until }
      const target = await actorFrom(tx, impersonation.target_id)
      // Somebody who became an admin meanwhile can no longer be acted as.
      if (target.platform_role === 'admin') return { actor: own, until }
      return { actor: { ...target, real_person_id: person_id, impersonation_id: impersonation.id }, until }
    })
  }

  return {
    forget,
    start: () => store.listen(peopleChannel, (person_id) => forget(person_id ?? undefined)),
    async actorOf(claims, cookie) {
      const key = `${claims.issuer} ${claims.subject} ${claims.email_verified} ${cookie ? fingerprint(cookie) : ''}`
      const known = kept.get(key)
      if (known && known.until > Date.now()) return known.actor
      const before = changes
      const reading = read(claims, cookie)
      const entry = { actor: reading.then(({ actor }) => actor), people: new Set<string>(), until: Date.now() + fresh_ms }
      kept.set(key, entry)
      const drop = () => kept.get(key) === entry && kept.delete(key)
      reading.then(
        ({ actor, until }) => {
          entry.until = until
          entry.people = new Set([actor.person_id, ...(actor.real_person_id ? [actor.real_person_id] : [])])
          if (changes !== before) drop()
          if (kept.size > rememberedActors) kept.delete(kept.keys().next().value ?? '')
        },
        () => drop(),
      )
      return entry.actor
    },
  }
}

const personOf = async (tx: PlatformTx, { issuer, subject }: Claims): Promise<string | undefined> =>
  (await tx.selectFrom('person_identities').select('person_id').where('issuer', '=', issuer).where('subject', '=', subject).executeTakeFirst())?.person_id

/** The first call of an identity: a new person, or the one its verified e-mail already names. */
async function provision(tx: PlatformTx, claims: Claims, proven: boolean): Promise<string> {
  await lockName(`person ${claims.issuer} ${claims.subject}`).execute(tx)
  const known = await personOf(tx, claims)
  if (known) return known
  if (!claims.email) throw refused('forbidden', 'Your sign-in came without an e-mail address, which is needed here.', 403)

  const email = claims.email.trim()
  const made = await tx
    .insertInto('people')
    .values({ email, name: personName(claims.name) })
    .onConflict((oc) => oc.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst()
  const person_id = made?.id ?? (await adopt(tx, claims, proven))
  await tx.insertInto('person_identities').values({ issuer: claims.issuer, subject: claims.subject, person_id }).execute()
  return person_id
}

/** Joins an identity to the person who has its e-mail. Only with a proven mailbox: anybody can sign up with an invited owner's address. */
async function adopt(tx: PlatformTx, claims: Claims, proven: boolean): Promise<string> {
  if (!proven) throw refused('email_unverified', 'Please confirm your e-mail address first: open the link we sent you.', 403)
  const person = await tx
    .selectFrom('people')
    .select(['id', 'name', 'status'])
    .where(sql`lower(email)`, '=', emailKey(claims.email ?? ''))
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('people')
    .set({ name: person.name ?? personName(claims.name), ...(person.status === 'invited' ? { status: 'active' } : {}), updated_at: sql<string>`now()` })
    .where('id', '=', person.id)
    .execute()
  if (person.name === null || person.status === 'invited') await personChanged(tx, person.id)
  return person.id
}

const runningImpersonation = (tx: PlatformTx, admin_id: string, cookie: string) =>
  tx
    .selectFrom('impersonations')
    .select(['id', 'target_id', 'expires_at'])
    .where('session_hash', '=', fingerprint(cookie))
    .where('admin_id', '=', admin_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()

/** Whether staff of the caller's organization may only read at present. Never where the operator bills nobody. */
export const mayOnlyRead = ({ config }: App, { read_only_from }: Actor): boolean =>
  config.PLATFORM_BILLING && read_only_from !== null && Date.now() > Date.parse(read_only_from)

/** The further teams of a crew owner. */
const ledTeams = async (tx: PlatformTx, organization_id: string, person_id: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom('led_teams as l')
    .innerJoin('memberships as m', (on) => on.onRef('m.organization_id', '=', 'l.organization_id').onRef('m.id', '=', 'l.membership_id'))
    .select('l.team_id')
    .where('l.organization_id', '=', organization_id)
    .where('m.person_id', '=', person_id)
    .execute()
  return rows.map(({ team_id }) => team_id)
}

/** A person in the active organization. Without `proof` (somebody acted as) nothing says that a mailbox is theirs. */
export async function actorFrom(tx: PlatformTx, person_id: string, proof?: { email: string | null; email_verified: boolean }): Promise<Actor> {
  const person = await tx
    .selectFrom('people')
    .select(['id', 'email', 'name', 'status', 'platform_role', 'active_organization_id'])
    .where('id', '=', person_id)
    .executeTakeFirstOrThrow()
  if (person.status === 'inactive') throw refused('forbidden', 'This account was deactivated. Please ask your organization.', 403)
  const memberships = await tx
    .selectFrom('memberships as m')
    .innerJoin('organizations as o', 'o.id', 'm.organization_id')
    .select(['m.organization_id', 'm.role', 'm.customer_id', 'm.team_id', 'o.subscription_status', 'o.trial_ends_at', 'o.past_due_since'])
    .where('m.person_id', '=', person_id)
    .where('m.status', '=', 'active')
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .execute()

  const chosen = memberships.find((m) => m.organization_id === person.active_organization_id) ?? memberships[0]
  const here = memberships.filter((m) => m.organization_id === chosen?.organization_id)
  const platform_role = person.platform_role as Actor['platform_role']
  const roles = [...(platform_role ? [platform_role] : []), ...here.map((m) => m.role as Role)]
  const crew = here.find((m) => crewRoles.some((role) => role === m.role))
  const team_id = crew?.team_id ?? null
  return {
    person_id,
    email: proof?.email ?? person.email,
    email_verified: proof?.email ? proof.email_verified : false,
    name: person.name,
    role: highestRole(roles),
    roles,
    organization_id: chosen?.organization_id ?? null,
    customer_id: here.find((m) => m.role === 'user')?.customer_id ?? null,
    team_id,
    team_ids: [...(team_id ? [team_id] : []), ...(crew?.role === 'crew_owner' ? await ledTeams(tx, crew.organization_id, person_id) : [])],
    platform_role,
    read_only_from: chosen ? readOnlyFrom({ ...chosen, status: chosen.subscription_status as SubscriptionStatus }) : null,
    real_person_id: null,
    impersonation_id: null,
  }
}
