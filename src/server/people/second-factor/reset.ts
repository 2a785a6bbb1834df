import { staffRules } from '../../../domain/people/staff.ts'
import type { CallContext } from '../../base/call.ts'
import { audit, rightsChanged } from '../../base/events.ts'
import { endSessions } from '../identity/sessions.ts'
import { readSubject } from '../../base/security/subject.ts'
import { enforce } from '../../base/kit/refusals.ts'
import { originOfCall } from '../../base/security/log.ts'
import { emitPersonChanged } from '../write.ts'
import type { Actor } from '../../base/actor.ts'

type Lost = {
  action: string
  person_id: string
  status: string
  elsewhere: boolean
  organization_id: string | null
}

/** Ends the second factors of somebody who lost theirs, and every sign-in of theirs: a lost device may still be signed in. */
export async function resetFactor(
  call: CallContext & { actor: Actor },
  { action, person_id, status, elsewhere, organization_id }: Lost,
): Promise<void> {
  const { app, actor } = call
  const factor = app.identity?.factor
  const subject = await call.readPlatform((tx) => readSubject(tx, app, person_id))
  const state = subject ? await factor?.read(subject) : undefined
  const mayReset = (has_second_factor: boolean) =>
    enforce(
      staffRules.resetFactor({
        is_self: person_id === actor.person_id,
        status,
        elsewhere,
        has_second_factor,
      }),
    )
  mayReset(state?.is_on ?? false)
  // Of two at once, one finds nothing left to end.
  mayReset((await factor?.reset(subject!)) ?? false)
  await call.onPlatform(async (tx) => {
    await endSessions(tx, [person_id])
    await rightsChanged(tx, [person_id])
    await emitPersonChanged(tx, person_id)
    const of = { entity: 'person', entity_id: person_id }
    await audit(tx, { action, ...of, ...(organization_id ? { organization_id } : {}) })
  })
  const changed = { event: 'authn_factor_change', person_id, organization_id } as const
  app.security({ ...changed, detail: { action, by: actor.person_id } }, originOfCall(call))
}
