import { sql } from 'kysely'
import {
  customerRules,
  statusChange,
  unarchivedStatus,
  type CustomerStatus,
} from '../../domain/customers/customer.ts'
import { type BulkStatusResult } from '../../domain/customers/customer-bulk.ts'
import type { LocalDate } from '../../domain/base/dates.ts'
import type { App } from '../base/call.ts'
import { inOrgAll, inSavepoint, readPlatform, system, type OrgTx } from '../base/db/door.ts'
import { todayOf } from '../base/organizations/read.ts'
import { emit } from '../base/events.ts'
import { enforce, invalid, Refused } from '../base/kit/refusals.ts'
import {
  emitChanged,
  lockCustomer,
  setCustomer,
  type CustomerValues,
  type LockedCustomer,
} from './write-row.ts'
import { endAutopay } from './write-billing.ts'
import { grantLeave } from './leaving/write.ts'
import { closeVisitRequests } from '../schedule/visit-requests/write.ts'
import { endCustomerRules } from '../schedule/series/end.ts'

/** Converts, pauses, archives or restores a customer. */
export async function changeStatus(tx: OrgTx, id: string, to: CustomerStatus): Promise<void> {
  const row = await lockCustomer(tx, id)
  const facts = { status: row.status as CustomerStatus, was_active: row.was_active }
  const change = statusChange(facts.status, to)
  if (!change) return
  if (change === 'pause') return pause(tx, row, { reason: null, from: undefined, resume_on: null })
  if (change === 'resume') return resume(tx, row)
  enforce(customerRules[change](facts))
  if (change === 'archive') return archive(tx, row)
  const status = change === 'unarchive' ? unarchivedStatus(facts) : to
  await write(tx, row, {
    status,
    was_active: row.was_active || status === 'active',
    archived_at: null,
    archived_reason: null,
  })
}

/** Changes the status of several customers, each changed or refused independently. */
export async function changeStatusOfMany(
  tx: OrgTx,
  ids: readonly string[],
  to: CustomerStatus,
): Promise<BulkStatusResult> {
  const updated: string[] = []
  const failed: { id: string; error: string }[] = []
  for (const id of new Set(ids)) {
    try {
      await inSavepoint(tx, () => changeOneOfMany(tx, id, to))
      updated.push(id)
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault
      failed.push({ id, error: fault.message })
    }
  }
  return { updated, failed }
}

/** The list they were selected from may be stale: do not bring back anyone archived since. */
async function changeOneOfMany(tx: OrgTx, id: string, to: CustomerStatus): Promise<void> {
  const { status } = await lockCustomer(tx, id)
  if (status === 'archived' && to !== 'archived') enforce(customerRules.convert({ status }))
  return changeStatus(tx, id, to)
}

/** Ends future work and autopay; history and invoices stay. */
async function archive(tx: OrgTx, row: LockedCustomer): Promise<void> {
  const reason = row.status === 'lead' ? 'lost' : null
  await grantLeave(tx, row.id)
  await closeVisitRequests(tx, row.id)
  await endAutopay(tx, row.id)
  await write(tx, row, {
    status: 'archived',
    archived_at: sql`now()`,
    archived_reason: reason,
    ...noPause,
  })
  await endCustomerRules(tx, row.id, await todayOf(tx))
}

type PauseInput = {
  reason: string | null
  from: LocalDate | undefined
  resume_on: LocalDate | null
}
const noPause = { paused_from: null, resume_on: null, pause_reason: null }

/**
 * From a given day on, visits stay on the schedule grayed out and are neither done nor billed,
 * until the resume date or until resumed by hand.
 */
export async function pause(
  tx: OrgTx,
  row: LockedCustomer,
  { reason, from, resume_on }: PauseInput,
): Promise<void> {
  enforce(
    row.status === 'paused' ? null : customerRules.pause({ status: row.status as CustomerStatus }),
  )
  const today = await todayOf(tx)
  const paused_from = from ?? (row.status === 'paused' ? row.paused_from : null) ?? today
  if (resume_on !== null && resume_on <= today)
    throw invalid({ resume_on: 'Choose a day after today.' })
  if (resume_on !== null && resume_on <= paused_from)
    throw invalid({ resume_on: 'The pause must end after it begins.' })
  await write(tx, row, { status: 'paused', paused_from, resume_on, pause_reason: reason })
  await calendarChanged(tx, row)
}

/**
 * Resumes work today, or on the agreed day if that has passed. The pause stays on record, so that
 * what it skipped stays skipped.
 */
export async function resume(tx: OrgTx, row: LockedCustomer): Promise<void> {
  enforce(customerRules.resume({ status: row.status as CustomerStatus }))
  const today = await todayOf(tx)
  const ended = row.resume_on !== null && row.resume_on <= today ? row.resume_on : today
  const happened = row.paused_from !== null && row.paused_from < ended
  await write(tx, row, {
    status: 'active',
    ...(happened ? { resume_on: ended, pause_reason: null } : noPause),
  })
  await calendarChanged(tx, row)
}

const write = async (tx: OrgTx, row: LockedCustomer, values: CustomerValues): Promise<void> => {
  // Who converts, pauses or archives a sign-up has seen it.
  await setCustomer(tx, row.id, { signup_seen_at: sql`coalesce(signup_seen_at, now())`, ...values })
  const { status = row.status } = values
  await emitChanged(tx, row.id, [row.team_id], { status })
}

/** Open schedules reload. */
export const calendarChanged = (tx: OrgTx, row: LockedCustomer) =>
  emit(
    tx,
    'rule.changed',
    { customer_id: row.id },
    { customer_id: row.id, team_ids: [row.team_id] },
  )

/** Ends pauses whose resume date has come in the organization's time zone. Safe to repeat. */
export async function resumeDue({ store }: Pick<App, 'store'>): Promise<void> {
  // One day ahead, since the day starts earlier in some time zones.
  const pausing = await readPlatform(store, system, (tx) =>
    tx
      .selectFrom('customers')
      .select('organization_id')
      .distinct()
      .where('status', '=', 'paused')
      .where('resume_on', '<=', sql<string>`now()::date + 1`)
      .execute(),
  )
  for (const { organization_id } of pausing)
    await inOrgAll(store, organization_id, { person_id: null }, async (tx) => {
      const due = await tx
        .selectFrom('customers')
        .select('id')
        .where('status', '=', 'paused')
        .where('resume_on', '<=', await todayOf(tx))
        .orderBy('id')
        .limit(1000)
        .execute()
      for (const { id } of due) await resume(tx, await lockCustomer(tx, id))
    })
}
