import { z } from 'zod'
import { LocalDateText, Moment } from '../domain/base/dates.ts'
import { historyKindNames } from '../domain/base/history.ts'
import { recordKinds } from '../domain/base/record-history.ts'
import { anyOffice, defineCalls, Id, ownerOnly, PageById } from './kit.ts'

const HistoryEntry = z.object({
  id: Id,
  at: Moment,
  /** 'Dana Green'; null if nobody did it. */
  person: z.object({ id: Id, name: z.string() }).nullable(),
  /** True if the platform's support acted in that person's name. */
  by_support: z.boolean(),
  /** 'Update the organization'. */
  act: z.string(),
  entity_id: z.string().nullable(),
  changes: z.array(
    z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
  ),
  /** The code of a refusal; null if it was done. */
  refused: z.string().nullable(),
  ip: z.string().nullable(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

const filter = {
  person_id: Id.optional(),
  kind: z.enum(historyKindNames).optional(),
  /** The id of a customer, visit, invoice or person. */
  entity_id: z.string().max(100).optional(),
  from: LocalDateText.optional(),
  to: LocalDateText.optional(),
}

const RecordChange = z.object({
  id: Id,
  at: Moment,
  record: z.enum(recordKinds),
  /** 'Invoice #12', 'Visit of June 9, 2027'. */
  title: z.string(),
  /** 'Dana Green'; null if nobody did it. */
  person: z.object({ id: Id, name: z.string() }).nullable(),
  by_support: z.boolean(),
  /** 'Move a visit'; null if no call did it. */
  act: z.string().nullable(),
  ip: z.string().nullable(),
  changes: z.array(
    z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
  ),
})
export type RecordChange = z.infer<typeof RecordChange>

/** Who did what, on whose behalf, from what to what. */
export const history = defineCalls({
  'GET /api/owner/audit': {
    summary: 'What was done in the organization, newest first, for seven years',
    roles: ownerOnly,
    query: z.object({ ...PageById(200, 50), ...filter }),
    ok: z.object({ entries: z.array(HistoryEntry), next_cursor: z.string().nullable() }),
  },
  'GET /api/owner/record-changes': {
    summary:
      'What changed in one customer (with their visits and invoices), visit, invoice or person, newest first',
    roles: anyOffice,
    query: z.object({
      ...PageById(100, 20),
      record: z.enum(recordKinds),
      /** Of a visit: `series_id:original_date`. */
      id: z.string().max(100),
    }),
    ok: z.object({ entries: z.array(RecordChange), next_cursor: z.string().nullable() }),
  },
  'GET /api/owner/audit/export': {
    summary: 'Export the filtered history as a CSV file, at most 20,000 rows',
    roles: ownerOnly,
    query: z.object(filter),
    ok: z.any(),
    raw: 'text/csv',
    inactive: 'allow',
    per_minute: 20,
  },
})
