import { clockText, isLocalDate, longDate } from './dates.ts'
import type { Change } from './history.ts'
import { formatCents } from './money.ts'

/** What has a history of its own. */
export const recordKinds = ['customer', 'visit', 'invoice', 'person'] as const
export type RecordKind = (typeof recordKinds)[number]

/** How a column reads. `hidden`: only that it changed. `set`: whether there is one. */
type Shape = 'text' | 'money' | 'date' | 'moment' | 'clock' | 'minutes' | 'team' | 'set' | 'hidden'
type Field = readonly [label: string, shape?: Shape]

const address: Record<string, Field> = {
  street: ['Street'],
  city: ['City'],
  state: ['State'],
  zip: ['ZIP'],
}

/** The columns whose changes are kept, as the office reads them. */
export const recordFields: Record<RecordKind, Record<string, Field>> = {
  customer: {
    name: ['Name'],
    email: ['Email'],
    phone_number: ['Phone'],
    address_text: ['Address'],
    status: ['Status'],
    team_id: ['Team', 'team'],
    tags: ['Tags'],
    gate_code: ['Gate code', 'hidden'],
    gate_code_sealed: ['Gate code', 'hidden'],
    locale: ['Language'],
    person_id: ['Sign-in', 'set'],
    available_days: ['Available days'],
    services_selected: ['Services wished', 'hidden'],
    service_frequency: ['How often'],
    service_interval: ['Every (weeks)'],
    reminder_opt_in: ['Reminders'],
    invoice_email_opt_in: ['Invoices by email'],
    sms_opt_in: ['Texts'],
    notices_off: ['Notices off'],
    promotions_off_at: ['Offers stopped', 'moment'],
    autopay_enabled: ['Autopay'],
    autopay_oneoffs: ['Autopay for one-time work'],
    autopay_cap_cents: ['Autopay limit', 'money'],
    preferred_charge_day: ['Charge day'],
    default_payment_method_id: ['Default payment method', 'hidden'],
    out_of_area: ['Out of area'],
    signup_lead_id: ['Sign-up', 'set'],
    signup_completed_at: ['Signed up', 'moment'],
    wishes_changed_at: ['Wishes changed', 'moment'],
    paused_from: ['Pause begins', 'date'],
    resume_on: ['Resumes on', 'date'],
    pause_reason: ['Reason for the pause'],
    archived_at: ['Archived', 'moment'],
    archived_reason: ['Reason for archiving'],
    referral_code: ['Referral code'],
    referred_by: ['Referred by', 'set'],
    invoice_sending: ['Bills go out'],
    tax_certificate: ['Tax certificate'],
    tax_exempt_until: ['Tax exempt until', 'date'],
    bill_reminders: ['Bill reminders'],
  },
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

type Names = { teams: ReadonlyMap<string, string>; moment: (iso: string) => string }

/** What changed in a record, from what to what, in the words of the office. */
export const readableChanges = (
  record: RecordKind,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  names: Names,
): Change[] =>
  Object.keys(recordFields[record]).flatMap((column) => {
    if (!(column in after)) return []
    const [field, shape = 'text'] = recordFields[record][column]!
    if (shape === 'hidden') return [{ field, from: null, to: 'changed' }]
    const [from, to] = [before[column], after[column]].map((one) => shown(one, shape, names))
    return from === to ? [] : [{ field, from: from ?? null, to: to ?? null }]
  })

function shown(value: unknown, shape: Shape, { teams, moment }: Names): string | null {
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

function numberText(value: number, shape: Shape): string {
  if (shape === 'money') return formatCents(value)
  if (shape === 'clock') return clockText(value)
  return shape === 'minutes' ? `${value} min` : String(value)
}
