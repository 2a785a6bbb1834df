import { sendingKeyDays } from '../../../domain/flows/crew-command.ts'
import type { App } from '../../base/call.ts'
import type { Claims } from '../../people/identity/tokens.ts'
import { unauthenticated } from '../../base/live/streams.ts'
import { sealFor, unsealFor } from '../../base/kit/secrets.ts'
import type { Actor } from '../../base/actor.ts'

const purpose = 'sending key'
const prefix = 'fhk_'
const day_ms = 24 * 3_600_000

type Sealed = { claims: Claims; organization_id: string; until_ms: number }

/**
 * A key by which a phone sends what a crew did after its page is gone. It stands for the sign-in it
 * was made with, and ends with it; nothing but the calls that allow it take it.
 */
export function makeSendingKey(
  { secret }: Pick<App, 'secret'>,
  claims: Claims,
  organization_id: string,
): { key: string; expires_at: string } {
  const until_ms = Date.now() + sendingKeyDays * day_ms
  const sealed: Sealed = { claims, organization_id, until_ms }
  return {
    key: prefix + sealFor(secret, purpose, JSON.stringify(sealed)),
    expires_at: new Date(until_ms).toISOString(),
  }
}

export const isSendingKey = (token: string): boolean => token.startsWith(prefix)

/** The person a key was made for: 401 once it or its sign-in has ended, or they work elsewhere now. */
export async function actorBySendingKey(
  { secret, actors }: Pick<App, 'secret' | 'actors'>,
  token: string,
): Promise<Actor> {
  const text = unsealFor(secret, purpose, token.slice(prefix.length))
  const sealed = text === null ? null : (JSON.parse(text) as Sealed)
  if (!sealed || sealed.until_ms <= Date.now()) throw unauthenticated()
  const actor = await actors.actorOf(sealed.claims)
  if (actor.organization_id !== sealed.organization_id) throw unauthenticated()
  return actor
}
