import {
  ActionIcon,
  Card,
  Checkbox,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Title,
  Tooltip,
} from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Pencil, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { addressLine } from '../../../domain/contact.ts'
import { customerStatusLabels, type Customer } from '../../../domain/customer.ts'
import { roleLabel } from '../../../domain/roles.ts'
import { removeCustomerQuestion, type CrewMember, type Team } from '../../../domain/team.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { useCrewActs } from '../../teams/acts.ts'
import { crewQuery, personLabel, teamsQuery } from '../../teams/queries.ts'
import { TeamTools } from '../../teams/TeamTools.tsx'
import { ContactSheet } from './ContactSheet.tsx'
import classes from './customers.module.css'
import { filterOf } from './filters.ts'
import { customerName, listQuery, statusTones, useCustomerActs } from '../../customers/queries.ts'
import { SearchBox } from './SearchBox.tsx'

const route = getRouteApi('/app/customers')

/** Which team looks after whom. */
export function TeamsTab({ canManage }: { canManage: boolean }) {
  const teams = useQuery(teamsQuery)
  const crew = useQuery(crewQuery)
  const { q } = filterOf({ q: route.useSearch().q })
  const editing = useSheet<Customer>('edit-customer')
  const removing = useSheet<Customer>('take-out-of-team')
  const moving = useSheet<Move>('move-customer')
  const acts = useCustomerActs()
  const move = (wish: Move) => {
    // Only where work is planned there is something to ask.
    if (wish.customer.next_visit_at) moving.show(wish)
    else acts.assign.mutate({ customer: wish.customer, team_id: wish.team.id })
  }
  return (
    <Loaded of={teams} failure="Failed to load teams/customers">
      {({ teams: all }) => {
        const list = (label: string, team_id: string) => (
          <CustomerRows
            label={label}
            team_id={team_id}
            q={q}
            teams={all}
            canManage={canManage}
            edit={editing.show}
            move={move}
            remove={removing.show}
          />
        )
        return (
          <Stack gap="lg">
            <SearchBox aria-label="Find a customer" placeholder="Find a customer" maw={360} />
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
              {all.map((team) => (
                <Card key={team.id} component="section" aria-label={team.name} padding="lg">
                  <Group justify="space-between" wrap="nowrap" align="flex-start">
                    <div>
                      <Title order={2}>{team.name}</Title>
                      <Text c="dimmed" fz="sm">
                        {team.members.length === 0
                          ? 'No one in this team'
                          : team.members
                              .map((member) =>
                                member.role === 'crew_leader'
                                  ? `${personLabel(member)} (leader)`
                                  : personLabel(member),
                              )
                              .join(', ')}
                      </Text>
                    </div>
                    {canManage && <TeamTools team={team} teams={all} />}
                  </Group>
                  {list(`Customers of ${team.name}`, team.id)}
                </Card>
              ))}
              <Card component="section" aria-label="Unassigned customers" padding="lg">
                <Title order={2}>Unassigned customers</Title>
                {list('Unassigned customers', 'none')}
              </Card>
              <UnassignedCrew
                crew={crew.data?.crew_members ?? []}
                teams={all}
                canManage={canManage}
              />
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
            <ConfirmDialog
              opened={removing.opened}
              onClose={removing.hide}
              title="Remove from team"
              confirm="Remove"
              danger
              onConfirm={() =>
                removing.about &&
                acts.assign
                  .mutateAsync({ customer: removing.about, team_id: null })
                  .catch(() => undefined)
              }
            >
              <Text>{removeCustomerQuestion}</Text>
              <Text c="dimmed" fz="sm" mt={4}>
                {removing.about &&
                  `${customerName(removing.about)}’s coming visits become unassigned, too.`}
              </Text>
            </ConfirmDialog>
          </Stack>
        )
      }}
    </Loaded>
  )
}

type Move = { customer: Customer; team: Team }

/** A customer goes to another team; the work planned for them usually does, too. */
function MoveDialog({
  move,
  opened,
  onClose,
}: {
  move: Move | null
  opened: boolean
  onClose: () => void
}) {
  const acts = useCustomerActs()
  const [future_visits, setFutureVisits] = useState(true)
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={move ? `Move to ${move.team.name}?` : ''}
      confirm="Move"
      onConfirm={() =>
        move &&
        acts.assign
          .mutateAsync({ customer: move.customer, team_id: move.team.id, future_visits })
          .catch(() => undefined)
      }
    >
      <Stack gap="sm">
        <Text>
          {move &&
            `${customerName(move.customer)} is looked after by ${move.team.name} from now on.`}
        </Text>
        <Checkbox
          label="Coming visits, too"
          description="Visits that were given to a team one by one stay with it."
          checked={future_visits}
          onChange={(event) => setFutureVisits(event.currentTarget.checked)}
        />
      </Stack>
    </ConfirmDialog>
  )
}

type RowsProps = {
  label: string
  /** Or `none`: customers without a team. */
  team_id: string
  q: string | undefined
  teams: readonly Team[]
  canManage: boolean
  edit: (customer: Customer) => void
  move: (wish: Move) => void
  remove: (customer: Customer) => void
}

function CustomerRows({ label, team_id, q, canManage, ...rest }: RowsProps) {
  const pages = useInfiniteQuery(
    listQuery(
      { team_id, ...(q ? { q } : {}) },
      canManage ? ['lead', 'active', 'paused'] : ['active', 'paused'],
    ),
  )
  return (
    <Loaded
      of={pages}
      failure="Failed to load teams/customers"
      skeleton={<Bars rows={2} height={48} />}
    >
      {(data) =>
        data.pages[0]?.customers.length === 0 ? (
          <Text c="dimmed" mt="sm">
            {q ? 'No one here matches.' : 'No customers here.'}
          </Text>
        ) : (
          <>
            <ul className={classes.rows} aria-label={label} aria-busy={pages.isPlaceholderData}>
              {data.pages.flatMap((page) =>
                page.customers.map((customer) => (
                  <CustomerRow
                    key={customer.id}
                    customer={customer}
                    canManage={canManage}
                    {...rest}
                  />
                )),
              )}
            </ul>
            <LoadMore of={pages} label="Show more" />
          </>
        )
      }
    </Loaded>
  )
}

function CustomerRow({
  customer,
  teams,
  canManage,
  edit,
  move,
  remove,
}: Omit<RowsProps, 'label' | 'team_id' | 'q'> & { customer: Customer }) {
  const name = customerName(customer)
  return (
    <li>
      <div className={classes.who}>
        <Text fw={600} lh={1.3}>
          {name}{' '}
          {customer.status !== 'active' && (
            <StatusChip tone={statusTones[customer.status]}>
              {customerStatusLabels[customer.status]}
            </StatusChip>
          )}
        </Text>
        <Text c="dimmed" fz="sm">
          {addressLine(customer) || 'No address'}
        </Text>
      </div>
      {canManage && (
        <Group gap={4} wrap="nowrap">
          <Select
            aria-label={`Move ${name} to`}
            placeholder="Move to…"
            size="xs"
            w={132}
            value={null}
            data={teams
              .filter(({ id }) => id !== customer.team_id)
              .map(({ id, name: label }) => ({ value: id, label }))}
            onChange={(team_id) => {
              const team = teams.find(({ id }) => id === team_id)
              if (team) move({ customer, team })
            }}
          />
          {customer.team_id && (
            <Tooltip label="Remove from team">
              <ActionIcon
                variant="default"
                size={30}
                aria-label={`Remove ${name} from the team`}
                onClick={() => remove(customer)}
              >
                <UserMinus size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
          <Tooltip label="Edit">
            <ActionIcon
              variant="default"
              size={30}
              aria-label={`Edit ${name}`}
              onClick={() => edit(customer)}
            >
              <Pencil size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      )}
    </li>
  )
}

/** People without a team; customers are never mixed in with them. */
function UnassignedCrew({
  crew,
  teams,
  canManage,
}: {
  crew: readonly CrewMember[]
  teams: readonly Team[]
  canManage: boolean
}) {
  const acts = useCrewActs()
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
              {canManage && teams.length > 0 && (
                <Select
                  aria-label={`Move ${personLabel(person)} to`}
                  placeholder="Move to…"
                  size="xs"
                  w={132}
                  value={null}
                  data={teams.map(({ id, name }) => ({ value: id, label: name }))}
                  onChange={(team_id) => team_id && acts.add.mutate({ person, team_id })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
