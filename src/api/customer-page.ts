import { z } from 'zod'
import { Customer, CustomerStatus, ServiceLocation } from '../domain/customers/customer.ts'
import { LocalDateText } from '../domain/base/dates.ts'
import { Invoice } from '../domain/money/invoice.ts'
import { PriceCents, SumCents } from '../domain/base/money.ts'
import { Payment } from '../domain/money/payment.ts'
import { ScheduleRule } from '../domain/schedule/schedule.ts'
import { RequestAction } from '../domain/schedule/request.ts'
import { defineCalls, Id, moneyReaders } from './kit.ts'

/** How much of each list the page gets; the lists themselves have the rest. */
export const overviewLimits = { next_visits: 6, past_visits: 8, invoices: 8, payments: 8 } as const

const ShownVisit = z.object({
  occurrence_id: z.string(),
  date: LocalDateText,
  start_minutes: z.int().nullable(),
  service: z.string(),
  team: z.string().nullable(),
  price_cents: PriceCents.nullable(),
  /** Null at the customer's default address. */
  address: z.string().nullable(),
})

const ShownSeries = ScheduleRule.extend({
  service: z.string(),
  team: z.string().nullable(),
  address: z.string().nullable(),
  /** What a visit costs now: the series' own price, or else the service's. */
  visit_cents: PriceCents.nullable(),
  /** The last day of the whole series; `end_date` is that of the part in force. Null: no end. */
  ends_on: LocalDateText.nullable(),
  /** The first day on which it is planned differently, by day, team or price; null if it stays as it is. */
  changes_on: LocalDateText.nullable(),
  /** Null if no visit is planned within the next weeks. */
  next: z.object({ occurrence_id: z.string(), date: LocalDateText }).nullable(),
})

/** Everything about a customer's work; people who only see money do not get it. */
const CustomerWork = z.object({
  customer: Customer,
  locations: z.array(ServiceLocation),
  next_visits: z.array(
    ShownVisit.extend({
      /** What the customer asks for about this visit, until it is decided. */
      request: RequestAction.nullable(),
    }),
  ),
  past_visits: z.array(ShownVisit.extend({ invoice_id: Id.nullable() })),
  series: z.array(ShownSeries),
})

const CustomerOverview = z.object({
  id: Id,
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  status: CustomerStatus,
  has_autopay: z.boolean(),
  has_card_on_file: z.boolean(),
  balance_cents: SumCents,
  /** The part of the balance that is past its due date. */
  overdue_cents: SumCents,
  /** Credits that pay the next invoices. */
  credit_cents: SumCents,
  invoices: z.array(Invoice),
  has_more_invoices: z.boolean(),
  payments: z.array(Payment),
  has_more_payments: z.boolean(),
  work: CustomerWork.nullable(),
})
export type CustomerOverview = z.infer<typeof CustomerOverview>

export const customerPage = defineCalls({
  'GET /api/owner/customers/{id}/overview': {
    summary:
      'Everything about one customer for their page; a payee gets the money without the work',
    roles: moneyReaders,
    ok: CustomerOverview,
  },
})
