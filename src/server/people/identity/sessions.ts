import { sql } from 'kysely'
import { onPlatform, type PlatformTx, sendAlong, system } from '../../base/db/door.ts'
import type { Store } from '../../base/db/store.ts'
import { rightsChanged } from '../../base/events.ts'
import { signInBegan } from '../../base/security/signed-out.ts'

/** A sign-in ends after this long without use. */
export const session_seconds = 30 * 24 * 3600

type SessionRow = {
  uid: string
  agent: string | null
  ip: string | null
  started_at: string
  seen_at: string
}

type Use = { uid: string; account_id: string; agent: string | null; ip: string | null }

/** Notes that a session was used, and lets it live for another thirty days. */
export const useSession = (store: Store, { uid, account_id, agent, ip }: Use): Promise<void> =>
  onPlatform(store, system, async (tx) => {
    await tx
      .insertInto('idp_session')
      .values({ uid, account_id, agent, ip })
      .onConflict((on) => on.column('uid').doUpdateSet({ agent, ip, seen_at: sql`now()` }))
      .execute()
    await sql`update idp_payload set expires_at = now() + make_interval(secs => ${session_seconds}::int),
        payload = jsonb_set(payload, '{exp}', to_jsonb(extract(epoch from now())::int + ${session_seconds}::int))
      where model = 'Session' and uid = ${uid}`.execute(tx)
  })

/** How a sign-in was proven, in the words of OpenID Connect (RFC 8176). */
export type Proof = { acr: 'aal1' | 'aal2' | 'phr'; amr: string[] }
export const byPassword: Proof = { acr: 'aal1', amr: ['pwd'] }
export const byPasswordAndCode: Proof = { acr: 'aal2', amr: ['pwd', 'otp', 'mfa'] }
/** A code that was sent to a mailbox or a phone. */
export const byCode: Proof = { acr: 'aal1', amr: ['otp'] }
/** A device the office set up. */
export const byDevice: Proof = { acr: 'aal1', amr: ['swk'] }
/** A passkey proves that the device is theirs and that they unlocked it. */
export const byPasskey: Proof = { acr: 'phr', amr: ['swk', 'user', 'mfa'] }

/** True if a sign-in was proven by more than a password. */
export const isStrong = (acr: string | null): boolean => acr === 'aal2' || acr === 'phr'

/** From its next token on, this sign-in counts as proven that way. */
export async function raiseSession(tx: PlatformTx, uid: string, proof: Proof): Promise<void> {
  await sql`update idp_payload set payload = payload || ${JSON.stringify(proof)}::text::jsonb
    where (model = 'Session' and uid = ${uid}) or (model = 'RefreshToken' and payload ->> 'sessionUid' = ${uid})`.execute(
    tx,
  )
}

const lately_minutes = 10

/** True if somebody signed in to this account, in this sign-in, so lately that it stands for its owner. */
export const signedInLately = (store: Store, uid: string, account_id: string): Promise<boolean> =>
  onPlatform(store, system, async (tx) => {
    const { rows } =
      await sql`select 1 from idp_session s join idp_payload p on p.model = 'Session' and p.uid = s.uid
      where s.uid = ${uid} and s.account_id = ${account_id}::uuid and s.ended_at is null
        and (p.payload ->> 'loginTs')::bigint > extract(epoch from now()) - ${lately_minutes}::int * 60`.execute(
        tx,
      )
    return rows.length > 0
  })

/** The sessions of an account that can still be used, the last used first. */
export const readSessions = (tx: PlatformTx, account_id: string): Promise<SessionRow[]> =>
  tx
    .selectFrom('idp_session as s')
    .innerJoin('idp_payload as p', (join) =>
      join.onRef('p.uid', '=', 's.uid').on('p.model', '=', 'Session'),
    )
    .select(['s.uid', 's.agent', 's.ip', 's.started_at', 's.seen_at'])
    .where('s.account_id', '=', account_id)
    .where('s.ended_at', 'is', null)
    .where('p.expires_at', '>', sql<string>`now()`)
    .orderBy('s.seen_at', 'desc')
    .execute()

const openPasswordLink = sql`purpose = 'reset' and used_at is null`

type Which = { account_id: string; only?: string; except?: string | null }

/**
 * Ends sessions of an account: their tokens are refused from now on, and their live streams close.
 * A link to set a password could have been made in any of them, so it ends unless one alone is meant.
 * Returns how many.
 */
export async function endOwnSessions(
  tx: PlatformTx,
  { account_id, only, except }: Which,
): Promise<number> {
  if (only === undefined)
    sendAlong(
      tx,
      sql`delete from idp_link where ${openPasswordLink} and account_id = ${account_id}::uuid`,
    )
  const { rows } = await sql<{ uid: string }>`
    update idp_session set ended_at = now() where account_id = ${account_id}::uuid and ended_at is null
      and (${only ?? null}::text is null or uid = ${only ?? null}::text) and uid is distinct from ${except ?? null}::text
    returning uid`.execute(tx)
  if (!rows.length) return 0
  await tx
    .deleteFrom('idp_payload')
    .where('model', '=', 'Session')
    .where(
      'uid',
      'in',
      rows.map(({ uid }) => uid),
    )
    .execute()
  const people = await tx
    .selectFrom('person_identities')
    .select('person_id')
    .where('subject', '=', account_id)
    .execute()
  await rightsChanged(
    tx,
    people.map(({ person_id }) => person_id),
  )
  return rows.length
}

/**
 * Ends every sign-in of these people at the embedded provider: no session and no token of theirs
 * can be used or renewed.
 */
export async function endSessions(tx: PlatformTx, person_ids: readonly string[]): Promise<void> {
  const people = sql`(select subject from person_identities where person_id = any (${`{${person_ids.join(',')}}`}::text::uuid[]))`
  await sql`update idp_session set ended_at = now() where ended_at is null and account_id::text in ${people}`.execute(
    tx,
  )
  await sql`delete from idp_payload where payload ->> 'accountId' in ${people}`.execute(tx)
  await sql`delete from idp_device_link where used_at is null and account_id::text in ${people}`.execute(
    tx,
  )
  sendAlong(
    tx,
    sql`delete from idp_link where ${openPasswordLink} and account_id::text in ${people}`,
  )
}

/** True once a session was ended, while tokens of it may still be around. */
export const isEnded = async (tx: PlatformTx, uid: string): Promise<boolean> =>
  (await tx
    .selectFrom('idp_session')
    .select('uid')
    .where('uid', '=', uid)
    .where('ended_at', 'is not', null)
    .executeTakeFirst()) !== undefined

/** Ended sessions whose tokens have expired, and abandoned ones. */
export async function deleteOldSessions(tx: PlatformTx): Promise<void> {
  await tx
    .deleteFrom('idp_session')
    .where((eb) =>
      eb.or([
        eb('ended_at', '<', sql<string>`now() - interval '1 hour'`),
        eb('seen_at', '<', sql<string>`now() - interval '31 days'`),
      ]),
    )
    .execute()
}

/** On how many devices each of these people is signed in to a business at the embedded provider. */
export async function countSessions(
  tx: PlatformTx,
  person_ids: readonly string[],
  organization_id: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ person_id: string; n: number }>`
    select i.person_id, count(*)::int as n from idp_payload p join person_identities i on i.subject = p.payload ->> 'accountId'
    join memberships m on m.organization_id = ${organization_id}::uuid and m.person_id = i.person_id and m.role <> 'user'
    left join idp_session s on s.uid = p.uid
    where p.model = 'Session' and p.expires_at > now() and i.person_id = any (${`{${person_ids.join(',')}}`}::text::uuid[])
      and (m.signed_out_at is null or ${signInBegan} > m.signed_out_at)
    group by i.person_id`.execute(tx)
  return new Map(rows.map(({ person_id, n }) => [person_id, n]))
}
