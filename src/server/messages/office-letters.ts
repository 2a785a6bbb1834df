import type { LocalDate } from '../../domain/base/dates.ts'
import { phoneText } from '../../domain/base/contact.ts'
import type { Sender } from './letter.ts'
import { baseOf, type Saying } from './letter-values.ts'
import type { Letters } from './letter-values.ts'

type Signup = {
  organization: Sender
  name: string | null
  email: string | null
  phone_number: string | null
  services: readonly string[]
  /** Day keys; words in a message of an earlier version. */
  days: readonly string[] | string
  url: string
}

export type OfficeData = {
  push_test: { url: string }
  signup_new: Signup & { has_card_on_file: boolean }
  signup_unfinished: Signup
  digest: {
    organization: Sender
    visits: number
    unassigned: number
    /** Absent in what an earlier version kept. */
    missed?: number
    to_place?: number
    failed_payments: number
    requests: number
    url: string
  }
  platform_bill: {
    organization: { name: string }
    total_cents: number
    paid: boolean
    url: string
  }
  /** Written to those who run the business, in the platform's name. */
  trial_ending: {
    organization: { name: string }
    ends_on: LocalDate
    has_method: boolean
    /** The subscription goes on by itself when the trial ends. */
    goes_on: boolean
    url: string
  }
  read_only_ahead: {
    organization: { name: string }
    from: LocalDate
    is_unpaid: boolean
    url: string
  }
}

function signupOf(data: Signup & { has_card_on_file?: boolean }, { words, days }: Saying) {
  const { name, email, has_card_on_file } = data
  const phone = data.phone_number ? phoneText(data.phone_number) : ''
  const services = data.services.join(', ') || words.noService
  const card = has_card_on_file === undefined ? [] : [words.cardOnFile(has_card_on_file)]
  return {
    ...baseOf({ ...data, customer_name: (name ?? email ?? phone) || words.somebody }),
    summary: [services, days(data.days), ...card].join(' · '),
    email: email ?? '',
    phone,
    services,
    days: days(data.days),
  }
}

export const officeLetters: Letters<OfficeData> = {
  push_test: (data) => ({ fields: baseOf(data) }),
  signup_new: (data, say) => ({
    fields: { ...signupOf(data, say), card: say.words.yesOrNotYet(data.has_card_on_file) },
  }),
  signup_unfinished: (data, say) => ({ fields: signupOf(data, say) }),
  digest: (data, { words }) => ({
    fields: {
      ...baseOf(data),
      summary: words.day(data),
      visits: String(data.visits),
      missed: String(data.missed ?? 0),
      unassigned: String(data.unassigned),
      to_place: String(data.to_place ?? 0),
      failed_payments: String(data.failed_payments),
      requests: String(data.requests),
    },
  }),
  platform_bill: (data, { money }) => ({
    variant: data.paid ? 'paid' : 'unpaid',
    fields: { ...baseOf(data), amount: money(data.total_cents) },
  }),
  trial_ending: (data, { longDay }) => ({
    variant: data.goes_on ? 'ready' : data.has_method ? 'not_started' : 'without_method',
    fields: { ...baseOf(data), end_date: longDay(data.ends_on) },
  }),
  read_only_ahead: (data, { longDay }) => ({
    variant: data.is_unpaid ? 'unpaid' : 'not_running',
    fields: { ...baseOf(data), date: longDay(data.from) },
  }),
}
