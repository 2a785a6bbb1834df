import { SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Loaded, Page } from '../../ui/Page.tsx'
import { NewCrewMemberForm } from './NewCrewMemberForm.tsx'
import { NewTeamForm } from './NewTeamForm.tsx'
import { crewQuery, teamsQuery } from '../../teams/queries.ts'
import { StaffInvites } from './StaffInvites.tsx'
import { TeamCard } from './TeamCard.tsx'
import { UnassignedCrew } from './UnassignedCrew.tsx'

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
                <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
                  <NewCrewMemberForm teams={all} />
                  <NewTeamForm />
                </SimpleGrid>
                <UnassignedCrew
                  people={crew_members.filter((person) => person.team_id === null)}
                  teams={all}
                />
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
                <StaffInvites />
              </Stack>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}
