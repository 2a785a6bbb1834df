import {
  autopayRules,
  chargeDayMessage,
  isChargeDayAllowed,
  type BillingSettings,
  type BillingSettingsPatch,
} from '../../../domain/money/autopay.ts'
import { todayIn } from '../../../domain/base/dates.ts'
import { changeBilling, endAutopay } from '../../customers/write-billing.ts'
import { addConsents, revokeConsentsOf } from '../../customers/write-consents.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { readMethods } from '../payments/methods.ts'
import { enforce, invalid } from '../../base/kit/refusals.ts'
import { renewConsent, textsOf, type Evidence } from '../consents/give.ts'
import { readEstimate } from '../consents/read.ts'
import type { Actor } from '../../base/actor.ts'
import { homeUrl } from '../../messages/links.ts'
import { notifyChargeDayMoved } from '../../messages/notify-money.ts'

/** The caller's customer record in the organization; null for staff without one. */
export async function payerOf(tx: OrgTx, actor: Actor) {
  const rows = tx.selectFrom('customers').selectAll()
  return (
    (actor.customer_id
      ? await rows.where('id', '=', actor.customer_id).executeTakeFirst()
      : await rows.where('person_id', '=', actor.person_id).executeTakeFirst()) ?? null
  )
}

export type Payer = NonNullable<Awaited<ReturnType<typeof payerOf>>>

export const accountOf = (tx: OrgTx) =>
  tx
    .selectFrom('organizations')
    .select([
      'stripe_account_id',
      'stripe_charges_enabled',
      'stripe_payouts_enabled',
      'stripe_disabled_reason',
      'customer_due_day',
      'time_zone',
      'schedule_settings',
    ])
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()

const readConsent = (tx: OrgTx, customer_id: string) =>
  tx
    .selectFrom('consents')
    .select(['accepted_at', 'cap_cents'])
    .where('customer_id', '=', customer_id)
    .where('kind', '=', 'autopay')
    .where('accepted', '=', true)
    .where('revoked_at', 'is', null)
    .orderBy('accepted_at', 'desc')
    .executeTakeFirst()

export async function readSettings(tx: OrgTx, payer: Payer | null): Promise<BillingSettings> {
  const { customer_due_day } = await accountOf(tx)
  if (!payer)
    return {
      autopay_enabled: false,
      preferred_charge_day: null,
      customer_due_day,
      consent_accepted_at: null,
      has_default_pm: false,
      pm_brand: null,
      pm_last4: null,
      invoice_email_opt_in: true,
      autopay_cap_cents: null,
      autopay_oneoffs: false,
      estimate_cents: 0,
    }
  const method = (await readMethods(tx, payer.id)).find(
    (row) => row.id === payer.default_payment_method_id && row.status === 'active',
  )
  const consent = await readConsent(tx, payer.id)
  return {
    autopay_enabled: payer.autopay_enabled,
    preferred_charge_day: payer.preferred_charge_day,
    customer_due_day,
    consent_accepted_at: consent?.accepted_at ?? null,
    has_default_pm: method !== undefined,
    pm_brand: method?.brand ?? null,
    pm_last4: method?.last4 ?? null,
    invoice_email_opt_in: payer.invoice_email_opt_in,
    autopay_cap_cents: consent?.cap_cents ?? null,
    autopay_oneoffs: payer.autopay_oneoffs,
    estimate_cents: await readEstimate(tx, payer.id),
  }
}

/**
 * Saves what a customer chose. Consent is kept with the very text it was given to, and its limit is
 * the estimate in it; turning autopay off takes it back. 409 consent_outdated if text or estimate
 * are no longer ours.
 */
export async function changeSettings(
  tx: OrgTx,
  payer: Payer,
  patch: BillingSettingsPatch,
  from: Evidence,
): Promise<void> {
  await checkChargeDay(tx, payer, patch)
  const agreed = patch.consent?.accepted === true ? patch.consent.text : null
  if (patch.autopay_enabled) await checkAutopay(tx, payer, agreed !== null)
  if (agreed !== null) await renewConsent(tx, payer.id, agreed, from)
  // Autopay that waits for a bank account is off too, and its consent stays.
  const ends = patch.autopay_enabled === false && payer.autopay_enabled
  if (ends) await endAutopay(tx, payer.id)
  const oneoffs = ends ? false : patch.autopay_oneoffs
  if (oneoffs === true && !payer.autopay_oneoffs) await addOneoffs(tx, payer, from)
  if (oneoffs === false) await revokeConsentsOf(tx, payer.id, ['autopay_oneoffs'])
  const { autopay_enabled, preferred_charge_day, invoice_email_opt_in } = patch
  await changeBilling(tx, payer.id, {
    ...(autopay_enabled === undefined ? {} : { autopay_enabled }),
    ...(preferred_charge_day === undefined ? {} : { preferred_charge_day }),
    ...(oneoffs === undefined ? {} : { autopay_oneoffs: oneoffs }),
    ...(invoice_email_opt_in === undefined ? {} : { invoice_email_opt_in }),
  })
}

async function checkChargeDay(tx: OrgTx, payer: Payer, patch: BillingSettingsPatch): Promise<void> {
  const day = patch.preferred_charge_day
  if (typeof day !== 'number' || day === payer.preferred_charge_day) return
  const { customer_due_day, time_zone } = await accountOf(tx)
  if (!isChargeDayAllowed(day, customer_due_day, todayIn(time_zone, new Date().toISOString())))
    throw invalid({ preferred_charge_day: chargeDayMessage(customer_due_day) })
}

async function checkAutopay(tx: OrgTx, payer: Payer, agrees: boolean): Promise<void> {
  const method = await tx
    .selectFrom('payment_methods')
    .select('id')
    .where('id', '=', payer.default_payment_method_id ?? '')
    .where('customer_id', '=', payer.id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  const consent_accepted = agrees || (await readConsent(tx, payer.id)) !== undefined
  enforce(autopayRules.enable({ has_default_pm: method !== undefined, consent_accepted }))
}

async function addOneoffs(tx: OrgTx, payer: Payer, from: Evidence): Promise<void> {
  const consent = await readConsent(tx, payer.id)
  enforce(autopayRules.enable({ has_default_pm: true, consent_accepted: consent !== undefined }))
  const cap_cents = consent!.cap_cents ?? 0
  const words = (await textsOf(tx, cap_cents))[payer.locale === 'es' ? 1 : 0]!
  const text = words.autopay_oneoffs
  await addConsents(tx, [
    { customer_id: payer.id, kind: 'autopay_oneoffs', text, cap_cents, ...from },
  ])
}

/**
 * After the due day was lowered: no customer is charged later in the month than money is due, and
 * those whose day moves are told. Charges that are planned already keep their date.
 */
export async function clampChargeDays(tx: OrgTx, due_day: number): Promise<void> {
  const later = await tx
    .selectFrom('customers')
    .select(['id', 'preferred_charge_day', 'autopay_enabled'])
    .where('preferred_charge_day', '>', due_day)
    .where('status', '<>', 'archived')
    .orderBy('id')
    .execute()
  for (const { id, preferred_charge_day, autopay_enabled } of later) {
    await changeBilling(tx, id, { preferred_charge_day: due_day })
    if (!autopay_enabled) continue
    await notifyChargeDayMoved(tx, id, {
      old_day: preferred_charge_day!,
      new_day: due_day,
      url: homeUrl('/app/user/payments'),
    })
  }
}
