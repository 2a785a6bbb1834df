import { autopayRules } from '../../../domain/money/autopay.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { consentTexts, estimatedTotal, limitNamedIn } from '../../../domain/flows/signup.ts'
import type { CallContext } from '../../base/call.ts'
import { addConsents, revokeConsents } from '../../customers/write-consents.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { enforce, refused } from '../../base/kit/refusals.ts'
import { fingerprint } from '../../base/kit/secrets.ts'
import { readTaxPpm } from '../../money/tax/read.ts'
import { offeredServices, type LeadRow } from './lead.ts'

type Kind = 'autopay' | 'autopay_oneoffs' | 'sms'
type Wishes = {
  autopay_authorized: boolean
  autopay_oneoffs: boolean
  sms_opt_in: boolean
  authorization_text?: string | null | undefined
  consent_texts?: { [K in Kind]?: string | undefined } | undefined
}

/**
 * Stores consents as evidence: the text and its hash, when, from where, and the most one visit may
 * cost. An earlier consent to the same text stays; one no longer given, or given to another text,
 * is revoked.
 */
export async function keepConsents(
  tx: OrgTx,
  call: CallContext,
  lead: LeadRow,
  wishes: Wishes,
): Promise<void> {
  const { name } = await tx
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  const cap = estimatedTotal(
    await offeredServices(tx),
    (lead.data.services_selected ?? []).map((service) => service.key),
    await readTaxPpm(tx, lead.data.zip ?? null),
  )
  if (wishes.autopay_authorized) enforce(autopayRules.agree({ cap_cents: cap }))
  // A form that sends no text shows ours.
  const about = { organization: name, limit: formatCents(cap) }
  const ours = consentTexts(about, lead.data.locale ?? 'en')
  const text = (kind: Kind): string =>
    wishes.consent_texts?.[kind] || wishes.authorization_text || ours[kind]
  const agreed: Record<Kind, boolean> = {
    autopay: wishes.autopay_authorized,
    autopay_oneoffs: wishes.autopay_authorized && wishes.autopay_oneoffs,
    sms: wishes.sms_opt_in,
  }
  const wanted = (Object.keys(agreed) as Kind[])
    .filter((kind) => agreed[kind])
    .map((kind) => ({
      kind,
      text: text(kind),
      text_hash: fingerprint(text(kind)),
      cap_cents: kind === 'sms' ? null : cap,
    }))
  // No one is held to a limit other than the one they read.
  if (
    wanted.some(
      (one) => one.cap_cents !== null && ![null, formatCents(cap)].includes(limitNamedIn(one.text)),
    )
  )
    throw refused(
      'estimate_changed',
      'Prices have changed since you saw them. Please review the new estimate and agree again.',
    )

  const kept = await tx
    .selectFrom('consents')
    .select(['id', 'kind', 'text_hash', 'cap_cents'])
    .where('signup_lead_id', '=', lead.id)
    .where('revoked_at', 'is', null)
    .execute()
  const same = (a: (typeof kept)[number], b: (typeof wanted)[number]) =>
    a.kind === b.kind && a.text_hash === b.text_hash && a.cap_cents === b.cap_cents
  const over = kept.filter((row) => !wanted.some((one) => same(row, one))).map((row) => row.id)
  await revokeConsents(tx, over)
  const fresh = wanted.filter((one) => !kept.some((row) => same(row, one)))
  const from = { ip: call.ip, agent: call.agent }
  const of = { signup_lead_id: lead.id, customer_id: lead.customer_id }
  await addConsents(
    tx,
    fresh.map(({ kind, text: words, cap_cents }) => ({
      ...of,
      ...from,
      kind,
      text: words,
      cap_cents,
    })),
  )
}
