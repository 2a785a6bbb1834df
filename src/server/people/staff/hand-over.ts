import { hasRole, officeRoles, type Role } from '../../../domain/base/roles.ts'
import { staffRules } from '../../../domain/people/staff.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { homeUrl } from '../../messages/links.ts'
import { reachAddress } from '../../messages/recipient.ts'
import { tell } from '../../messages/tell.ts'
import { setOwner } from '../../base/organizations/write.ts'
import { swapOwner } from '../write-staff.ts'
import { enforce, noAccess, Refused, refused } from '../../base/kit/refusals.ts'
import { lockStaff } from './read.ts'
import { addOffer, endOffer } from './write.ts'
import type { Actor } from '../../base/actor.ts'

/** The owner offers the business to a manager, who hears of it by mail. 409 `offer_open`. */
export async function offerBusiness(tx: OrgTx, to_person_id: string, actor: Actor): Promise<void> {
  const target = await lockStaff(tx, to_person_id)
  enforce(staffRules.handOver(target as Parameters<typeof staffRules.handOver>[0]))
  if (!(await addOffer(tx, { from_person_id: actor.person_id, to_person_id })))
    throw refused(
      'offer_open',
      'The business is already offered to somebody. Take that back first.',
    )
  await write(tx, to_person_id, 'offered', actor.name ?? actor.email)
  await emit(tx, 'organization.changed', { ownership: 'offered' })
}

/** The manager takes the business over; both confirmed, and both are told. */
export async function acceptOffer(tx: OrgTx, actor: Actor): Promise<void> {
  if (!actor.email_verified)
    throw new Refused(403, 'email_unverified', 'Confirm your email address first.')
  // Locked before the offer, as by whoever deactivates or moves this manager at the same moment.
  const { role, status } = await lockStaff(tx, actor.person_id)
  if (!hasRole([role as Role], officeRoles) || status !== 'active') throw noAccess()
  const offer = await endOffer(tx, { to_person_id: actor.person_id }, 'accepted')
  if (!offer) throw refused('offer_gone', 'This offer is no longer open.')
  await swapOwner(tx, offer)
  await setOwner(tx, tx.org, actor.person_id)
  const name = actor.name ?? actor.email
  for (const id of [offer.from_person_id, offer.to_person_id])
    await write(tx, id, 'handed_over', name)
  await emit(tx, 'organization.changed', { ownership: 'handed_over' })
}

async function write(
  tx: OrgTx,
  person_id: string,
  state: 'offered' | 'handed_over',
  name: string,
): Promise<void> {
  const person = await tx
    .selectFrom('people')
    .select(['email', 'name'])
    .where('id', '=', person_id)
    .executeTakeFirstOrThrow()
  const organization = await tx
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  await tell(tx, await reachAddress(tx, { ...person, person_id }), {
    kind: 'ownership',
    data: { organization, name: person.name, state, person: name, url: homeUrl('/app/people') },
  })
}
