import { todayIn } from '../../domain/base/dates.ts'
import { formatCents } from '../../domain/base/money.ts'
import { csvFile } from '../base/kit/csv.ts'
import type { OrgTx } from '../base/db/door.ts'
import { unsealGateCode } from '../base/gate-seal.ts'
import { readCalendar } from '../schedule/week/calendar.ts'
import type { CustomerFilter } from './filter.ts'
import { readPage } from './read.ts'
import { shownCustomer } from './view.ts'

const exportPage = 1000
const columns = [
  'Name',
  'Status',
  'Email',
  'Phone',
  'Street',
  'City',
  'State',
  'ZIP',
  'Team',
  'Tags',
  'Frequency',
  'Services',
  'Next visit',
  'Autopay',
  'Balance due',
  'Lifetime value',
  'Since',
]

/** A file, and the customers whose gate codes are in it. */
type Exported = { file: string; shown: string[] }

/** Exports the filtered customers as a file; gate codes are for the owner only. */
export async function exportCustomers(
  tx: OrgTx,
  filter: CustomerFilter,
  { gateCodes }: { gateCodes: boolean },
): Promise<Exported> {
  const calendar = await readCalendar(tx)
  const lines: (string | null)[][] = []
  const shown: string[] = []
  for (let after: string | undefined; ;) {
    const page = await readPage(tx, filter, { after, limit: exportPage })
    for (const row of page) {
      const c = shownCustomer(row, calendar)
      const code = gateCodes ? unsealGateCode(tx, row.id, row.gate_code_sealed) : null
      if (code !== null) shown.push(row.id)
      lines.push([
        c.name,
        c.status,
        c.email,
        c.phone_number,
        c.street,
        c.city,
        c.state,
        c.zip,
        (c.team_id && calendar.teams.get(c.team_id)?.name) ?? null,
        c.tags.join(', '),
        c.frequency_label ?? c.frequency,
        c.services.join(', '),
        c.next_visit_at,
        c.has_autopay ? 'yes' : 'no',
        formatCents(c.outstanding_balance_cents),
        formatCents(c.cltv_cents),
        todayIn(calendar.time_zone, c.created_at),
        ...(gateCodes ? [code] : []),
      ])
    }
    after = page.at(-1)?.id
    if (page.length < exportPage)
      return { file: csvFile(gateCodes ? [...columns, 'Gate code'] : columns, lines), shown }
  }
}
