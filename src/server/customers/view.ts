import type { Selectable } from 'kysely'
import {
  cadenceOf,
  cadenceOfWord,
  customerFrequencyOf,
  patternOf,
  recurrenceLabel,
  type Pattern,
  type SignupFrequency,
} from '../../domain/base/cadence.ts'
import {
  Customer,
  type CustomerPreferences,
  type CustomerStatus,
} from '../../domain/customers/customer.ts'
import { barsOfReminders, switchedOffMessages } from '../../domain/flows/reminder.ts'
import type { SendingPolicy } from '../../domain/messages/sending.ts'
import { wishChanges } from '../../domain/customers/wishes.ts'
import type { Calendar } from '../schedule/week/calendar.ts'
import { pausesOf, pausesOver, planRule, type RuleRow } from '../schedule/week/rows.ts'
import type { Database } from '../../../db/schema.ts'
import type { PostalAddress } from '../../domain/base/contact.ts'
import { addDays, type DayKey, type LocalDate } from '../../domain/base/dates.ts'
import type { AddressBlock } from '../../domain/messages/message.ts'
import type { NotificationPrefs, PreferredContact } from '../../domain/base/person.ts'
import { isPaused, type Pause } from '../../domain/schedule/recurrence.ts'

export function shownCustomer(row: CustomerRow, calendar: Calendar): Customer {
  const rules = (row.rules ?? []).toSorted((a, b) => daysBetweenVisits(a) - daysBetweenVisits(b))
  const rule = rules[0]
  const wish = row.service_frequency
    ? cadenceOfWord(row.service_frequency, row.service_interval)
    : null
  const cadence = rule ? cadenceOf(rule) : wish
  const labels = rule
    ? rules.map((one) => recurrenceLabel(one))
    : wish
      ? [recurrenceLabel(patternOf(wish))]
      : []
  const address = { street: row.street, city: row.city, state: row.state, zip: row.zip }
  const derived: Omit<Customer, StoredField> = {
    address,
    frequency: cadence ? customerFrequencyOf(cadence, rule?.season_start_month != null) : null,
    frequency_label: [...new Set(labels)].join(', ') || null,
    next_visit_at: nextVisit(row, calendar),
    services:
      servicesOf(rules, calendar) ??
      row.services_selected.map(({ key }) => serviceName(calendar, key)),
    last_visits: row.last_visits ?? [],
    notes: row.notes ?? [],
    messages_off: switchedOffMessages(row),
    reminders_off: barsOfReminders({
      ...row,
      has_email: Boolean(row.email),
      has_phone: Boolean(row.phone_number),
      reminder_days_before: calendar.settings.reminder_days_before,
    }),
    promotions_off: row.promotions_off_at !== null,
    invoice_sending: row.invoice_sending as SendingPolicy | null,
    has_autopay: row.autopay_enabled,
    has_card_on_file: row.default_payment_method_id !== null,
    has_login: row.person_id !== null,
    has_gate_code: row.gate_code_sealed !== null,
    pref_frequency: row.service_frequency as SignupFrequency | null,
    pref_interval: row.service_interval,
    wish_changes: row.wishes_before
      ? wishChanges(row.wishes_before, wishesOf(row), (key) => serviceName(calendar, key))
      : [],
  }
  return { ...storedOf(row), ...derived }
}

/** Fields shown exactly as stored; they only need a column of that name. */
type StoredField = {
  [Field in keyof Customer & keyof CustomerRow]: CustomerRow[Field] extends Customer[Field]
    ? Field
    : never
}[keyof Customer & keyof CustomerRow]
const storedOf = (row: CustomerRow) =>
  Object.fromEntries(
    Object.keys(Customer.shape).map((field) => [field, row[field as StoredField]]),
  ) as Pick<Customer, StoredField>

/** Orders a customer's work; the card shows the most frequent. */
const daysBetweenVisits = (rule: { pattern: Pattern; interval: number }): number => {
  const { unit, interval } = cadenceOf(rule)
  return unit === 'once' ? Infinity : interval * (unit === 'week' ? 7 : 30)
}

const wishesOf = (row: CustomerRow): CustomerPreferences => ({
  services_selected: row.services_selected.map(({ key }) => key),
  available_days: row.available_days,
  service_frequency: row.service_frequency as SignupFrequency | null,
  service_interval: row.service_interval,
})

/** The names of the services in these rules; null without rules. */
const servicesOf = (rules: readonly RuleRow[], calendar: Calendar): string[] | null => {
  const names = new Set(
    rules.flatMap(({ service_id }) => calendar.services.get(service_id)?.name ?? []),
  )
  return names.size ? [...names].toSorted() : null
}

const serviceName = (calendar: Calendar, key: string): string =>
  [...calendar.services.values()].find((service) => service.key === key)?.name ?? key

/** These columns hold a narrower type than the table declares. */
type Narrowed = {
  status: CustomerStatus
  available_days: DayKey[]
  services_selected: { key: string }[]
  wishes_before: CustomerPreferences | null
}

export type CustomerRow = Omit<Selectable<Database['customers']>, keyof Narrowed> &
  Narrowed &
  PostalAddress & {
    referral_count: number
    referred_by: { id: string; name: string | null } | null
    /** The choices in the customer's own account, if they have one. */
    prefs: NotificationPrefs | null
    preferred_contact: PreferredContact | null
    offer_texts_since: string | null
    email_block: AddressBlock | null
    phone_block: AddressBlock | null
    cltv_cents: number
    held_since: string | null
    outstanding_balance_cents: number
    last_visits: { date: string; notes: string | null }[] | null
    notes: { id: string; text: string; author_name: string | null; created_at: string }[] | null
    rules: RuleRow[] | null
    touched: { series_id: string; original_date: string; date: string; status: string }[] | null
  }

/**
 * How far ahead to look for the next visit: usually weeks, at most a year for the rarest pattern.
 */
const horizons = [35, 366]

/**
 * The date of a customer's next visit within a year: touched visits where they are now, others
 * where their rule plans them.
 */
export function nextVisit(row: CustomerRow, calendar: Calendar): LocalDate | null {
  if (row.status === 'archived') return null
  const { today } = calendar
  const touched = row.touched ?? []
  const keys = new Set(touched.map((visit) => `${visit.series_id}:${visit.original_date}`))
  const rules = row.rules ?? []
  const pausesOn = (series_id: string): readonly Pause[] => {
    const rule = rules.find((one) => one.series_id === series_id)
    return rule ? pausesOver(rule, row) : pausesOf(row)
  }
  const dates = touched
    .filter(
      (visit) =>
        visit.status === 'scheduled' &&
        visit.date >= today &&
        !isPaused(visit.date, pausesOn(visit.series_id)),
    )
    .map((visit) => visit.date)
  for (const rule of rules)
    for (const days of horizons) {
      const coming = planRule(rule, today, addDays(today, days), calendar, row).find(
        (planned) => !planned.paused && !keys.has(`${rule.series_id}:${planned.original_date}`),
      )
      if (coming) dates.push(coming.date)
      if (coming) break
    }
  return dates.toSorted()[0] ?? null
}
