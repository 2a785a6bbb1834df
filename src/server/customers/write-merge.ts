import { numberOf } from '../../domain/base/contact.ts'
import { sql } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import type { Merged } from '../../api/customers.ts'
import { mergedStatus, mergedTexts } from '../../domain/flows/merging.ts'
import type { RulePause } from '../../domain/schedule/schedule.ts'
import { overtakeRequests } from './write-consents.ts'
import type { OrgTx } from '../base/db/door.ts'
import { audit } from '../base/events.ts'
import { mergeLeaveRequests } from './leaving/write.ts'
import { mergeConversations } from '../messages/threads/write.ts'
import { addPauses, renameCustomerInEdits } from '../schedule/series/write.ts'
import { pausesOf } from '../schedule/week/rows.ts'
import type { MergePair, MergeRow } from './read-merge.ts'
import { writeCombined } from './write-combined.ts'
import { mergePlaces } from './write-places.ts'
import { todayOf } from '../base/organizations/read.ts'

type TablesOfCustomers = {
  [T in keyof Database]: 'customer_id' extends keyof Database[T] ? T : never
}[keyof Database]

/**
 * What happens to the rows of a merged customer. A new table with a `customer_id` does not compile
 * until it is added here; `mergeInto` handles customers in other columns.
 */
export const tablesOfCustomers = {
  consents: 'moves',
  consent_requests: 'moves',
  credits: 'moves',
  customer_notes: 'moves',
  crew_reports: 'moves',
  customer_requests: 'moves',
  extra_work: 'moves',
  // Append-only: sent for the old id, which resolves to the new one.
  events: 'stays',
  files: 'moves',
  gate_code_looks: 'moves',
  invoices: 'moves',
  leave_requests: 'moves',
  memberships: 'moves',
  messages: 'moves',
  // By `dropHold`: one row for each customer.
  payment_holds: 'stays',
  payment_methods: 'moves',
  payments: 'moves',
  // Nobody rewrites history; the merged id leads to it.
  record_changes: 'stays',
  // By `mergeConversations`, because each customer has one.
  review_requests: 'stays',
  price_campaign_lines: 'moves',
  product_applications: 'moves',
  rules: 'moves',
  service_locations: 'moves',
  signup_leads: 'moves',
  threads: 'stays',
  visit_notes: 'moves',
  visit_reminders: 'moves',
  visit_requests: 'moves',
  visits: 'moves',
} as const satisfies Record<TablesOfCustomers, 'moves' | 'stays'>

const moving = Object.entries(tablesOfCustomers).flatMap(([table, fate]) =>
  fate === 'moves' ? [table] : [],
)

/** Moves everything from `from` to `keep`, then deletes the empty row. What is under way with their money has been settled. */
export async function mergeInto(tx: OrgTx, pair: MergePair): Promise<void> {
  const { keep, from } = pair
  await endConsents(tx, pair)
  await overtakeRequests(tx, from.id)
  await movePauses(tx, pair)
  await mergePlaces(tx, pair.keepRow, pair.fromRow)
  await mergeLeaveRequests(tx, keep.id, from.id)
  await mergeConversations(tx, keep.id, from.id)
  for (const table of moving)
    await sql`update ${sql.table(table)} set customer_id = ${keep.id}::uuid where customer_id = ${from.id}::uuid`.execute(
      tx,
    )
  await renameCustomerInEdits(tx, from.id, keep.id)
  await sql`update merged_customers set into_id = ${keep.id}::uuid where into_id = ${from.id}::uuid`.execute(
    tx,
  )
  const referred_by = await moveReferrals(tx, pair)
  // Foreign keys prevent this while any row still refers to the customer.
  await tx.deleteFrom('customers').where('id', '=', from.id).execute()
  await writeCombined(tx, { ...pair, referred_by })
}

/**
 * Consent for one account stays on record and applies to no other. Consent to texts follows the
 * phone number it was given for.
 */
async function endConsents(tx: OrgTx, { keep, from }: MergePair): Promise<void> {
  const texts =
    from.phone_number !== null &&
    (keep.phone_number === null || numberOf(keep.phone_number) === numberOf(from.phone_number)) &&
    mergedTexts(keep, from)
  await sql`update consents set revoked_at = now() where customer_id = ${from.id}::uuid and revoked_at is null
    and (kind <> 'sms' or not ${texts}::boolean)`.execute(tx)
  const same =
    from.phone_number !== null &&
    keep.phone_number !== null &&
    numberOf(keep.phone_number) === numberOf(from.phone_number)
  if (same && !texts)
    await sql`update consents set revoked_at = now() where customer_id = ${keep.id}::uuid and revoked_at is null and kind = 'sms'`.execute(
      tx,
    )
}

/** If one customer's work continues, the other's pause becomes a pause of that work. */
async function movePauses(tx: OrgTx, { keepRow, fromRow, keep, from }: MergePair): Promise<void> {
  const status = mergedStatus(keep.status, from.status)
  const rest = async (row: MergeRow): Promise<void> => {
    const pauses: RulePause[] = pausesOf({
      ...row,
      paused_from:
        row.status === 'paused' ? (row.paused_from ?? (await todayOf(tx))) : row.paused_from,
    }).map((pause) => ({ ...pause, reason: row.status === 'paused' ? row.pause_reason : null }))
    await addPauses(tx, row.id, pauses)
  }
  const takesPause = status === 'paused' && keep.status !== 'paused'
  if (!takesPause) await rest(fromRow)
  if (takesPause || (status === 'active' && keep.status === 'paused')) await rest(keepRow)
}

/**
 * The kept customer becomes the referrer of everyone either referred. Returns who referred them:
 * the kept customer's referrer first, never someone they referred.
 */
async function moveReferrals(tx: OrgTx, { keepRow, fromRow }: MergePair): Promise<string | null> {
  const both = [keepRow.id, fromRow.id]
  await tx.updateTable('customers').set({ referred_by: null }).where('id', 'in', both).execute()
  await tx
    .updateTable('customers')
    .set({ referred_by: keepRow.id })
    .where('referred_by', '=', fromRow.id)
    .execute()
  const senders = [keepRow.referred_by, fromRow.referred_by].filter(
    (one) => one !== null && !both.includes(one),
  ) as string[]
  if (!senders.length) return null
  const rows = await tx
    .selectFrom('customers')
    .select('id')
    .where('id', 'in', senders)
    .where('referred_by', 'is distinct from', keepRow.id)
    .execute()
  return senders.find((sender) => rows.some((row) => row.id === sender)) ?? null
}

/** From now on the old id resolves to the kept customer. */
export async function keepBothIds(
  tx: OrgTx,
  { keep, from, fromRow }: MergePair,
  outcome: Pick<Merged, 'moves' | 'effects'>,
): Promise<void> {
  const { gate_code: _, gate_code_sealed: _sealed, ...was } = fromRow
  await tx
    .insertInto('merged_customers')
    .values({
      id: from.id,
      into_id: keep.id,
      was: JSON.stringify(was),
      outcome: JSON.stringify(outcome),
      merged_by: tx.cause.person_id,
    })
    .execute()
  await audit(tx, {
    action: 'customer.merged',
    entity: 'customer',
    entity_id: from.id,
    before: was,
    after: { into_id: keep.id, ...outcome.moves },
  })
}
