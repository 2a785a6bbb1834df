import type { HistoryField } from '../base/history.ts'

type Column = {
  /**
   * Of two customers that become one. kept: the value of the one that stays; filled: that, or else
   * the other's; derived: the database maintains it; chosen: `customers/write-combined.ts` says how.
   */
  merge: 'kept' | 'filled' | 'derived' | 'chosen'
  /**
   * When their person asks for deletion. What was done and paid stays, for the books, and so does
   * what they refused.
   */
  erase: 'kept' | 'derived' | { to: string | readonly [] | null }
  /** How a change of it reads in the record's history; absent if changes are not recorded. */
  reads?: HistoryField
}

/**
 * The columns of a customer, and what becomes of each. `customers/write-combined.ts` does not
 * compile while a column of the table is missing here.
 */
export const customerColumns = {
  organization_id: { merge: 'kept', erase: 'kept' },
  id: { merge: 'kept', erase: 'kept' },
  person_id: { merge: 'filled', erase: { to: null }, reads: ['Sign-in', 'set'] },
  status: { merge: 'chosen', erase: 'kept', reads: ['Status'] },
  was_active: { merge: 'chosen', erase: 'kept' },
  name: { merge: 'filled', erase: { to: 'Deleted customer' }, reads: ['Name'] },
  email: { merge: 'filled', erase: { to: null }, reads: ['Email'] },
  phone_number: { merge: 'chosen', erase: { to: null }, reads: ['Phone'] },
  phone_display: { merge: 'chosen', erase: { to: null } },
  address_text: { merge: 'derived', erase: 'derived', reads: ['Address'] },
  gate_code: { merge: 'kept', erase: { to: null }, reads: ['Gate code', 'hidden'] },
  gate_code_sealed: { merge: 'chosen', erase: { to: null }, reads: ['Gate code', 'hidden'] },
  team_id: { merge: 'filled', erase: 'kept', reads: ['Team', 'team'] },
  tags: { merge: 'chosen', erase: { to: [] }, reads: ['Tags'] },
  available_days: { merge: 'chosen', erase: { to: [] }, reads: ['Available days'] },
  services_selected: { merge: 'chosen', erase: { to: '[]' }, reads: ['Services wished', 'hidden'] },
  service_frequency: { merge: 'chosen', erase: { to: null }, reads: ['How often'] },
  service_interval: { merge: 'chosen', erase: { to: null }, reads: ['Every (weeks)'] },
  reminder_opt_in: { merge: 'kept', erase: 'kept', reads: ['Reminders'] },
  invoice_email_opt_in: { merge: 'kept', erase: 'kept', reads: ['Invoices by email'] },
  invoice_sending: { merge: 'filled', erase: 'kept', reads: ['Invoices go out'] },
  // Why invoices of theirs were without tax.
  tax_certificate: { merge: 'chosen', erase: 'kept', reads: ['Tax certificate'] },
  tax_exempt_until: { merge: 'chosen', erase: 'kept', reads: ['Tax exempt until', 'date'] },
  bill_reminders: { merge: 'chosen', erase: 'kept', reads: ['Payment reminders'] },
  sms_opt_in: { merge: 'chosen', erase: 'kept', reads: ['Texts'] },
  // Consent to charges applies only to the account it was given for.
  autopay_enabled: { merge: 'kept', erase: 'kept', reads: ['Autopay'] },
  autopay_oneoffs: { merge: 'kept', erase: 'kept', reads: ['Autopay for one-time work'] },
  autopay_cap_cents: { merge: 'kept', erase: 'kept', reads: ['Autopay limit', 'money'] },
  preferred_charge_day: { merge: 'kept', erase: 'kept', reads: ['Charge day'] },
  // A refund may still have to find its way.
  stripe_customer_id: { merge: 'filled', erase: 'kept' },
  default_payment_method_id: {
    merge: 'chosen',
    erase: 'kept',
    reads: ['Default payment method', 'hidden'],
  },
  out_of_area: { merge: 'chosen', erase: 'kept', reads: ['Out of area'] },
  signup_lead_id: { merge: 'filled', erase: 'kept', reads: ['Sign-up', 'set'] },
  signup_completed_at: { merge: 'filled', erase: 'kept', reads: ['Signed up', 'moment'] },
  paused_from: { merge: 'chosen', erase: 'kept', reads: ['Pause begins', 'date'] },
  resume_on: { merge: 'chosen', erase: 'kept', reads: ['Resumes on', 'date'] },
  pause_reason: { merge: 'chosen', erase: { to: null }, reads: ['Reason for the pause'] },
  archived_reason: { merge: 'chosen', erase: { to: null }, reads: ['Reason for archiving'] },
  archived_at: { merge: 'chosen', erase: 'kept', reads: ['Archived', 'moment'] },
  referral_count: { merge: 'kept', erase: 'kept' },
  referral_code: { merge: 'filled', erase: { to: null }, reads: ['Referral code'] },
  referred_by: { merge: 'chosen', erase: 'kept', reads: ['Referred by', 'set'] },
  // Counts every change, so that an edit which started earlier has to be reviewed.
  version: { merge: 'chosen', erase: 'derived' },
  created_at: { merge: 'kept', erase: 'kept' },
  updated_at: { merge: 'chosen', erase: 'kept' },
  // Opting out of offers applies to both.
  promotions_off_at: { merge: 'filled', erase: 'kept', reads: ['Offers stopped', 'moment'] },
  notices_off: { merge: 'chosen', erase: 'kept', reads: ['Notices off'] },
  search: { merge: 'derived', erase: 'derived' },
  locale: { merge: 'filled', erase: { to: null }, reads: ['Language'] },
  signup_seen_at: { merge: 'filled', erase: 'kept' },
  wishes_before: { merge: 'kept', erase: { to: null } },
  wishes_changed_at: { merge: 'kept', erase: { to: null }, reads: ['Wishes changed', 'moment'] },
} as const satisfies Record<string, Column>

export type CustomerColumn = keyof typeof customerColumns
/** A column that a merge decides about by itself. */
export type ChosenColumn = {
  [Name in CustomerColumn]: (typeof customerColumns)[Name]['merge'] extends 'chosen' ? Name : never
}[CustomerColumn]

/** What deletion writes, by column. */
export const erasedValues = (): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries<Column>(customerColumns).flatMap(([name, { erase }]) =>
      typeof erase === 'string' ? [] : [[name, erase.to]],
    ),
  )
