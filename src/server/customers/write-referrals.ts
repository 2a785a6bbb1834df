import { sql } from 'kysely'
import { emailKey } from '../../domain/base/email.ts'
import { referralCodeLength } from '../../domain/customers/referral.ts'
import { newCode } from '../base/kit/codes.ts'
import type { OrgTx } from '../base/db/door.ts'
import { emitChanged } from './write-row.ts'
import { wasServed } from './read-referrals.ts'

/**
 * Stores who referred the customer of a sign-up. People cannot refer themselves, under any record
 * or e-mail address, or an existing customer. Unknown codes are ignored; codes of a merged customer
 * still work.
 */
export async function setReferrer(
  tx: OrgTx,
  customer_id: string,
  signup: { id: string; email: string; ref: string | undefined },
): Promise<void> {
  const { id, email, ref } = signup
  if (!ref) return
  await sql`update customers c set referred_by = r.id from customers r
    where c.id = ${customer_id}::uuid and c.referred_by is null
      and (c.signup_lead_id = ${id}::uuid or c.status = 'lead') and not ${wasServed('c')}
      and r.organization_id = c.organization_id and (r.referral_code = ${ref} or r.id = (
        select m.into_id from merged_customers m where m.was->>'referral_code' = ${ref} limit 1)) and r.id <> c.id and r.referred_by is distinct from c.id
      and coalesce(lower(r.email) not in (${emailKey(email)}, lower(c.email)), true) and coalesce(r.person_id <> c.person_id, true)`.execute(
    tx,
  )
}

/**
 * A customer's referral code, created on first request; concurrent requests return the same code.
 */
export async function ensureReferralCode(tx: OrgTx, id: string): Promise<string | null> {
  const { referral_code } = await tx
    .updateTable('customers')
    .set({ referral_code: sql<string>`coalesce(referral_code, ${newCode(referralCodeLength)})` })
    .where('id', '=', id)
    .returning('referral_code')
    .executeTakeFirstOrThrow()
  return referral_code
}

/** Notifies a customer and the office that their referral count changed, but not who caused it. */
export async function emitReferrerChanged(tx: OrgTx, referrer: string | null): Promise<void> {
  if (referrer) await emitChanged(tx, referrer)
}
