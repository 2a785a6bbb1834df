import { sql } from 'kysely'
import { isUuid } from '../../../domain/base/id.ts'
import { preferredLocale, type Locale } from '../../../domain/base/locale.ts'
import { personName } from '../../../domain/base/person.ts'
import { onPlatform, type PlatformTx, sendAlong, system } from '../../base/db/door.ts'
import type { Store } from '../../base/db/store.ts'
import { onRightsChanged, peopleChannel } from '../../base/events.ts'
import { readActor } from '../read-actor.ts'
import { adoptPerson } from '../join-by-mailbox.ts'
import { addPerson, linkIdentity, markMailboxProven, markSeen } from '../write.ts'
import { isMailboxProven } from './addresses.ts'
import { refused } from '../../base/kit/refusals.ts'
import { lockName } from '../../base/db/lock-name.ts'
import { fingerprint } from '../../base/kit/secrets.ts'
import { isEnded, isStrong } from './sessions.ts'
import type { Claims } from './tokens.ts'
import type { Actor, Actors } from '../../base/actor.ts'

const fresh_ms = 10_000
const rememberedActors = 10_000

type Read = { actor: Actor; until: number }
type Entry = { actor: Promise<Actor>; people: Set<string>; until: number }

type ActorsOptions = {
  store: Store
  embeddedIssuer?: string | null
  /** Whether platform admins need a second factor. */
  adminsNeedFactor?: boolean
}

/** Identifies callers, from the database alone, and caches them for up to ten seconds. */
export class CachedActors implements Actors {
  #store: Store
  #embeddedIssuer: string | null
  #adminsNeedFactor: boolean
  #known = new Map<string, Entry>()
  // Incremented by each `forget`: a read in progress may predate the change, so it is dropped.
  #changes = 0

  /** `embeddedIssuer`: the sign-in provider in this process. */
  constructor({ store, embeddedIssuer = null, adminsNeedFactor = false }: ActorsOptions) {
    this.#store = store
    this.#embeddedIssuer = embeddedIssuer
    this.#adminsNeedFactor = adminsNeedFactor
  }

  start(): Promise<void> {
    onRightsChanged(this.#store, (person_id) => this.forget(person_id))
    return this.#store.listen(peopleChannel, (person_id) => this.forget(person_id ?? undefined))
  }

  forget(person_id?: string): void {
    this.#changes++
    for (const [key, { people }] of this.#known)
      if (!person_id || !people.size || people.has(person_id)) this.#known.delete(key)
  }

  async actorOf(
    claims: Claims,
    impersonationCookie?: string,
    acceptLanguage?: string,
  ): Promise<Actor> {
    const key = keyOf(claims, impersonationCookie)
    const known = this.#known.get(key)
    if (known && known.until > Date.now()) return known.actor
    const reading = this.#read(claims, impersonationCookie, preferredLocale(acceptLanguage))
    this.#remember(key, reading)
    return (await reading).actor
  }

  #remember(key: string, reading: Promise<Read>): void {
    const before = this.#changes
    const entry: Entry = {
      actor: reading.then(({ actor }) => actor),
      people: new Set(),
      until: Date.now() + fresh_ms,
    }
    this.#known.set(key, entry)
    const drop = () => this.#known.get(key) === entry && this.#known.delete(key)
    entry.actor.catch(() => {})
    reading.then(
      ({ actor, until }) => {
        entry.until = until
        entry.people = new Set([
          actor.person_id,
          ...(actor.real_person_id ? [actor.real_person_id] : []),
        ])
        if (this.#changes !== before) drop()
        if (this.#known.size > rememberedActors)
          this.#known.delete(this.#known.keys().next().value ?? '')
      },
      () => drop(),
    )
  }

  #read(claims: Claims, cookie: string | undefined, locale: Locale): Promise<Read> {
    return onPlatform(this.#store, system, async (tx) => {
      if (claims.session && (await isEnded(tx, claims.session)))
        throw refused('unauthenticated', 'Your session expired. Please log in again.', 401)
      const email_verified = await this.#isProven(tx, claims)
      const known = await personOf(tx, claims)
      if (!known) await this.#refuseDeleted(tx, claims)
      const first = { proven: email_verified, locale }
      const person_id = known?.person_id ?? (await provision(tx, claims, first))
      if (email_verified && !known?.email_verified_at) await markMailboxProven(tx, person_id)
      sendAlong(tx, markSeen(person_id))
      const proof = { email: claims.email, email_verified }
      const own = this.#proven(claims, await readActor(tx, person_id, claims.session, proof))
      const until = Date.now() + fresh_ms
      const impersonation =
        cookie && own.platform_role === 'admin'
          ? await runningImpersonation(tx, person_id, cookie)
          : undefined
      if (!impersonation) return { actor: own, until }
      const ends = Math.min(until, Date.parse(impersonation.expires_at))
      const target = await readActor(tx, impersonation.target_id, null)
      // A person who has become an admin since can no longer be impersonated.
      if (target.platform_role === 'admin') return { actor: own, until: ends }
      return {
        actor: {
          ...target,
          real_person_id: person_id,
          impersonation_id: impersonation.id,
          has_second_factor: own.has_second_factor,
          requires_second_factor: own.requires_second_factor,
        },
        until: ends,
      }
    })
  }

  /** The caller with what their sign-in proved, and has to prove. */
  #proven(claims: Claims, actor: Actor): Actor {
    const isOurs = claims.issuer === this.#embeddedIssuer
    return {
      ...actor,
      session_id: claims.session,
      has_second_factor: !isOurs || isStrong(claims.acr),
      requires_second_factor:
        actor.requires_second_factor || (this.#adminsNeedFactor && actor.platform_role === 'admin'),
    }
  }

  /** A token outlives its account by minutes; nobody comes back by it. */
  async #refuseDeleted(tx: PlatformTx, { issuer, subject }: Claims): Promise<void> {
    if (issuer !== this.#embeddedIssuer || !isUuid(subject)) return
    const account = await tx
      .selectFrom('idp_account')
      .select('id')
      .where('id', '=', subject)
      .executeTakeFirst()
    if (!account)
      throw refused('unauthenticated', 'Your session expired. Please log in again.', 401)
  }

  /**
   * A token issued before its account was verified denies it for minutes, but the embedded
   * provider's table is current.
   */
  async #isProven(tx: PlatformTx, { email_verified, issuer, subject }: Claims): Promise<boolean> {
    if (email_verified || issuer !== this.#embeddedIssuer || !isUuid(subject)) return email_verified
    const account = await tx
      .selectFrom('idp_account')
      .select(isMailboxProven.as('email_verified'))
      .where('id', '=', subject)
      .executeTakeFirst()
    return account?.email_verified ?? false
  }
}

const keyOf = (claims: Claims, cookie?: string): string =>
  `${claims.issuer} ${claims.subject} ${claims.session} ${claims.acr} ${claims.email_verified} ${cookie ? fingerprint(cookie) : ''}`

const personOf = (tx: PlatformTx, { issuer, subject }: Claims) =>
  tx
    .selectFrom('person_identities as i')
    .innerJoin('people as p', 'p.id', 'i.person_id')
    .select(['i.person_id', 'p.email_verified_at'])
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .executeTakeFirst()

/** An identity's first call: adds a person, or links the one with its verified e-mail address. */
type First = { proven: boolean; locale: Locale }
async function provision(tx: PlatformTx, claims: Claims, first: First): Promise<string> {
  await lockName(`person ${claims.issuer} ${claims.subject}`).execute(tx)
  const known = await personOf(tx, claims)
  if (known) return known.person_id
  if (!claims.email)
    throw refused(
      'forbidden',
      'Your sign-in provided no email address, which is required here.',
      403,
    )

  const { email, issuer, subject } = claims
  const person = { name: personName(claims.name), locale: first.locale }
  const person_id =
    (await addPerson(tx, { email, ...person })) ??
    (await adoptPerson(tx, { email, proven: first.proven, ...person }))
  await linkIdentity(tx, { issuer, subject, person_id, email: first.proven ? email : null })
  return person_id
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
