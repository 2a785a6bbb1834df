import { sql } from 'kysely'
import { emailKey } from '../../domain/base/email.ts'
import type { Locale } from '../../domain/base/locale.ts'
import type { PlatformTx } from '../base/db/door.ts'
import { refused } from '../base/kit/refusals.ts'
import {
  addPerson,
  addPersonWithoutMailbox,
  linkIdentity,
  markMailboxProven,
  welcomePerson,
} from './write.ts'

type Arriving = { issuer: string; subject: string; email: string; locale: Locale }

/** The person behind an account whose mailbox was just proven; added if nobody has the address. */
export async function joinPerson(
  tx: PlatformTx,
  { issuer, subject, email, locale }: Arriving,
): Promise<string> {
  const linked = await tx
    .selectFrom('person_identities')
    .select('person_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (linked) return linked.person_id
  const person = { email, name: null, locale }
  const person_id =
    (await addPerson(tx, person)) ?? (await adoptPerson(tx, { ...person, proven: true }))
  await linkIdentity(tx, { issuer, subject, person_id, email })
  await markMailboxProven(tx, person_id)
  return person_id
}

type Arrived = { email: string; name: string | null; locale: Locale; proven: boolean }

/**
 * The person who is known by this address, for an account of it. Requires a proven mailbox, since
 * anyone can sign up with an invited owner's address. If they sign in with another one, this is only
 * their contact address, which opens nothing: whoever has the mailbox now is somebody else.
 */
export async function adoptPerson(
  tx: PlatformTx,
  { email, name, locale, proven }: Arrived,
): Promise<string> {
  if (!proven)
    throw refused(
      'email_unverified',
      'Please confirm your email address first: open the link we sent you.',
      403,
    )
  const { rows } = await sql<{ id: string; name: string | null; status: string }>`
    select id, name, status from people where ${hasSignInAt(email)}`.execute(tx)
  const [person] = rows
  if (!person) return addPersonWithoutMailbox(tx, { name, locale })
  await welcomePerson(tx, person, { name, locale })
  return person.id
}

/** True of people with this address who have no other sign-in address. */
export const hasSignInAt = (
  email: string,
) => sql<boolean>`lower(people.email) = ${emailKey(email)} and (
  not exists (select 1 from person_identities i where i.person_id = people.id)
  or exists (select 1 from person_identities i left join idp_address s on s.account_id::text = i.subject and s.kind = 'mailbox'
    where i.person_id = people.id and ${emailKey(email)} in (s.address, lower(i.email))))`
