import type { MessageKind } from './message-kinds.ts'
import { signInChanges } from '../people/second-factor.ts'

/** What every kind of message can name. Empty if there is none. */
const baseFields = ['business', 'business_phone', 'business_email', 'customer', 'link'] as const

/**
 * What each kind of message can name besides, and the situations it is worded for. The reason of a refund is for the office alone, so it
 * is no field here.
 */
const texts = {
  verify_email: kind(['hours']),
  account_exists: kind([]),
  password_changed: kind([]),
  reset_password: kind(['hours']),
  second_factor_changed: kind(['number'], signInChanges),
  sign_in_code: kind(['code', 'host']),
  erasure: kind(['time'], ['asked', 'cancelled', 'waits', 'done']),
  code_texts_full: kind(['count']),
  device_set_up: kind(['person', 'device']),
  device_new: kind(['time', 'device']),
  email_changed: kind([]),
  welcome: kind([]),
  access_given: kind(['role'], ['platform', 'business']),
  business_status: kind([], ['inactive', 'active']),
  ownership: kind(['person'], ['offered', 'handed_over']),
  export_ended: kind(['days'], ['ready', 'failed']),
  signup_resume: kind([]),
  signup_finished: kind([]),
  leave_decided: kind(['answer'], ['archived', 'kept']),

  customer_invite: kind(['note', 'last_day']),
  staff_invite: kind(['role', 'inviter', 'last_day']),
  owner_invite: kind(['last_day']),

  receipt: kind(
    ['invoice', 'amount', 'paid_date', 'card', 'credit'],
    ['main', 'credit_paid', 'credit_rest'],
  ),
  refund_issued: kind(
    ['invoice', 'amount', 'card'],
    ['main', 'failed', 'by_hand', 'credited', 'paid_back', 'payback_undone'],
  ),
  invoice_sent: kind(['invoice', 'amount', 'due_date'], ['to_pay', 'autopay', 'covered']),
  pay_link: kind(['invoice', 'amount', 'due_date']),
  invoice_reminder: kind(
    ['invoice', 'amount', 'due_date', 'count'],
    ['before', 'today', 'late', 'several'],
  ),
  payment_failed: kind(['invoice', 'amount', 'reason', 'retry_date', 'card']),
  statement: kind(['amount', 'invoice', 'to_date'], ['owes', 'settled']),
  payment_hold: kind(['amount'], ['held', 'released']),
  late_fee_removed: kind(['invoice', 'fee', 'amount'], ['taken', 'credited']),
  charge_upcoming: kind(['invoice', 'amount', 'charge_date', 'card']),
  consent_request: kind(['old_limit', 'new_limit', 'work']),
  price_change: kind(['subject', 'message', 'date', 'prices'], ['raised', 'withdrawn']),
  charge_day_moved: kind(['old_day', 'new_day']),
  autopay_changed: kind(['card', 'next'], ['moved', 'off', 'merged']),
  method_expiring: kind(['card', 'last_day']),

  visits_planned: kind(
    ['service', 'when', 'date', 'until'],
    ['one', 'several', 'changed', 'ended', 'over', 'paused', 'paused_openly', 'resumed'],
  ),
  visit_reminder: kind(
    ['date', 'service', 'when', 'address', 'count', 'visits'],
    ['one', 'several'],
  ),
  on_the_way: kind(['service', 'date', 'when']),
  visit_completed: kind(['service', 'date', 'when']),
  visit_rescheduled: kind(
    ['service', 'date', 'when', 'old_when'],
    ['new_date', 'new_time', 'own_choice'],
  ),
  visit_cancelled: kind(['service', 'date', 'when', 'reason'], ['main', 'own_choice']),
  visit_restored: kind(['service', 'date', 'when']),
  visit_held: kind(['service', 'date', 'when']),
  visit_kept: kind(['service', 'date', 'when']),
  visits_changed: kind(
    ['count', 'changes', 'service', 'date', 'until'],
    ['main', 'paused', 'resumed'],
  ),
  request_decided: kind(
    ['service', 'date', 'when', 'new_when', 'reason'],
    ['moved', 'approved', 'cancelled', 'denied', 'too_late', 'visit_declined'],
  ),

  reply: kind(['subject', 'text'], ['answer', 'first']),
  stop_confirmed: kind([]),
  start_confirmed: kind([]),
  help: kind([]),

  review_request: kind([]),
  promotion: kind(['subject', 'message'], ['news', 'titled']),
  announcement_service: kind(['subject', 'message']),
  referral_thanks: kind([]),

  push_test: kind([]),
  platform_bill: kind(['amount'], ['paid', 'unpaid']),
  trial_ending: kind(['end_date'], ['ready', 'not_started', 'without_method']),
  read_only_ahead: kind(['date'], ['unpaid', 'not_running']),
  product_update: kind(['subject', 'message']),
  product_update_test: kind(['subject', 'message']),
  digest: kind([
    'summary',
    'visits',
    'missed',
    'unassigned',
    'to_place',
    'failed_payments',
    'requests',
  ]),
  signup_new: kind(['summary', 'email', 'phone', 'services', 'days', 'card']),
  signup_unfinished: kind(['summary', 'email', 'phone', 'services', 'days']),
  request_received: kind(
    ['service', 'date', 'when', 'preferred', 'reason', 'old_when', 'until'],
    ['reschedule', 'cancel', 'visit', 'moved', 'skipped', 'paused', 'resumed'],
  ),
  leave_received: kind(['reason']),
  card_replaced: kind(['invoice', 'amount', 'card'], ['charged', 'kept']),
  autopay_off: kind(['card']),
  payment_failed_staff: kind(
    ['invoice', 'amount', 'reason', 'retry_date'],
    ['failed', 'attention'],
  ),
} as const satisfies Record<MessageKind, { fields: readonly string[]; variants: readonly string[] }>

type Texts = typeof texts
/** A name that stands in braces in the words of a kind. */
export type FieldOf<K extends MessageKind> =
  | (typeof baseFields)[number]
  | Texts[K]['fields'][number]
/** A situation in which a kind has words of its own; most have only `main`. */
export type VariantOf<K extends MessageKind> = Texts[K]['variants'][number]

/** What goes to customers in the business's name: its owner may word these. In the order of the settings. */
export const rewordable = [
  'visits_planned',
  'visit_reminder',
  'on_the_way',
  'visit_completed',
  'visit_rescheduled',
  'visit_cancelled',
  'visit_restored',
  'visit_held',
  'visit_kept',
  'visits_changed',
  'request_decided',
  'invoice_sent',
  'pay_link',
  'invoice_reminder',
  'receipt',
  'payment_failed',
  'statement',
  'payment_hold',
  'late_fee_removed',
  'charge_upcoming',
  'consent_request',
  'charge_day_moved',
  'autopay_changed',
  'method_expiring',
  'refund_issued',
  'customer_invite',
  'review_request',
  'promotion',
  'announcement_service',
  'referral_thanks',
] as const satisfies readonly MessageKind[]
export type Rewordable = (typeof rewordable)[number]
export const isRewordable = (name: MessageKind): name is Rewordable =>
  rewordable.some((one) => one === name)

export const fieldsOf = (name: MessageKind): string[] => [...baseFields, ...texts[name].fields]
export const variantsOf = (name: MessageKind): readonly string[] => texts[name].variants

function kind<const F extends readonly string[]>(fields: F): { fields: F; variants: ['main'] }
function kind<const F extends readonly string[], const V extends readonly string[]>(
  fields: F,
  variants: V,
): { fields: F; variants: V }
function kind(fields: readonly string[], variants: readonly string[] = ['main']) {
  return { fields, variants }
}
