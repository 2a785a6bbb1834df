import type { App } from '../call.ts'
import type { PlatformTx } from '../db/door.ts'
import type { Actor } from '../actor.ts'
import type { OwnProof } from '../../people/identity/service.ts'

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

type Body = { current_password?: string | undefined; proof?: string | undefined }

/** What a call brings along to show that it is really them. */
export const proofOf = ({ body, actor }: { body: Body; actor: Actor }): OwnProof => ({
  current_password: body.current_password,
  proof: body.proof,
  session_id: actor.session_id,
})
