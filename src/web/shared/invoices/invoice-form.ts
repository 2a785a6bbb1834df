import type { Candidate } from '../../../api/candidates.ts'
import type { LocalDate } from '../../../domain/base/dates.ts'
import type { InvoiceDetail } from '../../../domain/money/invoice.ts'
import {
  EditedLines,
  lineTooHigh,
  lineTotal,
  parseQuantity,
  totalTooHigh,
} from '../../../domain/money/invoice-lines.ts'
import { maxCents, parseDollars, priceMessage } from '../../../domain/base/money.ts'

type LineValues = {
  key: string
  id: string | null
  /** The line of a visit, which stays. */
  isVisit: boolean
  service_key: string | null
  description: string
  quantity: string
  price: string
  discount: string
  taxable: boolean
}
export type InvoiceValues = {
  customer: Candidate | null
  lines: LineValues[]
  notes: string
  due_date: LocalDate | null
}

let made = 0
const newKey = (): string => `new-${++made}`

export const emptyLine = (): LineValues => ({
  key: newKey(),
  id: null,
  isVisit: false,
  service_key: null,
  description: '',
  quantity: '1',
  price: '',
  discount: '',
  taxable: false,
})

const dollars = (cents: number): string => (cents / 100).toFixed(2)

export const valuesOf = (
  detail: InvoiceDetail | null,
  customer: Candidate | null = null,
): InvoiceValues =>
  detail
    ? {
        customer: null,
        lines: detail.items.map((line) => ({
          key: line.id,
          id: line.id,
          isVisit: line.occurrence_id !== null,
          service_key: line.service_key,
          description: line.description,
          quantity: String(line.quantity),
          price: dollars(line.unit_price_cents),
          discount: line.discount_cents ? dollars(line.discount_cents) : '',
          taxable: line.taxable,
        })),
        notes: detail.invoice.notes ?? '',
        due_date: detail.invoice.due_date_overridden ? detail.invoice.due_date : null,
      }
    : { customer, lines: [emptyLine()], notes: '', due_date: null }

type Named = { key: string; name: string }

/** The service a line is counted under, by its description: the one it names, as long as it does. */
export function serviceFor(
  text: string,
  now: string | null,
  services: readonly Named[],
): string | null {
  const typed = text.trim().toLowerCase()
  const named = services.find(({ name }) => name.toLowerCase() === typed)
  if (named) return named.key
  const current = services.find(({ key }) => key === now)
  return current && typed.includes(current.name.toLowerCase()) ? now : null
}

/** A line's net amount as typed so far; null until it can be read. */
export function netOf(line: LineValues): number | null {
  const [quantity, price] = [parseQuantity(line.quantity), parseDollars(line.price)]
  const discount = line.discount.trim() ? parseDollars(line.discount) : 0
  if (quantity === null || price === null || discount === null) return null
  return lineTotal(quantity, price) - discount
}

export const linesOf = (values: InvoiceValues): EditedLines =>
  EditedLines.parse(
    values.lines.map((line) => ({
      ...(line.id ? { id: line.id } : {}),
      service_key: line.service_key,
      description: line.description,
      quantity: parseQuantity(line.quantity) ?? 0,
      unit_price_cents: parseDollars(line.price) ?? 0,
      discount_cents: line.discount.trim() ? (parseDollars(line.discount) ?? 0) : 0,
      taxable: line.taxable,
    })),
  )

/** What is wrong, by the name of the field. */
export function problemsOf(values: InvoiceValues, isNew: boolean): Record<string, string> {
  const problems: Record<string, string> = {}
  if (isNew && !values.customer) problems['customer'] = 'Choose a customer'
  let sum = 0
  values.lines.forEach((line, index) => {
    const say = (field: keyof LineValues, text: string) => {
      problems[`lines.${index}.${field}`] = text
    }
    if (!line.description.trim()) say('description', 'Enter a description')
    if (parseQuantity(line.quantity) === null) say('quantity', 'Enter a quantity like 1 or 1.5')
    if (parseDollars(line.price) === null) say('price', priceMessage)
    const net = netOf(line)
    if (line.discount.trim() && parseDollars(line.discount) === null) say('discount', priceMessage)
    else if (net !== null && net < 0) say('discount', 'A discount cannot be larger than its line.')
    sum += net ?? 0
    if ((net ?? 0) > maxCents) say('price', lineTooHigh)
    else if (sum > maxCents) say('price', totalTooHigh)
  })
  return problems
}

/** The server's names for what this form calls differently. */
export const formNames = { customer_id: 'customer' } as const
