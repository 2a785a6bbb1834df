import { Box, Stack, Text, UnstyledButton } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, useCallback, useState, type MouseEvent } from 'react'
import type { CustomerRow } from '../../../api/customer-table.ts'
import { phoneText } from '../../../domain/base/contact.ts'
import type { CustomerSort } from '../../../domain/customers/customer-sort.ts'
import { customerStatusLabels } from '../../../domain/customers/customer.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { moneyRoles, officeRoles } from '../../../domain/base/roles.ts'
import { unassignedGroup, type Team } from '../../../domain/people/team.ts'
import { api } from '../../app/client.ts'
import { customerName, statusTones, totalsQuery } from '../../shared/customers/queries.ts'
import { useHasRole } from '../../app/me.ts'
import { teamsQuery } from '../../shared/teams/queries.ts'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { dateLabel, dayLabel, momentDay } from '../../ui/when.ts'
import { BulkBar } from './BulkBar.tsx'
import { countOf, numberText } from './customer-lists.ts'
import table from '../../ui/table.module.css'
import css from './customers-table.module.css'
import { Filters } from './Filters.tsx'
import { filterOf, type CustomerSearch } from '../../shared/customers/filters.ts'

const route = getRouteApi('/app/customers')
const pageSize = 200

/** By name, unless something is looked for: then the best matches come first. */
const usualSort = ({ q }: CustomerSearch): CustomerSort | undefined => (q ? undefined : 'name')

/** Those who are archived are shown only if something is looked for. */
const shownFilter = (search: CustomerSearch, seesLeads: boolean) => {
  const statuses = ['active', 'paused', seesLeads && 'lead', search.q && 'archived'].filter(Boolean)
  return { ...filterOf(search), status: search.status ?? statuses.join() }
}

const tableQuery = (search: CustomerSearch, seesLeads: boolean) => {
  const { sort = usualSort(search), down } = search
  return {
    ...api['GET /api/owner/customers/table'].pages({
      query: {
        ...shownFilter(search, seesLeads),
        ...(sort ? { sort, direction: down ? 'desc' : 'asc' } : {}),
        limit: pageSize,
      },
    }),
    placeholderData: keepPreviousData,
  }
}

/** Every customer as a row: sorted by a column, with sums of what the filter finds. */
export function CustomersTable({ canManage }: { canManage: boolean }) {
  const search = route.useSearch()
  const teams = useQuery(teamsQuery).data?.teams ?? []
  const pages = useInfiniteQuery(tableQuery(search, useHasRole(...officeRoles)))
  const open = useOpen()
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  const selected = rows.filter(({ id }) => chosen.has(id))
  return (
    <Stack gap="md">
      <Filters teams={teams} />
      <Sums />
      {canManage && selected.length > 0 && (
        <BulkBar selected={selected} teams={teams} clear={() => choose(new Set())} />
      )}
      <Loaded
        of={pages}
        failure="Failed to load customers"
        skeleton={<Bars rows={6} height={52} />}
      >
        {() => (
          <Box opacity={pages.isPlaceholderData ? 0.6 : undefined} className={table.box}>
            <table className={table.table} aria-busy={pages.isPlaceholderData}>
              <Head rows={rows} selected={selected.length} choose={canManage ? choose : null} />
              <tbody>
                {rows.map((row) => (
                  <Row
                    key={row.id}
                    row={row}
                    teams={teams}
                    isChosen={chosen.has(row.id)}
                    choose={canManage ? choose : null}
                    open={open}
                  />
                ))}
              </tbody>
            </table>
            {rows.length === 0 && (
              <Text c="dimmed" p="md">
                No one matches the filters.
              </Text>
            )}
          </Box>
        )}
      </Loaded>
      <LoadMore of={pages} label="Show more" />
    </Stack>
  )
}

type Open = ((event: MouseEvent<HTMLAnchorElement>) => void) | null

/** Opens a customer's page, for those who may; one for all rows, as a link of the router's in each is slow. */
function useOpen(): Open {
  const navigate = route.useNavigate()
  const open = useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      void navigate({ to: event.currentTarget.pathname as never })
    },
    [navigate],
  )
  return useHasRole(...moneyRoles) ? open : null
}

/** The customers the filter finds, and their money. */
function Sums() {
  const seesLeads = useHasRole(...officeRoles)
  const { data } = useQuery(totalsQuery(shownFilter(route.useSearch(), seesLeads)))
  if (!data) return null
  const n = countOf(data.counts)
  return (
    <Text component="output" fw={600}>
      {[
        `${numberText(n)} ${n === 1 ? 'customer' : 'customers'}`,
        `${formatCents(data.owed_cents)} owed`,
        `${formatCents(data.paid_cents)} paid so far`,
      ].join(' · ')}
    </Text>
  )
}

type Choose = ((next: (now: ReadonlySet<string>) => ReadonlySet<string>) => void) | null

const columns: { sort: CustomerSort | null; label: string; isAmount?: true; isWide?: true }[] = [
  { sort: 'name', label: 'Name' },
  { sort: null, label: 'Team', isWide: true },
  { sort: null, label: 'Tags', isWide: true },
  { sort: 'last_visit', label: 'Last visit', isWide: true },
  { sort: null, label: 'Next visit', isWide: true },
  { sort: 'added', label: 'Added', isWide: true },
  { sort: 'paid', label: 'Paid', isAmount: true, isWide: true },
  { sort: 'balance', label: 'Balance', isAmount: true },
]

type HeadProps = { rows: readonly CustomerRow[]; selected: number; choose: Choose }

const Head = ({ rows, selected, choose }: HeadProps) => (
  <thead>
    <tr>
      {choose && (
        <th className={css.check}>
          <input
            type="checkbox"
            aria-label={`Select the ${rows.length} shown`}
            checked={selected > 0 && selected === rows.length}
            ref={(box) => {
              if (box) box.indeterminate = selected > 0 && selected < rows.length
            }}
            onChange={(event) => {
              const { checked } = event.currentTarget
              choose(() => new Set(checked ? rows.map(({ id }) => id) : []))
            }}
          />
        </th>
      )}
      {columns.map((column) => (
        <HeadCell key={column.label} {...column} />
      ))}
    </tr>
  </thead>
)

/** Pressed once it sorts up, twice down; amounts and days begin with the highest. */
function HeadCell({ sort, label, isAmount, isWide }: (typeof columns)[number]) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const isSorted = sort !== null && (search.sort ?? usualSort(search)) === sort
  const isDown = isSorted && search.down === 1
  const press = () => {
    const down = isSorted ? !isDown : sort !== 'name'
    void navigate({
      search: (now) => ({ ...now, sort: sort ?? undefined, down: down ? 1 : undefined }),
      replace: true,
    })
  }
  return (
    <th
      data-amount={isAmount}
      data-wide={isWide}
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}
    >
      {sort ? (
        <UnstyledButton className={css.sort} onClick={press}>
          {label}
          {isSorted &&
            (isDown ? <ArrowDown size={14} aria-hidden /> : <ArrowUp size={14} aria-hidden />)}
        </UnstyledButton>
      ) : (
        label
      )}
    </th>
  )
}

type RowProps = {
  row: CustomerRow
  teams: readonly Team[]
  isChosen: boolean
  choose: Choose
  open: Open
}

// Plain boxes and links, because there may be thousands.
const Row = memo(function Row({ row, isChosen, choose, ...rest }: RowProps) {
  const { id } = row
  return (
    <tr data-chosen={isChosen || undefined}>
      {choose && (
        <td className={css.check}>
          <input
            type="checkbox"
            aria-label={`Select ${customerName(row)}`}
            checked={isChosen}
            onChange={(event) => {
              const { checked } = event.currentTarget
              choose((now) =>
                checked ? new Set([...now, id]) : new Set([...now].filter((one) => one !== id)),
              )
            }}
          />
        </td>
      )}
      <Cells row={row} {...rest} />
    </tr>
  )
})

/** What choosing a row leaves as it is. */
const Cells = memo(function Cells({ row, teams, open }: Pick<RowProps, 'row' | 'teams' | 'open'>) {
  const { id, team_id, tags, status } = row
  const contact = [
    [row.street, row.city].filter(Boolean).join(', '),
    row.phone_number && phoneText(row.phone_number),
  ]
  return (
    <>
      <td>
        <span className={table.name}>
          {open ? (
            <a href={`/app/customers/${id}`} onClick={open}>
              {customerName(row)}
            </a>
          ) : (
            customerName(row)
          )}
          {status !== 'active' && (
            <StatusChip tone={statusTones[status]}>{customerStatusLabels[status]}</StatusChip>
          )}
        </span>
        <span className={table.dim}>{contact.filter(Boolean).join(' · ')}</span>
      </td>
      <td data-wide>{teams.find((team) => team.id === team_id)?.name ?? unassignedGroup}</td>
      <td data-wide>{tags.map((tag) => `#${tag}`).join(' ')}</td>
      <td data-wide data-day>
        {row.last_visit ? dateLabel(row.last_visit) : '–'}
      </td>
      <td data-wide data-day>
        {row.next_visit ? dayLabel(row.next_visit) : '–'}
      </td>
      <td data-wide data-day>
        {momentDay(row.created_at)}
      </td>
      <td data-amount data-wide>
        {formatCents(row.paid_cents)}
      </td>
      <td data-amount data-owes={row.balance_cents > 0 || undefined}>
        {formatCents(row.balance_cents)}
      </td>
    </>
  )
})
