import type { MyProfile } from '../../api/people.ts'
import { personRules } from '../../domain/base/person.ts'
import type { App } from '../base/call.ts'
import type { PlatformTx } from '../base/db/door.ts'
import { enforce, found } from '../base/kit/refusals.ts'
import { readActor } from './read-actor.ts'
import { readProfile } from './read-profile.ts'
import { isSignedOut } from '../base/security/signed-out.ts'
import { switchOrganization } from './write.ts'
import type { Actor } from '../base/actor.ts'

/** Switches a person to another of their organizations. Returns their profile there. */
export async function activateOrganization(
  tx: PlatformTx,
  app: App,
  actor: Actor,
  organization_id: string,
): Promise<MyProfile> {
  const { person_id, email, email_verified, real_person_id, impersonation_id } = actor
  const { session_id, has_second_factor } = actor
  enforce(personRules.join(actor))
  const { is_signed_out } = found(
    await tx
      .selectFrom('memberships')
      .select(isSignedOut(real_person_id ? null : session_id).as('is_signed_out'))
      .where('person_id', '=', person_id)
      .where('organization_id', '=', organization_id)
      .where('status', '=', 'active')
      .executeTakeFirst(),
  )
  enforce(personRules.enter({ is_signed_out }))
  await switchOrganization(tx, person_id, organization_id)
  return readProfile(tx, app, {
    ...(await readActor(tx, person_id, real_person_id ? null : session_id)),
    email,
    email_verified,
    real_person_id,
    impersonation_id,
    session_id,
    has_second_factor,
  })
}
