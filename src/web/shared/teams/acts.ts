import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CrewMember } from '../../../domain/people/team.ts'
import { roleLabel } from '../../../domain/base/roles.ts'
import { api } from '../../app/client.ts'
import { toast } from '../../ui/toast.tsx'
import { personLabel, refreshCrews } from './queries.ts'

type Place = { person: CrewMember; team_id: string }

const place = ({ person, team_id }: Place) =>
  api['POST /api/owner/teams/{id}/members']({
    params: { id: team_id },
    body: { user_id: person.id },
  })

const setRole = ({ id }: CrewMember, role: CrewMember['role']) =>
  api['PATCH /api/owner/crew-members/{id}/role']({ params: { id }, body: { role } })

/** Actions on one crew person. */
export const useCrewActs = () => ({
  add: useAct({
    send: place,
    done: (team, { person }) => `${personLabel(person)} added to ${team.name}`,
    failure: 'Failed to add member',
  }),
  move: useAct({
    send: place,
    done: (team, { person }) => `${personLabel(person)} moved to ${team.name}`,
    failure: 'Failed to move member',
  }),
  remove: useAct({
    send: ({ person, team_id }: Place) =>
      api['DELETE /api/owner/teams/{id}/members/{userId}']({
        params: { id: team_id, userId: person.id },
      }),
    done: (_team, { person }) => `${personLabel(person)} removed from the team`,
    failure: 'Failed to remove member',
  }),
  role: useAct({
    send: ({ person, role }: { person: CrewMember; role: CrewMember['role'] }) =>
      setRole(person, role),
    done: (changed) => `${personLabel(changed)}: ${roleLabel(changed.role)}`,
    failure: 'Failed to update role',
  }),
  lead: useAct({
    send: (person: CrewMember) =>
      setRole(person, person.role === 'crew_leader' ? 'crew_member' : 'crew_leader'),
    done: (changed) =>
      changed.role === 'crew_leader'
        ? `${personLabel(changed)} is a leader now`
        : `${personLabel(changed)} is no longer a leader`,
    failure: 'Failed to update role',
  }),
  invite: useInvite(),
})

type Act<W, R> = {
  send: (input: W) => Promise<R>
  done: (result: R, input: W) => string
  failure: string
}

function useAct<W, R>({ send, done, failure }: Act<W, R>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (result, input) => {
      void refreshCrews(cache)
      toast.done(done(result, input))
    },
    onError: (error) => toast.failed(error, failure),
  })
}

function useInvite() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ email, role }: CrewMember) =>
      api['POST /api/owner/invitations']({ body: { email: email ?? '', role } }),
    onSuccess: ({ invited, note }) => {
      void refreshCrews(cache)
      if (invited) toast.done('Invite sent')
      else toast.note(note ?? 'Invite not sent.')
    },
    onError: (error) => toast.failed(error, 'Failed to send invite'),
  })
}
