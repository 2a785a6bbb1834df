import type { GateScreen } from '../../../domain/flows/gate-code.ts'
import type { LocalDate } from '../../../domain/base/dates.ts'
import type { OrgTx } from '../../base/db/door.ts'

type Looked = {
  customer_id: string
  person_id: string
  person_name: string | null
  screen: GateScreen
  /** Null for the office. */
  team_name: string | null
  visit: { series_id: string; original_date: LocalDate; date: LocalDate } | null
}

/** Writes down that somebody sees gate codes, in the transaction that hands them out. A phone that asks again changes nothing. */
export async function addLooks(tx: OrgTx, looks: readonly Looked[]): Promise<void> {
  if (!looks.length) return
  await tx
    .insertInto('gate_code_looks')
    .values(
      looks.map(({ visit, ...look }) => ({
        ...look,
        series_id: visit?.series_id ?? null,
        original_date: visit?.original_date ?? null,
        visit_date: visit?.date ?? null,
      })),
    )
    .onConflict((on) => on.doNothing())
    .execute()
}
