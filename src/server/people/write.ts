import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { readPhone } from '../../domain/base/phone.ts'
import { localeTags, type Locale } from '../../domain/base/locale.ts'
import { officeRoles } from '../../domain/base/roles.ts'
import { avatarPath, type NotificationPrefs, type ProfilePatch } from '../../domain/base/person.ts'
import type { PlatformTx, Tx } from '../base/db/door.ts'
import { emitIn, rightsChanged } from '../base/events.ts'
import { enqueue } from '../base/jobs/jobs.ts'
import { found, refused } from '../base/kit/refusals.ts'
import { clearNoticesOff, forgetLanguageOf, setContactOfPerson } from '../customers/write-own.ts'

/**
 * The person with this e-mail address, added as invited if needed. It does not prove who may sign
 * in as them.
 */
export async function ensurePerson(
  tx: PlatformTx,
  { email, name = null }: { email: string; name?: string | null },
): Promise<{ id: string; created: boolean }> {
  const { rows: made } = await sql<{ id: string }>`
    insert into people (email, name, status) values (${email.trim()}, ${name}, 'invited')
    on conflict ((lower(email))) do nothing returning id`.execute(tx)
  if (made[0]) return { id: made[0].id, created: true }
  const { rows: known } = await sql<{ id: string }>`
    select id from people where lower(email) = lower(${email.trim()})`.execute(tx)
  return { id: found(known[0]).id, created: false }
}

/** Adds a person at their first sign-in; undefined if the e-mail address is taken. */
export async function addPerson(
  tx: PlatformTx,
  { email, name, locale }: { email: string; name: string | null; locale: Locale },
): Promise<string | undefined> {
  const row = await tx
    .insertInto('people')
    .values({ email: email.trim(), name, locale: localeTags[locale] })
    .onConflict((on) => on.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Adds somebody without e-mail, who can sign in at once. */
export async function addPersonWithoutMailbox(
  tx: PlatformTx,
  {
    name,
    phone_number,
    locale,
  }: { name: string | null; phone_number?: string | null; locale?: Locale },
): Promise<string> {
  const row = await tx
    .insertInto('people')
    .values({
      name,
      phone_number: phone_number ? readPhone(phone_number) : null,
      ...(locale ? { locale: localeTags[locale] } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Links a sign-in identity to a person. `email`: the verified address it came with. */
export const linkIdentity = (
  tx: PlatformTx,
  identity: { issuer: string; subject: string; person_id: string; email?: string | null },
): Promise<unknown> => tx.insertInto('person_identities').values(identity).execute()

/**
 * Keeps that a person has proven their mailbox: a business may write to others only once somebody
 * who runs it has, so what waited for it goes out.
 */
export async function markMailboxProven(tx: PlatformTx, person_id: string): Promise<void> {
  const proven = await tx
    .updateTable('people')
    .set({ email_verified_at: sql<string>`now()` })
    .where('id', '=', person_id)
    .where('email_verified_at', 'is', null)
    .returning(
      sql<boolean>`exists (select 1 from memberships m where m.person_id = people.id and m.status = 'active'
        and m.role in (${sql.join([...officeRoles])}))`.as('runs_business'),
    )
    .executeTakeFirst()
  if (proven?.runs_business) await enqueue(tx, 'mailbox.proven', { person_id }, { key: person_id })
}

/** An invited person signs in: marks them active, and names them if they have no name. */
export async function welcomePerson(
  tx: PlatformTx,
  person: { id: string; name: string | null; status: string },
  { name, locale }: { name: string | null; locale: Locale },
): Promise<void> {
  await tx
    .updateTable('people')
    .set({
      name: person.name ?? name,
      ...(person.status === 'invited' ? { status: 'active', locale: localeTags[locale] } : {}),
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', person.id)
    .execute()
  if (person.name === null || person.status === 'invited') await emitPersonChanged(tx, person.id)
}

/** Saves a profile change, and passes name and phone on to the organizations that show them. */
export async function changeProfile(
  tx: PlatformTx,
  person_id: string,
  patch: Omit<ProfilePatch, 'email'>,
): Promise<void> {
  const { timezone, locale, notification_prefs, ...plain } = patch
  await tx
    .updateTable('people')
    .set({
      ...plain,
      ...(plain.phone_number ? { phone_number: readPhone(plain.phone_number) } : {}),
      ...(timezone === undefined ? {} : { time_zone: timezone }),
      ...(locale === undefined ? {} : { locale: locale ?? sql<string>`default` }),
      ...(notification_prefs
        ? {
            notification_prefs: sql<never>`notification_prefs || ${JSON.stringify(notification_prefs)}::text::jsonb`,
          }
        : {}),
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', person_id)
    .execute()
  if (plain.avatar_url === null) await deletePicture(tx, person_id)
  const switchedOn = Object.entries(notification_prefs ?? {}).flatMap(([name, is_on]) =>
    is_on ? [name] : [],
  )
  if (switchedOn.length) await clearNoticesOff(tx, person_id, switchedOn)
  if (locale !== undefined) await forgetLanguageOf(tx, person_id)
  const { name, phone_number, avatar_url } = plain
  if ([name, phone_number, avatar_url].some((value) => value !== undefined))
    await emitPersonChanged(tx, person_id)
  if (phone_number !== undefined)
    await setContactOfPerson(tx, person_id, {
      phone_number: phone_number && readPhone(phone_number),
      phone_display: phone_number,
    })
}

/** Keeps the picture of a person in place of the one before. */
export async function putPicture(
  tx: PlatformTx,
  person_id: string,
  content: Buffer,
): Promise<void> {
  const row = { hash: hash('sha256', content, 'base64url').slice(0, 16), content }
  await tx
    .insertInto('person_pictures')
    .values({ person_id, ...row })
    .onConflict((on) => on.column('person_id').doUpdateSet({ ...row, uploaded_at: sql`now()` }))
    .execute()
  await tx
    .updateTable('people')
    .set({ avatar_url: avatarPath(person_id, row.hash), updated_at: sql<string>`now()` })
    .where('id', '=', person_id)
    .execute()
  await emitPersonChanged(tx, person_id)
}

export const deletePicture = (tx: PlatformTx, person_id: string): Promise<unknown> =>
  tx.deleteFrom('person_pictures').where('person_id', '=', person_id).execute()

/** Switches one sort of notices to a person on or off. */
export async function setNotice(
  tx: Tx,
  person_id: string,
  name: keyof NotificationPrefs,
  is_on: boolean,
): Promise<void> {
  await tx
    .updateTable('people')
    .set({
      notification_prefs: sql<never>`notification_prefs || ${JSON.stringify({ [name]: is_on })}::text::jsonb`,
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', person_id)
    .execute()
  await rightsChanged(tx, [person_id])
}

/**
 * Sets the contact address of a person and their customer records; the sign-in address stays. 409
 * `email_taken`.
 */
export async function changeContactEmail(
  tx: PlatformTx,
  person_id: string,
  email: string,
): Promise<void> {
  const { rows } = await sql`
    select 1 from people where lower(email) = lower(${email}) and id <> ${person_id}::uuid
    union all
    select 1 from customers mine join customers theirs on theirs.organization_id = mine.organization_id and theirs.id <> mine.id
     where mine.person_id = ${person_id}::uuid and lower(theirs.email) = lower(${email})`.execute(
    tx,
  )
  if (rows.length) throw refused('email_taken', 'Someone else already uses this email.')
  await tx
    .updateTable('people')
    .set({ email, updated_at: sql<string>`now()` })
    .where('id', '=', person_id)
    .execute()
  await setContactOfPerson(tx, person_id, { email })
}

/** Names a person who has no name yet. */
export const namePersonOnce = (tx: Tx, person_id: string, name: string): Promise<unknown> =>
  tx
    .updateTable('people')
    .set({ name: sql`coalesce(name, ${name})` })
    .where('id', '=', person_id)
    .execute()

export const renamePerson = (tx: Tx, person_id: string, name: string): Promise<unknown> =>
  tx.updateTable('people').set({ name }).where('id', '=', person_id).execute()

/** Makes this the person's active organization. */
export async function switchOrganization(
  tx: PlatformTx,
  person_id: string,
  organization_id: string,
): Promise<void> {
  await tx
    .updateTable('people')
    .set({ active_organization_id: organization_id })
    .where('id', '=', person_id)
    .execute()
  await rightsChanged(tx, [person_id])
}

/** Makes somebody one of the platform's own people, or an ordinary person again, for the administrator who asks. */
export async function setPlatformRole(
  tx: PlatformTx,
  person_id: string,
  platform_role: 'admin' | 'sales' | null,
): Promise<void> {
  await sql`select set_platform_role(${tx.cause.person_id}::uuid, ${person_id}::uuid, ${platform_role}::text)`.execute(
    tx,
  )
  await rightsChanged(tx, [person_id])
}

/** Locks a person out everywhere, or lets them in again: as invited if they never signed in. */
export async function setPersonStatus(
  tx: PlatformTx,
  person_id: string,
  status: 'active' | 'inactive',
): Promise<void> {
  await tx
    .updateTable('people')
    .set({
      status:
        status === 'inactive'
          ? status
          : sql<string>`case when status <> 'inactive' then status when exists (select 1 from person_identities i where i.person_id = people.id) then 'active' else 'invited' end`,
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', person_id)
    .execute()
  await rightsChanged(tx, [person_id])
}

/** Notes that somebody uses the product, to within five minutes. */
export const markSeen = (person_id: string) =>
  sql`update people set last_seen_at = now() where id = ${person_id}::uuid and (last_seen_at is null or last_seen_at < now() - interval '5 minutes')`

/**
 * A person joins an organization: it becomes their active one, and an invited person becomes
 * active.
 */
export async function enterOrganization(
  tx: Tx,
  person_id: string,
  organization_id: string,
): Promise<void> {
  await sql`update people set active_organization_id = ${organization_id}::uuid, status = case when status = 'invited' then 'active' else status end
    where id = ${person_id}`.execute(tx)
  await rightsChanged(tx, [person_id])
}

/** Starts impersonating another person; ends on its own at `expires_at`. */
export async function startImpersonation(
  tx: PlatformTx,
  impersonation: {
    admin_id: string
    target_id: string
    session_hash: string
    expires_at: string
  },
): Promise<string> {
  const { id } = await tx
    .insertInto('impersonations')
    .values(impersonation)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ends a running impersonation; undefined if there is none. */
export const stopImpersonation = (
  tx: PlatformTx,
  { admin_id, session_hash }: { admin_id: string; session_hash: string },
): Promise<{ id: string; target_id: string } | undefined> =>
  tx
    .updateTable('impersonations')
    .set({ ended_at: sql<string>`now()` })
    .where('session_hash', '=', session_hash)
    .where('admin_id', '=', admin_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['id', 'target_id'])
    .executeTakeFirst()

/** Ends an impersonation at the moment it ran out; false if it has ended. */
export async function closeImpersonation(tx: PlatformTx, id: string): Promise<boolean> {
  const closed = await tx
    .updateTable('impersonations')
    .set({ ended_at: sql<string>`expires_at` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}

/** Sends `person.changed` to every organization of a person, so that their screens update. */
export async function emitPersonChanged(tx: PlatformTx, person_id: string): Promise<void> {
  const { rows } = await sql<{ organization_id: string; team_ids: string[] }>`
    select m.organization_id, array_remove(array_agg(distinct m.team_id) || array_agg(distinct l.team_id), null) as team_ids
    from memberships m left join led_teams l on l.organization_id = m.organization_id and l.membership_id = m.id
    where m.person_id = ${person_id} group by m.organization_id order by m.organization_id`.execute(
    tx,
  )
  for (const { organization_id, team_ids } of rows)
    await emitIn(tx, organization_id, 'person.changed', { person_id }, { team_ids })
}
