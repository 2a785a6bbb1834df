import { formatCents } from '../../domain/money.ts'
import { csvFile } from '../csv.ts'
import type { OrgTx } from '../db/door.ts'
import { readCalendar } from '../week/calendar.ts'
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

/** Exports the filtered customers as a file. */
export async function exportCustomers(tx: OrgTx, filter: CustomerFilter): Promise<string> {
  const calendar = await readCalendar(tx)
  const lines: (string | null)[][] = []
  for (let after: string | undefined; ;) {
    const page = await readPage(tx, filter, { after, limit: exportPage })
    for (const c of page.map((row) => shownCustomer(row, calendar)))
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
        c.created_at.slice(0, 10),
      ])
    after = page.at(-1)?.id
    if (page.length < exportPage) return csvFile(columns, lines)
  }
}
