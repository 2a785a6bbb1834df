import { emailKey } from '../../domain/base/email.ts'
import type { App } from '../base/call.ts'
import type { PlatformTx } from '../base/db/door.ts'
import { reachAddress } from '../messages/recipient.ts'
import { tell } from '../messages/tell.ts'
import { refused } from '../base/kit/refusals.ts'
import { sealFor, unsealFor } from '../base/kit/secrets.ts'

const purpose = 'contact email'
const link_hours = 24

type Proof = { person_id: string; email: string; expires_at: number }

/**
 * Sends a link that confirms a new contact address. Returns null if the address is already in use.
 */
export async function sendEmailConfirmation(
  tx: PlatformTx,
  app: App,
  person_id: string,
  email: string,
): Promise<string | null> {
  const person = await tx
    .selectFrom('people')
    .select(['email', 'name'])
    .where('id', '=', person_id)
    .executeTakeFirstOrThrow()
  if (person.email && emailKey(person.email) === emailKey(email)) return null
  const proof: Proof = { person_id, email, expires_at: Date.now() + link_hours * 3_600_000 }
  const token = sealFor(app.secret, purpose, JSON.stringify(proof))
  const url = `${app.config.PUBLIC_URL}/app/account?confirm_email=${token}`
  await tell(tx, await reachAddress(tx, { email, person_id }), {
    kind: 'verify_email',
    data: { name: person.name, url, hours: link_hours },
  })
  return email
}

/** The person and address of a confirmation link. 409 `link_expired`. */
export function readEmailToken(app: App, token: string): Proof {
  const text = unsealFor(app.secret, purpose, token)
  const proof = text ? (JSON.parse(text) as Proof) : null
  if (!proof || proof.expires_at < Date.now())
    throw refused(
      'link_expired',
      'This link is no longer valid. Save the address again to get a new one.',
    )
  return proof
}
