import {
  receivesEvent,
  type StreamPermissions,
  type LiveEvent,
  type LiveType,
} from '../../../domain/base/live.ts'
import { eventTypes, type EventType } from '../events.ts'

/** One row of the events table, as the streams read it. */
export type EventRow = {
  number: number
  type: string
  data: unknown
  customer_id: string | null
  team_ids: string[]
  at: string
}

/** Each event's wire types, in the order they are sent. */
const wireTypes: Record<EventType, readonly LiveType[]> = {
  'visit.completed': ['schedule_completed'],
  'visit.rescheduled': ['schedule_updated'],
  'visit.skipped': ['schedule_skipped'],
  'visit.restored': ['occurrence_updated'],
  'visit.time_set': ['occurrence_updated'],
  'visit.team_set': ['occurrence_updated'],
  'visit.on_the_way': ['occurrence_updated'],
  'visit.started': ['occurrence_updated'],
  'visit.noted': ['occurrence_updated'],
  'visit.photographed': ['occurrence_updated'],
  'visit.ticked': ['occurrence_updated'],
  'visit.product_applied': ['occurrence_updated'],
  'visit.extra_changed': ['occurrence_updated'],
  'visit.reopened': ['occurrence_updated'],
  'route.changed': ['schedule_updated'],
  'rule.added': ['schedule_updated'],
  'rule.changed': ['schedule_updated'],
  'rule.removed': ['schedule_removed'],
  'misc_event.changed': ['schedule_updated'],
  'invoice.created': ['invoice_updated'],
  'invoice.updated': ['invoice_updated'],
  'invoice.paid': ['invoice_updated', 'invoice_paid'],
  'payment.refunded': ['payment_updated'],
  'payment.failed': ['payment_updated'],
  'payment.disputed': ['payment_updated'],
  'payment_method.changed': ['payment_updated'],
  'payout.changed': ['payment_updated'],
  'customer.changed': ['customer_updated'],
  'team.changed': ['team_updated'],
  'service.changed': ['organization_updated'],
  'organization.changed': ['organization_updated'],
  'request.made': ['request_updated'],
  'request.resolved': ['request_updated'],
  'thread.changed': ['thread_updated'],
  'shift.changed': ['shift_updated'],
  'crew.reported': ['crew_reported'],
  'invitation.changed': ['invitation_updated'],
  'person.changed': ['profile_updated', 'team_updated'],
}

/** An event ready to send: its frames as bytes, shared by all streams that get them. */
export type EventFrames = {
  number: number
  at: number
  frames: {
    event: LiveEvent
    customer_id: string | null
    team_ids: readonly string[]
    open_to_crews: boolean
    bytes: Buffer
  }[]
}

const isKnown = (type: string): type is EventType =>
  (eventTypes as readonly string[]).includes(type)
const text = (value: unknown): string | null => (typeof value === 'string' && value ? value : null)

export function framesOf(row: EventRow): EventFrames {
  const types = isKnown(row.type) ? wireTypes[row.type] : []
  const data = (row.data ?? {}) as Record<string, unknown>
  const facts = {
    id: row.number,
    version: Number.isInteger(data['version']) ? (data['version'] as number) : null,
    occurrence_id: text(data['occurrence_id']),
    rule_id: text(data['rule_id']),
    date: text(data['date']),
    team_id: text(data['team_id']) ?? row.team_ids[0] ?? null,
    invoice_id: text(data['invoice_id']),
    customer_id: row.customer_id ?? text(data['customer_id']),
    user_id: text(data['person_id']),
    status: text(data['status']),
    period_start: text(data['period_start']),
    period_end: text(data['period_end']),
    at: row.at,
  }
  return {
    number: row.number,
    at: Date.parse(row.at),
    frames: types.map((type, index) => {
      const event: LiveEvent = { type, ...facts }
      // Only the last frame carries the number, so a stream cut between two frames of one event
      // gets both again.
      const id = index === types.length - 1 ? `id: ${row.number}\n` : ''
      return {
        event,
        customer_id: row.customer_id,
        team_ids: row.team_ids,
        open_to_crews: row.type === 'misc_event.changed' && !row.team_ids.length,
        bytes: Buffer.from(`${id}event: ${type}\ndata: ${JSON.stringify(event)}\n\n`),
      }
    }),
  }
}

/**
 * True if someone with these permissions may receive a frame; what it is about decides, not its
 * contents. An event may concern several teams, such as a visit's old and new one.
 */
export function mayReceive(
  rights: StreamPermissions,
  { event, customer_id, team_ids, open_to_crews }: EventFrames['frames'][number],
): boolean {
  const teams = open_to_crews
    ? rights.team_ids
    : team_ids.filter((team) => rights.team_ids.includes(team))
  return receivesEvent(rights, { ...event, customer_id, team_id: teams[0] ?? null })
}

/** Makes the browser reload everything: it missed too much to send event by event. */
export const resyncFrame = (number: number): string =>
  `id: ${number}\nevent: resync\ndata: ${JSON.stringify({ type: 'resync', id: number, at: new Date().toISOString() })}\n\n`
