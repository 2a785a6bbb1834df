import { sql } from 'kysely'
import { emailKey } from '../../domain/contact.ts'
import type { Locale } from '../../domain/locale.ts'
import type { PlatformTx } from '../db/door.ts'
import { found } from '../refusals.ts'
import { addPerson, linkIdentity, markMailboxProven, welcomePerson } from './write.ts'

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
  const person_id =
    (await addPerson(tx, { email, name: null, locale })) ?? (await adopt(tx, email, locale))
  await linkIdentity(tx, { issuer, subject, person_id })
  await markMailboxProven(tx, person_id)
  return person_id
}

async function adopt(tx: PlatformTx, email: string, locale: Locale): Promise<string> {
  const person = found(
    await tx
      .selectFrom('people')
      .select(['id', 'name', 'status'])
      .where(sql`lower(email)`, '=', emailKey(email))
      .executeTakeFirst(),
  )
  await welcomePerson(tx, person, { name: null, locale })
  return person.id
}
