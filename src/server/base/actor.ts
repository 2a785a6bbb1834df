import type { Role } from '../../domain/base/roles.ts'
import type { Claims } from '../people/identity/tokens.ts'

/**
 * Who is calling: the person, and their roles in the active organization. Roles come from our
 * database, never from the token.
 */
export type Actor = {
  person_id: string
  email: string
  email_verified: boolean
  name: string | null
  role: Role | null
  roles: Role[]
  organization_id: string | null
  customer_id: string | null
  team_id: string | null
  team_ids: string[]
  platform_role: 'admin' | 'sales' | null
  /** True if the active organization was deactivated: its staff can only take out its data. */
  is_inactive: boolean
  /**
   * When the active organization becomes read only for staff; null if its subscription does not
   * end. ISO 8601.
   */
  read_only_from: string | null
  real_person_id: string | null
  impersonation_id: string | null
  /** The sign-in the caller's token is from; null if another provider keeps it. */
  session_id: string | null
  /** True if the sign-in was proven by more than a password, or another provider answers for it. */
  has_second_factor: boolean
  /** True if that is needed: of platform admins, and of staff where the owner says so. */
  requires_second_factor: boolean
}

/** Identifies callers. */
export type Actors = {
  /** Listens for changes made by this process and others. */
  start(): Promise<void>
  /** Drops what is known of one person, or of everyone. */
  forget(person_id?: string): void
  /**
   * The caller behind verified claims; the first call adds the person, who reads the language of
   * that call. 403 if they may not sign in.
   */
  actorOf(claims: Claims, impersonationCookie?: string, acceptLanguage?: string): Promise<Actor>
}
