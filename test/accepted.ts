import { calls } from '../src/api/calls.ts'
import type { CallDeclaration } from '../src/api/kit.ts'
import { addDays } from '../src/domain/base/dates.ts'
import { callerOf, emails, guessesFor } from './costs/asks.ts'
import { knownIds } from './costs/known-ids.ts'
import { samplesOf, type Ask, type Before } from './costs/samples.ts'
import { standsOf } from './stands.ts'
import type { Ask as Sent, OpenWorld, Reply } from './world.ts'

/** Brings about what a call needs, and says what to send. */
export type Attempt = () => Promise<Ask>

export type Asker = {
  declared: Record<string, CallDeclaration>
  /** Makes a call as whoever may; `more` adds a key or headers. */
  send(key: string, ask: Ask, more?: Pick<Sent, 'key' | 'headers'>): Promise<Reply>
  /** What may be accepted in the demo world, likeliest first: a stand, a sample, or guesses. */
  attemptsFor(key: string): Attempt[]
  /** Other values for what a call's path names. */
  othersInPath(key: string, params: Record<string, string>): Record<string, string> | null
}

/** Asks every declared call in ways that the demo world accepts. */
export async function openAsker(open: OpenWorld): Promise<Asker> {
  const declared = calls as Record<string, CallDeclaration>
  const send: Asker['send'] = async (key, ask, more = {}) => {
    const role = ask.role ?? callerOf(declared[key]!, key)
    const { params, query, body } = ask
    const caller = role ? await open.as(emails[role]) : open.anonymous
    return caller.raw(key, {
      ...(params && { params }),
      ...(query && { query }),
      ...(body === undefined ? {} : { body }),
      ...more,
    })
  }
  const before: Before = async (key, ask = {}) => {
    const { status, body } = await send(key, { role: 'owner', ...ask })
    if (status >= 400) throw new Error(`${key}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  // Who calls for the first time is written down.
  for (const email of Object.values(emails)) await (await open.as(email)).raw('GET /api/auth/me')
  const { today } = open.world.green
  const plan = await before('GET /api/schedule', { query: { from: today, to: addDays(today, 7) } })
  const visits = [
    ...new Set(JSON.stringify(plan).match(/[0-9a-f-]{36}:\d{4}-\d\d-\d\d/g)),
  ] as string[]
  const ids = await knownIds(open.app.store, open.world, visits.slice(0, 12))
  const stands = standsOf(open).byCall
  const samples = samplesOf(open.world)
  return {
    declared,
    send,
    attemptsFor(key) {
      const made = stands[key] ?? samples[key]
      if (made) return [async () => made(before)]
      return guessesFor(ids, key, declared[key]!).map((ask) => async () => ask)
    },
    othersInPath(key, params) {
      const names = Object.keys(params)
      if (!names.length) return null
      return Object.fromEntries(
        names.map((name) => [
          name,
          ids.inPath(key, name).find((one) => one !== params[name]) ?? crypto.randomUUID(),
        ]),
      )
    },
  }
}

/** Why a call was refused, or a part of what it was to do; null if nothing was. */
export const refusalIn = ({ status, body }: Reply): string | null =>
  status >= 400
    ? body.code!
    : ((body?.['refused'] as { code: string }[] | undefined)?.[0]?.code ?? null)

/** What `judge` makes of the first attempt that it accepts, each tried from the same state; null if it accepts none. */
export async function firstOf<T>(
  attempts: readonly Attempt[],
  undone: <R>(work: () => Promise<R>) => Promise<R>,
  judge: (ask: Ask) => Promise<T | null>,
): Promise<T | null> {
  for (const attempt of attempts) {
    const found = await undone(async () => judge(await attempt()))
    if (found !== null) return found
  }
  return null
}
