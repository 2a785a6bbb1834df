/** How a table's rows come into another organization. */
type Travel = {
  /** Columns that mean nothing there; they start empty. Columns that name a person, or a row of a table that stays, do so anyway. */
  blank?: readonly string[]
  /** Columns with another value there, as SQL over a row `r`. */
  as?: Readonly<Record<string, string>>
}

/**
 * What an archive brings into an empty organization, in this order. Nothing in it charges, writes to or lets in anybody: automatic payments
 * are off, and a payment under way is the old account's.
 */
export const travels: Readonly<Record<string, Travel>> = {
  organization_logos: {},
  business_hours: {},
  closed_dates: {},
  tax_rates: {},
  services: {},
  products: {},
  teams: {},
  customers: {
    blank: ['stripe_customer_id', 'default_payment_method_id', 'signup_lead_id'],
    as: { autopay_enabled: 'false', autopay_oneoffs: 'false' },
  },
  merged_customers: {},
  service_locations: {},
  customer_notes: {},
  rules: {},
  chosen_ends: {},
  visit_reminders: {},
  route_spots: {},
  misc_events: {},
  customer_requests: {},
  leave_requests: {},
  visit_requests: {},
  credits: {},
  invoices: {
    blank: ['next_retry_at', 'charge_on', 'pay_token_expires_at'],
    as: { money: "case when r.money = 'processing' then 'none' else r.money end" },
  },
  invoice_lines: {},
  visits: {},
  credit_uses: {},
  payments: {
    blank: ['account', 'provider_intent_id', 'provider_charge_id'],
    as: { status: "case when r.status = 'processing' then 'canceled' else r.status end" },
  },
  ledger_entries: {},
  bill_reminders: { blank: ['message_id'] },
  payment_holds: {},
  canned_replies: {},
  message_wordings: {},
}

const signIns = 'names people by their sign-ins, which belong to them and stay'
const atProvider = 'lives at the payment provider, under the old account'
const asEvidence = 'evidence of what happened there; it stays in the archive'

/** What an archive holds and does not bring along, and why. */
export const stays: Readonly<Record<string, string>> = {
  people: signIns,
  memberships: signIns,
  led_teams: signIns,
  shifts: signIns,
  shift_edits: signIns,
  shift_breaks: signIns,
  pay_periods: signIns,
  crew_commands: signIns,
  crew_reports: signIns,
  extra_work: signIns,
  visit_notes: signIns,
  visit_ticks: signIns,
  applicator_licenses: signIns,
  time_off: signIns,
  product_applications: signIns,
  files: 'photos and signatures name who made them; the pictures are in the archive',
  ownership_offers: signIns,
  invitations: 'its links work only there',
  signup_leads: 'its links work only there',
  calendar_feeds: 'its links work only there',
  card_links: 'its links work only there',
  payment_methods: atProvider,
  payment_intents: atProvider,
  payouts: atProvider,
  payout_lines: atProvider,
  charge_attempts: atProvider,
  charge_approvals: atProvider,
  refunds: atProvider,
  disputes: atProvider,
  consents:
    'agreements name the business they were given to; customers agree again with their new card',
  consent_requests: 'agreements name the business they were given to',
  messages: asEvidence,
  plan_waits: 'what customers are about to be told of their plans, in minutes',
  threads: asEvidence,
  thread_addresses: asEvidence,
  thread_reads: asEvidence,
  announcements: asEvidence,
  review_requests: asEvidence,
  audit: asEvidence,
  record_changes: asEvidence,
  gate_code_looks: asEvidence,
  events: asEvidence,
  schedule_edits: asEvidence,
  invoice_runs: asEvidence,
  price_campaigns: asEvidence,
  price_campaign_lines: asEvidence,
  book_checks: asEvidence,
  imports: asEvidence,
  import_rows: asEvidence,
  organizations: 'only its settings come along',
}
