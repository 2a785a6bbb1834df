import { sql } from 'kysely'
import { emailKey } from '../../domain/contact.ts'
import type { SignupStep } from '../../domain/signup.ts'
import type { CallContext } from '../call.ts'
import { hashCode, newCode } from '../codes.ts'
import { linkSignupConsents } from '../customers/write-signup.ts'
import type { OrgTx } from '../db/door.ts'
import { queueMessage } from '../messages/queue.ts'
import type { LeadData, LeadRow } from './lead.ts'

/** Resume links per e-mail address, organization and hour: a stranger's form must not fill a mailbox. */
const resumeMailsAnHour = 3

/** Starts a sign-up and answers its token, of which only the hash is stored. */
export async function startLead(
  tx: OrgTx,
  call: CallContext,
  lead: {
    email: string
    invitation_id: string
    code: string
    ref: string | undefined
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
      data: JSON.stringify(lead.ref ? { ref: lead.ref } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (lead.resumes)
    await mailResumeLink(tx, {
      id,
      email,
      url: `${call.app.config.PUBLIC_URL}/signup/${encodeURIComponent(lead.code)}?resume=${token}`,
    })
  return token
}

async function mailResumeLink(
  tx: OrgTx,
  { id, email, url }: { id: string; email: string; url: string },
): Promise<void> {
  const recent = await tx
    .selectFrom('messages')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('template', '=', 'signup_resume')
    .where(sql`lower(recipient)`, '=', emailKey(email))
    .where('created_at', '>', sql<string>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  if (recent.n >= resumeMailsAnHour) return
  const organization = await tx
    .selectFrom('organizations')
    .select(['name', 'email', 'phone_number'])
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  await queueMessage(tx, {
    channel: 'email',
    template: 'signup_resume',
    to: email,
    once_key: `signup_resume:${id}`,
    data: { organization, url },
  })
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

/** Ties a sign-up, and what was agreed to in it, to its customer. */
export async function linkLead(tx: OrgTx, lead: LeadRow, customer_id: string): Promise<void> {
  await tx.updateTable('signup_leads').set({ customer_id }).where('id', '=', lead.id).execute()
  await linkSignupConsents(tx, lead.id, customer_id)
}

/** The sign-up is this person's from now on. */
export const setClaimed = (tx: OrgTx, id: string, person_id: string): Promise<unknown> =>
  tx
    .updateTable('signup_leads')
    .set({ claimed_by: person_id, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
