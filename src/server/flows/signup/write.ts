import { sql } from 'kysely'
import { emailKey } from '../../../domain/base/email.ts'
import type { SignupStep } from '../../../domain/flows/signup.ts'
import type { CallContext } from '../../base/call.ts'
import { hashCode, newCode } from '../../base/kit/codes.ts'
import { linkSignupConsents } from '../../customers/write-signup.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { reachAddress } from '../../messages/recipient.ts'
import { tell } from '../../messages/tell.ts'
import type { LeadData, LeadRow } from './lead.ts'
import type { Locale } from '../../../domain/base/locale.ts'

/** Letters of a kind per e-mail address, organization and hour. */
const mailsAnHour = 3

/** Starts a sign-up and returns its token, of which only the hash is stored. */
export async function startLead(
  tx: OrgTx,
  call: CallContext,
  lead: {
    email: string
    invitation_id: string
    code: string
    ref: string | undefined
    locale: Locale | undefined
    resumes: boolean
  },
): Promise<string> {
  const token = newCode()
  const email = lead.email.trim()
  const { id } = await tx
    .insertInto('signup_leads')
    .values({
      token_hash: hashCode(token),
      invitation_id: lead.invitation_id,
      email,
      step: 'address',
      data: JSON.stringify({ ref: lead.ref, locale: lead.locale }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (lead.resumes)
    await mailResumeLink(tx, {
      id,
      email,
      locale: lead.locale,
      url: `${call.app.config.PUBLIC_URL}/signup/${encodeURIComponent(lead.code)}?resume=${token}`,
    })
  return token
}

async function mailResumeLink(
  tx: OrgTx,
  {
    id,
    email,
    locale,
    url,
  }: { id: string; email: string; locale: Locale | undefined; url: string },
): Promise<void> {
  if (!(await mayMailAgain(tx, 'signup_resume', email))) return
  const organization = await tx
    .selectFrom('organizations')
    .select(['name', 'email', 'phone_number'])
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  await tell(tx, await reachAddress(tx, { email, ...(locale ? { locale } : {}) }), {
    kind: 'signup_resume',
    once: `signup_resume:${id}`,
    data: { organization, url },
  })
}

/** False if an address already got as many of these as one sign-up could need, so that no one can flood a mailbox. */
export async function mayMailAgain(
  tx: OrgTx,
  kind: 'signup_resume' | 'signup_finished',
  email: string,
): Promise<boolean> {
  const recent = await tx
    .selectFrom('messages')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('template', '=', kind)
    .where(sql`lower(recipient)`, '=', emailKey(email))
    .where('created_at', '>', sql<string>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return recent.n < mailsAnHour
}

export const saveLead = (
  tx: OrgTx,
  lead: LeadRow,
  change: { data: LeadData; step: SignupStep; completed?: boolean },
): Promise<unknown> =>
  tx
    .updateTable('signup_leads')
    .set({
      data: JSON.stringify(change.data),
      step: change.step,
      updated_at: sql`now()`,
      ...(change.completed ? { completed_at: sql`coalesce(completed_at, now())` } : {}),
    })
    .where('id', '=', lead.id)
    .execute()

/** The last question was answered: the sign-ups of this customer ask nothing more. */
export const setAllAsked = (tx: OrgTx, customer_id: string): Promise<unknown> =>
  tx
    .updateTable('signup_leads')
    .set({ all_asked_at: sql`now()` })
    .where('customer_id', '=', customer_id)
    .where('claimed_by', 'is not', null)
    .where('all_asked_at', 'is', null)
    .execute()

/** Links a sign-up and its consents to its customer. */
export async function linkLead(tx: OrgTx, lead: LeadRow, customer_id: string): Promise<void> {
  await tx.updateTable('signup_leads').set({ customer_id }).where('id', '=', lead.id).execute()
  await linkSignupConsents(tx, lead.id, customer_id)
}

/** Assigns the sign-up to this person. */
export const setClaimed = (tx: OrgTx, id: string, person_id: string): Promise<unknown> =>
  tx
    .updateTable('signup_leads')
    .set({ claimed_by: person_id, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
