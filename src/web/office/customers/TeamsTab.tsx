import { Card, Checkbox, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Customer } from '../../../domain/customers/customer.ts'
import { roleLabel } from '../../../domain/base/roles.ts'
import { removeCustomerQuestion, type CrewMember, type Team } from '../../../domain/people/team.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Loaded } from '../../ui/Page.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { useCrewActs } from '../../shared/teams/acts.ts'
import { crewQuery, personLabel, teamsQuery } from '../../shared/teams/queries.ts'
import { TeamTools } from '../../shared/teams/TeamTools.tsx'
import { ContactSheet } from './ContactSheet.tsx'
import classes from './customers.module.css'
import { customerName, useCustomerActs } from '../../shared/customers/queries.ts'
import { SearchBox } from './Filters.tsx'
import { CustomerRows, MoveTo } from './TeamRows.tsx'
import { asksAboutVisits, membersText, type Move } from './teams.ts'

/** Which team takes care of which customers. */
export function TeamsTab({ canManage }: { canManage: boolean }) {
  const teams = useQuery(teamsQuery)
  const crew = useQuery(crewQuery).data?.crew_members ?? []
  return (
    <Loaded of={teams} failure="Failed to load teams/customers">
      {({ teams: all }) => (
        <Stack gap="lg">
          <SearchBox aria-label="Find a customer" placeholder="Find a customer" maw={360} />
          <Teams teams={all} crew={crew} canManage={canManage} />
        </Stack>
      )}
    </Loaded>
  )
}

type TeamsProps = { teams: readonly Team[]; crew: readonly CrewMember[]; canManage: boolean }

function Teams({ teams, crew, canManage }: TeamsProps) {
  const editing = useSheet<Customer>('edit-customer')
  const removing = useSheet<Customer>('take-out-of-team')
  const moving = useSheet<Move>('move-customer')
  const { assign } = useCustomerActs()
  const move = (wish: Move) => {
    if (asksAboutVisits(wish)) moving.show(wish)
    else assign.mutate({ customer: wish.customer, team_id: wish.team.id })
  }
  const rows = { teams, canManage, edit: editing.show, move, remove: removing.show }
  return (
    <>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        {teams.map((team) => (
          <TeamCard key={team.id} team={team} teams={teams} canManage={canManage}>
            <CustomerRows {...rows} label={`Customers of ${team.name}`} team_id={team.id} />
          </TeamCard>
        ))}
        <Card component="section" aria-label="Unassigned customers" padding="lg">
          <Title order={2}>Unassigned customers</Title>
          <CustomerRows {...rows} label="Unassigned customers" team_id="none" />
        </Card>
        <UnassignedCrew crew={crew} teams={teams} canManage={canManage} />
      </SimpleGrid>
      <ContactSheet
        key={editing.key}
        opened={editing.opened}
        onClose={editing.hide}
        customer={editing.about}
      />
      <MoveDialog
        key={`m${moving.key}`}
        move={moving.about}
        opened={moving.opened}
        onClose={moving.hide}
      />
      <RemoveDialog customer={removing.about} opened={removing.opened} onClose={removing.hide} />
    </>
  )
}

type CardProps = { team: Team; teams: readonly Team[]; canManage: boolean; children: ReactNode }

const TeamCard = ({ team, teams, canManage, children }: CardProps) => (
  <Card component="section" aria-label={team.name} padding="lg">
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Title order={2}>{team.name}</Title>
        <Text c="dimmed" fz="sm">
          {membersText(team.members)}
        </Text>
      </div>
      {canManage && <TeamTools team={team} teams={teams} />}
    </Group>
    {children}
  </Card>
)

type DialogProps = { opened: boolean; onClose: () => void }

/** Moves a customer to another team, usually along with their planned work. */
function MoveDialog({ move, opened, onClose }: DialogProps & { move: Move | null }) {
  const { assign } = useCustomerActs()
  const [future_visits, setFutureVisits] = useState(true)
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={move ? `Move to ${move.team.name}?` : ''}
      confirm="Move"
      onConfirm={() =>
        move &&
        assign
          .mutateAsync({ customer: move.customer, team_id: move.team.id, future_visits })
          .catch(() => undefined)
      }
    >
      <Stack gap="sm">
        <Text>{move && `${customerName(move.customer)} is now with ${move.team.name}.`}</Text>
        <Checkbox
          label="Upcoming visits, too"
          description="Visits assigned individually to a team stay with it."
          checked={future_visits}
          onChange={(event) => setFutureVisits(event.currentTarget.checked)}
        />
      </Stack>
    </ConfirmDialog>
  )
}

function RemoveDialog({ customer, opened, onClose }: DialogProps & { customer: Customer | null }) {
  const { assign } = useCustomerActs()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Remove from team"
      confirm="Remove"
      danger
      onConfirm={() =>
        customer && assign.mutateAsync({ customer, team_id: null }).catch(() => undefined)
      }
    >
      <Text>{removeCustomerQuestion}</Text>
      <Text c="dimmed" fz="sm" mt={4}>
        {customer && `${customerName(customer)}’s upcoming visits become unassigned, too.`}
      </Text>
    </ConfirmDialog>
  )
}

/** People without a team, listed separately from customers. */
function UnassignedCrew({ crew, teams, canManage }: TeamsProps) {
  const free = crew.filter((person) => person.team_id === null)
  return (
    <Card component="section" aria-labelledby="unassigned-crew" padding="lg">
      <Title order={2} id="unassigned-crew">
        Unassigned Crew
      </Title>
      {free.length === 0 ? (
        <Text c="dimmed" mt="sm">
          Everyone is in a team.
        </Text>
      ) : (
        <ul className={classes.rows} aria-labelledby="unassigned-crew">
          {free.map((person) => (
            <li key={person.id}>
              <div className={classes.who}>
                <Text fw={600} lh={1.3}>
                  {personLabel(person)}
                </Text>
                <Text c="dimmed" fz="sm">
                  {roleLabel(person.role)}
                </Text>
              </div>
              {canManage && teams.length > 0 && <MovePerson person={person} teams={teams} />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function MovePerson({ person, teams }: { person: CrewMember; teams: readonly Team[] }) {
  const { add } = useCrewActs()
  return (
    <MoveTo
      label={`Move ${personLabel(person)} to`}
      teams={teams}
      move={({ id }) => add.mutate({ person, team_id: id })}
    />
  )
}
