import type { Customer, CustomerStatus } from '../../../domain/customers/customer.ts'
import type { Team, TeamMember } from '../../../domain/people/team.ts'
import { personLabel } from '../../shared/teams/queries.ts'

/** A customer to move to another team. */
export type Move = { customer: Customer; team: Team }

/** Ask only if there is planned work. */
export const asksAboutVisits = ({
  customer,
}: {
  customer: Pick<Customer, 'next_visit_at'>
}): boolean => customer.next_visit_at !== null

/** Only the office sees leads. */
export const statusesInTeams = (canManage: boolean): CustomerStatus[] =>
  canManage ? ['lead', 'active', 'paused'] : ['active', 'paused']

export const otherTeams = <T extends Pick<Team, 'id'>>(
  teams: readonly T[],
  { team_id }: Pick<Customer, 'team_id'>,
): T[] => teams.filter(({ id }) => id !== team_id)

type Member = Pick<TeamMember, 'name' | 'email' | 'role'>

/** 'Dee Park (leader), Sam Ortiz' */
export const membersText = (members: readonly Member[]): string =>
  members
    .map((one) => (one.role === 'crew_leader' ? `${personLabel(one)} (leader)` : personLabel(one)))
    .join(', ') || 'No one in this team'
