import { z } from 'zod'
import {
  Customer,
  customerRules,
  CustomerStatus,
  Lookalike,
  NewNote,
  Note,
  offerSkips,
  PromoMessage,
} from '../domain/customers/customer.ts'
import { ContactPatch, NewCustomer } from '../domain/customers/contact-fields.ts'
import { BulkStatus, BulkStatusResult } from '../domain/customers/customer-bulk.ts'
import { LocalDateText } from '../domain/base/dates.ts'
import { MergeMoves, mergeRule } from '../domain/flows/merging.ts'
import { CustomerFrequency } from '../domain/base/cadence.ts'
import { holdRules } from '../domain/money/payment-hold.ts'
import { tooLong } from '../domain/base/text.ts'
import { SendingPolicy } from '../domain/messages/sending.ts'
import { TaxExemption } from '../domain/money/tax.ts'
import { anyOffice, defineCalls, Id, Ok, officeAndAdmin, PageById, Flag } from './kit.ts'

/** The filters of the list, its table, totals and file. */
export const customerFilter = {
  /** Only this customer. */
  customer_id: Id.optional(),
  /** Searches name, e-mail, phone, address and tags; tolerates typos when nothing matches exactly. */
  q: z.string().max(200).optional(),
  /** One or more, separated by commas. */
  status: z.string().max(60).optional(),
  team_id: z.union([Id, z.literal('none')]).optional(),
  /** Separated by commas; a customer must have all of them. */
  tag: z.string().max(200).optional(),
  /** A service's key: of current work, or of the customer's preferences if there is none. */
  service: z
    .string()
    .max(80)
    .regex(/^[\w-]+$/)
    .optional(),
  frequency: CustomerFrequency.optional(),
  autopay: Flag.optional(),
  /** Only customers who owe money. */
  due: Flag.optional(),
  /** Only customers whose preferences changed and haven't been reviewed by the office. */
  wishes: Flag.optional(),
}
const Counts = z.object({ active: z.int(), paused: z.int(), lead: z.int(), archived: z.int() })
/** A new customer, and existing ones who look like the same person. */
const Added = Customer.extend({ duplicates: z.array(Lookalike) })
const Pause = z.object({
  reason: z.string().trim().max(500).nullish(),
  from: LocalDateText.nullish(),
  resume_on: LocalDateText.nullish(),
})
const PromotionSent = z.object({
  ok: z.literal(true),
  queued: z.int(),
  skipped: z.array(z.object({ id: Id, reason: z.enum(offerSkips) })),
})
const Merged = z.object({
  ok: z.literal(true),
  dry_run: z.boolean(),
  moves: MergeMoves,
  /** Side effects, as sentences. */
  effects: z.array(z.string()),
  /** What prevents the merge; a real merge is refused with the first of these. */
  conflicts: z.array(z.object({ code: z.string(), sentence: z.string() })),
  /** The customer that is kept. */
  customer: Customer,
})
export type Merged = z.infer<typeof Merged>

const AssignTeam = z.object({ team_id: Id.nullable(), future_visits: z.boolean().default(true) })

export const customers = defineCalls({
  'GET /api/owner/customers': {
    summary: 'List customers, newest first',
    roles: officeAndAdmin,
    query: z.object({ ...PageById(1000, 1000), ...customerFilter }),
    ok: z.object({ customers: z.array(Customer), next_cursor: z.string().nullable() }),
  },
  'POST /api/owner/customers': {
    summary: 'Add a customer',
    roles: anyOffice,
    body: NewCustomer,
    ok: Added,
    status: 201,
    idempotent: true,
    errors: { email_taken: 409 },
  },
  'GET /api/owner/customers/export': {
    summary: 'Export the filtered customers as a CSV file',
    roles: anyOffice,
    query: z.object(customerFilter),
    ok: z.any(),
    raw: 'text/csv',
    inactive: 'allow',
    per_minute: 20,
  },
  'GET /api/owner/customers/totals': {
    summary:
      'How many customers match a filter, and the lifetime value of the active and paused ones',
    roles: officeAndAdmin,
    query: z.object(customerFilter),
    ok: z.object({
      counts: Counts,
      cltv_cents: z.int(),
      /** What all of them have paid less refunds, and owe. */
      paid_cents: z.int(),
      owed_cents: z.int(),
      /** How many of them changed their preferences. */ wishes_changed: z.int(),
    }),
  },
  'GET /api/owner/customers/duplicates': {
    summary: 'Possible duplicates: customers with this email address, phone number or address',
    roles: anyOffice,
    query: z.object({
      email: z.string().max(254).optional(),
      phone_number: z.string().max(40).optional(),
      street: z.string().max(200).optional(),
      zip: z.string().max(10).optional(),
      /** The customer being edited, who would match themselves. */
      except: Id.optional(),
    }),
    ok: z.object({ duplicates: z.array(Lookalike) }),
    customers: ['except'],
  },
  'GET /api/owner/customers/{id}': { summary: 'One customer', roles: officeAndAdmin, ok: Customer },
  'PUT /api/owner/customers/{id}': {
    summary: 'Change contact details, status or team',
    roles: anyOffice,
    body: ContactPatch.extend({
      status: CustomerStatus.optional(),
      team_id: Id.nullable().optional(),
    }),
    ok: Customer,
    rules: Object.values(customerRules),
    errors: { email_taken: 409, stale: 409 },
  },
  'POST /api/owner/customers/{id}/status': {
    summary: 'Convert, archive or unarchive a customer',
    roles: anyOffice,
    body: z.object({ status: CustomerStatus }),
    ok: Customer,
    rules: Object.values(customerRules),
  },
  'POST /api/owner/customers/bulk-status': {
    summary: 'Change the status of several customers, with a result for each',
    roles: anyOffice,
    body: BulkStatus,
    customers: ['ids'],
    ok: BulkStatusResult,
  },
  'POST /api/owner/customers/{id}/pause': {
    summary: 'Pause a customer’s service until a date or until resumed',
    roles: anyOffice,
    body: Pause,
    ok: Customer,
    rules: [customerRules.pause],
  },
  'POST /api/owner/customers/{id}/resume': {
    summary: 'Resume a paused customer’s service',
    roles: anyOffice,
    ok: Customer,
    rules: [customerRules.resume],
  },
  'POST /api/owner/customers/{id}/merge': {
    summary:
      'Merge two customers: everything of `from` moves to this one, and both ids then refer to it',
    roles: anyOffice,
    body: z.object({ from: Id, dry_run: z.boolean().default(false) }),
    ok: Merged,
    rules: [mergeRule],
    errors: { merged_elsewhere: 409, payment_in_progress: 409 },
  },
  'POST /api/owner/customers/{id}/wishes-seen': {
    summary: 'Mark a customer’s preference changes as reviewed',
    roles: anyOffice,
    ok: Customer,
  },
  'PUT /api/owner/customers/{id}/tags': {
    summary: 'Replace a customer’s tags',
    roles: anyOffice,
    body: z.object({ tags: z.array(z.string().trim().max(60)).max(50) }),
    ok: Customer,
  },
  'POST /api/owner/customers/{id}/reminders': {
    summary: 'Turn visit reminders on or off',
    roles: anyOffice,
    body: z.object({ enabled: z.boolean() }),
    ok: Customer,
    aliases: [
      'PUT /api/customers/{id}/reminder-opt-in',
      { call: 'POST /api/reminders/opt-in', body_to_params: { customer_id: 'id' } },
    ],
  },
  'PUT /api/owner/customers/{id}/invoice-sending': {
    summary: 'Choose when a customer’s invoices go out; null: as the business does',
    roles: anyOffice,
    body: z.object({ invoice_sending: SendingPolicy.nullable() }),
    ok: Customer,
  },
  'PUT /api/owner/customers/{id}/tax-exemption': {
    summary: 'Record the certificate that frees a customer of sales tax; null: none',
    roles: anyOffice,
    body: TaxExemption,
    ok: Customer,
  },
  'PUT /api/owner/customers/{id}/bill-reminders': {
    summary: 'Turn reminders of unpaid invoices on or off for a customer',
    roles: anyOffice,
    body: z.object({ bill_reminders: z.boolean() }),
    ok: Customer,
  },
  'POST /api/owner/customers/{id}/hold-release': {
    summary: 'Release a customer’s visits that wait for a payment',
    roles: anyOffice,
    body: z.object({
      reason: z.string().trim().min(1, 'Enter a reason.').max(500, tooLong(500)),
    }),
    ok: Customer,
    rules: [holdRules.release],
    idempotent: true,
  },
  'POST /api/owner/customers/{id}/promotions/send': {
    summary: 'Send a promotion by email; lists the customers who were skipped',
    roles: anyOffice,
    body: PromoMessage,
    ok: PromotionSent,
    idempotent: true,
    errors: { no_postal_address: 409 },
    aliases: [
      { call: 'POST /api/owner/promotions/send', body_to_params: { customer_id: 'id' } },
      { call: 'POST /api/promotions/send', body_to_params: { customer_id: 'id' } },
    ],
    per_minute: 120,
  },
  'POST /api/owner/customers/{id}/notes': {
    summary: 'Add an internal note',
    roles: anyOffice,
    body: NewNote,
    ok: Note,
    status: 201,
    aliases: [
      'POST /api/customers/{id}/notes',
      { call: 'POST /api/notes', body_to_params: { customer_id: 'id' } },
    ],
  },
  'GET /api/owner/customers/{id}/notes': {
    summary: 'List the notes on a customer, newest first',
    roles: officeAndAdmin,
    query: z.object({ ...PageById(100, 20) }),
    ok: z.object({ notes: z.array(Note), next_cursor: z.string().nullable() }),
  },
  'POST /api/owner/customers/{id}/assign-team': {
    summary: 'Assign a customer to a team',
    roles: anyOffice,
    body: AssignTeam,
    ok: Customer,
    aliases: [{ call: 'POST /api/owner/team-customers', body_to_params: { customer_id: 'id' } }],
  },
  'POST /api/owner/teams/{id}/customers': {
    summary: 'Assign a customer to this team',
    roles: anyOffice,
    body: z.object({ customer_id: Id }),
    ok: Customer,
  },
  'DELETE /api/owner/teams/{id}/customers/{customerId}': {
    summary: 'Remove a customer from a team',
    roles: anyOffice,
    ok: Ok,
  },
})
