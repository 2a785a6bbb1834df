import { addDays, type LocalDate } from '../../domain/base/dates.ts'
import type { Rewordable, VariantOf } from '../../domain/messages/message-texts.ts'
import type { Sender } from './letter.ts'
import type { MessageData } from './letters.ts'

type Examples = { [K in Rewordable]: { [V in VariantOf<K>]: MessageData[K] } }
type About = { organization: Sender; url: string; today: LocalDate }

const customer_name = 'Ana García'

/** A message of each kind and situation, to show an owner what customers would read. */
export const examplesOf = (about: About): Examples => ({
  ...ofMoney(about),
  ...ofVisits(about),
  ...ofOffers(about),
})

type Receipt = MessageData['receipt']

function receiptsOf(bill: Receipt, card: Receipt['card']): Examples['receipt'] {
  const { total_cents } = bill
  const covered = { credit_cents: total_cents, total_cents: 0, used_cents: total_cents }
  const part = { credit_cents: 4000, total_cents: total_cents - 4000, used_cents: 4000 }
  return {
    main: { ...bill, card },
    credit_paid: { ...bill, ...covered },
    credit_rest: { ...bill, ...part },
  }
}

function ofMoney({ organization, url, today }: About) {
  const to = { organization, customer_name, url }
  const card = { brand: 'visa', last4: '4242', is_bank: false }
  const bill = { ...to, invoice_number: 1042, total_cents: 123_456 }
  const lines = [
    { description: 'Lawn mowing', total_cents: 100_000 },
    { description: 'Edging', quantity: 2, total_cents: 23_456 },
  ]
  const reason = {
    is: 'declined',
    code: 'insufficient_funds',
    sentence: 'Your card has insufficient funds.',
  } as const
  const due_on = addDays(today, 14)
  const first = { invoice_number: '1042', balance_cents: 123_456, due_on, url }
  const overdue = {
    ...first,
    due_on: addDays(today, -7),
    late_fee: { cents: 2500, on: addDays(today, 3) },
  }
  const fee = { invoice_number: '1042', fee_cents: 1500 }
  return {
    receipt: receiptsOf({ ...bill, lines, paid_on: today }, card),
    invoice_sent: {
      to_pay: { ...bill, lines, due_on },
      autopay: { ...bill, lines, autopay: true },
      covered: { ...bill, lines, credit_cents: bill.total_cents, total_cents: 0 },
    },
    pay_link: { main: { ...bill, lines, due_on } },
    invoice_reminder: {
      before: { ...bill, lines, stage: 'before', bills: [first] },
      today: { ...bill, lines, stage: 'today', bills: [{ ...first, due_on: today }] },
      late: { ...bill, lines, stage: 'late', bills: [overdue] },
      several: {
        ...bill,
        total_cents: 246_912,
        stage: 'before',
        bills: [first, { ...first, invoice_number: '1043' }],
      },
    },
    payment_failed: { main: { ...bill, reason, retry_on: addDays(today, 3), card } },
    refund_issued: {
      main: { ...bill, refund_cents: 5000, card },
      failed: { ...bill, refund_cents: 5000, card, failed: true },
      by_hand: { ...bill, refund_cents: 5000, by: 'check' },
      credited: { ...bill, refund_cents: 5000, by: 'credit' },
      paid_back: { ...to, paid_back_cents: 5000, by: 'check' },
      payback_undone: { ...to, paid_back_cents: 5000, undone: true },
    },
    statement: {
      owes: { ...to, owed_cents: 123_456, to: today, invoice_number: '1042' },
      settled: { ...to, owed_cents: 0, to: today, invoice_number: null },
    },
    payment_hold: {
      held: { ...to, is_held: true, owed_cents: 123_456 },
      released: { ...to, is_held: false, owed_cents: 0 },
    },
    late_fee_removed: {
      taken: { ...to, ...fee, credited_cents: 0, owed_cents: 5000 },
      credited: { ...to, ...fee, credited_cents: 1500, owed_cents: 0 },
    },
    charge_upcoming: { main: { ...bill, charge_on: addDays(today, 3), card } },
    consent_request: {
      main: { ...to, old_cap_cents: 4500, new_cap_cents: 7000, work: ['Lawn mowing'] },
    },
    charge_day_moved: { main: { ...to, old_day: 20, new_day: 5 } },
    autopay_changed: {
      moved: { ...to, card, next: { ...card, last4: '1881' } },
      off: { ...to, card, next: null },
      merged: { ...to, card: null, next: null, is_merged: true },
    },
    method_expiring: { main: { ...to, card, last_day: due_on } },
  } satisfies Partial<Examples>
}

type Planned = Pick<
  MessageData['visits_planned'],
  'organization' | 'customer_name' | 'url' | 'service'
> & {
  on: LocalDate
  at: { start_minutes: number; window_minutes: number }
  today: LocalDate
}

function plannedOf({ on, at, today, ...to }: Planned): Examples['visits_planned'] {
  const visits = [0, 7, 14].map((days) => ({ on: addDays(on, days), at }))
  const plan = { ...to, visits, on: null, until: null }
  const pause = { on, until: addDays(today, 30) }
  return {
    one: { ...plan, news: 'planned', visits: visits.slice(0, 1) },
    several: { ...plan, news: 'planned' },
    changed: { ...plan, news: 'changed' },
    ended: { ...plan, news: 'ended', on: visits[2]!.on },
    over: { ...plan, news: 'ended', visits: [] },
    paused: { ...plan, ...pause, news: 'paused', visits: [] },
    paused_openly: { ...plan, on, news: 'paused', visits: [] },
    resumed: { ...plan, news: 'resumed' },
  }
}

function ofVisits({ organization, url, today }: About) {
  const at = { start_minutes: 540, window_minutes: 120 }
  const to = { organization, customer_name, url }
  const visit = { ...to, service: 'Lawn mowing and edging', on: addDays(today, 2), at }
  const old = { on: addDays(today, 1), at }
  const pause = { service: visit.service, from: visit.on, until: addDays(today, 30) }
  const away = { ...visit, action: 'reschedule' } as const
  return {
    on_the_way: { main: visit },
    visit_completed: { main: visit },
    visit_rescheduled: {
      new_date: { ...visit, old },
      new_time: { ...visit, old: { on: visit.on, at: { ...at, start_minutes: 780 } } },
      own_choice: { ...visit, old, own: true },
    },
    visit_cancelled: {
      main: { ...visit, reason: 'Our mower broke' },
      own_choice: { ...visit, own: true },
    },
    visit_restored: { main: visit },
    visit_held: { main: visit },
    visit_kept: { main: visit },
    visits_changed: {
      main: {
        ...to,
        visits: [
          { ...visit, kind: 'moved', old },
          { ...visit, kind: 'cancelled', service: 'Edging', old },
        ],
      },
      paused: { ...to, visits: [], pause: { ...pause, did: 'paused' } },
      resumed: { ...to, visits: [], pause: { ...pause, did: 'resumed', until: null } },
    },
    visits_planned: plannedOf({ ...to, service: visit.service, on: visit.on, at, today }),
    visit_reminder: {
      one: { ...to, on: visit.on, visits: [{ ...visit, where: '1 Main St, Apex' }] },
      several: {
        ...to,
        on: visit.on,
        visits: [
          { ...visit, where: '1 Main St, Apex' },
          { service: 'Edging', on: visit.on },
        ],
      },
    },
    request_decided: {
      moved: { ...away, approved: true, moved_to: visit },
      approved: { ...away, approved: true },
      cancelled: { ...visit, action: 'cancel', approved: true },
      denied: { ...away, approved: false, reason: 'No crew that day' },
      too_late: { ...away, approved: false, is_done: true },
      visit_declined: { ...visit, action: 'visit', approved: false, reason: 'No crew that day' },
    },
  } satisfies Partial<Examples>
}

function ofOffers({ organization, url, today }: About) {
  const to = { organization, customer_name, url }
  return {
    customer_invite: {
      main: {
        organization,
        name: customer_name,
        url,
        expires_on: addDays(today, 14),
        note: 'See you soon',
      },
    },
    review_request: { main: to },
    promotion: {
      news: { organization, name: customer_name, message: 'Spring is here.\n\nOrder mulch now.' },
      titled: {
        organization,
        name: customer_name,
        subject: 'Spring!',
        message: 'Order mulch now.',
      },
    },
    announcement_service: {
      main: { organization, name: customer_name, subject: 'Snow', message: 'We come a day later.' },
    },
    referral_thanks: { main: { ...to, name: customer_name } },
  } satisfies Partial<Examples>
}
