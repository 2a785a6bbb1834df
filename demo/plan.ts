import type { Industry } from '../src/domain/base/onboarding.ts'
import type { Pattern } from '../src/domain/base/cadence.ts'
import type { Role } from '../src/domain/base/roles.ts'

export type WorldService = {
  key: string
  name: string
  description: string
  price_cents: number
  minutes: number
  crew?: number
  active?: false
}
type Known = Partial<Record<'team' | 'phone' | 'email', string>>
export type WorldPerson = { key: string; name: string; role: Role } & Known
/** A customer's work; `day` counts from today to a date in its pattern. */
export type WorldWork = {
  service: string
  pattern: Pattern
  interval?: number
  day: number
  time?: number
  team?: string | null
  price_cents?: number
  notes?: string
  /** For how many weeks it has been going on; ten unless told. */
  weeks?: number
  /** Billed at the end of each period; each visit by itself unless told. */
  billing?: 'per_period'
}
/** What happened to a visit; the date counts from today. */
export type WorldVisit = {
  day: number
  is: 'completed' | 'skipped' | 'in_progress' | 'moved'
  to?: number
  invoice?:
    | 'draft'
    | 'open'
    | 'sent'
    | 'paid'
    | 'failed'
    | 'refunded'
    | 'partially_refunded'
    | 'processing'
    | 'void'
    | 'uncollectible'
    | 'cash'
}
export type WorldCustomer = {
  key: string
  name: string
  email: string
  phone: string
  street: string
  zip: string
  city?: string
  status: 'lead' | 'active' | 'paused' | 'archived'
  team?: string
  tags?: string[]
  /** The customer who referred them; must come earlier in the list. */
  referred_by?: string
  signs_in?: true
  method?:
    | `pm_card_${'visa' | 'mastercard' | 'chargeCustomerFail'}`
    // The bank's debit stays under way until somebody ends it in the sandbox.
    | 'pm_usBankAccount_processing'
  autopay?: true
  work?: WorldWork[]
  visits?: WorldVisit[]
  request?: { action: 'reschedule' | 'cancel'; day: number; reason: string }
  note?: string
  frequency?: 'weekly' | 'biweekly' | 'monthly' | 'once'
  services?: string[]
}

export type WorldOrganization = {
  key: string
  name: string
  slug: string
  domain: string
  industry: Industry
  street: string
  city: string
  state: string
  zip: string
  phone: string
  website: string
  hours: [open: number, close: number][] // Sunday first; [0, 0] is closed
  teams: string[]
  people: WorldPerson[]
  services: WorldService[]
  customers: WorldCustomer[]
  events: {
    title: string
    day: number
    time: number | null
    minutes: number
    team?: string
    notes?: string
  }[]
}
