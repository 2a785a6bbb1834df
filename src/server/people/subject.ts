import type { App } from '../call.ts'
import type { PlatformTx } from '../db/door.ts'

/** The person's account in the embedded sign-in provider. */
export async function readSubject(
  tx: PlatformTx,
  app: App,
  person_id: string,
): Promise<string | null> {
  if (!app.identity) return null
  const row = await tx
    .selectFrom('person_identities')
    .select('subject')
    .where('person_id', '=', person_id)
    .where('issuer', '=', app.identity.issuer)
    .executeTakeFirst()
  return row?.subject ?? null
}
