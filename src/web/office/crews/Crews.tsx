import { SimpleGrid, Stack, Button, Card, Text, Title, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Loaded, Page } from '../../ui/Page.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { AddMenu } from './AddMenu.tsx'
import { InviteColleague } from './InviteColleague.tsx'
import { NewCrewMemberSheet } from './NewCrewMemberSheet.tsx'
import { NewTeamSheet } from './NewTeamSheet.tsx'
import { crewQuery, teamsQuery, personLabel } from '../../shared/teams/queries.ts'
import { StaffInvites } from './StaffInvites.tsx'
import { TeamCard } from './TeamCard.tsx'
import type { CrewMember, Team } from '../../../domain/people/team.ts'
import { useCrewActs } from '../../shared/teams/acts.ts'
import classes from './crews.module.css'
import { PersonRow } from './PersonRow.tsx'

/** Who works in which team, and who leads it. */
export default function Crews() {
  const teams = useQuery(teamsQuery)
  const crew = useQuery(crewQuery)
  const member = useSheet('add-member')
  const newTeam = useSheet('add-team')
  const colleague = useSheet('add-colleague')
  return (
    <Page
      title="Crews"
      about="Your people, their teams and who leads them"
      actions={
        <AddMenu
          member={() => member.show(true)}
          team={() => newTeam.show(true)}
          colleague={() => colleague.show(true)}
        />
      }
    >
      <Loaded of={teams} failure="Failed to load teams">
        {({ teams: all }) => (
          <Loaded of={crew} failure="Failed to load crew members">
            {({ crew_members }) => (
              <Stack gap="lg">
                {all.length === 0 ? (
                  <EmptyState
                    title="No teams yet"
                    icon={<UsersRound size={22} />}
                    action={<Button onClick={() => newTeam.show(true)}>Create team</Button>}
                  >
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
              </Stack>
            )}
          </Loaded>
        )}
      </Loaded>
      <NewCrewMemberSheet sheet={member} teams={teams.data?.teams ?? []} />
      <NewTeamSheet key={`team-${newTeam.key}`} opened={newTeam.opened} onClose={newTeam.hide} />
      <InviteColleague
        key={`colleague-${colleague.key}`}
        opened={colleague.opened}
        onClose={colleague.hide}
      />
    </Page>
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
