import { autopayRules } from '../../../domain/money/autopay.ts'
import { locales } from '../../../domain/base/locale.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { consentTexts } from '../../../domain/flows/signup.ts'
import {
  addConsents,
  revokeConsentsOf,
  storeAnswer,
  type RequestRow,
} from '../../customers/write-consents.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { enforce, refused } from '../../base/kit/refusals.ts'
import { readEstimate, findOpenRequest } from './read.ts'

/** Where consent was given from. */
export type Evidence = { ip: string; agent: string | null }

/** Puts a consent to the estimate of today in the place of an earlier one. */
export async function renewConsent(
  tx: OrgTx,
  customer_id: string,
  text: string,
  from: Evidence,
): Promise<void> {
  const agreed = { customer_id, cap_cents: await readEstimate(tx, customer_id) }
  const consent_id = await replaceConsent(tx, agreed, text, from)
  const asked = await findOpenRequest(tx, customer_id)
  if (asked && asked.new_cap_cents <= agreed.cap_cents)
    await storeAnswer(tx, asked.id, 'agreed', consent_id)
}

/** Keeps the consent a customer gave to the higher limit they were asked for. Returns its id. */
export async function raiseConsent(
  tx: OrgTx,
  { customer_id, new_cap_cents }: RequestRow,
  text: string,
  from: Evidence,
): Promise<string> {
  const payer = await tx
    .selectFrom('customers')
    .select('autopay_enabled')
    .where('id', '=', customer_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  // Consent to more is no consent for someone who turned automatic payments off.
  if (!payer.autopay_enabled) throw outdated()
  return replaceConsent(tx, { customer_id, cap_cents: new_cap_cents }, text, from)
}

const outdated = () =>
  refused(
    'consent_outdated',
    'The wording or a price has changed since you saw it. Please read it again and agree.',
  )

async function replaceConsent(
  tx: OrgTx,
  agreed: { customer_id: string; cap_cents: number },
  text: string,
  from: Evidence,
): Promise<string> {
  enforce(autopayRules.agree(agreed))
  const ours = await textsOf(tx, agreed.cap_cents)
  if (!ours.some(({ autopay }) => autopay === text)) throw outdated()
  await revokeConsentsOf(tx, agreed.customer_id, ['autopay'])
  const [id] = await addConsents(tx, [{ ...agreed, kind: 'autopay', text, ...from }])
  return id!
}

/** Our texts for an estimate, in each language. */
export async function textsOf(tx: OrgTx, cap_cents: number) {
  const { name } = await tx
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  const about = { organization: name, limit: formatCents(cap_cents) }
  return locales.map((locale) => consentTexts(about, locale))
}
