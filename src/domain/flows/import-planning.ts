import type { ImportDoubt, ImportDuplicate } from './import.ts'
import type { ImportedPlace } from './import-row-place.ts'
import type { LocalDate } from '../base/dates.ts'
import type { BusinessHours } from '../base/hours.ts'
import type { Recurrence } from '../schedule/recurrence.ts'

export type KnownCustomer = {
  id: string
  name: string | null
  email: string | null
  phone_number: string | null
  gate_code: string | null
  tags: string[]
  /** Archived when their import was undone. */
  was_undone: boolean
  places: { id: string; key: string | null; is_default: boolean }[]
  notes: string[]
  /** Of the work that goes on: service, pattern, interval and place. */
  work: string[]
}

export type PlaceOf = (place: ImportedPlace | null) => string | null

export type Planning = {
  plan: ImportPlan
  doubts: ImportDoubt[]
  around: ImportSurroundings
  services: Map<string, { id: string; price_cents: number }>
  teams: Map<string, string>
  /** Teams of the file that we do not have, with what is said of them. */
  missingTeams: Map<string, ImportDoubt>
  /** Owners of e-mail addresses: names by address. */
  emails: Map<string, string>
}

/** What the organization has already, as far as the file touches it. */
export type ImportSurroundings = {
  today: LocalDate
  area: readonly string[]
  hours: BusinessHours | null
  services: readonly { id: string; name: string; price_cents: number }[]
  teams: readonly { id: string; name: string }[]
  /** Of the customers the file is about. */
  customers: ReadonlyMap<string, KnownCustomer>
  /** What earlier imports wrote, by the keys of their rows. */
  written: ReadonlySet<string>
  newId: () => string
}

/** Everything an import writes. */
export type ImportPlan = {
  customers: NewCustomerRow[]
  changed: ChangedCustomerRow[]
  /** Customers we have that stay as they are. */
  known: number
  places: NewPlaceRow[]
  notes: { id: string; row: number; customer_id: string; text: string }[]
  services: NewServiceRow[]
  rules: NewRuleRow[]
  balances: NewBalanceRow[]
  duplicates: ImportDuplicate[]
  left_out: number
}

export type NewCustomerRow = Contact & {
  id: string
  key: string
  row: number
  team_id: string | null
  out_of_area: boolean
  archived: boolean
}

export type ChangedCustomerRow = Contact & {
  id: string
  key: string
  row: number
  revives: boolean
}

export type NewPlaceRow = Omit<ImportedPlace, 'notes' | 'label'> & {
  id: string
  customer_id: string
  label: string
  is_default: boolean
}

export type NewServiceRow = {
  id: string
  row: number
  name: string
  description: string
  price_cents: number
  estimated_minutes: number
}

export type NewRuleRow = Recurrence & {
  id: string
  key: string
  row: number
  customer_id: string
  service_id: string
  location_id: string | null
  team_id: string | null
  anchor_date: LocalDate
  start_minutes: number | null
  duration_minutes: number | null
  price_cents: number | null
  notes: string | null
}

export type NewBalanceRow = {
  id: string
  key: string
  row: number
  customer_id: string
  cents: number
  description: string
  due_date: LocalDate | null
}

export type Contact = {
  name: string
  email: string | null
  phone_number: string | null
  gate_code: string | null
  tags: string[]
}
