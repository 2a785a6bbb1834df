import type { signup } from '../../../api/signup.ts'
import type { App, CallOf } from '../../base/call.ts'
import { personRules } from '../../../domain/base/person.ts'
import { hashCode } from '../../base/kit/codes.ts'
import { emitChanged } from '../../customers/write-row.ts'
import { setReferrer } from '../../customers/write-referrals.ts'
import { linkPerson } from '../../customers/write-signup.ts'
import { inOrgAll, type OrgTx } from '../../base/db/door.ts'
import { audit } from '../../base/events.ts'
import { setInvitee } from '../../people/invitations/write.ts'
import { isServing } from '../../base/organizations/read.ts'
import { joinAsCustomer } from '../../people/write-memberships.ts'
import { enterOrganization } from '../../people/write.ts'
import { enforce, found, notFound, refused } from '../../base/kit/refusals.ts'
import { customerOfClaimant } from './customer.ts'
import { leadLost, lockLead, tokenOf, type LeadRow } from './lead.ts'
import { countSignUp, inviteLost } from './target.ts'
import { linkLead, setClaimed } from './write.ts'
import type { Actor } from '../../base/actor.ts'

type Path = 'POST /api/users/signup/claim'

/** Makes the signed-in person the customer of the sign-up whose token they have. */
export async function claimSignup(call: CallOf<Path, (typeof signup)[Path]>) {
  const { app, actor } = call
  enforce(personRules.join(actor))
  const token = tokenOf(call)
  if (!token) throw notFound(leadLost)
  const place = await call.onPlatform((tx) =>
    tx
      .selectFrom('signup_leads')
      .select('organization_id')
      .where('token_hash', '=', hashCode(token))
      .executeTakeFirst(),
  )
  const { organization_id } = found(place, leadLost)
  const customer = await inOrgAll(app.store, organization_id, call.cause, (tx) =>
    claim(app, tx, token, actor),
  )
  await call.onPlatform((tx) => enterOrganization(tx, actor.person_id, organization_id))
  return { ok: true as const, customer_id: customer.id, organization_id, next: nextOf(customer) }
}

type Claimed = Awaited<ReturnType<typeof readClaimed>>
function nextOf({ default_payment_method_id, name, phone_number }: Claimed) {
  if (!default_payment_method_id) return 'pay' as const
  return name && phone_number ? ('done' as const) : ('postauth_name' as const)
}

/** 404 for a second person with the token. */
async function claim(app: App, tx: OrgTx, token: string, actor: Actor): Promise<Claimed> {
  const lead = await lockLead(tx, token)
  const organization = await tx
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  if (!isServing(app, organization)) throw notFound(inviteLost)
  if (lead.claimed_by && lead.claimed_by !== actor.person_id) throw notFound(leadLost)
  await refuseStaff(tx, actor)
  if (lead.claimed_by && lead.customer_id) return readClaimed(tx, lead.customer_id)
  const id = await customerOfClaimant(tx, lead, actor)
  if (!lead.claimed_by) await link(tx, lead, id, actor)
  return readClaimed(tx, id)
}

async function refuseStaff(tx: OrgTx, actor: Actor): Promise<void> {
  const staff = await tx
    .selectFrom('memberships')
    .select('role')
    .where('person_id', '=', actor.person_id)
    .where('role', '<>', 'user')
    .where('status', '<>', 'inactive')
    .executeTakeFirst()
  if (staff)
    throw refused(
      'staff_here',
      'You already work for this business, so you keep your role here. Sign up with another account to be its customer.',
    )
}

async function link(tx: OrgTx, lead: LeadRow, id: string, { person_id }: Actor): Promise<void> {
  if (lead.completed_at === null) await countSignUp(tx, lead)
  await setClaimed(tx, lead.id, person_id)
  await linkPerson(tx, id, person_id)
  await joinAsCustomer(tx, { person_id, customer_id: id })
  await linkLead(tx, lead, id)
  await setReferrer(tx, id, { ...lead, ref: lead.data.ref })
  if (lead.invitation_id) await setInvitee(tx, lead.invitation_id, person_id)
  await emitChanged(tx, id)
  await audit(tx, { action: 'signup.claimed', entity: 'customer', entity_id: id })
}

const readClaimed = (tx: OrgTx, id: string) =>
  tx
    .selectFrom('customers')
    .select(['id', 'default_payment_method_id', 'name', 'phone_number'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
