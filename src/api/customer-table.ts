import { z } from 'zod'
import { CustomerStatus } from '../domain/customers/customer.ts'
import { BulkEdit, BulkStatusResult } from '../domain/customers/customer-bulk.ts'
import { customerSorts } from '../domain/customers/customer-sort.ts'
import { LocalDateText, Moment } from '../domain/base/dates.ts'
import { Cents } from '../domain/base/money.ts'
import { customerFilter } from './customers.ts'
import { anyOffice, defineCalls, Id, officeAndAdmin, Page } from './kit.ts'

const CustomerRow = z.object({
  id: Id,
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  street: z.string().nullable(),
  city: z.string().nullable(),
  status: CustomerStatus,
  team_id: Id.nullable(),
  tags: z.array(z.string()),
  balance_cents: Cents,
  /** Paid less refunds, over all time. */
  paid_cents: Cents,
  last_visit: LocalDateText.nullable(),
  /** The next one that is planned within a year. */
  next_visit: LocalDateText.nullable(),
  created_at: Moment,
})
export type CustomerRow = z.infer<typeof CustomerRow>

export const customerTable = defineCalls({
  'GET /api/owner/customers/table': {
    summary: 'The filtered customers as rows, sorted by a column; without one, best matches first',
    roles: officeAndAdmin,
    query: z.object({
      ...customerFilter,
      sort: z.enum(customerSorts).optional(),
      direction: z.enum(['asc', 'desc']).default('asc'),
      ...Page(500, 100),
    }),
    ok: z.object({ rows: z.array(CustomerRow), next_cursor: z.string().nullable() }),
  },
  'POST /api/owner/customers/bulk-edit': {
    summary: 'Tag several customers or give them to a team, with a result for each',
    roles: anyOffice,
    body: BulkEdit,
    customers: ['ids'],
    ok: BulkStatusResult,
  },
})
