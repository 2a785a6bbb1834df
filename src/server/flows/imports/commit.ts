import { sql } from 'kysely'
import { importRules } from '../../../domain/flows/import.ts'
import { readScheduleSettings } from '../../../domain/base/organization.ts'
import {
  changeImported,
  insertImported,
  type CustomerBefore,
} from '../../customers/write-imported.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { oneOf } from '../../base/db/ids.ts'
import { emit } from '../../base/events.ts'
import { insertOpeningBalances } from '../../money/invoices/write-imported.ts'
import { enforce } from '../../base/kit/refusals.ts'
import { insertImportedRules } from '../../schedule/series/write.ts'
import { insertImportedServices } from '../../base/services/write.ts'
import { checkFile } from './check.ts'
import { readImport, readRows, setProgress } from './read.ts'
import { comparingLists } from './surroundings.ts'
import { addImportRows, setCommitted } from './write.ts'
import type { ImportPlan } from '../../../domain/flows/import-planning.ts'

/**
 * Writes an import in the caller's transaction: all of it or nothing. The file is compared once more, with the organization as it is now.
 * Committing again changes nothing.
 */
export async function commitImport(
  tx: OrgTx,
  id: string,
  options: { reminders: boolean },
): Promise<void> {
  const row = await readImport(tx, id, { lock: true })
  if (row.state === 'committed') return
  enforce(importRules.commit({ state: row.state, check: row.checked }))
  try {
    setProgress(id, 5)
    const { plan, check } = await checkFile(tx, row, await readRows(tx, id), row)
    enforce(importRules.commit({ state: row.state, check }))
    await comparingLists(tx, async () => {
      const before = await readBefore(tx, plan)
      await writePlan(tx, id, plan, options)
      setProgress(id, 90)
      await addImportRows(tx, id, plan, before)
    })
    await setCommitted(tx, id, check.counts, firstDateOf(plan))
    await emitImported(tx, id, plan)
  } finally {
    setProgress(id, null)
  }
}

async function writePlan(
  tx: OrgTx,
  id: string,
  plan: ImportPlan,
  options: { reminders: boolean },
): Promise<void> {
  setProgress(id, 30)
  await insertImportedServices(tx, plan.services)
  await insertImported(tx, plan, options)
  // What the database does for each row to come, such as asking whether its customer exists, it planned when there were few of them.
  await sql`discard plans`.execute(tx)
  await changeImported(tx, plan.changed)
  setProgress(id, 60)
  const { schedule_settings } = await tx
    .selectFrom('organizations')
    .select('schedule_settings')
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  const { billing_mode } = readScheduleSettings(schedule_settings)
  await insertImportedRules(tx, plan.rules, billing_mode)
  setProgress(id, 75)
  await insertOpeningBalances(tx, plan.balances)
}

/** Customers as they are before the import changes them. */
async function readBefore(
  tx: OrgTx,
  { changed }: ImportPlan,
): Promise<Map<string, CustomerBefore>> {
  if (!changed.length) return new Map()
  const rows = await tx
    .selectFrom('customers')
    .select([
      'id',
      'name',
      'email',
      'phone_number',
      'phone_display',
      'gate_code_sealed',
      'tags',
      'status',
      'archived_reason',
      // As texts, which keep what a date of ours would cut: an undo gives back the very moment.
      sql<string | null>`archived_at::text`.as('archived_at'),
      sql<string>`updated_at::text`.as('updated_at'),
    ])
    .where('id', 'in', oneOf(changed.map(({ id }) => id)))
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

const firstDateOf = ({ rules }: ImportPlan): string | null =>
  rules.reduce<string | null>(
    (first, { start_date }) => (first === null || start_date < first ? start_date : first),
    null,
  )

/** One event of each kind, whatever the number: screens read their lists again. */
async function emitImported(tx: OrgTx, import_id: string, plan: ImportPlan): Promise<void> {
  const team_ids = plan.rules.map(({ team_id }) => team_id)
  if (plan.services.length) await emit(tx, 'service.changed', { import_id })
  await emit(tx, 'customer.changed', { import_id }, { team_ids })
  if (plan.rules.length) await emit(tx, 'rule.changed', { import_id }, { team_ids })
  if (plan.balances.length) await emit(tx, 'invoice.created', { import_id })
}
