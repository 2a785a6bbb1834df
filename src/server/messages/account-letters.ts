import type { LocalDate } from '../../domain/base/dates.ts'
import { exportDays } from '../../domain/flows/export.ts'
import type { SignInChange } from '../../domain/people/second-factor.ts'
import type { Role } from '../../domain/base/roles.ts'
import type { Sender } from './letter.ts'
import { baseOf } from './letter-values.ts'
import type { Letters } from './letter-values.ts'

type UpdateData = { name: string | null; subject: string; message: string; url: string }

export type AccountData = {
  verify_email: { name?: string | null; url: string; hours?: number }
  reset_password: { name?: string | null; url: string; hours?: number }
  account_exists: { name?: string | null; url: string }
  password_changed: { name?: string | null; url: string }
  second_factor_changed: {
    name?: string | null
    change: SignInChange
    /** As it is shown. */
    number?: string | null
    url: string
  }
  sign_in_code: { name?: string | null; code: string; host: string; url: string }
  erasure: {
    name?: string | null
    state: 'asked' | 'cancelled' | 'waits' | 'done'
    /** ISO 8601: when it happens, or happened. */
    at: string
    url: string
  }
  /** Written to the office, as the next one. */
  code_texts_full: { organization: Sender; count: number; url: string }
  device_set_up: {
    organization: Sender
    person: string
    browser: string | null
    system: string | null
    url: string
  }
  device_new: {
    name?: string | null
    /** ISO 8601. */
    at: string
    browser: string | null
    system: string | null
    url: string
  }
  email_changed: { name?: string | null; url: string }
  welcome: { name?: string | null; organization_name?: string | null; url: string }
  access_given: {
    name?: string | null
    role: Role
    organization_name?: string | null
    url: string
  }
  /** Written to the owner, in the platform's name. */
  business_status: {
    organization: { name: string }
    status: 'active' | 'inactive'
    url: string
  }
  /** Written to the owner and to who takes over, in the platform's name. */
  ownership: {
    organization: { name: string }
    name?: string | null
    state: 'offered' | 'handed_over'
    person: string
    url: string
  }
  /** Written to the owner, in the platform's name. */
  export_ended: { organization: { name: string }; ready: boolean; url: string }
  signup_resume: { organization: Sender; url: string }
  signup_finished: { organization: Sender; name?: string | null; url: string }
  leave_received: {
    organization: Sender
    customer_name?: string | null
    reason?: string | null
    url: string
  }
  leave_decided: {
    organization: Sender
    customer_name?: string | null
    archived: boolean
    answer?: string | null
    url: string
  }
  announcement_service: {
    organization: Sender
    name?: string | null
    subject: string
    message: string
  }
  /** Written to people, in the platform's name. */
  product_update: UpdateData
  product_update_test: UpdateData
  referral_thanks: { organization: Sender; name?: string | null; url: string }
  promotion: {
    organization: Sender
    name?: string | null
    subject?: string
    message: string
  }
  review_request: {
    organization: Sender
    customer_name?: string | null
    url: string
  }
  customer_invite: {
    organization: Sender
    name?: string | null
    url: string
    expires_on?: LocalDate | null
    note?: string | null
  }
  staff_invite: {
    organization: Sender
    name?: string | null
    role: Role
    inviter_name?: string | null
    url: string
    expires_on?: LocalDate | null
  }
  owner_invite: {
    name?: string | null
    organization_name?: string | null
    url: string
    expires_on?: LocalDate | null
  }
}

const updateOf = ({ name, subject, message, url }: UpdateData) => ({
  greets: name ?? '',
  fields: { ...baseOf({ customer_name: name, url }), subject, message },
})

export const accountLetters: Letters<AccountData> = {
  verify_email: (data, { words }) => ({
    greets: data.name ?? '',
    fields: { ...baseOf(data), hours: words.hours(data.hours ?? 24) },
  }),
  reset_password: (data, { words }) => ({
    greets: data.name ?? '',
    fields: { ...baseOf(data), hours: words.hours(data.hours ?? 1) },
  }),
  account_exists: (data) => ({ greets: data.name ?? '', fields: baseOf(data) }),
  password_changed: (data) => ({ greets: data.name ?? '', fields: baseOf(data) }),
  second_factor_changed: (data) => ({
    variant: data.change,
    greets: data.name ?? '',
    fields: { ...baseOf(data), number: data.number ?? '' },
  }),
  sign_in_code: (data) => ({
    greets: data.name ?? '',
    fields: { ...baseOf(data), code: data.code, host: data.host },
  }),
  erasure: (data, { moment }) => ({
    variant: data.state,
    greets: data.name ?? '',
    fields: { ...baseOf(data), time: moment(data.at) },
  }),
  code_texts_full: (data) => ({ fields: { ...baseOf(data), count: String(data.count) } }),
  device_set_up: (data, { words }) => ({
    fields: {
      ...baseOf(data),
      person: data.person,
      device: words.device(data.browser, data.system),
    },
  }),
  device_new: (data, { words, moment }) => ({
    greets: data.name ?? '',
    fields: {
      ...baseOf(data),
      time: moment(data.at),
      device: words.device(data.browser, data.system),
    },
  }),
  email_changed: (data) => ({ greets: data.name ?? '', fields: baseOf(data) }),
  welcome: (data) => ({
    greets: data.name ?? '',
    fields: { ...baseOf(data), business: data.organization_name ?? '' },
  }),
  access_given: (data, { words }) => ({
    variant: data.organization_name ? 'business' : 'platform',
    greets: data.name ?? '',
    fields: {
      ...baseOf(data),
      business: data.organization_name ?? '',
      role: words.role(data.role),
    },
  }),
  business_status: (data) => ({ variant: data.status, fields: baseOf(data) }),
  ownership: (data) => ({
    variant: data.state,
    greets: data.name ?? '',
    fields: { ...baseOf(data), person: data.person },
  }),
  export_ended: (data) => ({
    variant: data.ready ? 'ready' : 'failed',
    fields: { ...baseOf(data), days: String(exportDays) },
  }),
  signup_resume: (data) => ({ from: data.organization, greets: '', fields: baseOf(data) }),
  signup_finished: (data) => ({
    from: data.organization,
    greets: data.name ?? '',
    fields: baseOf({ ...data, customer_name: data.name }),
  }),
  leave_received: (data, { words }) => ({
    fields: {
      ...baseOf({ ...data, customer_name: data.customer_name ?? words.aCustomer }),
      reason: data.reason ?? '',
    },
  }),
  leave_decided: (data) => ({
    variant: data.archived ? 'archived' : 'kept',
    from: data.organization,
    greets: data.customer_name ?? '',
    fields: { ...baseOf(data), answer: data.answer ?? '' },
  }),
  announcement_service: (data) => ({
    from: data.organization,
    greets: data.name ?? '',
    fields: {
      ...baseOf({ ...data, customer_name: data.name }),
      subject: data.subject,
      message: data.message,
    },
  }),
  product_update: updateOf,
  product_update_test: updateOf,
  referral_thanks: (data) => ({
    from: data.organization,
    greets: data.name ?? '',
    fields: baseOf({ ...data, customer_name: data.name }),
  }),
  promotion: (data) => ({
    variant: data.subject ? 'titled' : 'news',
    from: data.organization,
    greets: data.name ?? '',
    fields: {
      ...baseOf({ ...data, customer_name: data.name }),
      subject: data.subject ?? '',
      message: data.message,
    },
  }),
  review_request: (data) => ({
    from: data.organization,
    greets: data.customer_name ?? '',
    fields: baseOf(data),
  }),
  customer_invite: (data, { day }) => ({
    from: data.organization,
    greets: data.name ?? '',
    fields: {
      ...baseOf({ ...data, customer_name: data.name }),
      note: data.note?.trim() ?? '',
      last_day: data.expires_on ? day(data.expires_on) : '',
    },
  }),
  staff_invite: (data, { words, day }) => ({
    from: data.organization,
    greets: data.name ?? '',
    fields: {
      ...baseOf(data),
      role: words.role(data.role),
      inviter: data.inviter_name?.trim() || data.organization.name,
      last_day: data.expires_on ? day(data.expires_on) : '',
    },
  }),
  owner_invite: (data, { words, day }) => ({
    greets: data.name ?? '',
    fields: {
      ...baseOf(data),
      business: data.organization_name ?? words.yourBusiness,
      last_day: data.expires_on ? day(data.expires_on) : '',
    },
  }),
}
