/** How a message travels. `push` is a notice on a phone or a desktop that its owner switched on. */
export const channels = ['email', 'sms', 'push'] as const
export type Channel = (typeof channels)[number]

/** What a message is for; it decides which consent and which switch it needs. */
type Category =
  | 'account'
  | 'invitation'
  | 'receipt'
  | 'billing'
  | 'service'
  | 'marketing'
  | 'staff'
  | 'news'
  | 'reply'

/** The switches that turn messages off. */
export const switches = [
  'email_general',
  'billing_alerts',
  'product_updates',
  'invoice_email',
  'reminders',
  'offers',
] as const
export type Switched = (typeof switches)[number]
/** `always`: must be sent, whatever the switches say. */
type Switch = 'always' | Switched

export type Kind = {
  /** In the log and in the settings. */
  label: string
  to: 'customer' | 'staff' | 'anyone'
  category: Category
  channels: readonly Channel[]
  switch: Switch
  /** Answers what its reader has just done, or cannot wait: mail goes at any hour. */
  urgent?: true
  /** Nothing for customers who want to be called: a person calls them. */
  calls?: true
}

const mail = ['email'] as const
const both = ['email', 'sms'] as const
const texts = ['sms'] as const
const notices = ['push'] as const
const all = ['email', 'sms', 'push'] as const

/** Every kind of message there is. Each has a template, and code that sends it: a test fails for one without. */
export const messageKinds = {
  verify_email: kind('Confirm your email', 'anyone', 'account', mail, 'always', 'urgent'),
  account_exists: kind('Account exists already', 'anyone', 'account', mail, 'always', 'urgent'),
  password_changed: kind('Password changed', 'anyone', 'account', mail, 'always', 'urgent'),
  second_factor_changed: kind('Sign-in changed', 'anyone', 'account', both, 'always', 'urgent'),
  sign_in_code: kind('Sign-in code', 'anyone', 'account', both, 'always', 'urgent'),
  erasure: kind('Deletion of personal data', 'anyone', 'account', mail, 'always', 'urgent'),
  code_texts_full: kind('No more sign-in codes by text', 'staff', 'staff', mail, 'always'),
  device_set_up: kind('Phone set up', 'staff', 'staff', all, 'always', 'urgent'),
  device_new: kind('Sign-in on a new device', 'anyone', 'account', mail, 'always', 'urgent'),
  email_changed: kind('Email changed', 'anyone', 'account', mail, 'always', 'urgent'),
  reset_password: kind('New password', 'anyone', 'account', mail, 'always', 'urgent'),
  welcome: kind('Welcome', 'staff', 'account', mail, 'always', 'urgent'),
  access_given: kind('Access to Fieldhive', 'anyone', 'account', mail, 'always', 'urgent'),
  business_status: kind('Business closed or open', 'staff', 'account', mail, 'always', 'urgent'),
  ownership: kind('Business handed over', 'staff', 'account', mail, 'always', 'urgent'),
  export_ended: kind('Copy of your data', 'staff', 'account', mail, 'always', 'urgent'),
  signup_resume: kind(
    'Link to an unfinished sign-up',
    'anyone',
    'account',
    mail,
    'always',
    'urgent',
  ),
  signup_finished: kind('Sign-up finished', 'customer', 'account', mail, 'always', 'urgent'),
  leave_decided: kind('Answer to a request to leave', 'customer', 'account', both, 'always'),

  customer_invite: kind('Customer invitation', 'anyone', 'invitation', both, 'always', 'urgent'),
  staff_invite: kind('Team invitation', 'anyone', 'invitation', both, 'always', 'urgent'),
  owner_invite: kind('Owner invitation', 'anyone', 'invitation', both, 'always', 'urgent'),

  receipt: kind('Receipt', 'customer', 'receipt', both, 'always', 'urgent'),
  refund_issued: kind('Refund', 'customer', 'receipt', both, 'always', 'urgent'),
  invoice_sent: kind('Invoice', 'customer', 'billing', both, 'invoice_email'),
  pay_link: kind('Pay link', 'customer', 'billing', both, 'always', 'urgent'),
  invoice_reminder: kind(
    'Payment reminder',
    'customer',
    'billing',
    both,
    'billing_alerts',
    'calls',
  ),
  payment_failed: kind('Payment failed', 'customer', 'billing', both, 'billing_alerts', 'calls'),
  statement: kind('Statement', 'customer', 'billing', mail, 'always'),
  payment_hold: kind('Visits held for payment', 'customer', 'billing', both, 'always'),
  late_fee_removed: kind('Late fee waived', 'customer', 'billing', both, 'billing_alerts'),
  charge_upcoming: kind('Upcoming charge', 'customer', 'billing', both, 'always'),

  consent_request: kind('Higher limit to agree to', 'customer', 'billing', both, 'always'),
  price_change: kind('Price change', 'customer', 'billing', both, 'always'),
  charge_day_moved: kind('Charge day moved', 'customer', 'billing', both, 'always'),
  autopay_changed: kind(
    'Automatic payments changed',
    'customer',
    'billing',
    both,
    'billing_alerts',
  ),
  method_expiring: kind('Card expiring', 'customer', 'billing', both, 'billing_alerts'),

  visits_planned: kind('Visits planned', 'customer', 'service', both, 'email_general', 'calls'),
  visit_reminder: kind('Visit reminder', 'customer', 'service', both, 'reminders', 'calls'),
  on_the_way: kind('On the way', 'customer', 'service', both, 'email_general', 'calls'),
  visit_completed: kind('Visit completed', 'customer', 'service', both, 'email_general', 'calls'),
  visit_rescheduled: kind('Visit moved', 'customer', 'service', both, 'email_general', 'calls'),
  visit_cancelled: kind('Visit cancelled', 'customer', 'service', both, 'email_general', 'calls'),
  visit_restored: kind('Visit restored', 'customer', 'service', both, 'email_general', 'calls'),
  visit_held: kind('Visit on hold', 'customer', 'service', both, 'email_general', 'calls'),
  visit_kept: kind('Visit stays', 'customer', 'service', both, 'email_general', 'calls'),
  visits_changed: kind('Visits changed', 'customer', 'service', both, 'email_general', 'calls'),
  announcement_service: kind('Announcement', 'customer', 'service', both, 'email_general', 'calls'),
  request_decided: kind(
    'Answer to a request',
    'customer',
    'service',
    both,
    'email_general',
    'calls',
  ),

  reply: kind('Reply', 'anyone', 'reply', both, 'always'),
  stop_confirmed: kind('Answer to STOP', 'anyone', 'reply', texts, 'always'),
  start_confirmed: kind('Answer to START', 'anyone', 'reply', texts, 'always'),
  help: kind('Answer to HELP', 'anyone', 'reply', texts, 'always'),

  review_request: kind('Review request', 'customer', 'marketing', both, 'offers'),
  promotion: kind('Offer', 'customer', 'marketing', both, 'offers'),
  referral_thanks: kind('Thanks for a referral', 'customer', 'marketing', both, 'offers'),

  push_test: kind('Test notice', 'staff', 'account', notices, 'always', 'urgent'),
  platform_bill: kind('Fieldhive bill', 'staff', 'staff', mail, 'always'),
  trial_ending: kind('Trial ending', 'staff', 'staff', mail, 'always'),
  read_only_ahead: kind('Staff can soon only read', 'staff', 'staff', mail, 'always'),
  product_update: kind('Product update', 'anyone', 'news', mail, 'product_updates'),
  product_update_test: kind(
    'Test of a product update',
    'anyone',
    'account',
    mail,
    'always',
    'urgent',
  ),
  digest: kind('Morning summary', 'staff', 'staff', all, 'email_general'),
  signup_new: kind('New sign-up', 'staff', 'staff', all, 'email_general'),
  signup_unfinished: kind('Unfinished sign-up', 'staff', 'staff', all, 'email_general'),
  request_received: kind('Customer request', 'staff', 'staff', all, 'email_general'),
  leave_received: kind('Customer wants to leave', 'staff', 'staff', all, 'email_general'),
  card_replaced: kind('Card replaced', 'staff', 'staff', all, 'billing_alerts'),
  autopay_off: kind('Autopay is off', 'staff', 'staff', all, 'billing_alerts'),
  payment_failed_staff: kind('Payment needs attention', 'staff', 'staff', all, 'billing_alerts'),
} as const satisfies Record<string, Kind>
export type MessageKind = keyof typeof messageKinds

function kind<const C extends readonly Channel[]>(
  label: string,
  to: Kind['to'],
  category: Category,
  by: C,
  off: Switch,
  ...traits: readonly ('urgent' | 'calls')[]
): Kind {
  return {
    label,
    to,
    category,
    channels: by,
    switch: off,
    ...(traits.includes('urgent') ? { urgent: true } : {}),
    ...(traits.includes('calls') ? { calls: true } : {}),
  }
}

export const kindOf = (name: MessageKind): Kind => messageKinds[name]
