import { sql } from 'kysely'
import { dailyCaps } from '../../domain/message.ts'
import type { App } from '../call.ts'
import { inOrgAll, type PlatformTx, system } from '../db/door.ts'
import { notifyOffice } from './notify-office.ts'

type Payer = { id: string; on_trial: boolean; code_texts: number }

/**
 * The businesses of the account that a text is for, or that its number opens, with the texted codes of each in the last day, the fewest first. Locked until the
 * transaction ends, so that two codes in the same moment are counted one after the other.
 */
export async function lockPayers(
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
