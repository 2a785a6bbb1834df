import type { InvoiceLine } from '../../../domain/money/invoice-lines.ts'
import { invoiceNumber, type InvoiceStatus } from '../../../domain/money/invoice.ts'
import { withWallet } from '../../../domain/money/payment.ts'
import { taxLabel } from '../../../domain/money/tax.ts'
import { refused } from '../../base/kit/refusals.ts'
import type { Paper } from './paper.ts'
import type { InvoiceFacts, PaidPart } from './read.ts'
import { contactLines, headOf, sayingIn } from './words.ts'

type Saying = ReturnType<typeof sayingIn>

/** An invoice on paper. */
export function invoicePaper(facts: InvoiceFacts): Paper {
  const say = sayingIn(facts.locale, facts.zone)
  const { words } = say
  const { invoice } = facts.detail
  const number = invoiceNumber(invoice)
  const isDraft = invoice.number === null
  return {
    ...headOf(facts),
    title: isDraft ? words.draft : words.invoiceTitle(number),
    file: `${slugOf(words.invoice)}-${number || slugOf(words.draft)}.pdf`,
    made_at: invoice.issued_at ?? invoice.updated_at,
    heading: isDraft ? words.draft : words.invoice,
    facts: factsOf(facts, say),
    blocks: blocksOf(facts, say),
    columns: columnsOf(say),
    rows: facts.detail.items.map((line) => rowOf(line, say)),
    sums: sumsOf(facts, say),
    texts: [
      ...stateOf(facts, say),
      ...takenBackOf(facts, say),
      ...exemptionOf(facts, say),
      ...(invoice.notes ? [{ title: words.notes, text: invoice.notes }] : []),
      ...(facts.terms ? [{ title: words.terms, text: facts.terms }] : []),
    ],
  }
}

/** True if nothing came in, or the bank took all of it back: there is nothing to give a receipt for. */
export const isNothingPaid = ({ payments }: InvoiceFacts): boolean =>
  payments.every(
    ({ amount_cents, refunded_cents, taken_cents }) =>
      taken_cents > 0 && amount_cents - refunded_cents <= taken_cents,
  )

/** A receipt for what was paid on an invoice. 409 nothing_paid. */
export function receiptOf(facts: InvoiceFacts): Paper {
  if (!isNothingPaid(facts)) return receiptPaper(facts)
  throw facts.payments.length
    ? refused('nothing_paid', 'The bank took back what was paid on this invoice.')
    : refused('nothing_paid', 'Nothing was paid on this invoice yet.')
}

function receiptPaper(facts: InvoiceFacts): Paper {
  const say = sayingIn(facts.locale, facts.zone)
  const { words } = say
  const { invoice } = facts.detail
  const number = invoiceNumber(invoice)
  const last = facts.payments.at(-1)
  return {
    ...invoicePaper(facts),
    title: words.receiptTitle(number),
    file: `${slugOf(words.receipt)}-${number}.pdf`,
    made_at: last?.captured_at ?? invoice.updated_at,
    heading: words.receipt,
    facts: [
      [words.number, number],
      ...(last ? ([[words.paidOn, say.day(last.captured_at)]] as [string, string][]) : []),
    ],
    texts: facts.payments.map((part) => ({
      title: `${words.payment} · ${say.day(part.captured_at)}`,
      text: `${say.money(part.amount_cents)} · ${methodOf(part, say)}${
        part.refunded_cents > 0 ? ` · ${words.refunded} ${say.money(part.refunded_cents)}` : ''
      }${part.kept_cents > 0 ? ` · ${words.keptAsCredit} ${say.money(part.kept_cents)}` : ''}${
        part.taken_cents > 0 ? ` · ${words.takenBack} ${say.money(part.taken_cents)}` : ''
      }${part.contested_cents > 0 ? ` · ${words.contested} ${say.money(part.contested_cents)}` : ''}`,
    })),
  }
}

const slugOf = (text: string): string => text.toLowerCase().replaceAll(' ', '-')

function factsOf({ detail: { invoice } }: InvoiceFacts, { words, date, day }: Saying) {
  const { issued_at, effective_due_date, period_start, period_end } = invoice
  const rows: [string, string | null][] = [
    [words.number, invoiceNumber(invoice) || null],
    [words.issued, issued_at && day(issued_at)],
    [words.due, effective_due_date && date(effective_due_date)],
    period_start && period_end && period_start !== period_end
      ? [words.period, `${date(period_start)} – ${date(period_end)}`]
      : [words.service, invoice.date && date(invoice.date)],
  ]
  return rows.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []))
}

function blocksOf({ detail: { customer } }: InvoiceFacts, { words }: Saying): Paper['blocks'] {
  const nowhere = { street: null, city: null, state: null, zip: null }
  const { name, email, phone_number } = customer
  const place = contactLines({ ...customer, name: null, email: null, phone_number: null })
  return [
    {
      title: words.billTo,
      lines: [name ?? '–', ...contactLines({ ...nowhere, name, email, phone_number })],
    },
    ...(place.length ? [{ title: words.place, lines: place }] : []),
  ]
}

const columnsOf = ({ words }: Saying): Paper['columns'] => [
  { title: words.description, width: 56 },
  { title: words.quantity, width: 12, right: true },
  { title: words.price, width: 16, right: true },
  { title: words.amount, width: 16, right: true },
]

/** A line before tax: its tax is below the description, and by rate below the lines. */
function rowOf(line: InvoiceLine, { words, date, money }: Saying) {
  const small = [
    line.date && date(line.date),
    line.discount_cents > 0 && words.ofLine(money(line.discount_cents)),
    line.tax_cents > 0 && words.taxOfLine(money(line.tax_cents)),
  ].filter(Boolean)
  return [
    small.length ? { text: line.description, small: small.join(' · ') } : line.description,
    String(line.quantity),
    money(line.unit_price_cents),
    money(line.total_cents - line.tax_cents),
  ]
}

function sumsOf(
  { detail: { invoice, taxes } }: InvoiceFacts,
  { words, money }: Saying,
): Paper['sums'] {
  const some = (label: string, cents: number, shown = money(cents)) =>
    cents > 0 ? [{ label, value: shown }] : []
  const hasParts = invoice.discount_cents > 0 || invoice.tax_cents > 0
  return [
    ...(hasParts ? some(words.subtotal, invoice.subtotal_cents) : []),
    ...some(words.discount, invoice.discount_cents, money(-invoice.discount_cents)),
    ...taxes.map((tax) => ({ label: taxLabel(tax, words.tax), value: money(tax.tax_cents) })),
    { label: words.total, value: money(invoice.total_cents), strong: invoice.paid_cents === 0 },
    ...some(words.credit, invoice.credit_cents, money(-invoice.credit_cents)),
    ...some(words.paid, invoice.paid_cents - invoice.credit_cents),
    ...some(words.tip, invoice.tip_cents),
    ...some(words.refunded, invoice.refunded_cents),
    ...(invoice.paid_cents > 0
      ? [{ label: words.balance, value: money(invoice.balance_cents), strong: true }]
      : []),
  ]
}

function stateOf({ detail: { invoice } }: InvoiceFacts, { words }: Saying): Paper['texts'] {
  const texts: Partial<Record<InvoiceStatus, string>> = {
    void: words.isVoid,
    uncollectible: words.isGivenUp,
    paid: words.isPaid,
    processing: words.isUnderway,
  }
  const text = texts[invoice.status]
  return text ? [{ title: null, text }] : []
}

/** Payments that the bank took back, or may take back yet. */
const takenBackOf = ({ payments }: InvoiceFacts, { words, money, day }: Saying): Paper['texts'] =>
  payments.flatMap(({ captured_at, taken_cents, contested_cents }) =>
    [
      taken_cents > 0 ? words.isTakenBack(money(taken_cents), day(captured_at)) : null,
      contested_cents > 0 ? words.isContested(money(contested_cents), day(captured_at)) : null,
    ].flatMap((text) => (text ? [{ title: null, text }] : [])),
  )

/** The certificate under which a line was not taxed. */
function exemptionOf({ detail: { items } }: InvoiceFacts, { words }: Saying): Paper['texts'] {
  const certificate = items.find((line) => line.tax_certificate !== null)?.tax_certificate
  return certificate ? [{ title: null, text: words.exempt(certificate) }] : []
}

function methodOf(part: PaidPart, { words }: Saying): string {
  const kind =
    part.kind !== 'provider'
      ? words.payments[part.kind as 'cash' | 'check' | 'other']
      : part.pm_type === 'us_bank_account'
        ? words.payments.bank
        : part.card_brand
          ? part.card_brand.slice(0, 1).toUpperCase() + part.card_brand.slice(1)
          : words.payments.card
  return withWallet(part.wallet, part.last4 ? words.ending(kind, part.last4) : kind)
}
