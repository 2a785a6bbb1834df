import type { Selectable } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import type { platformBilling } from '../../../api/platform.ts'
import {
  firstBillAt,
  platformFee,
  readOnlyFrom,
  type PaymentMethodSummary,
  type PlatformBilling,
  type SubscriptionStatus,
  isOnboarded,
} from '../../../domain/money/platform.ts'
import type { App, Handlers } from '../../base/call.ts'
import { inOrgAll, type OrgTx, system } from '../../base/db/door.ts'
import { askProvider } from '../../base/outside/payment-faults.ts'
import { idOf } from '../../base/outside/id-of.ts'
import { countActiveUsers } from '../../base/organizations/read.ts'
import { notFound, refused } from '../../base/kit/refusals.ts'
import {
  declined,
  endSubscription,
  ensurePlatformCustomer,
  payOpenBills,
  readOpenCents,
  startSubscription,
  savePlatformMethod,
} from './subscription.ts'

const mark = (tx: OrgTx) =>
  tx
    .selectFrom('organizations')
    .select(['id', 'platform_subscription_id', 'subscription_status', 'platform_customer_id'])
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()

type Org = Pick<
  Selectable<Database['organizations']>,
  | 'cancel_at_period_end'
  | 'platform_due_day'
  | 'platform_period_end'
  | 'platform_subscription_id'
  | 'trial_ends_at'
>

function refuseOff(app: App): void {
  if (!app.config.PLATFORM_BILLING)
    throw refused('billing_off', 'Billing is turned off on this installation.')
}

/** `open_bill_cents`: as the provider says, who is asked outside of a transaction. */
async function readStatus(
  tx: OrgTx,
  app: App,
  open_bill_cents: number | null,
): Promise<PlatformBilling> {
  const org = await tx
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  const { users, staff, customers } = await countActiveUsers(tx)
  const status: SubscriptionStatus = app.config.PLATFORM_BILLING
    ? (org.subscription_status as SubscriptionStatus)
    : 'none'
  const flags = {
    charges_enabled: org.stripe_charges_enabled,
    payouts_enabled: org.stripe_payouts_enabled,
    details_submitted: org.stripe_details_submitted,
    requirements_currently_due_len: org.stripe_requirements_due,
  }
  const payments = { ...flags, onboarded: isOnboarded(flags) }
  return {
    ok: true,
    platform_subscription_id: org.platform_subscription_id,
    subscription_status: status,
    status,
    platform_customer_id: org.platform_customer_id,
    default_payment_method: org.platform_default_pm,
    default_pm_summary: org.platform_pm_summary as PaymentMethodSummary | null,
    cancel_at_period_end: org.cancel_at_period_end,
    trial_ends_at: org.trial_ends_at,
    next_payment: nextPayment(status, org),
    open_bill_cents,
    ends_at:
      org.cancel_at_period_end && status !== 'canceled'
        ? (org.platform_period_end ?? org.trial_ends_at)
        : null,
    read_only_from: app.config.PLATFORM_BILLING ? readOnlyFrom({ ...org, status }) : null,
    invoice_due_day: org.platform_due_day,
    active_users: users,
    staff_users: staff,
    customer_users: customers,
    amount_preview_cents: platformFee(Math.max(org.estimated_customers, 1)).amount_cents,
    amount_current_cents: platformFee(users).amount_cents,
    billing_enabled: app.config.PLATFORM_BILLING,
    payments,
    ...payments,
  }
}

/** When the next payment is due; without a subscription nothing is charged, however long the trial goes on. */
function nextPayment(status: SubscriptionStatus, org: Org): string | null {
  if (org.platform_subscription_id === null || org.cancel_at_period_end) return null
  if (status === 'none' || status === 'canceled') return null
  return status === 'trialing'
    ? firstBillAt(org.platform_period_end ?? org.trial_ends_at, org.platform_due_day)
    : org.platform_period_end
}

export const platformBillingHandlers: Handlers<typeof platformBilling> = {
  'GET /api/owner/platform-billing/status': async ({ readOrg, app, actor }) => {
    const open_cents = await readOpenCents(app, actor.organization_id)
    return readOrg((tx) => readStatus(tx, app, open_cents))
  },

  'POST /api/owner/platform-billing/set-payment-method': async ({
    inOrg,
    app,
    actor,
    body,
    request_id,
  }) => {
    refuseOff(app)
    await inOrg(mark)
    return askProvider(async () => {
      const customer = await ensurePlatformCustomer(app, actor.organization_id)
      const setup = await app.payments.platform.createSetup({
        customer,
        types: body?.pm_types ?? ['card', 'us_bank_account'],
        key: `seti:${request_id}`,
      })
      return {
        client_secret: setup.client_secret!,
        setup_intent_id: setup.id,
        publishable_key: app.payments.publishableKey,
        script_url: app.payments.scriptUrl,
      }
    })
  },

  'POST /api/owner/platform-billing/save-payment-method': async ({ inOrg, app, actor, body }) => {
    refuseOff(app)
    const { platform_customer_id } = await inOrg(mark)
    await askProvider(async () => {
      const setup = await app.payments.platform.readSetup(body.setup_intent_id)
      if (
        !platform_customer_id ||
        idOf(setup.customer) !== platform_customer_id ||
        (setup.status === 'succeeded' && idOf(setup.payment_method) !== body.payment_method_id)
      )
        throw notFound()
      if (setup.status !== 'succeeded' && setup.status !== 'requires_action')
        throw refused(
          'method_not_usable',
          setup.last_setup_error?.message ?? 'Could not confirm payment method',
        )
      await savePlatformMethod(app, actor.organization_id, setup)
    })
    const open_cents = await readOpenCents(app, actor.organization_id)
    return inOrgAll(app.store, actor.organization_id, system, (tx) =>
      readStatus(tx, app, open_cents),
    )
  },

  'POST /api/owner/platform-billing/confirm-subscription': async ({ inOrg, app, actor }) => {
    refuseOff(app)
    await inOrg(mark)
    await askProvider(() => startSubscription(app, actor.organization_id))
    return { ok: true as const }
  },

  'POST /api/owner/platform-billing/pay': async ({ inOrg, app, actor }) => {
    refuseOff(app)
    await inOrg(mark)
    if (!(await askProvider(() => payOpenBills(app, actor.organization_id)))) throw declined()
    return { ok: true as const }
  },

  'POST /api/owner/platform-billing/cancel': async ({ inOrg, app, actor }) => {
    refuseOff(app)
    await inOrg(mark)
    await askProvider(() => endSubscription(app, actor.organization_id, true))
    return { ok: true as const }
  },

  'POST /api/owner/platform-billing/restart': async ({ inOrg, app, actor }) => {
    refuseOff(app)
    const org = await inOrg(mark)
    const runs = org.platform_subscription_id !== null && org.subscription_status !== 'canceled'
    await askProvider(() =>
      runs
        ? endSubscription(app, actor.organization_id, false)
        : startSubscription(app, actor.organization_id),
    )
    return { ok: true as const }
  },
}
