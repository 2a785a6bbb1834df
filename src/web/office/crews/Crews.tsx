import { SimpleGrid, Stack, Button, Card, Text, TextInput, Title, Select } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UsersRound, Plus } from 'lucide-react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Loaded, Page } from '../../ui/Page.tsx'
import { NewCrewMemberForm } from './NewCrewMemberForm.tsx'
import { crewQuery, teamsQuery, refreshCrews, personLabel } from '../../shared/teams/queries.ts'
import { StaffInvites } from './StaffInvites.tsx'
import { TeamCard } from './TeamCard.tsx'
import { NewTeam, type CrewMember, type Team } from '../../../domain/people/team.ts'
import { api } from '../../app/client.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { useActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { toast } from '../../ui/toast.tsx'
import { useCrewActs } from '../../shared/teams/acts.ts'
import classes from './crews.module.css'
import { PersonRow } from './PersonRow.tsx'

/** Who works in which team, and who leads it. */
export default function Crews() {
  const teams = useQuery(teamsQuery)
  const crew = useQuery(crewQuery)
  return (
    <Page title="Crews" about="Invite your people, put them in teams and choose who leads.">
      <Loaded of={teams} failure="Failed to load teams">
        {({ teams: all }) => (
          <Loaded of={crew} failure="Failed to load crew members">
            {({ crew_members }) => (
              <Stack gap="lg">
                {all.length === 0 ? (
                  <EmptyState title="No teams yet" icon={<UsersRound size={22} />}>
                    Teams are assigned visits on the schedule. A team can be just one person.
                  </EmptyState>
                ) : (
                  <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
                    {all.map((team) => (
                      <TeamCard key={team.id} team={team} teams={all} crew={crew_members} />
                    ))}
                  </SimpleGrid>
                )}
                <UnassignedCrew
                  people={crew_members.filter((person) => person.team_id === null)}
                  teams={all}
                />
                <StaffInvites />
                <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
                  <NewCrewMemberForm teams={all} />
                  <NewTeamForm />
                </SimpleGrid>
              </Stack>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}

function NewTeamForm() {
  const cache = useQueryClient()
  const form = useActionForm<{ name: string }, unknown>({
    initialValues: { name: '' },
    validate: bySchema(NewTeam),
    failure: 'Failed to create team',
    send: ({ name }) => api['POST /api/owner/teams']({ body: { name } }),
    sent: () => {
      toast.done('Team created')
      form.reset()
      void refreshCrews(cache)
    },
  })
  return (
    <Card component="section" aria-labelledby="new-team" padding="lg">
      <form onSubmit={form.submit} noValidate>
        <Stack gap="sm">
          <Title order={2} id="new-team">
            Create team
          </Title>
          <TextInput
            label="Team name"
            required
            placeholder="North side"
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <Text c="dimmed" fz="sm">
            Visits are assigned to teams; a person belongs to one team at a time.
          </Text>
          <FormProblem text={form.problem} />
          <Button
            type="submit"
            w="fit-content"
            mt={4}
            loading={form.sending}
            leftSection={<Plus size={16} aria-hidden />}
          >
            Create team
          </Button>
        </Stack>
      </form>
    </Card>
  )
}

/** Crew people without a team. */
function UnassignedCrew({
  people,
  teams,
}: {
  people: readonly CrewMember[]
  teams: readonly Team[]
}) {
  const acts = useCrewActs()
  return (
    <Card component="section" aria-labelledby="unassigned-crew" padding="lg">
      <Title order={2} id="unassigned-crew" mb={4}>
        Unassigned Crew
      </Title>
      {people.length === 0 ? (
        <Text c="dimmed">Everyone is in a team.</Text>
      ) : (
        <ul className={classes.people} aria-labelledby="unassigned-crew">
          {people.map((person) => (
            <PersonRow key={person.id} person={person}>
              <Select
                aria-label={`Add ${personLabel(person)} to a team`}
                placeholder={teams.length > 0 ? 'Add to team…' : 'No teams yet'}
                disabled={teams.length === 0}
                size="sm"
                w={170}
                value={null}
                data={teams.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(team_id) => team_id && acts.add.mutate({ person, team_id })}
              />
            </PersonRow>
          ))}
        </ul>
      )}
    </Card>
  )
}
