import type { Call } from './call.ts'
import type { Row } from './store.ts'
import { now, type Fields } from './wire.ts'

/** How far an account is onboarded; set by the onboarding page. */
export type Standing = 'new' | 'information_due' | 'payouts_off' | 'complete'

/** What the onboarding form still needs, by standing. */
const wanted: Record<Standing, string[]> = {
  new: [
    'identity.business_details.registered_name',
    'identity.individual.given_name',
    'identity.individual.date_of_birth',
    'identity.attestations.terms_of_service.account',
    'configuration.merchant.mcc',
    'defaults.payout_methods.usd',
  ],
  information_due: ['identity.individual.id_numbers.us_ssn_last_4', 'defaults.payout_methods.usd'],
  payouts_off: ['defaults.payout_methods.usd'],
  complete: [],
}

/** Cards work unless information is missing; payouts only once everything is there. */
export function isActive(account: Row, capability: string): boolean {
  const standing = account._standing as Standing
  if (capability === 'payouts') return standing === 'complete'
  return (
    (standing === 'complete' || standing === 'payouts_off') &&
    account._capabilities.includes(capability)
  )
}

export const capability = (active: boolean): Fields =>
  active
    ? { status: 'active', status_details: [] }
    : {
        status: 'restricted',
        status_details: [{ code: 'requirements_past_due', resolution: 'provide_info' }],
      }

/** v2 omits most parts unless `include` lists them. */
export function shown(account: Row, include: string[] = []): Fields {
  // v2 leaves out what is not known; only v1 says null.
  const answer: Fields = Object.fromEntries(
    Object.entries(account).filter(([, value]) => value !== null),
  )
  const has = (part: string) => include.includes(part)
  if (include.some((part) => part.startsWith('configuration.'))) {
    answer.configuration = {
      ...(has('configuration.merchant') && account._merchant
        ? {
            merchant: {
              applied: true,
              ...account._merchant,
              capabilities: {
                ...Object.fromEntries(
                  (account._capabilities as string[]).map((name) => [
                    name,
                    capability(isActive(account, name)),
                  ]),
                ),
                stripe_balance: { payouts: capability(isActive(account, 'payouts')) },
              },
            },
          }
        : {}),
      ...(has('configuration.customer') && account._configuration.customer
        ? { customer: { applied: true, ...account._configuration.customer } }
        : {}),
      ...(has('configuration.recipient') && account._configuration.recipient
        ? { recipient: { applied: true, ...account._configuration.recipient } }
        : {}),
    }
  }
  if (has('defaults')) answer.defaults = account._defaults
  if (has('identity')) answer.identity = account._identity
  if (has('future_requirements')) answer.future_requirements = { entries: [] }
  if (has('requirements')) {
    const entries = wanted[account._standing as Standing].map((description) =>
      requirement(account, description),
    )
    answer.requirements = {
      entries,
      ...(entries.length > 0 ? { summary: { minimum_deadline: { status: 'currently_due' } } } : {}),
    }
  }
  return answer
}

const requirement = (account: Row, description: string): Fields => ({
  awaiting_action_from: 'user',
  description,
  errors: [],
  impact: {
    restricts_capabilities: (account._standing === 'payouts_off'
      ? ['stripe_balance.payouts']
      : [...account._capabilities, 'stripe_balance.payouts']
    ).map((name: string) => ({
      capability: name,
      configuration: 'merchant',
      deadline: { status: 'currently_due' },
    })),
  },
  minimum_deadline: { status: 'currently_due' },
  requested_reasons: [{ code: 'routine_onboarding' }],
})

/** The v1 view of an account, also sent with `account.updated`. */
export function summary(account: Row): Row {
  const due = wanted[account._standing as Standing]
  const charges = isActive(account, 'card_payments')
  const payouts = isActive(account, 'payouts')
  const state = (active: boolean) => (active ? 'active' : 'inactive')
  return {
    id: account.id,
    object: 'account',
    business_profile: {
      mcc: null,
      minority_owned_business_designation: null,
      name: account.display_name,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: account.contact_email,
      support_phone: account.contact_phone,
      support_url: null,
      url: null,
    },
    business_type: account._identity.entity_type === 'individual' ? 'individual' : 'company',
    capabilities: {
      card_payments: state(charges),
      transfers: state(charges),
      us_bank_account_ach_payments: state(isActive(account, 'ach_debit_payments')),
    },
    charges_enabled: charges,
    controller: {
      fees: { payer: 'account' },
      is_controller: true,
      losses: { payments: 'stripe' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: account.dashboard },
      type: 'application',
    },
    country: 'US',
    created: Math.floor(Date.parse(account.created as string) / 1000),
    default_currency: 'usd',
    details_submitted: account._standing === 'complete' || account._standing === 'payouts_off',
    email: account.contact_email,
    external_accounts: {
      object: 'list',
      data: [],
      has_more: false,
      url: `/v1/accounts/${account.id}/external_accounts`,
    },
    future_requirements: requirements([], null),
    metadata: account.metadata,
    payouts_enabled: payouts,
    requirements: requirements(
      due,
      charges ? (payouts ? null : 'requirements.past_due') : 'requirements.past_due',
    ),
    settings: {
      branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
      card_payments: {
        statement_descriptor_prefix: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      dashboard: { display_name: account.display_name, timezone: 'Etc/UTC' },
      payments: {
        statement_descriptor: null,
        statement_descriptor_kana: null,
        statement_descriptor_kanji: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      payouts: {
        debit_negative_balances: true,
        schedule: { delay_days: 2, interval: 'daily' },
        statement_descriptor: null,
      },
    },
    tos_acceptance: { date: account._standing === 'new' ? null : now() },
    type: 'none',
  }
}

export const requirements = (due: string[], disabled: string | null): Fields => ({
  alternatives: [],
  current_deadline: null,
  currently_due: due,
  disabled_reason: disabled,
  errors: [],
  eventually_due: due,
  past_due: [],
  pending_verification: [],
})

export const platformSummary = (call: Call): Fields => ({
  id: call.platform,
  object: 'account',
  business_profile: { name: 'Sandbox platform' },
  charges_enabled: true,
  country: 'US',
  default_currency: 'usd',
  details_submitted: true,
  email: 'platform@example.com',
  metadata: {},
  payouts_enabled: true,
  requirements: requirements([], null),
  type: 'standard',
})
