import { sql } from 'kysely'
import type {
  AdminOrganization,
  NewOrganization,
  OrganizationChange,
} from '../../../domain/flows/admin.ts'
import { readPhone } from '../../../domain/base/phone.ts'
import {
  OrganizationPatch,
  timeZoneOfState,
  type OrganizationStatus,
} from '../../../domain/base/organization.ts'
import { trialDays } from '../../../domain/money/platform.ts'
import { stopAnnouncements } from '../announcements/write.ts'
import type { CallContext } from '../../base/call.ts'
import { inOrgAll, type OrgTx, type PlatformTx } from '../../base/db/door.ts'
import { audit, rightsChanged } from '../../base/events.ts'
import { enqueue } from '../../base/jobs/jobs.ts'
import { homeUrl } from '../../messages/links.ts'
import { notifyOffice } from '../../messages/tell.ts'
import { refuseWaitingOfClosed } from '../../messages/write-waiting.ts'
import {
  setOrganizationStatus,
  addOrganization,
  changeOrganization,
} from '../../base/organizations/write.ts'
import { holdMissedCharges } from '../../money/payments/due-charges.ts'
import { found } from '../../base/kit/refusals.ts'
import { endShiftsOfClosed } from './end-shifts.ts'
import { readOneOrganization } from './read.ts'

/** Adds an organization without an owner, on trial like one that somebody sets up. */
export async function createOrganization(
  tx: PlatformTx,
  { phone_number, industry, ...fields }: NewOrganization,
): Promise<AdminOrganization> {
  const id = await addOrganization(tx, {
    ...fields,
    industry: industry ?? 'Other',
    phone_number: phone_number ? readPhone(phone_number) : null,
    time_zone: (fields.state && timeZoneOfState(fields.state)) || 'America/New_York',
    subscription_status: 'trialing',
    trial_ends_at: sql<string>`now() + ${`${trialDays} days`}::interval`,
  })
  await audit(tx, {
    action: 'POST /api/admin/create-organization',
    entity: 'organization',
    entity_id: id,
    organization_id: id,
    after: { name: fields.name },
  })
  return found(await readOneOrganization(tx, id))
}

/** Changes an organization's data or closes and opens it; one transaction in that organization. */
export const updateOrganization = (
  { app, cause }: Pick<CallContext, 'app' | 'cause'>,
  { id, status, ...fields }: OrganizationChange,
): Promise<void> =>
  inOrgAll(app.store, id, cause, async (tx) => {
    const before = found(
      await tx
        .selectFrom('organizations')
        .select(['name', 'status'])
        .forUpdate()
        .executeTakeFirst(),
    )
    if (Object.keys(fields).length) await changeOrganization(tx, OrganizationPatch.parse(fields))
    if (status) await changeStatus(tx, status, fields.name ?? before.name)
    await audit(tx, {
      action: 'POST /api/admin/update-organization',
      entity: 'organization',
      entity_id: id,
      before,
      after: { ...fields, ...(status ? { status } : {}) },
    })
  })

/** Its people lose or regain access at once, on every device; the owner is told by mail. */
async function changeStatus(tx: OrgTx, status: OrganizationStatus, name: string): Promise<void> {
  if (!(await setOrganizationStatus(tx, status))) return
  if (status === 'inactive') {
    await stopAnnouncements(tx)
    await refuseWaitingOfClosed(tx)
    await endShiftsOfClosed(tx)
  } else await holdMissedCharges(tx)
  await enqueue(tx, 'subscription.pause', { organization_id: tx.org })
  const people = await tx
    .selectFrom('memberships')
    .select('person_id')
    .where('status', '=', 'active')
    .execute()
  await rightsChanged(
    tx,
    people.map(({ person_id }) => person_id),
  )
  await notifyOffice(
    tx,
    `${tx.org}:${tx.cause.request_id}`,
    {
      kind: 'business_status',
      data: { organization: { name }, status, url: homeUrl('/app') },
    },
    ['owner'],
  )
}
