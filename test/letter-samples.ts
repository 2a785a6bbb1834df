import type { MessageKind } from '../src/domain/messages/message-kinds.ts'
import type { VariantOf } from '../src/domain/messages/message-texts.ts'
import { examplesOf } from '../src/server/messages/letter-examples.ts'
import type { MessageData } from '../src/server/messages/letters.ts'

/** Every kind of message in every situation it is worded for. */
type Samples = { [K in MessageKind]: { [V in VariantOf<K>]: MessageData[K] } }

export const linkOfSamples = 'https://app.example.com/x?a=1&b=2'
const url = linkOfSamples
const organization = {
  name: 'Green Acres Lawn Care',
  email: 'office@green.example',
  phone_number: '+19195550100',
}
const customer_name = 'Ana García'
const at = { start_minutes: 540, window_minutes: 120 }
const visit = {
  organization,
  customer_name,
  service: 'Lawn mowing and edging',
  on: '2027-11-26',
  at,
  url,
}
const bill = { organization, customer_name, invoice_number: 1042, total_cents: 123_456, url }
const signup = {
  organization,
  name: customer_name,
  email: 'ana@example.com',
  phone_number: '+19195550123',
  services: ['Lawn mowing', 'Edging'],
  days: ['mon', 'wed'],
  url,
}
const raise = {
  organization,
  customer_name,
  subject: 'New prices from July',
  template: 'From {date}, {service} costs {new_price} instead of {old_price}.',
  effective_on: '2027-12-24',
  series: [{ service: 'Lawn mowing', place: 'Elm St', old_cents: 4500, new_cents: 4800 }],
}
const leaving = { organization, customer_name, url }

export const letterSamples: Samples = {
  ...examplesOf({ organization, url, today: '2027-11-24' }),
  verify_email: { main: { name: customer_name, url } },
  account_exists: { main: { name: customer_name, url } },
  reset_password: { main: { name: customer_name, url } },
  second_factor_changed: {
    on: { name: customer_name, change: 'on', url },
    off: { name: customer_name, change: 'off', url },
    passkey_added: { name: customer_name, change: 'passkey_added', url },
    passkey_removed: { name: customer_name, change: 'passkey_removed', url },
    number_added: { name: customer_name, change: 'number_added', number: '(919) 555-0142', url },
    number_removed: {
      name: customer_name,
      change: 'number_removed',
      number: '(919) 555-0142',
      url,
    },
    number_used: { name: customer_name, change: 'number_used', number: '(919) 555-0142', url },
    recovery: { name: customer_name, change: 'recovery', url },
    reset: { name: customer_name, change: 'reset', url },
  },
  sign_in_code: { main: { name: customer_name, code: '123456', host: 'app.example', url } },
  erasure: {
    asked: { name: customer_name, state: 'asked', at: '2027-06-23T14:00:00Z', url },
    cancelled: { name: customer_name, state: 'cancelled', at: '2027-06-10T14:00:00Z', url },
    waits: { name: customer_name, state: 'waits', at: '2027-06-23T14:00:00Z', url },
    done: { name: customer_name, state: 'done', at: '2027-06-23T14:00:00Z', url },
  },
  code_texts_full: { main: { organization, count: 100, url } },
  device_set_up: {
    main: { organization, person: 'Luis Ortega', browser: 'Chrome', system: 'Android', url },
  },
  device_new: {
    main: {
      name: customer_name,
      at: '2027-06-09T14:00:00Z',
      browser: 'Chrome',
      system: 'Windows',
      url,
    },
  },
  email_changed: { main: { name: customer_name, url } },
  push_test: { main: { url } },
  password_changed: { main: { name: customer_name, url } },
  welcome: { main: { name: customer_name, organization_name: 'Green Acres', url } },
  signup_resume: { main: { organization, url } },
  signup_finished: { main: { organization, name: customer_name, url } },
  leave_received: { main: { ...leaving, reason: 'We are moving away' } },
  leave_decided: {
    archived: { ...leaving, archived: true },
    kept: { ...leaving, archived: false, answer: 'May we call you?' },
  },
  staff_invite: {
    main: { organization, name: customer_name, url, role: 'crew_member', inviter_name: 'Bo' },
  },
  owner_invite: { main: { name: customer_name, organization_name: 'Green Acres', url } },
  card_replaced: {
    charged: { ...bill, card: { brand: 'visa', last4: '4242', is_bank: false }, charged: true },
    kept: { ...bill, card: null, charged: false },
  },
  autopay_off: {
    main: { ...leaving, card: { brand: 'visa', last4: '4242', is_bank: false } },
  },
  price_change: { raised: raise, withdrawn: { ...raise, is_withdrawn: true } },
  payment_failed_staff: {
    failed: { ...bill, reason: { is: 'returned' } },
    attention: { ...bill, reason: { is: 'disputed', detail: 'fraudulent', due_on: '2027-06-20' } },
  },
  request_received: {
    reschedule: { ...visit, action: 'reschedule', preferred: ['2027-11-29', '2028-01-03'] },
    cancel: { ...visit, action: 'cancel', reason: 'We are away' },
    visit: { ...visit, at: null, action: 'visit', preferred: ['2027-11-29'], reason: 'A new bed' },
    moved: { ...visit, action: 'moved', old: { on: '2027-11-24', at } },
    skipped: { ...visit, action: 'skipped' },
    paused: { ...visit, at: null, action: 'paused', until: '2027-12-20' },
    resumed: { ...visit, at: null, action: 'resumed' },
  },
  reply: {
    answer: { organization, text: 'We come at nine.', subject: 'When do you come?' },
    first: { organization, text: 'We come at nine.', subject: null },
  },
  access_given: {
    platform: { name: 'Alex', role: 'sales', url },
    business: { name: 'Alex', role: 'manager', organization_name: 'Green Acres', url },
  },
  business_status: {
    inactive: { organization, status: 'inactive', url },
    active: { organization, status: 'active', url },
  },
  export_ended: {
    ready: { organization, ready: true, url },
    failed: { organization, ready: false, url },
  },
  ownership: {
    offered: { organization, name: 'Morgan', state: 'offered', person: 'Dana Green', url },
    handed_over: { organization, name: 'Dana', state: 'handed_over', person: 'Morgan', url },
  },
  stop_confirmed: { main: { organization } },
  start_confirmed: { main: { organization } },
  help: { main: { organization } },
  platform_bill: {
    paid: { organization, total_cents: 4900, paid: true, url },
    unpaid: { organization, total_cents: 4900, paid: false, url },
  },
  trial_ending: {
    ready: { organization, ends_on: '2027-06-12', has_method: true, goes_on: true, url },
    not_started: { organization, ends_on: '2027-06-12', has_method: true, goes_on: false, url },
    without_method: { organization, ends_on: '2027-06-12', has_method: false, goes_on: false, url },
  },
  read_only_ahead: {
    unpaid: { organization, from: '2027-06-12', is_unpaid: true, url },
    not_running: { organization, from: '2027-06-12', is_unpaid: false, url },
  },
  product_update: {
    main: {
      name: customer_name,
      subject: 'Routes on a map',
      message: 'See the day on a map.',
      url,
    },
  },
  product_update_test: {
    main: {
      name: customer_name,
      subject: 'Routes on a map',
      message: 'See the day on a map.',
      url,
    },
  },
  digest: {
    main: {
      organization,
      visits: 5,
      missed: 2,
      unassigned: 1,
      to_place: 3,
      failed_payments: 2,
      requests: 1,
      url,
    },
  },
  signup_new: { main: { ...signup, has_card_on_file: true } },
  signup_unfinished: { main: signup },
}

/** Sentences as the version before dates were facts kept them. */
export const earlierSamples: Partial<{ [K in MessageKind]: unknown }> = {
  visit_rescheduled: {
    ...visit,
    on: 'Friday, November 26',
    at: '9:00 AM – 11:00 AM',
    old: { on: 'Thursday, November 25', at: null },
  },
  visits_changed: {
    ...leaving,
    visits: [
      { kind: 'moved', service: 'Mowing', on: 'Friday', at: '9:00 AM', old: { on: 'Monday' } },
    ],
  },
  visit_reminder: {
    ...leaving,
    on: 'Friday, November 26',
    visits: [{ service: 'Mowing', on: 'Friday, November 26', at: '9:00 AM', where: null }],
  },
  request_received: {
    ...visit,
    on: 'Friday',
    at: '9:00 AM',
    action: 'cancel',
    preferred: ['Monday'],
  },
  request_decided: {
    ...visit,
    on: 'Friday',
    at: '9:00 AM',
    action: 'reschedule',
    approved: true,
    moved_to: 'Monday at 9:00 AM',
  },
  receipt: { ...bill, lines: [], card: 'Visa ending in 4242', paid_on: 'November 21, 2026' },
  invoice_sent: { ...bill, lines: [], due_on: 'November 28, 2026' },
  payment_failed: { ...bill, reason: 'Your card was declined.', retry_on: 'Tuesday' },
  payment_failed_staff: { ...bill, reason: 'A refund failed.', retry_on: null },
  refund_issued: { ...bill, refund_cents: 100, card: 'Visa ending in 4242' },
  charge_upcoming: { ...bill, charge_on: 'December 1, 2026', card: null },
  method_expiring: { ...leaving, card: 'Visa ending in 4242', last_day: 'June 30' },
  signup_new: { ...signup, days: 'Mon, Wed', has_card_on_file: false },
  trial_ending: { organization, ends_on: 'June 12, 2027', has_method: false, url },
  staff_invite: { organization, role_label: 'Crew member', url, expires_on: 'Monday' },
  digest: { organization, visits: 5, unassigned: 1, failed_payments: 2, requests: 1, url },
}
