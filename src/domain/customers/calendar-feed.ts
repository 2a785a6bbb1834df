import { z } from 'zod'
import { Moment } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { crewRoles, hasRole, officeRoles, type Role } from '../base/roles.ts'

/** What a calendar shows: the office's whole schedule or one team of it, the teams of a crew, the visits of a customer. */
export const FeedScope = z.enum(['schedule', 'own_teams', 'own_visits'])
export type FeedScope = z.infer<typeof FeedScope>

/** Who may see each. */
const rolesOf: Record<FeedScope, readonly Role[]> = {
  schedule: officeRoles,
  own_teams: crewRoles,
  own_visits: ['user'],
}

export const mayHaveFeed = (roles: readonly Role[], scope: FeedScope): boolean =>
  hasRole(roles, rolesOf[scope])

/** Days before and after today that a calendar shows. */
export const feedDays = { back: 30, ahead: 60 } as const

/** A calendar that a person may have, and the link to it, if there is one. */
export const OfferedFeed = z.object({
  scope: FeedScope,
  /** Null: all of them. */
  team: z.object({ id: Id, name: z.string() }).nullable(),
  link: z
    .object({ id: Id, url: z.string(), created_at: Moment, read_at: Moment.nullable() })
    .nullable(),
})
export type OfferedFeed = z.infer<typeof OfferedFeed>
