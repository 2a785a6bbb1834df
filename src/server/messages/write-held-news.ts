import { sql } from 'kysely'
import type { Channel } from '../../domain/messages/message-kinds.ts'
import type { NeverReason } from '../../domain/messages/message.ts'
import { isVisitNews, followedBy, type VisitNews } from '../../domain/schedule/visit-news.ts'
import type { LocalDate } from '../../domain/base/dates.ts'
import type { OrgTx } from '../base/db/door.ts'
import { oneOf } from '../base/db/ids.ts'

type Waiting = { id: string; channel: Channel; changes: readonly VisitChange[] }

/** Not handed over yet, nor tried: what may be out already stays. */
const isWaiting = sql<boolean>`m.status = 'queued' and m.direction = 'out' and m.held_until is not null and m.claimed_at is null`
const replaced: NeverReason = 'replaced'
const takenBack: NeverReason = 'taken_back'

/**
 * Withdraws what waits to tell a customer of visits, by their ids or their series, and returns it, the oldest first.
 * Writers of a business come one after the other: each has emitted its event before it notifies.
 */
export async function withdrawNews(
  tx: OrgTx,
  customer_id: string,
  { visits = [], series = [] }: { visits?: readonly string[]; series?: readonly string[] },
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    update messages m set status = 'refused', reason = ${replaced}, held_until = null, tells = null
    where m.customer_id = ${customer_id}::uuid and ${isWaiting} and exists (
      select 1 from jsonb_array_elements(m.changes) c
      where c ->> 'visit' = any (${[...visits]}::text[]) or split_part(c ->> 'visit', ':', 1) = any (${[...series]}::text[]))
    returning m.id, m.channel, m.changes`.execute(tx)
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** What is left to say by a channel after `next`, in place of what waited there. */
export function leftToSay(
  waiting: readonly Waiting[],
  channel: Channel,
  next: readonly VisitChange[],
  today: LocalDate,
): VisitChange[] {
  const left = new Map<string, VisitChange>()
  const before = waiting.filter((one) => one.channel === channel).flatMap(({ changes }) => changes)
  for (const [at, change] of [...before, ...next].entries()) {
    const key = change.visit ?? String(at)
    const known = left.get(key)
    const now = known ? followedBy(known, change) : change
    if (now) left.set(key, now)
    else left.delete(key)
  }
  return [...left.values()].filter((change) => isVisitNews(change, today))
}

/** Notes that nothing took the place of messages that were withdrawn. */
export const markTakenBack = async (tx: OrgTx, ids: readonly string[]): Promise<void> => {
  if (ids.length)
    await tx
      .updateTable('messages')
      .set({ reason: takenBack })
      .where('id', 'in', oneOf(ids))
      .where('reason', '=', replaced)
      .execute()
}

/**
 * Keeps back what waits under one key, which is free again: it may be said later. False if any of it is out, or may be.
 * Locks what it finds, so that it does not leave meanwhile.
 */
export async function withdrawOnce(tx: OrgTx, customer_id: string, once: string): Promise<boolean> {
  const { rows } = await sql<{ id: string; is_waiting: boolean; is_out: boolean }>`
    select m.id, ${isWaiting} as is_waiting, m.status in ('sending', 'sent') as is_out from messages m
    where m.customer_id = ${customer_id}::uuid and m.once_key like ${`${once}%`} for update`.execute(
    tx,
  )
  if (rows.some(({ is_out }) => is_out)) return false
  const ids = rows.filter(({ is_waiting }) => is_waiting).map(({ id }) => id)
  if (ids.length)
    await tx
      .updateTable('messages')
      .set({ status: 'refused', reason: takenBack, held_until: null, once_key: null })
      .where('id', 'in', oneOf(ids))
      .execute()
  return true
}

/** A plan that a message tells of, and what its customer knew before; null: nothing. */
export type ToldPlan = { series_id: string; was: unknown }

/** Withdraws what waits to tell customers of plans, and returns the plans. */
export async function withdrawPlans(tx: OrgTx, series_ids: readonly string[]): Promise<ToldPlan[]> {
  // Frees its key, because the same plan is announced again.
  const { rows } = await sql<{ plans: ToldPlan[] }>`
    update messages m set status = 'refused', reason = ${replaced}, held_until = null, tells = null, once_key = null
    where m.plans is not null and ${isWaiting} and exists (
      select 1 from jsonb_array_elements(m.plans) p where p ->> 'series_id' = any (${[...series_ids]}::text[]))
    returning m.plans`.execute(tx)
  return rows.flatMap(({ plans }) => plans)
}

/** Adds a plan to the messages that tell of it under one key. */
export const addToldPlan = async (tx: OrgTx, once: string, plan: ToldPlan): Promise<void> => {
  await sql`update messages set plans = plans || ${JSON.stringify([plan])}::text::jsonb
    where once_key in (${`${once}:email`}, ${`${once}:sms`}) and plans is not null
      and not exists (select 1 from jsonb_array_elements(plans) p where p ->> 'series_id' = ${plan.series_id})`.execute(
    tx,
  )
}

export type VisitChange = VisitNews & {
  customer_id: string
  /** The visit's id. Changes kept by an earlier version do not say. */
  visit?: string
  /** What is done: the service's name. */
  title: string
  /** Where, null: the default address. Changes kept by an earlier version do not say. */
  location_id?: string | null
}
