import { sql } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import { tidyTags } from '../../domain/customer.ts'
import {
  addressToKeep,
  mergedStatus,
  mergedTexts,
  mergeNote,
  methodsUsable,
} from '../../domain/merging.ts'
import type { OrgTx } from '../db/door.ts'
import { resealGateCode, unsealGateCode } from '../gate-seal.ts'
import type { MergePair, MergeRow } from './read-merge.ts'
import { applyTextConsent } from './text-consent.ts'
import { addNote } from './write-notes.ts'

type Merging = MergePair & { referred_by: string | null; gate_code_sealed: string | null }
/**
 * kept: the kept customer's value; filled: theirs, or else the other's; derived: maintained by the
 * database.
 */
type Combining = 'kept' | 'filled' | 'derived' | ((merging: Merging) => unknown)

/**
 * How the columns of two customers are combined. A new column does not compile until it is added
 * here.
 */
const columnsOfCustomers = {
  organization_id: 'kept',
  id: 'kept',
  person_id: 'filled',
  status: (m) => statusOf(m),
  was_active: ({ keepRow, fromRow }) => keepRow.was_active || fromRow.was_active,
  name: 'filled',
  email: 'filled',
  phone_number: (m) => phoneGiver(m).phone_number,
  phone_display: (m) => phoneGiver(m).phone_display,
  address_text: 'derived',
  gate_code: 'kept',
  gate_code_sealed: (m) => m.gate_code_sealed,
  team_id: 'filled',
  tags: ({ keepRow, fromRow }) => tidyTags([...keepRow.tags, ...fromRow.tags]),
  available_days: ({ keepRow, fromRow }) =>
    (keepRow.available_days.length ? keepRow : fromRow).available_days,
  services_selected: (m) => JSON.stringify(servicesGiver(m).services_selected),
  service_frequency: (m) => wishesGiver(m).service_frequency,
  service_interval: (m) => wishesGiver(m).service_interval,
  reminder_opt_in: 'kept',
  invoice_email_opt_in: 'kept',
  invoice_sending: 'filled',
  // A certificate and its last day stay together.
  tax_certificate: (m) => exemptionGiver(m).tax_certificate,
  tax_exempt_until: (m) => exemptionGiver(m).tax_exempt_until,
  bill_reminders: ({ keepRow, fromRow }) => keepRow.bill_reminders && fromRow.bill_reminders,
  sms_opt_in: ({ keep, from }) => mergedTexts(keep, from),
  // Consent to charges applies only to the account it was given for.
  autopay_enabled: 'kept',
  autopay_oneoffs: 'kept',
  autopay_cap_cents: 'kept',
  preferred_charge_day: 'kept',
  stripe_customer_id: 'filled',
  default_payment_method_id: ({ keep, from, keepRow, fromRow }) =>
    keepRow.default_payment_method_id ??
    (methodsUsable(keep, from) ? fromRow.default_payment_method_id : null),
  out_of_area: ({ keepRow, fromRow }) => addressToKeep(keepRow, fromRow).out_of_area,
  signup_lead_id: 'filled',
  signup_completed_at: 'filled',
  paused_from: (m) => pauseGiver(m)?.paused_from ?? null,
  resume_on: (m) => pauseGiver(m)?.resume_on ?? null,
  pause_reason: (m) => pauseGiver(m)?.pause_reason ?? null,
  archived_reason: (m) => (statusOf(m) === 'archived' ? m.keepRow.archived_reason : null),
  archived_at: (m) => (statusOf(m) === 'archived' ? m.keepRow.archived_at : null),
  referral_count: 'kept',
  referral_code: 'filled',
  referred_by: (m) => m.referred_by,
  // An edit of either that started earlier has to be reviewed.
  version: ({ keepRow, fromRow }) => Math.max(keepRow.version, fromRow.version) + 1,
  created_at: 'kept',
  updated_at: () => sql`now()`,
  // Opting out of offers applies to both.
  promotions_off_at: 'filled',
  notices_off: ({ keepRow, fromRow }) => [
    ...new Set([...keepRow.notices_off, ...fromRow.notices_off]),
  ],
  search: 'derived',
  locale: 'filled',
  signup_seen_at: 'filled',
  wishes_before: 'kept',
  wishes_changed_at: 'kept',
} satisfies Record<keyof Database['customers'], Combining>

const exemptionGiver = ({ keepRow, fromRow }: Merging) =>
  keepRow.tax_certificate === null ? fromRow : keepRow
const statusOf = ({ keep, from }: Merging) => mergedStatus(keep.status, from.status)
const takesPause = (m: Merging) => statusOf(m) === 'paused' && m.keep.status !== 'paused'
const losesPause = (m: Merging) => statusOf(m) === 'active' && m.keep.status === 'paused'
const pauseGiver = (m: Merging): MergeRow | null =>
  losesPause(m) ? null : takesPause(m) ? m.fromRow : m.keepRow
const phoneGiver = ({ keepRow, fromRow }: Merging) =>
  keepRow.phone_number === null ? fromRow : keepRow
const wishesGiver = ({ keepRow, fromRow }: Merging) =>
  keepRow.service_frequency === null ? fromRow : keepRow
const servicesGiver = ({ keepRow, fromRow }: Merging) =>
  (keepRow.services_selected as unknown[]).length ? keepRow : fromRow

/** That of the address that is kept, or else the one there is. It is sealed for the customer it was of. */
function gateCodeToKeep(tx: OrgTx, { keepRow, fromRow }: MergePair): string | null {
  const giver = [addressToKeep(keepRow, fromRow), keepRow, fromRow].find(
    ({ gate_code_sealed }) => gate_code_sealed !== null,
  )
  if (!giver || giver.id === keepRow.id) return keepRow.gate_code_sealed
  return resealGateCode(tx, keepRow, unsealGateCode(tx, giver.id, giver.gate_code_sealed))
}

/** Writes the combined row, and adds a note about what differs. */
export async function writeCombined(
  tx: OrgTx,
  pair: Omit<Merging, 'gate_code_sealed'>,
): Promise<void> {
  const { keep, from, keepRow, fromRow } = pair
  const merging = { ...pair, gate_code_sealed: gateCodeToKeep(tx, pair) }
  const columns = Object.entries(columnsOfCustomers) as [keyof MergeRow, Combining][]
  const values = columns.flatMap(([column, combining]) => {
    if (combining === 'kept' || combining === 'derived') return []
    const value = combining === 'filled' ? (keepRow[column] ?? fromRow[column]) : combining(merging)
    return [[column, value]]
  })
  await tx
    .updateTable('customers')
    .set(Object.fromEntries(values))
    .where('id', '=', keep.id)
    .execute()
  if (keepRow.phone_number === null && fromRow.phone_number !== null)
    await applyTextConsent(tx, tx.org, keep.id)
  await addNote(tx, keep.id, mergeNote({ keep, from }))
}
