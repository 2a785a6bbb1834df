import { clockText, isLocalDate, longDate } from './dates.ts'
import { customerColumns } from '../customers/columns.ts'
import type { Change, HistoryField } from './history.ts'
import { formatCents } from './money.ts'

/** What has a history of its own. */
export const recordKinds = ['customer', 'visit', 'invoice', 'person'] as const
export type RecordKind = (typeof recordKinds)[number]

const address: Record<string, HistoryField> = {
  street: ['Street'],
  city: ['City'],
  state: ['State'],
  zip: ['ZIP'],
}

/** The columns whose changes are recorded; those of a customer are in `customers/columns.ts`. */
const otherFields: Record<Exclude<RecordKind, 'customer'>, Record<string, HistoryField>> = {
  visit: {
    customer_id: ['Customer', 'hidden'],
    date: ['Date', 'date'],
    start_minutes: ['Start', 'clock'],
    duration_minutes: ['Duration', 'minutes'],
    team_id: ['Team', 'team'],
    price_cents: ['Price', 'money'],
    status: ['Status'],
    skip_reason: ['Reason for skipping'],
    notes: ['Notes'],
    service_name: ['Service'],
    on_the_way_at: ['On the way', 'moment'],
    started_at: ['Started', 'moment'],
    completed_at: ['Completed', 'moment'],
    completed_by: ['Completed by', 'hidden'],
    completion_via: ['Completed in'],
    hold_reason: ['Reason for the hold'],
    held_at: ['On hold since', 'moment'],
    held_by: ['Held by', 'hidden'],
    checklist: ['Checklist', 'hidden'],
    open_reason: ['Left open because'],
  },
  invoice: {
    number: ['Number'],
    number_prefix: ['Number prefix'],
    customer_id: ['Customer', 'hidden'],
    doc: ['Document'],
    money: ['Payment'],
    currency: ['Currency'],
    issued_at: ['Issued', 'moment'],
    sent_at: ['Sent', 'moment'],
    send_at: ['Goes out', 'moment'],
    paid_at: ['Paid', 'moment'],
    subtotal_cents: ['Subtotal', 'money'],
    discount_cents: ['Discount', 'money'],
    tax_cents: ['Tax', 'money'],
    tip_cents: ['Tip', 'money'],
    total_cents: ['Total', 'money'],
    paid_cents: ['Paid amount', 'money'],
    refunded_cents: ['Refunded', 'money'],
    credit_cents: ['Credit used', 'money'],
    due_date: ['Due date', 'date'],
    due_date_overridden: ['Due date set by hand'],
    charge_on: ['Charged on', 'date'],
    period_start: ['Period begins', 'date'],
    period_end: ['Period ends', 'date'],
    source: ['Came about by'],
    rule_id: ['Work plan', 'hidden'],
    customer_name: ['Customer name'],
    customer_email: ['Customer email'],
    customer_phone: ['Customer phone'],
    ...address,
    failure_sentence: ['Payment problem'],
    refusal_sentence: ['Not charged because'],
    payment_method_kind: ['Paid with'],
    notes: ['Notes'],
    replaces_id: ['Replaces', 'set'],
    late_fee_of_id: ['Late fee of an invoice', 'set'],
    fee_credit_id: ['Given back as a credit', 'set'],
  },
  person: {
    email: ['Email'],
    name: ['Name'],
    phone_number: ['Phone'],
    status: ['Access'],
    platform_role: ['Platform role'],
    time_zone: ['Time zone'],
    locale: ['Language'],
    preferred_contact: ['Reach by'],
    role: ['Role'],
    team_id: ['Team', 'team'],
    customer_id: ['Customer', 'hidden'],
    person_id: ['Person', 'hidden'],
  },
}

/** The columns of a record whose changes the office reads, in this order. */
export const historyFields = (record: RecordKind): Record<string, HistoryField> =>
  record === 'customer'
    ? Object.fromEntries(
        Object.entries(customerColumns).flatMap(([name, column]) =>
          'reads' in column ? [[name, column.reads]] : [],
        ),
      )
    : otherFields[record]

type Names = { teams: ReadonlyMap<string, string>; moment: (iso: string) => string }

/** What changed in a record, from what to what, in the words of the office. */
export const readableChanges = (
  record: RecordKind,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  names: Names,
): Change[] =>
  Object.entries(historyFields(record)).flatMap(([column, [field, shape = 'text']]) => {
    if (!(column in after)) return []
    if (shape === 'hidden') return [{ field, from: null, to: 'changed' }]
    const [from, to] = [before[column], after[column]].map((one) => shown(one, shape, names))
    return from === to ? [] : [{ field, from: from ?? null, to: to ?? null }]
  })

function shown(value: unknown, shape: HistoryField[1], { teams, moment }: Names): string | null {
  if (value === null || value === undefined || value === '') return shape === 'set' ? 'none' : null
  if (shape === 'set') return 'set'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length ? value.map(String).join(', ') : null
  if (typeof value === 'number') return numberText(value, shape)
  if (typeof value !== 'string') return JSON.stringify(value)
  if (shape === 'date' && isLocalDate(value)) return longDate(value)
  if (shape === 'moment') return moment(value)
  if (shape === 'team') return teams.get(value) ?? 'a team that is gone'
  return value.replaceAll('_', ' ')
}

function numberText(value: number, shape: HistoryField[1]): string {
  if (shape === 'money') return formatCents(value)
  if (shape === 'clock') return clockText(value)
  return shape === 'minutes' ? `${value} min` : String(value)
}
