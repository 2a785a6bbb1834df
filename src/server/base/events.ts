import { sql } from 'kysely'
import { afterCommit, sendAlong, sendLast, type OrgTx, type Tx } from './db/door.ts'
import type { Store } from './db/store.ts'

export const eventTypes = [
  'visit.completed',
  'visit.rescheduled',
  'visit.skipped',
  'visit.restored',
  'visit.time_set',
  'visit.team_set',
  'visit.on_the_way',
  'visit.started',
  'visit.noted',
  'visit.photographed',
  'visit.ticked',
  'visit.product_applied',
  'visit.extra_changed',
  'visit.reopened',
  'route.changed',
  'rule.added',
  'rule.changed',
  'rule.removed',
  'invoice.created',
  'invoice.updated',
  'invoice.paid',
  'payment.refunded',
  'payment.failed',
  'payment.disputed',
  'payment_method.changed',
  'payout.changed',
  'customer.changed',
  'team.changed',
  'service.changed',
  'request.made',
  'request.resolved',
  'thread.changed',
  'shift.changed',
  'crew.reported',
  'invitation.changed',
  'misc_event.changed',
  'organization.changed',
  'person.changed',
] as const
export type EventType = (typeof eventTypes)[number]

/** Who an event is about; decides which customer and crews get it. */
export type About = {
  customer_id?: string | null
  team_ids?: readonly (string | null | undefined)[]
}

/**
 * Channel on which a committed event wakes the live streams; the payload is `organization:number`.
 */
export const eventsChannel = 'fieldhive_events'

/**
 * Writes one event in the caller's transaction. Its number is the organization's revision,
 * incremented under that row's lock, so numbers have no gaps and follow commit order. Sent with the
 * commit, last of all, because everyone needs that lock.
 */
export const emit = (tx: OrgTx, type: EventType, data: object, about: About = {}): Promise<void> =>
  emitIn(tx, tx.org, type, data, about)

/**
 * The same for an organization among several the transaction may see; write several in id order.
 */
export async function emitIn(
  tx: Tx,
  organization_id: string,
  type: EventType,
  data: object,
  { customer_id = null, team_ids = [] }: About = {},
): Promise<void> {
  const teams = [...new Set(team_ids)].filter((id) => id !== null && id !== undefined)
  // As it is now; what it is made of may change before the commit.
  const event = JSON.stringify({ type, data, customer_id, team_ids: teams })
  sendLast(tx, `events of ${organization_id}`, event, (events) =>
    writeEvents(tx, organization_id, events),
  )
}

/** The same for many events of one type at once, in the order given. */
export async function emitMany(
  tx: OrgTx,
  type: EventType,
  events: readonly { data: object; about: About }[],
): Promise<void> {
  for (const { data, about } of events) await emit(tx, type, data, about)
}

/** One statement for all events of a transaction; one announcement, as listeners read up to its number. */
const writeEvents = ({ cause }: Tx, organization_id: string, events: readonly string[]) => sql`
  with raised as (update organizations set revision = revision + ${events.length}::int where id = ${organization_id}::uuid
      returning id, revision - ${events.length}::int as was),
  written as (
    insert into events (organization_id, number, type, data, actor_id, real_actor_id, customer_id, team_ids)
    select r.id, r.was + e.n, e.type, e.data, ${cause.person_id}::uuid, ${cause.real_person_id ?? null}::uuid, e.customer_id, e.team_ids
    from raised r, rows from (jsonb_to_recordset(${`[${events.join(',')}]`}::text::jsonb) as (type text, data jsonb, customer_id uuid, team_ids uuid[]))
      with ordinality as e(type, data, customer_id, team_ids, n) order by e.n
    returning organization_id, number)
  select pg_notify(${eventsChannel}, organization_id || ':' || max(number)) from written group by organization_id`

type AuditEntry = {
  action: string
  entity?: string
  entity_id?: string
  before?: unknown
  after?: unknown
  organization_id?: string | null
  /** The code of a refusal; without one, it was done. */
  outcome?: string
}

const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

/** Writes who did what to which thing, in the same transaction. */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  const { cause } = tx
  sendAlong(
    tx,
    sql`
    insert into audit (organization_id, actor_id, real_actor_id, impersonation_id, action, entity, entity_id, before, after, outcome, request_id, ip)
    values (${entry.organization_id ?? tx.org}::uuid, ${cause.person_id}::uuid, ${cause.real_person_id ?? null}::uuid, ${cause.impersonation_id ?? null}::uuid,
      ${entry.action}::text, ${entry.entity ?? null}::text, ${entry.entity_id ?? null}::text, ${json(entry.before)}::text::jsonb,
      ${json(entry.after)}::text::jsonb, ${entry.outcome ?? null}::text, ${cause.request_id ?? null}::text, ${cause.ip ?? null}::text)`,
  )
}

/**
 * Channel that announces committed changes of people, memberships or impersonations; the payload is
 * the person's id.
 */
export const peopleChannel = 'fieldhive_people'

type Hears = (person_id: string) => void
const hearers = new WeakMap<Store, Hears[]>()

/**
 * Calls back as soon as this process has changed somebody's permissions: before the call that did
 * is answered, while the database's announcement may come after that person's next call.
 */
export const onRightsChanged = (store: Store, hears: Hears): void =>
  void hearers.set(store, [...(hearers.get(store) ?? []), hears])

/**
 * Announces with the commit that these people's permissions changed: every process reads them again
 * and closes their live streams.
 */
export async function rightsChanged(tx: Tx, person_ids: readonly string[]): Promise<void> {
  if (!person_ids.length) return
  afterCommit(tx, (store) => {
    for (const hears of hearers.get(store) ?? []) person_ids.forEach(hears)
  })
  sendAlong(
    tx,
    sql`select pg_notify(${peopleChannel}, id) from unnest(${`{${person_ids.join(',')}}`}::text::text[]) as id`,
  )
}
