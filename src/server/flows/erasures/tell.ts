import type { App } from '../../base/call.ts'
import type { PlatformTx } from '../../base/db/door.ts'
import { reachAddress } from '../../messages/recipient.ts'
import { tell } from '../../messages/tell.ts'

type News =
  | { state: 'asked'; due_at: string }
  | { state: 'cancelled' | 'done' }
  /** Of one request, once. */
  | { state: 'waits'; id: string }

/** Tells somebody what becomes of the data they want deleted. Without a mailbox nobody is told. */
export async function tellErasure(
  tx: PlatformTx,
  { config }: Pick<App, 'config'>,
  person_id: string,
  news: News,
): Promise<void> {
  const person = await tx
    .selectFrom('people')
    .select(['email', 'name'])
    .where('id', '=', person_id)
    .executeTakeFirstOrThrow()
  if (!person.email) return
  const { email, name } = person
  const data = {
    name,
    state: news.state,
    at: news.state === 'asked' ? news.due_at : new Date().toISOString(),
    url: `${config.PUBLIC_URL}/app/account`,
  }
  const once = news.state === 'waits' ? { once: `erasure_waits:${news.id}` } : {}
  await tell(tx, await reachAddress(tx, { email, person_id }), { kind: 'erasure', data, ...once })
}
