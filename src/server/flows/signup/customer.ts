import { sql } from 'kysely'
import { emailKey } from '../../../domain/base/email.ts'
import type { App } from '../../base/call.ts'
import { addSignupNote } from '../../customers/write-notes.ts'
import { emitChanged } from '../../customers/write-row.ts'
import {
  addSignedUp,
  archiveDuplicate,
  changeLead,
  changeUntouched,
} from '../../customers/write-signup.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { reachAddress, readReach, type Reached } from '../../messages/recipient.ts'
import { tell } from '../../messages/tell.ts'
import { addressOf, isOutOfArea, type LeadData, type LeadRow } from './lead.ts'
import { found } from '../../base/kit/refusals.ts'
import { planSignupMessage } from './office.ts'
import { linkLead, mayMailAgain, setAllAsked } from './write.ts'
import type { Actor } from '../../base/actor.ts'
import { phoneColumns } from '../../customers/write-own.ts'

type Claimant = Pick<Actor, 'person_id' | 'email' | 'email_verified'>

/**
 * Creates the customer of a finished sign-up; null if the address is already known here, since only
 * signing in proves who it is.
 */
export async function customerOfLead(tx: OrgTx, lead: LeadRow): Promise<string | null> {
  if (!lead.customer_id) return addCustomer(tx, lead, lead.email)
  await changeUntouched(tx, lead.customer_id, lead.id, await answersOf(tx, lead))
  return lead.customer_id
}

/**
 * The customer record for the person claiming a sign-up: their own, the one this sign-up created,
 * one with a mailbox they verified, or a new one.
 */
export async function customerOfClaimant(
  tx: OrgTx,
  lead: LeadRow,
  person: Claimant,
): Promise<string> {
  const columns = ['id', 'person_id', 'status', 'signup_lead_id'] as const
  const customers = () => tx.selectFrom('customers').select(columns).forUpdate()
  const mine = await customers().where('person_id', '=', person.person_id).executeTakeFirst()
  if (mine) {
    await archiveDuplicate(tx, lead.id, mine.id)
    return again(tx, lead, mine)
  }
  if (lead.customer_id) return lead.customer_id
  const known = await customers()
    .where(sql`lower(email)`, '=', emailKey(lead.email))
    .executeTakeFirst()
  const proven = person.email_verified && emailKey(person.email) === emailKey(lead.email)
  if (known && !known.person_id && proven) return again(tx, lead, known)
  // An address that belongs to someone else here cannot be theirs too; a note tells the office what
  // was typed.
  const emails = known ? [] : [lead.email]
  if (person.email_verified && emailKey(person.email) !== emailKey(lead.email))
    emails.push(person.email)
  for (const email of emails) {
    const made = await addCustomer(tx, lead, email)
    if (made) return made
  }
  const made = await addCustomer(tx, lead, null)
  if (!made) throw new Error('A customer without an address was not written')
  await addSignupNote(
    tx,
    made,
    `Signed up as ${lead.email}, which another customer here has. Signs in as ${person.email}.`,
  )
  return made
}

/** The wizard asked its last question: its customer gets the summary, and the office hears of the sign-up. */
export async function finishWizard(tx: OrgTx, app: App, customer_id: string): Promise<void> {
  await setAllAsked(tx, customer_id)
  const { signup_lead_id } = await tx
    .selectFrom('customers')
    .select('signup_lead_id')
    .where('id', '=', customer_id)
    .executeTakeFirstOrThrow()
  if (!signup_lead_id) return
  const reached = found((await readReach(tx, [customer_id])).get(customer_id))
  if (reached.recipient.email) await mailSummary(tx, app, signup_lead_id, reached)
  await planSignupMessage(tx, signup_lead_id, { asks_more: false })
}

/** Answers the simple form; somebody already known here too, at the address they typed. */
export async function answerForm(
  tx: OrgTx,
  app: App,
  lead: LeadRow,
  customer_id: string | null,
): Promise<void> {
  if (!(await mayMailAgain(tx, 'signup_finished', lead.email))) return
  const known = customer_id ? (await readReach(tx, [customer_id])).get(customer_id) : null
  const to =
    known ??
    (await reachAddress(tx, {
      email: lead.email,
      name: lead.data.name ?? null,
      ...(lead.data.locale ? { locale: lead.data.locale } : {}),
    }))
  await mailSummary(tx, app, lead.id, to)
}

/** Once per sign-up, to the address it was started with or signs in with. */
async function mailSummary(tx: OrgTx, app: App, lead_id: string, to: Reached): Promise<void> {
  const organization = await tx
    .selectFrom('organizations')
    .select(['name', 'email', 'phone_number', 'slug'])
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  await tell(tx, to, {
    kind: 'signup_finished',
    once: `signup_finished:${lead_id}`,
    data: {
      organization,
      name: to.name,
      url: `${app.config.PUBLIC_URL}/signup/org/${organization.slug}/done`,
    },
  })
}

const contactOf = (data: LeadData) => ({
  ...(data.name ? { name: data.name } : {}),
  ...(data.phone_number ? phoneColumns(data.phone_number) : {}),
})

async function answersOf(tx: OrgTx, { data }: LeadRow) {
  return {
    values: {
      ...contactOf(data),
      available_days: data.available_days ?? [],
      services_selected: JSON.stringify(data.services_selected ?? []),
      service_frequency: data.service_frequency ?? null,
      service_interval: data.service_interval ?? null,
      out_of_area: await isOutOfArea(tx, data.zip),
      ...(data.locale ? { locale: data.locale } : {}),
    },
    address: addressOf(data),
  }
}

async function addCustomer(tx: OrgTx, lead: LeadRow, email: string | null): Promise<string | null> {
  const { activate_signups } = await tx
    .selectFrom('organizations')
    .select('activate_signups')
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  const activated = activate_signups && lead.completed_at !== null
  const id = await addSignedUp(tx, {
    ...(await answersOf(tx, lead)),
    status: activated ? 'active' : 'lead',
    email,
    signup_lead_id: lead.id,
    signup_completed_at: lead.completed_at,
  })
  if (!id) return null
  await linkLead(tx, lead, id)
  await emitChanged(tx, id, [], { signed_up: true })
  return id
}

/**
 * Someone known here signs up again: a lead's record takes the new answers; a customer's stays, and
 * the office gets a note.
 */
async function again(
  tx: OrgTx,
  lead: LeadRow,
  known: { id: string; status: string; signup_lead_id: string | null },
): Promise<string> {
  if (known.signup_lead_id === lead.id) return known.id
  const { data } = lead
  if (known.status === 'lead') {
    const { values, address } = await answersOf(tx, lead)
    const sent = Object.fromEntries(
      Object.entries(values).filter(
        ([, value]) => value !== null && value !== '[]' && !(Array.isArray(value) && !value.length),
      ),
    )
    const parts = Object.fromEntries(Object.entries(address).filter(([, part]) => part !== null))
    await changeLead(tx, known.id, { values: sent, address: parts }, lead.completed_at)
  } else if (lead.completed_at !== null) await addSignupNote(tx, known.id, answersText(data))
  return known.id
}

function answersText(data: LeadData): string {
  const lines: [string, string][] = [
    ['Address', [data.street, data.city, data.state, data.zip].filter(Boolean).join(', ')],
    ['Days', (data.available_days ?? []).join(', ')],
    ['Services', (data.services_selected ?? []).map((service) => service.key).join(', ')],
    [
      'How often',
      [data.service_frequency, data.service_interval && `every ${data.service_interval} weeks`]
        .filter(Boolean)
        .join(', '),
    ],
    ['Phone', data.phone_number ?? ''],
  ]
  return [
    'Signed up again and asks for:',
    ...lines.filter(([, value]) => value).map(([label, value]) => `${label}: ${value}`),
  ].join('\n')
}
