import { z } from 'zod'
import { Moment } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { refuse, rule } from '../base/rule.ts'

/** Days an archive can be downloaded. */
export const exportDays = 7

const ExportState = z.enum(['building', 'ready', 'failed', 'expired'])

/** A copy of everything a business has with us. */
export const Export = z.object({
  id: Id,
  state: ExportState,
  /** Of the building, 0 to 100. */
  percent: z.int(),
  row_count: z.int().nullable(),
  byte_count: z.int().nullable(),
  asked_by: z.string().nullable(),
  created_at: Moment,
  expires_at: Moment.nullable(),
})
export type Export = z.infer<typeof Export>

const building = refuse(
  'export_building',
  'A copy is being prepared already.',
  (facts: { building: boolean }) => facts.building,
)
const notReady = refuse(
  'export_not_ready',
  'This copy is not ready yet.',
  ({ state }: Pick<Export, 'state'>) => state === 'building' || state === 'failed',
)
const gone = refuse(
  'export_expired',
  'This copy was deleted. Prepare a new one.',
  ({ state }: Pick<Export, 'state'>) => state === 'expired',
)

export const exportRules = { start: rule(building), download: rule(notReady, gone) }

/** '512 bytes', '38 kB', '1.2 MB'. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
