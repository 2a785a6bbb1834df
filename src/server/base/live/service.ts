import type { ServerResponse } from 'node:http'
import type { Actor } from '../actor.ts'

/**
 * Who opens a stream, where, by which sign-in, and until when (milliseconds since 1970). Role and
 * teams are read when it opens.
 */
export type StreamActor = {
  actor: Pick<Actor, 'person_id' | 'real_person_id' | 'impersonation_id' | 'roles'>
  /** Null if another provider keeps it. */
  session_id: string | null
  organization_id: string
  expires_at: number
}

/** Where a stream starts: after an event, or when its page started loading; with neither, now. */
export type Opening = {
  last_event_id: number | null
  since_ms?: number | null
  headers: Record<string, unknown>
}

export type Live = {
  start(): Promise<void>
  stop(): Promise<void>
  /**
   * Takes over the response and sends events until the client leaves, its token expires or its
   * permissions change.
   */
  open(to: ServerResponse, owner: StreamActor, options: Opening): Promise<void>
  readonly size: number
}
