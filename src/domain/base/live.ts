import { z } from 'zod'
import { LocalDateText, Moment } from './dates.ts'
import { Id } from './id.ts'
import { roles, type Role } from './roles.ts'

export const liveTypes = [
  'invoice_updated',
  'invoice_paid',
  'schedule_updated',
  'schedule_removed',
  'schedule_completed',
  'schedule_skipped',
  'occurrence_updated',
  'request_updated',
  'thread_updated',
  'customer_updated',
  'team_updated',
  'shift_updated',
  'crew_reported',
  'invitation_updated',
  'payment_updated',
  'organization_updated',
  'profile_updated',
  'resync',
] as const
export const LiveType = z.enum(liveTypes)
export type LiveType = z.infer<typeof LiveType>

/**
 * What the stream sends: which thing changed and enough to find it, never its contents. `id` is the
 * organization's event number; ignore a `version` no higher than the known one. `schedule_removed`
 * means the rule ended; a skipped visit is `schedule_skipped`.
 */
export const LiveEvent = z.object({
  type: LiveType,
  id: z.int(),
  version: z.int().nullable(),
  occurrence_id: z.string().nullable(),
  rule_id: Id.nullable(),
  date: LocalDateText.nullable(),
  team_id: Id.nullable(),
  invoice_id: Id.nullable(),
  customer_id: Id.nullable(),
  user_id: Id.nullable(),
  status: z.string().nullable(),
  period_start: LocalDateText.nullable(),
  period_end: LocalDateText.nullable(),
  at: Moment,
})
export type LiveEvent = z.infer<typeof LiveEvent>

/** Decides which events someone's stream gets. `team_ids`: the teams they work in or lead. */
export type StreamPermissions = {
  user_id: string
  roles: readonly Role[]
  team_ids: readonly string[]
  customer_id: string | null
}

/** The whole organization, their own teams, their own things, or only themselves. */
type Sight = 'all' | 'team' | 'own' | 'self'

type Sights = Partial<Record<Role, Sight>>

const everyRole = (sight: Sight): Sights => Object.fromEntries(roles.map((role) => [role, sight]))
const office: Sights = { owner: 'all', manager: 'all' }
const leaders: Sights = { crew_owner: 'team', crew_leader: 'team' }
const crew: Sights = { ...leaders, crew_member: 'team' }
const customer: Sights = { user: 'own' }
const work: Sights = { ...office, ...crew, ...customer }
const invoices: Sights = { ...office, payee: 'all', ...crew, ...customer }

/** How far each role sees, by event; a role that is not listed sees nothing. */
const sights: Record<LiveType, Sights> = {
  invoice_updated: invoices,
  invoice_paid: invoices,
  schedule_updated: work,
  schedule_removed: work,
  schedule_completed: work,
  schedule_skipped: work,
  occurrence_updated: work,
  request_updated: { ...office, ...leaders, ...customer },
  thread_updated: office,
  crew_reported: office,
  invitation_updated: { ...office, crew_owner: 'all', crew_leader: 'all' },
  customer_updated: { ...office, payee: 'all', ...crew, ...customer },
  team_updated: { ...office, ...crew },
  shift_updated: { ...office, ...leaders, crew_member: 'self' },
  payment_updated: { ...office, payee: 'all', ...customer },
  organization_updated: everyRole('all'),
  profile_updated: everyRole('self'),
  resync: everyRole('all'),
}

/** True if someone with these permissions gets an event; the widest sight of their roles counts. */
export function receivesEvent(
  rights: StreamPermissions,
  event: Pick<LiveEvent, 'type' | 'team_id' | 'customer_id' | 'user_id'>,
): boolean {
  const isSelf = event.user_id !== null && event.user_id === rights.user_id
  return rights.roles.some((role) => {
    switch (sights[event.type][role]) {
      case 'all':
        return true
      case 'team':
        return isSelf || (event.team_id !== null && rights.team_ids.includes(event.team_id))
      case 'own':
        return event.customer_id !== null && event.customer_id === rights.customer_id
      case 'self':
        return isSelf
      case undefined:
        return false
    }
  })
}

/**
 * Milliseconds. The server sends a comment every `heartbeat`; silence longer than `stale` means a
 * dead stream.
 */
export const liveTimes = {
  heartbeat: 15_000,
  stale: 45_000,
  check: 22_500,
  retry_first: 1000,
  retry_longest: 30_000,
  replay: 300_000,
  /** An event written this long before a page started loading may have been committed after it. */
  settling: 5_000,
} as const

/** Wait before the nth reconnect (from 0): doubles from 1 s to 30 s. */
export const reconnectDelay = (attempt: number): number =>
  Math.min(liveTimes.retry_longest, liveTimes.retry_first * 2 ** attempt)
