import { channelLabels } from '../../domain/message-log.ts'
import { csvFile } from '../csv.ts'
import type { OrgTx } from '../db/door.ts'
import { readLog, type LogFilter } from './read-log.ts'

const exportPage = 1000
const columns = [
  'At',
  'Kind',
  'Channel',
  'Direction',
  'Recipient',
  'Customer',
  'Subject',
  'Text',
  'State',
  'Instead',
  'Basis',
  'Consent of',
  'Tries',
  'Error',
]

/** Exports the filtered log as a file. */
export async function exportLog(tx: OrgTx, filter: LogFilter): Promise<string> {
  const lines: (string | number | null)[][] = []
  for (let after: string | undefined; ;) {
    const page = await readLog(tx, filter, { after, limit: exportPage })
    for (const message of page)
      lines.push([
        message.at,
        message.kind_label,
        channelLabels[message.channel],
        message.direction,
        message.recipient,
        message.customer_name,
        message.subject,
        message.text,
        message.state_text,
        message.instead_text,
        message.basis_text,
        message.consented_at,
        message.tries,
        message.error,
      ])
    after = page.at(-1)?.id
    if (page.length < exportPage) return csvFile(columns, lines)
  }
}
