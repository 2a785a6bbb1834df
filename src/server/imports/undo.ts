import { sql } from 'kysely'
import { importRules, type ImportUndo } from '../../domain/import.ts'
import {
  deleteImported,
  restoreImported,
  type CustomerBefore,
} from '../customers/write-imported.ts'
import type { OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import { voidOpeningBalances } from '../invoices/write-imported.ts'
import { enforce, refused } from '../refusals.ts'
import { deleteImportedRules } from '../series/write-imported.ts'
import { deleteImportedServices } from '../services/write-imported.ts'
import { readTouched, type Touched } from './read-touched.ts'
import { readImport, type ImportRow } from './read.ts'
import { comparingLists } from './surroundings.ts'
import { setUndone } from './write.ts'

/** What an undo would take back, and which customers it would leave. */
export async function planUndo(tx: OrgTx, id: string): Promise<ImportUndo> {
  const row = await readImport(tx, id)
  refuseUndo(row)
  const { customers, touched } = await comparingLists(tx, () => readTouched(tx, id))
  return { takes: customers.length - touched.length, keeps: touched.slice(0, 200).map(named) }
}

const refuseUndo = (row: ImportRow) =>
  enforce(importRules.undo({ ...row, now: new Date().toISOString() }))

const named = ({ id, name, reason }: Touched) => ({
  id,
  name: name ?? 'A customer without a name',
  reason,
})

type Made = { kind: string; made_id: string; owner: string | null; before: CustomerBefore | null }

/**
 * Takes back what an import wrote for every customer nobody has touched since; the others keep all of it. Issued numbers stay: an opening
 * balance is voided, and its customer archived.
 */
export async function undoImport(
  tx: OrgTx,
  id: string,
  { keep_touched }: { keep_touched: boolean },
): Promise<void> {
  const row = await readImport(tx, id, { lock: true })
  refuseUndo(row)
  await comparingLists(tx, () => takeBack(tx, id, keep_touched))
  await setUndone(tx, id)
  await emit(tx, 'customer.changed', { import_id: id })
  await emit(tx, 'rule.changed', { import_id: id })
  await emit(tx, 'invoice.updated', { import_id: id })
}

async function takeBack(tx: OrgTx, id: string, keep_touched: boolean): Promise<void> {
  const { touched } = await readTouched(tx, id, { lock: true })
  if (touched.length && !keep_touched)
    throw refused(
      'import_touched',
      `${named(touched[0]!).name} was changed since${touched.length > 1 ? `, and ${touched.length - 1} more` : ''}.`,
    )
  const kept = new Set(touched.map((one) => one.id))
  const made = (await readMade(tx, id)).filter(({ owner }) => owner === null || !kept.has(owner))
  const idsOf = (kind: string) =>
    made.flatMap((one) => (one.kind === kind && !one.before ? [one.made_id] : []))
  await voidOpeningBalances(tx, idsOf('invoice'))
  await deleteImportedRules(tx, idsOf('rule'))
  await restoreImported(
    tx,
    made.flatMap(({ before }) => before ?? []),
  )
  await deleteImported(tx, {
    customers: idsOf('customer'),
    places: idsOf('place'),
    notes: idsOf('note'),
  })
  await deleteImportedServices(tx, idsOf('service'))
}

/** Everything an import wrote, with the customer it belongs to; services belong to none. */
async function readMade(tx: OrgTx, id: string): Promise<Made[]> {
  const { rows } = await sql<Made>`
    select r.kind, r.made_id, r.before, case r.kind when 'customer' then r.made_id when 'place' then l.customer_id when 'note' then n.customer_id
      when 'rule' then u.customer_id when 'invoice' then i.customer_id end as owner
    from import_rows r
      left join service_locations l on r.kind = 'place' and l.organization_id = r.organization_id and l.id = r.made_id
      left join customer_notes n on r.kind = 'note' and n.organization_id = r.organization_id and n.id = r.made_id
      left join rules u on r.kind = 'rule' and u.organization_id = r.organization_id and u.id = r.made_id
      left join invoices i on r.kind = 'invoice' and i.organization_id = r.organization_id and i.id = r.made_id
    where r.import_id = ${id}::uuid`.execute(tx)
  return rows
}
