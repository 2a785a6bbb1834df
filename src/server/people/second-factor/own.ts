import type { App, CallContext, ReadContext } from '../../base/call.ts'
import { audit } from '../../base/events.ts'
import { readSubject } from '../../base/security/subject.ts'
import { found } from '../../base/kit/refusals.ts'
import { originOfCall } from '../../base/security/log.ts'
import { emitPersonChanged } from '../write.ts'
import type { Actor } from '../../base/actor.ts'

type Own = Pick<ReadContext, 'readPlatform'> & { app: App; actor: Actor }

export const subjectOf = ({ app, actor, readPlatform }: Own): Promise<string | null> =>
  readPlatform((tx) => readSubject(tx, app, actor.person_id))

/** The caller's account. 404 if another provider keeps it. */
export const own = async (call: Own) => ({
  subject: found(await subjectOf(call)),
  identity: found(call.app.identity),
})

/** A change of the sign-in goes into the audit and the security log. */
export async function note(call: CallContext & { actor: Actor }, action: string): Promise<void> {
  const { person_id } = call.actor
  const changed = { event: 'authn_factor_change', person_id, detail: { action } } as const
  call.app.security(changed, originOfCall(call))
  await call.onPlatform(async (tx) => {
    await audit(tx, { action, entity: 'person', entity_id: person_id })
    await emitPersonChanged(tx, person_id)
  })
}
