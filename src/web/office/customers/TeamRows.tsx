import { ActionIcon, Group, Select, Text, Tooltip } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Pencil, UserMinus } from 'lucide-react'
import { addressLine } from '../../../domain/base/contact.ts'
import { customerStatusLabels, type Customer } from '../../../domain/customers/customer.ts'
import type { Team } from '../../../domain/people/team.ts'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import classes from './customers.module.css'
import { filterOf } from '../../shared/customers/filters.ts'
import { customerName, listQuery, statusTones } from '../../shared/customers/queries.ts'
import { CustomerLink } from '../../ui/CustomerLink.tsx'
import { otherTeams, statusesInTeams, type Move } from './teams.ts'

const route = getRouteApi('/app/customers')

type RowProps = {
  teams: readonly Team[]
  canManage: boolean
  edit: (customer: Customer) => void
  move: (wish: Move) => void
  remove: (customer: Customer) => void
}
type RowsProps = RowProps & {
  label: string
  /** Or `none`: customers without a team. */
  team_id: string
}

/** A team's customers that match the search text. */
export function CustomerRows({ label, team_id, ...row }: RowsProps) {
  const { q } = filterOf({ q: route.useSearch().q })
  const pages = useInfiniteQuery(
    listQuery({ team_id, ...(q ? { q } : {}) }, statusesInTeams(row.canManage)),
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
                page.customers.map((one) => <CustomerRow key={one.id} customer={one} {...row} />),
              )}
            </ul>
            <LoadMore of={pages} label="Show more" />
          </>
        )
      }
    </Loaded>
  )
}

const CustomerRow = ({ customer, canManage, ...acts }: RowProps & { customer: Customer }) => (
  <li>
    <div className={classes.who}>
      <Text fw={600} lh={1.3}>
        <CustomerLink id={customer.id}>{customerName(customer)}</CustomerLink>{' '}
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
    {canManage && <RowActs customer={customer} {...acts} />}
  </li>
)

type ActsProps = Omit<RowProps, 'canManage'> & { customer: Customer }

function RowActs({ customer, teams, edit, move, remove }: ActsProps) {
  const name = customerName(customer)
  return (
    <Group gap={4} wrap="nowrap">
      <MoveTo
        label={`Move ${name} to`}
        teams={otherTeams(teams, customer)}
        move={(team) => move({ customer, team })}
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
  )
}

type MoveProps = { label: string; teams: readonly Team[]; move: (team: Team) => void }

/** Moves a customer or a person to the selected team. */
export const MoveTo = ({ label, teams, move }: MoveProps) => (
  <Select
    aria-label={label}
    placeholder="Move to…"
    size="xs"
    w={132}
    value={null}
    data={teams.map(({ id, name }) => ({ value: id, label: name }))}
    onChange={(chosen) => {
      const team = teams.find(({ id }) => id === chosen)
      if (team) move(team)
    }}
  />
)
