import { sql } from 'kysely'
import { emailKey } from '../../domain/contact.ts'
import type { App } from '../call.ts'
import { inOrgAll, readPlatform, system, type OrgTx } from '../db/door.ts'
import { enqueue } from '../jobs/jobs.ts'
import { homeUrl } from '../messages/home.ts'
import { notifyOffice } from '../messages/notify-office.ts'
import { found } from '../refusals.ts'
import type { LeadData } from './lead.ts'
import { leadOf, leftSignups, readServiceNames } from './office.ts'

type Finished = { organization_id: string; lead_id: string }

/** Seconds a wizard has for its last questions, the card among them, before the office hears of it without them. */
const patience = 30 * 60

/** In the transaction that finishes a sign-up: the office is told at once, or once the wizard is through. */
export const planSignupMessage = (
  tx: OrgTx,
  lead_id: string,
  { asks_more }: { asks_more: boolean },
): Promise<void> =>
  enqueue(
    tx,
    'signup.tell',
    { organization_id: tx.org, lead_id },
    asks_more ? { key: `${lead_id}:later`, startAfter: patience } : { key: lead_id },
  )

/** Tells the office of a finished sign-up, once. */
export const tellOfSignup = (
  app: Pick<App, 'store'>,
  { organization_id, lead_id }: Finished,
): Promise<void> =>
  inOrgAll(app.store, organization_id, system, async (tx) => {
    const lead = await tx
      .selectFrom('signup_leads')
      .select(['id', 'email', 'data', 'customer_id', 'completed_at'])
      .where('id', '=', lead_id)
      .executeTakeFirst()
    if (!lead?.completed_at) return
    const told = leadOf(lead, await readServiceNames(tx))
    const customer = await readCustomerOf(tx, lead)
    await notifyOffice(tx, lead.id, {
      kind: 'signup_new',
      data: {
        ...told,
        days: daysOf(lead),
        organization: await readSender(tx),
        name: told.name ?? customer?.name ?? null,
        phone_number: told.phone_number ?? customer?.phone_number ?? null,
        has_card_on_file: Boolean(customer?.default_payment_method_id),
        url: homeUrl(customer ? `/app/customers/${customer.id}` : '/app/customers'),
      },
    })
  })

const daysOf = ({ data }: { data: unknown }): readonly string[] =>
  (data as LeadData).available_days ?? []

/** The customer of a sign-up, or the one whose address it was finished with: only signing in links the two. */
const readCustomerOf = (tx: OrgTx, lead: { customer_id: string | null; email: string }) =>
  tx
    .selectFrom('customers')
    .select(['id', 'name', 'phone_number', 'default_payment_method_id'])
    .where((eb) =>
      lead.customer_id
        ? eb('id', '=', lead.customer_id)
        : eb(sql`lower(email)`, '=', emailKey(lead.email)),
    )
    .executeTakeFirst()

const readSender = async (tx: OrgTx) =>
  found(
    await tx
      .selectFrom('organizations')
      .select(['name', 'email', 'phone_number'])
      .where('id', '=', tx.org)
      .executeTakeFirst(),
  )

/** How many days back we look for sign-ups the office has no message about; older ones are only listed. */
const toldWithin = 3

/** Tells each office once of the sign-ups that were left for a day. */
export async function tellOfUnfinishedSignups(app: Pick<App, 'store' | 'log'>): Promise<void> {
  const organizations = await readPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('signup_leads')
      .select('organization_id')
      .distinct()
      .where('completed_at', 'is', null)
      .where('updated_at', '>', sql<string>`now() - make_interval(days => ${toldWithin})`)
      .execute(),
  )
  for (const { organization_id } of organizations) {
    try {
      await inOrgAll(app.store, organization_id, system, tellOfLeft)
    } catch (fault) {
      app.log.error(
        { err: fault, organization_id },
        'the message about unfinished sign-ups could not be written',
      )
    }
  }
}

async function tellOfLeft(tx: OrgTx): Promise<void> {
  const left = await leftSignups(tx, toldWithin).execute()
  if (!left.length) return
  const [organization, names] = [await readSender(tx), await readServiceNames(tx)]
  for (const lead of left)
    await notifyOffice(tx, lead.id, {
      kind: 'signup_unfinished',
      data: { ...leadOf(lead, names), days: daysOf(lead), organization, url: homeUrl('/app') },
    })
}
