import { sql } from 'kysely'
import { isCodeTextsFull, dailyCaps } from '../../domain/messages/message.ts'
import { onPlatform, system, inOrgAll, type PlatformTx } from '../base/db/door.ts'
import type { Store } from '../base/db/store.ts'
import type { AccountMail } from '../people/identity/account-mail.ts'
import { enqueue } from '../base/jobs/jobs.ts'
import { reachAddress, type Reached } from './recipient.ts'
import { tell, notifyOffice, type Telling } from './tell.ts'
import type { App } from '../base/call.ts'

/**
 * Queues a letter of the identity provider, in the person's language or the one of the page that
 * asked for it. Its link opens in the same language.
 */
export const sendAccountMail = (
  store: Store,
  { to, by, payer, template, data, reading }: AccountMail,
): Promise<void> =>
  onPlatform(store, system, async (tx) => {
    if (to === null) return
    const reached = await reachAddress(tx, {
      ...(by === 'sms' ? { phone: to } : { email: to }),
      reading,
    })
    const url = new URL(data.url)
    url.searchParams.set('lang', reached.locale)
    const telling = { kind: template, data: { ...data, url: url.href } }
    if (by === 'sms') await textFor(tx, reached, telling, { phone: to, account_id: payer ?? null })
    else await tell(tx, reached, telling)
  })

/** Texts somebody on the account of one of their businesses, if it has not sent too many today. */
async function textFor(
  tx: PlatformTx,
  to: Reached,
  telling: Telling<AccountMail['template']>,
  from: { phone: string; account_id: string | null },
): Promise<void> {
  const payers = await lockPayers(tx, from)
  const facts = payers.map(({ id, ...sender }) => ({
    texted_for: id,
    reached: {
      ...to,
      recipient: { ...to.recipient, sender: { ...to.recipient.sender, ...sender } },
    },
  }))
  const [first = { reached: to }] = facts
  const open = facts.find(({ reached }) => !isCodeTextsFull(reached.recipient))
  const { reached, ...texted } = open ?? first
  await tell(tx, reached, { ...telling, ...texted })
  if (!open)
    for (const { id } of payers)
      await enqueue(tx, 'code-texts.full', { organization_id: id }, { key: id })
}

type Payer = { id: string; on_trial: boolean; code_texts: number }

/**
 * The businesses of the account that a text is for, or that its number opens, with the texted codes of each in the last day, the fewest first. Locked until the
 * transaction ends, so that two codes in the same moment are counted one after the other.
 */
async function lockPayers(
  tx: PlatformTx,
  { phone, account_id }: { phone: string; account_id: string | null },
): Promise<Payer[]> {
  const { rows: known } = await sql<{ id: string }>`
    select distinct m.organization_id as id from person_identities i
      join memberships m on m.person_id = i.person_id where m.status = 'active'
        and i.subject = coalesce(${account_id}::text, (select s.account_id::text from idp_address s where s.kind = 'phone' and s.address = ${phone})) order by 1`.execute(
    tx,
  )
  for (const { id } of known)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`code texts:${id}`}, 0))`.execute(tx)
  if (!known.length) return []
  const { rows } = await sql<Payer>`
    select o.id, o.subscription_status = 'trialing' as on_trial, (select count(*)::int from messages m
      where m.texted_for = o.id and m.created_at > now() - interval '1 day' and m.status not in ('refused', 'failed')) as code_texts
    from organizations o where o.id = any (${`{${known.map(({ id }) => id).join(',')}}`}::text::uuid[]) order by 3, 1`.execute(
    tx,
  )
  return rows
}

/** Tells the office, once a day, that no more codes are texted to its people. */
export const tellCodeTextsFull = (
  { store, config }: Pick<App, 'store' | 'config'>,
  { organization_id }: { organization_id: string },
): Promise<void> =>
  inOrgAll(store, organization_id, system, async (tx) => {
    const { name, email, phone_number, subscription_status, day } = await tx
      .selectFrom('organizations')
      .select(['name', 'email', 'phone_number', 'subscription_status'])
      .select(sql<string>`(now() at time zone time_zone)::date::text`.as('day'))
      .where('id', '=', tx.org)
      .executeTakeFirstOrThrow()
    const data = {
      organization: { name, email, phone_number },
      count: dailyCaps[subscription_status === 'trialing' ? 'trial_code_texts' : 'code_texts'],
      url: `${config.PUBLIC_URL}/app/people`,
    }
    await notifyOffice(tx, `${organization_id}:${day}`, { kind: 'code_texts_full', data })
  })
