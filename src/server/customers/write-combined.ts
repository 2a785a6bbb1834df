import { sql } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import {
  customerColumns,
  type ChosenColumn,
  type CustomerColumn,
} from '../../domain/customers/columns.ts'
import { tidyTags } from '../../domain/customers/customer.ts'
import {
  addressToKeep,
  mergedStatus,
  mergedTexts,
  mergeNote,
  methodsUsable,
} from '../../domain/flows/merging.ts'
import type { OrgTx } from '../base/db/door.ts'
import { resealGateCode, unsealGateCode } from '../base/gate-seal.ts'
import type { MergePair, MergeRow } from './read-merge.ts'
import { applyTextConsent } from './text-consent.ts'
import { addNote } from './write-notes.ts'

type Merging = MergePair & { referred_by: string | null; gate_code_sealed: string | null }
/** The table's columns, each of which `customerColumns` must name. */
const columns: Record<keyof Database['customers'], { merge: string }> = customerColumns

/** How a merge decides about the columns that it neither keeps nor fills. */
const chosen: Record<ChosenColumn, (merging: Merging) => unknown> = {
  status: (m) => statusOf(m),
  was_active: ({ keepRow, fromRow }) => keepRow.was_active || fromRow.was_active,
  phone_number: (m) => phoneGiver(m).phone_number,
  phone_display: (m) => phoneGiver(m).phone_display,
  gate_code_sealed: (m) => m.gate_code_sealed,
  tags: ({ keepRow, fromRow }) => tidyTags([...keepRow.tags, ...fromRow.tags]),
  available_days: ({ keepRow, fromRow }) =>
    (keepRow.available_days.length ? keepRow : fromRow).available_days,
  services_selected: (m) => JSON.stringify(servicesGiver(m).services_selected),
  service_frequency: (m) => wishesGiver(m).service_frequency,
  service_interval: (m) => wishesGiver(m).service_interval,
  // A certificate and its last day stay together.
  tax_certificate: (m) => exemptionGiver(m).tax_certificate,
  tax_exempt_until: (m) => exemptionGiver(m).tax_exempt_until,
  bill_reminders: ({ keepRow, fromRow }) => keepRow.bill_reminders && fromRow.bill_reminders,
  sms_opt_in: ({ keep, from }) => mergedTexts(keep, from),
  default_payment_method_id: ({ keep, from, keepRow, fromRow }) =>
    keepRow.default_payment_method_id ??
    (methodsUsable(keep, from) ? fromRow.default_payment_method_id : null),
  out_of_area: ({ keepRow, fromRow }) => addressToKeep(keepRow, fromRow).out_of_area,
  paused_from: (m) => pauseGiver(m)?.paused_from ?? null,
  resume_on: (m) => pauseGiver(m)?.resume_on ?? null,
  pause_reason: (m) => pauseGiver(m)?.pause_reason ?? null,
  archived_reason: (m) => (statusOf(m) === 'archived' ? m.keepRow.archived_reason : null),
  archived_at: (m) => (statusOf(m) === 'archived' ? m.keepRow.archived_at : null),
  referred_by: (m) => m.referred_by,
  // An edit of either that started earlier has to be reviewed.
  version: ({ keepRow, fromRow }) => Math.max(keepRow.version, fromRow.version) + 1,
  updated_at: () => sql`now()`,
  notices_off: ({ keepRow, fromRow }) => [
    ...new Set([...keepRow.notices_off, ...fromRow.notices_off]),
  ],
}

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
  const values = (Object.keys(columns) as CustomerColumn[]).flatMap((column) => {
    const { merge } = customerColumns[column]
    if (merge === 'kept' || merge === 'derived') return []
    const value =
      merge === 'filled'
        ? (keepRow[column] ?? fromRow[column])
        : chosen[column as ChosenColumn](merging)
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
