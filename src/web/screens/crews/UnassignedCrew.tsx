import { Card, Select, Text, Title } from '@mantine/core'
import type { CrewMember, Team } from '../../../domain/team.ts'
import { useCrewActs } from '../../teams/acts.ts'
import classes from './crews.module.css'
import { PersonRow } from './PersonRow.tsx'
import { personLabel } from '../../teams/queries.ts'

/** Crew people without a team. */
export function UnassignedCrew({
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
