import { z } from 'zod'
import { CustomerStatus } from '../domain/customers/customer.ts'
import { LocalDateText } from '../domain/base/dates.ts'
import { defineCalls, Id, officeAndAdmin } from './kit.ts'

/** What the search of every page needs of a customer. */
export const FoundCustomer = z.object({
  id: Id,
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  street: z.string().nullable(),
  city: z.string().nullable(),
  zip: z.string().nullable(),
  status: CustomerStatus,
})
export type FoundCustomer = z.infer<typeof FoundCustomer>

const FoundVisit = z.object({
  occurrence_id: z.string(),
  date: LocalDateText,
  start_minutes: z.int().nullable(),
  service: z.string(),
  customer_name: z.string().nullable(),
})
export type FoundVisit = z.infer<typeof FoundVisit>

export const finding = defineCalls({
  'GET /api/find/customers': {
    summary: 'Every customer in few words, so that the page can search them at each key',
    roles: officeAndAdmin,
    ok: z.object({ customers: z.array(FoundCustomer) }),
  },
  'GET /api/find/visits': {
    summary: 'The next visits of the customers who match best',
    roles: officeAndAdmin,
    query: z.object({ q: z.string().trim().min(1).max(200) }),
    ok: z.object({ visits: z.array(FoundVisit) }),
  },
})
