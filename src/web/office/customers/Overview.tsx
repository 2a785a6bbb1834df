import { Anchor, Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Customer } from '../../../domain/customers/customer.ts'
import { formatCents } from '../../../domain/base/money.ts'
import type { Team } from '../../../domain/people/team.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { teamsQuery } from '../../shared/teams/queries.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ArchiveDialog } from './ArchiveDialog.tsx'
import { ContactSheet } from './ContactSheet.tsx'
import { CustomerCard } from './CustomerCard.tsx'
import {
  countOf,
  customerLists,
  isOneFound,
  numberText,
  wishesChangedText,
  type Counts,
} from './customer-lists.ts'
import classes from './customers.module.css'
import { Filters } from './Filters.tsx'
import { LeaveBanner } from '../../shared/customers/LeaveBanner.tsx'
import { filterOf, type CustomerFilter } from '../../shared/customers/filters.ts'
import { LeadTools, useChosen } from './LeadTools.tsx'
import { listQuery, totalsQuery } from '../../shared/customers/queries.ts'

const route = getRouteApi('/app/customers')

export function Overview({ canManage }: { canManage: boolean }) {
  const search = route.useSearch()
  const teams = useQuery(teamsQuery).data?.teams ?? []
  // Everyone, for the counters; and the filtered ones, for the lists.
  const everybody = useQuery(totalsQuery({}))
  const found = useQuery(totalsQuery(filterOf(search))).data
  return (
    <Loaded of={everybody} failure="Failed to load customers">
      {({ counts, wishes_changed }) => (
        <Stack gap="lg">
          <Counters counts={counts} cltv_cents={found?.cltv_cents ?? 0} canManage={canManage} />
          <LeaveBanner />
          {wishes_changed > 0 && search.wishes === undefined && (
            <WishesChanged n={wishes_changed} />
          )}
          <Filters key={search.wishes} teams={teams} />
          {countOf(counts) === 0 ? (
            <NoCustomers />
          ) : (
            <Lists found={found?.counts ?? null} teams={teams} canManage={canManage} />
          )}
        </Stack>
      )}
    </Loaded>
  )
}

function WishesChanged({ n }: { n: number }) {
  const navigate = route.useNavigate()
  return (
    <Notice>
      <Group justify="space-between" gap="xs">
        <span>{wishesChangedText(n)}</span>
        <Button
          variant="default"
          size="xs"
          onClick={() => void navigate({ search: { tab: 'overview', wishes: 1 } })}
        >
          Show
        </Button>
      </Group>
    </Notice>
  )
}

const NoCustomers = () => (
  <EmptyState title="No customers yet" icon={<Users size={22} />}>
    Add one by hand, or{' '}
    <Anchor href="/app/onboard-customer" underline="always">
      send an invitation
    </Anchor>{' '}
    and let them sign up.
  </EmptyState>
)

type ListsProps = { found: Counts | null; teams: readonly Team[]; canManage: boolean }

function Lists({ found, teams, canManage }: ListsProps) {
  const search = route.useSearch()
  const editing = useSheet<Customer>('edit-customer')
  const archiving = useSheet<Customer>('archive-customer')
  const { status: _, ...anyStatus } = filterOf(search)
  const isChosen = isOneFound(search, found)
  const card = (customer: Customer, select?: ReactNode) => (
    <CustomerCard
      key={isChosen ? `chosen-${customer.id}` : customer.id}
      isChosen={isChosen}
      customer={customer}
      teams={teams}
      canManage={canManage}
      edit={editing.show}
      archive={archiving.show}
      select={select}
    />
  )
  return (
    <>
      {customerLists(search, found, canManage).map((list) => (
        <List key={list.title} {...list} filter={anyStatus} card={card} />
      ))}
      <ContactSheet
        key={`e${editing.key}`}
        opened={editing.opened}
        onClose={editing.hide}
        customer={editing.about}
      />
      <ArchiveDialog
        customer={archiving.about}
        opened={archiving.opened}
        onClose={archiving.hide}
      />
    </>
  )
}

/** The revenue counts only filtered customers, so that it answers "what are these worth to us?". */
function Counters({
  counts,
  cltv_cents,
  canManage,
}: {
  counts: Counts
  cltv_cents: number
  canManage: boolean
}) {
  const counters: [string, string][] = [
    ['Active/Paused', numberText(counts.active + counts.paused)],
    ['Leads', canManage ? numberText(counts.lead) : '–'],
    ['Archived', numberText(counts.archived)],
    ['Total CLTV', formatCents(cltv_cents)],
  ]
  return (
    <dl className={classes.counters}>
      {counters.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type ListProps = ReturnType<typeof customerLists>[number] & {
  filter: CustomerFilter
  card: (customer: Customer, select?: ReactNode) => ReactNode
}

function List({ title, filter, statuses, count, empty, card }: ListProps) {
  const pages = useInfiniteQuery(listQuery(filter, statuses))
  const chosen = useChosen()
  const id = `customers-${title.toLowerCase().replace(/\W+/g, '-')}`
  const isLeads = statuses[0] === 'lead'
  const customers = pages.data?.pages.flatMap((page) => page.customers) ?? []
  const cards = customers.map((one) => card(one, isLeads ? chosen.box(one) : undefined))
  return (
    <section aria-labelledby={id} aria-busy={pages.isPlaceholderData}>
      <Group justify="space-between" mb="sm">
        <ListTitle id={id} title={title} count={count} />
        {isLeads && customers.length > 0 && (
          <LeadTools leads={customers} chosen={chosen} isMore={pages.hasNextPage} />
        )}
      </Group>
      {isLeads && chosen.notice}
      <Loaded
        of={pages}
        failure="Failed to load customers"
        skeleton={<Bars rows={2} height={160} />}
      >
        {() => (
          <Box opacity={pages.isPlaceholderData ? 0.6 : undefined}>
            {cards.length === 0 ? (
              <Text c="dimmed">{empty}</Text>
            ) : (
              <ul className={classes.cards} aria-labelledby={id}>
                {cards}
              </ul>
            )}
            <LoadMore of={pages} label="Show more" />
          </Box>
        )}
      </Loaded>
    </section>
  )
}

const ListTitle = ({ id, title, count }: Pick<ListProps, 'title' | 'count'> & { id: string }) => (
  <Title order={2} id={id}>
    {title}{' '}
    <Text span c="dimmed" fw={500}>
      {count !== null && numberText(count)}
    </Text>
  </Title>
)
