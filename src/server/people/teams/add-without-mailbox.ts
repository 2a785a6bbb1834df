import type { Role } from '../../../domain/base/roles.ts'
import type { CallContext } from '../../base/call.ts'
import { addPersonWithoutMailbox, linkIdentity } from '../write.ts'
import { addActiveStaff } from '../write-memberships.ts'
import { found } from '../../base/kit/refusals.ts'
import { liveTeam } from './read.ts'

type NewCrew = { name: string; phone_number: string | null; role: Role; team_id: string | null }

/**
 * Adds a crew member who has no e-mail, with an account that a QR code of the office opens. The
 * number is for calling them: codes go to one they have proven themselves.
 */
export async function addWithoutMailbox(
  call: CallContext,
  { name, phone_number, role, team_id }: NewCrew,
): Promise<string> {
  const identity = found(call.app.identity)
  await call.readOrg(async (tx) => {
    if (team_id) found(await liveTeam(tx, team_id).executeTakeFirst())
  })
  const person_id = await call.onPlatform(async (tx) => {
    const subject = await identity.withoutMailbox.add(tx, name)
    const id = await addPersonWithoutMailbox(tx, { name, phone_number })
    await linkIdentity(tx, { issuer: identity.issuer, subject, person_id: id })
    return id
  })
  await call.inOrg((tx) => addActiveStaff(tx, { person_id, role, team_id }))
  return person_id
}
