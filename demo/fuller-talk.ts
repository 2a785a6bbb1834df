import { sql } from 'kysely'
import { receive } from '../src/server/flows/inbox/receive.ts'
import { replyTo } from '../src/server/flows/inbox/reply.ts'
import { changeThread, markRead } from '../src/server/messages/threads/write.ts'
import { asItsOwner, type Building } from './building.ts'
import { conversations, type Conversation } from './fuller-customers.ts'
import { keyOf } from './fuller-plan.ts'

/** What customers and the office wrote to each other. */
export async function playConversations(site: Building): Promise<void> {
  for (const one of conversations) await playConversation(site, one)
}

async function playConversation(site: Building, one: Conversation): Promise<void> {
  const key = keyOf(one.with)
  const { name, email, phone } = site.plan.customers.find((customer) => customer.key === key)!
  let seen_id: string | null = null
  for (const [at, { by, text }] of one.lines.entries()) {
    if (by === 'us') {
      const { channel } = one
      const thread_id = await threadOf(site, key)
      await asItsOwner(site, (tx) => replyTo(tx, thread_id, { text, channel, seen_id }))
    } else
      seen_id = await receive(site.app, {
        channel: one.channel,
        from: one.channel === 'sms' ? phone : email,
        from_name: name,
        text,
        subject: one.subject ?? null,
        provider_id: `demo-${key}-${at}`,
      })
  }
  await settle(site, one, await threadOf(site, key))
}

const threadOf = async (site: Building, key: string): Promise<string> =>
  asItsOwner(site, async (tx) => {
    const { id } = await tx
      .selectFrom('threads')
      .select('id')
      .where('customer_id', '=', site.built.customers[key]!.id)
      .executeTakeFirstOrThrow()
    return id
  })

/** Who read it, and when it was: some minutes between the lines, the first that many days ago. */
async function settle(site: Building, one: Conversation, thread_id: string): Promise<void> {
  const first_minutes = one.days * 1440 + 25 * one.lines.length
  await asItsOwner(site, async (tx) => {
    if (one.ends) await changeThread(tx, thread_id, { state: one.ends })
    await sql`update messages m set created_at = o.at, sent_at = case when m.direction = 'out' then o.at end, status = case when m.direction = 'out' then 'sent' else m.status end
      from (select id, now() - make_interval(mins => ${first_minutes}::int - 25 * (row_number() over (order by id))::int) as at
        from messages where thread_id = ${thread_id}::uuid) o where o.id = m.id`.execute(tx)
    await sql`update threads t set created_at = o.first, last_at = o.last, last_in_at = o.last_in
      from (select min(created_at) as first, max(created_at) as last, max(created_at) filter (where direction = 'in') as last_in
        from messages where thread_id = ${thread_id}::uuid) o where t.id = ${thread_id}::uuid`.execute(
      tx,
    )
    if (one.unread) return
    for (const who of ['owner', 'manager'])
      await markRead(tx, thread_id, site.built.people[who]!.id, new Date().toISOString())
  })
}
