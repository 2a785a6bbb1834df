import type { CustomerPreferences, WishChange } from './customer.ts'
import { dayKeys, dayNames } from '../base/dates.ts'
import { cadenceOfWord, patternOf, recurrenceLabel } from '../base/cadence.ts'

/** 'Mon, Tue'; 'Any day' if none was chosen. */
/** 'Mon, Tue' */
export const daysText = (days: CustomerPreferences['available_days']): string =>
  dayKeys
    .flatMap((key, at) => (days.includes(key) ? [dayNames[at]!.slice(0, 3)] : []))
    .join(', ') || 'Any day'

/** 'Every 3 weeks' */
const frequencyText = ({
  service_frequency,
  service_interval,
}: Pick<CustomerPreferences, 'service_frequency' | 'service_interval'>): string => {
  const cadence = service_frequency && cadenceOfWord(service_frequency, service_interval)
  return cadence ? recurrenceLabel(patternOf(cadence)) : 'Not specified'
}

/** The preferences that changed; empty if a change was reverted. */
export function wishChanges(
  before: CustomerPreferences,
  now: CustomerPreferences,
  nameOf: (service_key: string) => string,
): WishChange[] {
  const services = ({ services_selected }: CustomerPreferences) =>
    services_selected.map(nameOf).toSorted().join(', ') || 'None'
  const rows: WishChange[] = [
    { what: 'Services', before: services(before), now: services(now) },
    { what: 'Days', before: daysText(before.available_days), now: daysText(now.available_days) },
    { what: 'How often', before: frequencyText(before), now: frequencyText(now) },
  ]
  return rows.filter((row) => row.before !== row.now)
}
