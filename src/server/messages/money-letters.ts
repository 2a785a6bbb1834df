import type { LocalDate } from '../../domain/base/dates.ts'
import { saidToOffice } from '../../domain/money/payment-badge.ts'
import type { ManualPaymentKind } from '../../domain/money/payment.ts'
import type { RefundMethod } from '../../domain/money/refund.ts'
import { campaignText } from '../../domain/money/price-campaign.ts'
import { taxLabel, type InvoiceTax } from '../../domain/money/tax.ts'
import type { Letter, Sender } from './letter.ts'
import { baseOf, type AnyCard, type AnyReason, type Saying } from './letter-values.ts'
import type { Letters } from './letter-values.ts'

type Bill = {
  organization: Sender
  customer_name?: string | null
  invoice_number: string | number
  total_cents: number
  url: string
}
/** `by`: how it was paid, where no card took it; `failed`: it came back. */
type Refunded = Bill & { refund_cents: number; card?: AnyCard; by?: RefundMethod; failed?: boolean }
/** The customer's own money that waited as their credit; `undone`: it was not paid back after all. */
type PaidBack = {
  organization: Sender
  customer_name?: string | null
  paid_back_cents: number
  url: string
} & ({ by: ManualPaymentKind; undone?: never } | { undone: true })
type BillLine = { description: string; total_cents: number; quantity?: number }
/** The lines, and what was paid before: their sum is what a message asks for or receipts. */
type Lines = {
  lines: readonly BillLine[]
  /** By rate; the lines are without it. */
  taxes?: readonly InvoiceTax[]
  credit_cents?: number
  tip_cents?: number
  /** What was paid beyond the invoice, and pays the next one. */
  kept_cents?: number
  paid_before_cents?: number
  /** What a part paid leaves open. */
  left_cents?: number
}

/** New prices in the owner's words, and what each of a customer's series costs. */
export type CampaignFacts = {
  /** The owner's words, with names of fields in braces. */
  template: string
  effective_on: LocalDate
  series: readonly { service: string; place: string | null; old_cents: number; new_cents: number }[]
}

export type MoneyData = {
  /** `by`: how it was paid, where no card did; `used_cents`: what credit paid of it, and `total_cents` is left. */
  receipt: Bill &
    Lines & { card?: AnyCard; by?: ManualPaymentKind; used_cents?: number; paid_on: LocalDate }
  invoice_sent: Bill & Lines & { due_on?: LocalDate | null; autopay?: boolean }
  pay_link: Bill & Partial<Lines> & { due_on?: LocalDate | null }
  invoice_reminder: Omit<Bill, 'invoice_number'> &
    Partial<Lines> & {
      stage: 'before' | 'today' | 'late'
      /** What it reminds of, by due date; `total_cents` is their sum. */
      bills: readonly {
        invoice_number: string
        balance_cents: number
        due_on: LocalDate
        url: string
        late_fee?: { cents: number; on: LocalDate } | null
      }[]
    }
  payment_failed: Bill & { reason: AnyReason; retry_on?: LocalDate | null; card?: AnyCard }
  payment_failed_staff: Bill & { reason: AnyReason; retry_on?: LocalDate | null }
  card_replaced: Bill & { card?: AnyCard; charged: boolean }
  refund_issued: Refunded | PaidBack
  statement: {
    organization: Sender
    customer_name?: string | null
    owed_cents: number
    /** The last day it covers. */
    to: LocalDate
    /** The invoice the link pays, the one due first. */
    invoice_number: string | null
    url: string
  }
  payment_hold: {
    organization: Sender
    customer_name?: string | null
    is_held: boolean
    owed_cents: number
    url: string
  }
  late_fee_removed: {
    organization: Sender
    customer_name?: string | null
    /** Of the overdue invoice. */
    invoice_number: string
    fee_cents: number
    credited_cents: number
    owed_cents: number
    url: string
  }
  charge_upcoming: Bill & { charge_on: LocalDate; card?: AnyCard }
  consent_request: {
    organization: Sender
    customer_name?: string | null
    old_cap_cents: number
    new_cap_cents: number
    work: readonly string[]
    /** The price campaign it is asked for. */
    campaign?: CampaignFacts
    url: string
  }
  price_change: CampaignFacts & {
    organization: Sender
    customer_name?: string | null
    subject: string
    /** The prices stay after all. */
    is_withdrawn?: boolean
  }
  charge_day_moved: {
    organization: Sender
    customer_name?: string | null
    old_day: number
    new_day: number
    url: string
  }
  method_expiring: {
    organization: Sender
    customer_name?: string | null
    card: AnyCard
    last_day: LocalDate
    url: string
  }
}

/** A charge that failed, not a dispute, a refund or money that came on top. */
const isFailure = (reason: AnyReason): boolean =>
  typeof reason === 'string' || reason.is === 'declined' || reason.is === 'returned'

const linesOf = (
  {
    lines = [],
    taxes = [],
    credit_cents = 0,
    tip_cents = 0,
    kept_cents = 0,
    paid_before_cents = 0,
    left_cents = 0,
  }: Partial<Lines>,
  { words, money }: Saying,
): NonNullable<Letter['bill']>['lines'] => [
  ...lines.map((line): [string, string] => [
    line.quantity !== undefined && line.quantity !== 1
      ? `${line.description} × ${line.quantity}`
      : line.description,
    money(line.total_cents),
  ]),
  ...taxes.map((tax): [string, string] => [taxLabel(tax, words.tax), money(tax.tax_cents)]),
  ...(tip_cents > 0 ? [[words.tip, money(tip_cents)] as const] : []),
  ...(credit_cents > 0 ? [[words.creditApplied, money(-credit_cents)] as const] : []),
  ...(paid_before_cents > 0 ? [[words.alreadyPaid, money(-paid_before_cents)] as const] : []),
  ...(left_cents > 0 ? [[words.leftToPay, money(-left_cents)] as const] : []),
  ...(kept_cents > 0 ? [[words.keptAsCredit, money(kept_cents)] as const] : []),
]

const namedSeries = ({ service, place }: CampaignFacts['series'][number]): string =>
  place ? `${service}, ${place}` : service

/** The owner's words with a customer's own prices. */
const campaignWords = (
  { template, effective_on, series }: CampaignFacts,
  customer: string | null | undefined,
  { money, longDay }: Saying,
): string =>
  campaignText(template, {
    customer: customer?.trim() ?? '',
    date: longDay(effective_on),
    series: series.map((one) => ({
      service: namedSeries(one),
      old_price: money(one.old_cents),
      new_price: money(one.new_cents),
    })),
  })

const billOf = (data: Bill, { money }: Saying) => ({
  ...baseOf(data),
  invoice: String(data.invoice_number),
  amount: money(data.total_cents),
})
const toCustomer = (data: { organization: Sender; customer_name?: string | null }) => ({
  from: data.organization,
  greets: data.customer_name ?? '',
})

function receiptVariant({ used_cents, total_cents }: MoneyData['receipt']) {
  if (!used_cents) return 'main'
  return total_cents > 0 ? 'credit_rest' : 'credit_paid'
}

function refundVariant({ failed, by }: Refunded) {
  if (failed) return 'failed'
  if (by === 'credit') return 'credited'
  return by ? 'by_hand' : 'main'
}

export const moneyLetters: Letters<MoneyData> = {
  receipt: (data, say) => ({
    ...toCustomer(data),
    variant: receiptVariant(data),
    bill: linesOf(data, say),
    fields: {
      ...billOf(data, say),
      paid_date: say.longDay(data.paid_on),
      card: say.card(data.card) || (data.by ? say.words.paidBy[data.by] : ''),
      credit: data.used_cents ? say.money(data.used_cents) : '',
    },
  }),
  invoice_sent: (data, say) => ({
    ...toCustomer(data),
    variant: data.total_cents <= 0 ? 'covered' : data.autopay ? 'autopay' : 'to_pay',
    bill: linesOf(data, say),
    fields: { ...billOf(data, say), due_date: say.longDay(data.due_on) },
  }),
  pay_link: (data, say) => ({
    ...toCustomer(data),
    bill: linesOf(data, say),
    fields: { ...billOf(data, say), due_date: say.longDay(data.due_on) },
  }),
  invoice_reminder: (data, say) => {
    const { bills, stage } = data
    const [first] = bills
    const isOne = bills.length === 1
    return {
      ...toCustomer(data),
      variant: isOne ? stage : 'several',
      bill: isOne
        ? linesOf(data, say)
        : bills.map(({ invoice_number, due_on, balance_cents }) => [
            say.words.invoiceDue(invoice_number, say.longDay(due_on)),
            say.money(balance_cents),
          ]),
      insists: bills.flatMap(({ invoice_number, late_fee }) =>
        late_fee
          ? [
              say.words.lateFee(
                say.money(late_fee.cents),
                say.longDay(late_fee.on),
                isOne ? null : invoice_number,
              ),
            ]
          : [],
      ),
      list: isOne
        ? []
        : bills.map(({ invoice_number, url }) => [say.words.payInvoice(invoice_number), url]),
      fields: {
        ...billOf({ ...data, invoice_number: first?.invoice_number ?? '' }, say),
        due_date: say.longDay(first?.due_on),
        count: String(bills.length),
      },
    }
  },
  payment_failed: (data, say) => ({
    ...toCustomer(data),
    fields: {
      ...billOf(data, say),
      reason: say.reason(data.reason),
      retry_date: say.longDay(data.retry_on),
      card: say.card(data.card),
    },
  }),
  payment_failed_staff: (data, say) => ({
    variant: isFailure(data.reason) ? 'failed' : 'attention',
    fields: {
      ...billOf({ ...data, customer_name: data.customer_name ?? say.words.aCustomer }, say),
      reason: saidToOffice(say.reason(data.reason)),
      retry_date: say.longDay(data.retry_on),
    },
  }),
  card_replaced: (data, say) => ({
    variant: data.charged ? 'charged' : 'kept',
    fields: {
      ...billOf({ ...data, customer_name: data.customer_name ?? say.words.aCustomer }, say),
      card: say.card(data.card),
    },
  }),
  refund_issued: (data, say) =>
    'paid_back_cents' in data
      ? {
          ...toCustomer(data),
          variant: data.undone ? 'payback_undone' : 'paid_back',
          fields: {
            ...baseOf(data),
            invoice: '',
            amount: say.money(data.paid_back_cents),
            card: data.undone ? '' : say.words.paidBy[data.by],
          },
        }
      : {
          ...toCustomer(data),
          variant: refundVariant(data),
          fields: {
            ...billOf(data, say),
            amount: say.money(data.refund_cents),
            card: data.by && data.by !== 'credit' ? say.words.paidBy[data.by] : say.card(data.card),
          },
        },
  statement: (data, say) => ({
    ...toCustomer(data),
    variant: data.owed_cents > 0 ? 'owes' : 'settled',
    fields: {
      ...baseOf(data),
      amount: say.money(data.owed_cents),
      invoice: data.invoice_number ?? '',
      to_date: say.longDay(data.to),
    },
  }),
  payment_hold: (data, say) => ({
    ...toCustomer(data),
    variant: data.is_held ? 'held' : 'released',
    fields: { ...baseOf(data), amount: say.money(data.owed_cents) },
  }),
  late_fee_removed: (data, say) => ({
    ...toCustomer(data),
    variant: data.credited_cents > 0 ? 'credited' : 'taken',
    fields: {
      ...baseOf(data),
      invoice: data.invoice_number,
      fee: say.money(data.fee_cents),
      amount: say.money(data.owed_cents),
    },
  }),
  charge_upcoming: (data, say) => ({
    ...toCustomer(data),
    fields: {
      ...billOf(data, say),
      charge_date: say.longDay(data.charge_on),
      card: say.card(data.card),
    },
  }),
  consent_request: (data, say) => ({
    ...toCustomer(data),
    fields: {
      ...baseOf(data),
      old_limit: say.money(data.old_cap_cents),
      new_limit: say.money(data.new_cap_cents),
      work: data.work.join(', '),
    },
    insists: data.campaign ? [campaignWords(data.campaign, data.customer_name, say)] : [],
  }),
  price_change: (data, say) => ({
    ...toCustomer(data),
    variant: data.is_withdrawn ? 'withdrawn' : 'raised',
    list: data.series.map((one) => [
      namedSeries(one),
      data.is_withdrawn
        ? say.money(one.old_cents)
        : say.words.priceChange(say.money(one.old_cents), say.money(one.new_cents)),
    ]),
    fields: {
      ...baseOf(data),
      subject: data.subject,
      message: campaignWords(data, data.customer_name, say),
      date: say.longDay(data.effective_on),
      prices: data.series
        .map((one) => `${namedSeries(one)}: ${say.money(one.old_cents)}`)
        .join(', '),
    },
  }),
  charge_day_moved: (data) => ({
    ...toCustomer(data),
    fields: { ...baseOf(data), old_day: String(data.old_day), new_day: String(data.new_day) },
  }),
  method_expiring: (data, say) => ({
    ...toCustomer(data),
    fields: {
      ...baseOf(data),
      card: say.card(data.card) || say.words.yourCard,
      last_day: say.longDay(data.last_day),
    },
  }),
}
