import { z } from 'zod'
import {
  BulkStatus,
  BulkStatusResult,
  ContactPatch,
  Customer,
  customerRules,
  CustomerStatus,
  Lookalike,
  NewCustomer,
  NewNote,
  Note,
  offerSkips,
  PromoMessage,
} from '../domain/customer.ts'
import { LocalDateText } from '../domain/dates.ts'
import { MergeMoves, mergeRule } from '../domain/merging.ts'
import { CustomerFrequency } from '../domain/cadence.ts'
import { anyOffice, defineCalls, Id, Ok, officeAndAdmin, PageById, Flag } from './kit.ts'

const filter = {
  /** Only this one. */
  customer_id: Id.optional(),
  /** Words of name, e-mail, phone, address or tags; past a typing mistake where nobody is found as typed. */
  q: z.string().max(200).optional(),
  /** Several, separated by commas. */
  status: z.string().max(60).optional(),
  team_id: z.union([Id, z.literal('none')]).optional(),
  /** Several, separated by commas: all of them. */
  tag: z.string().max(200).optional(),
  /** A service's key: of current work, or else of what was wished for. */
  service: z
    .string()
    .max(80)
    .regex(/^[\w-]+$/)
    .optional(),
  frequency: CustomerFrequency.optional(),
  autopay: Flag.optional(),
  /** With an amount due. */
  due: Flag.optional(),
  /** Changed their wishes, which the office has not seen yet. */
  wishes: Flag.optional(),
}
const Counts = z.object({ active: z.int(), paused: z.int(), lead: z.int(), archived: z.int() })
/** A new customer, and others who look like the same person. */
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
  /** What changes beside, in sentences. */
  effects: z.array(z.string()),
  /** What stands in the way; a merge that is no dry run is refused for the first. */
  conflicts: z.array(z.object({ code: z.string(), sentence: z.string() })),
  /** The one who is kept. */
  customer: Customer,
})
export type Merged = z.infer<typeof Merged>

const token = z.object({ token: z.string().min(1).max(300) })

const AssignTeam = z.object({ team_id: Id.nullable(), future_visits: z.boolean().default(true) })

export const customers = defineCalls({
  'GET /api/owner/customers': {
    summary: 'Customers by filter, newest first',
    roles: officeAndAdmin,
    query: z.object({ ...PageById(1000, 1000), ...filter }),
    ok: z.object({ customers: z.array(Customer), next_cursor: z.string().nullable() }),
  },
  'POST /api/owner/customers': {
    summary: 'Add a customer by hand',
    roles: anyOffice,
    body: NewCustomer,
    ok: Added,
    status: 201,
    idempotent: true,
    errors: { email_taken: 409 },
  },
  'GET /api/owner/customers/export': {
    summary: 'The customers of a filter as a CSV file',
    roles: anyOffice,
    query: z.object(filter),
    ok: z.any(),
    raw: 'text/csv',
    per_minute: 20,
  },
  'GET /api/owner/customers/totals': {
    summary:
      'How many customers a filter finds, and what the active and paused ones have brought in',
    roles: officeAndAdmin,
    query: z.object(filter),
    ok: z.object({
      counts: Counts,
      cltv_cents: z.int(),
      /** Of them, who changed their wishes. */ wishes_changed: z.int(),
    }),
  },
  'GET /api/owner/customers/duplicates': {
    summary: 'Customers with this e-mail address, phone number or address',
    roles: anyOffice,
    query: z.object({
      email: z.string().max(254).optional(),
      phone_number: z.string().max(40).optional(),
      street: z.string().max(200).optional(),
      zip: z.string().max(10).optional(),
      /** Whom it is about; they look like themselves. */
      except: Id.optional(),
    }),
    ok: z.object({ duplicates: z.array(Lookalike) }),
    customers: ['except'],
  },
  'GET /api/owner/customers/{id}': { summary: 'One customer', roles: officeAndAdmin, ok: Customer },
  'PUT /api/owner/customers/{id}': {
    summary: 'Change contact, status or team',
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
    summary: 'Convert, archive or bring back',
    roles: anyOffice,
    body: z.object({ status: CustomerStatus }),
    ok: Customer,
    rules: Object.values(customerRules),
  },
  'POST /api/owner/customers/bulk-status': {
    summary: 'Change the status of many; each id answers for itself',
    roles: anyOffice,
    body: BulkStatus,
    customers: ['ids'],
    ok: BulkStatusResult,
  },
  'POST /api/owner/customers/{id}/pause': {
    summary: 'Pause the work for a customer, until a day or until resumed',
    roles: anyOffice,
    body: Pause,
    ok: Customer,
    rules: [customerRules.pause],
  },
  'POST /api/owner/customers/{id}/resume': {
    summary: 'Go on with the work for a paused customer',
    roles: anyOffice,
    ok: Customer,
    rules: [customerRules.resume],
  },
  'POST /api/owner/customers/{id}/merge': {
    summary:
      'Make one customer of two: everything of `from` moves to this one, and either id leads here from then on',
    roles: anyOffice,
    body: z.object({ from: Id, dry_run: z.boolean().default(false) }),
    ok: Merged,
    rules: [mergeRule],
    errors: { merged_elsewhere: 409, payment_in_progress: 409 },
  },
  'POST /api/owner/customers/{id}/wishes-seen': {
    summary: 'The office has read what the customer changed about their wishes',
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
    summary: 'Switch reminders of visits on or off',
    roles: anyOffice,
    body: z.object({ enabled: z.boolean() }),
    ok: Customer,
    aliases: [
      'PUT /api/customers/{id}/reminder-opt-in',
      { call: 'POST /api/reminders/opt-in', body_to_params: { customer_id: 'id' } },
    ],
  },
  'POST /api/owner/customers/{id}/promotions/send': {
    summary: 'Send an offer by e-mail; who is left out is named',
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
  'GET /api/public/unsubscribe/{token}': {
    summary: 'The page behind the link in an offer',
    roles: 'public',
    params: token,
    ok: z.any(),
    raw: 'text/html',
    per_minute: 60,
  },
  'POST /api/public/unsubscribe/{token}': {
    summary: 'Receive no more offers',
    roles: 'public',
    params: token,
    ok: z.any(),
    raw: 'text/html',
    per_minute: 60,
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
    summary: 'The notes about a customer, newest first',
    roles: officeAndAdmin,
    query: z.object({ ...PageById(100, 20) }),
    ok: z.object({ notes: z.array(Note), next_cursor: z.string().nullable() }),
  },
  'POST /api/owner/customers/{id}/assign-team': {
    summary: 'Give a customer to a team',
    roles: anyOffice,
    body: AssignTeam,
    ok: Customer,
    aliases: [{ call: 'POST /api/owner/team-customers', body_to_params: { customer_id: 'id' } }],
  },
  'POST /api/owner/teams/{id}/customers': {
    summary: 'Give a customer to this team',
    roles: anyOffice,
    body: z.object({ customer_id: Id }),
    ok: Customer,
  },
  'DELETE /api/owner/teams/{id}/customers/{customerId}': {
    summary: 'Take a customer from a team',
    roles: anyOffice,
    ok: Ok,
  },
})
