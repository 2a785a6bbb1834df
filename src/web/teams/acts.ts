import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CrewMember } from '../../domain/team.ts'
import { roleLabel } from '../../domain/roles.ts'
import { api } from '../client.ts'
import { toast } from '../ui/toast.tsx'
import { personLabel, refreshCrews } from './queries.ts'

/** Everything that is done to one crew person. */
export function useCrewActs() {
  const cache = useQueryClient()
  const refresh = () => void refreshCrews(cache)
  const place = ({ person, team_id }: { person: CrewMember; team_id: string }) =>
    api['POST /api/owner/teams/{id}/members']({
      params: { id: team_id },
      body: { user_id: person.id },
    })
  return {
    add: useMutation({
      mutationFn: place,
      onSuccess: (team, { person }) => (
        refresh(),
        toast.done(`${personLabel(person)} added to ${team.name}`)
      ),
      onError: (error) => toast.failed(error, 'Failed to add member'),
    }),
    move: useMutation({
      mutationFn: place,
      onSuccess: (team, { person }) => (
        refresh(),
        toast.done(`${personLabel(person)} moved to ${team.name}`)
      ),
      onError: (error) => toast.failed(error, 'Failed to move member'),
    }),
    remove: useMutation({
      mutationFn: ({ person, team_id }: { person: CrewMember; team_id: string }) =>
        api['DELETE /api/owner/teams/{id}/members/{userId}']({
          params: { id: team_id, userId: person.id },
        }),
      onSuccess: (_team, { person }) => (
        refresh(),
        toast.done(`${personLabel(person)} removed from the team`)
      ),
      onError: (error) => toast.failed(error, 'Failed to remove member'),
    }),
    role: useMutation({
      mutationFn: ({ person, role }: { person: CrewMember; role: CrewMember['role'] }) =>
        api['PATCH /api/owner/crew-members/{id}/role']({
          params: { id: person.id },
          body: { role },
        }),
      onSuccess: (changed) => (
        refresh(),
        toast.done(`${personLabel(changed)}: ${roleLabel(changed.role)}`)
      ),
      onError: (error) => toast.failed(error, 'Failed to update role'),
    }),
    invite: useMutation({
      mutationFn: ({ email, role }: CrewMember) =>
        api['POST /api/owner/invitations']({ body: { email: email ?? '', role } }),
      onSuccess: ({ invited, note }) => (
        refresh(),
        invited ? toast.done('Invite sent') : toast.note(note ?? 'Invite not sent.')
      ),
      onError: (error) => toast.failed(error, 'Failed to send invite'),
    }),
    lead: useMutation({
      mutationFn: (person: CrewMember) =>
        api['PATCH /api/owner/crew-members/{id}/role']({
          params: { id: person.id },
          body: { role: person.role === 'crew_leader' ? 'crew_member' : 'crew_leader' },
        }),
      onSuccess: (changed) => (
        refresh(),
        toast.done(
          changed.role === 'crew_leader'
            ? `${personLabel(changed)} is a leader now`
            : `${personLabel(changed)} is no leader any more`,
        )
      ),
      onError: (error) => toast.failed(error, 'Failed to update role'),
    }),
  }
}
