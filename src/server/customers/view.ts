import {
  cadenceOf,
  cadenceOfWord,
  customerFrequencyOf,
  patternOf,
  recurrenceLabel,
  type Pattern,
  type SignupFrequency,
} from '../../domain/cadence.ts'
import { Customer, type CustomerPreferences } from '../../domain/customer.ts'
import { barsOfReminders, switchedOffMessages } from '../../domain/reminder.ts'
import type { SendingPolicy } from '../../domain/sending.ts'
import { wishChanges } from '../../domain/wishes.ts'
import type { Calendar } from '../week/calendar.ts'
import type { RuleRow } from '../week/rows.ts'
import { nextVisit } from './next-visit.ts'
import type { CustomerRow } from './read.ts'

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
