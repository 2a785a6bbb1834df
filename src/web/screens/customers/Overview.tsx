import { Anchor, Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { customerStatuses, type Customer, type CustomerStatus } from '../../../domain/customer.ts'
import { formatCents } from '../../../domain/money.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { teamsQuery } from '../../teams/queries.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ArchiveDialog } from './ArchiveDialog.tsx'
import { ContactSheet } from './ContactSheet.tsx'
import { CustomerCard } from './CustomerCard.tsx'
import classes from './customers.module.css'
import { Filters } from './Filters.tsx'
import { LeaveBanner } from '../../customers/LeaveBanner.tsx'
import { filterOf, isFiltered, type CustomerFilter } from './filters.ts'
import { LeadTools, useChosen } from './LeadTools.tsx'
import { listQuery, totalsQuery } from '../../customers/queries.ts'

const route = getRouteApi('/app/customers')
type Counts = Record<CustomerStatus, number>
const number = new Intl.NumberFormat('en-US')

/** The statuses of a list that the filter lets through. */
const within = (
  statuses: readonly CustomerStatus[],
  wanted: CustomerStatus | undefined,
): CustomerStatus[] => statuses.filter((status) => wanted === undefined || status === wanted)
const sum = (counts: Counts, statuses: readonly CustomerStatus[]): number =>
  statuses.reduce((n, status) => n + counts[status], 0)

export function Overview({ canManage }: { canManage: boolean }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const teams = useQuery(teamsQuery).data?.teams ?? []
  const editing = useSheet<Customer>('edit-customer')
  const archiving = useSheet<Customer>('archive-customer')
  const filter = filterOf(search)
  const { status: _, ...anyStatus } = filter
  // Everybody, for the counters; and whom the filters let through, for the lists.
  const everybody = useQuery(totalsQuery({}))
  const found = useQuery(totalsQuery(filter))
  const isOneChosen =
    search.customer !== undefined &&
    found.data !== undefined &&
    sum(found.data.counts, customerStatuses) > 0
  const card = (customer: Customer, select?: ReactNode) => (
    <CustomerCard
      key={isOneChosen ? `chosen-${customer.id}` : customer.id}
      isChosen={isOneChosen}
      customer={customer}
      teams={teams}
      canManage={canManage}
      edit={editing.show}
      archive={archiving.show}
      select={select}
    />
  )
  const lists = [
    {
      title: 'Active & Paused',
      statuses: within(['active', 'paused'], search.status),
      none: 'No active customers yet.',
    },
    {
      title: 'Leads',
      statuses: canManage ? within(['lead'], search.status) : [],
      none: 'No leads at the moment.',
    },
    {
      title: 'Archived',
      statuses: within(['archived'], search.status),
      none: 'No one is archived.',
    },
  ]
  return (
    <Loaded of={everybody} failure="Failed to load customers">
      {({ counts, wishes_changed }) => (
        <Stack gap="lg">
          <Counters
            counts={counts}
            cltv_cents={found.data?.cltv_cents ?? 0}
            canManage={canManage}
          />
          <LeaveBanner />
          {wishes_changed > 0 && search.wishes === undefined && (
            <Notice>
              <Group justify="space-between" gap="xs">
                <span>
                  {wishes_changed === 1
                    ? 'A customer changed what they wish for.'
                    : `${number.format(wishes_changed)} customers changed what they wish for.`}
                </span>
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => void navigate({ search: { wishes: 1 } })}
                >
                  Show
                </Button>
              </Group>
            </Notice>
          )}
          <Filters key={search.wishes} teams={teams} />
          {sum(counts, customerStatuses) === 0 ? (
            <EmptyState title="No customers yet" icon={<Users size={22} />}>
              Add one by hand, or{' '}
              <Anchor href="/app/onboard-customer" underline="always">
                send an invitation
              </Anchor>{' '}
              and let them sign up.
            </EmptyState>
          ) : (
            lists
              .filter(
                ({ statuses }) =>
                  statuses.length > 0 && (!isOneChosen || sum(found.data.counts, statuses) > 0),
              )
              .map(({ title, statuses, none }) => (
                <List
                  key={title}
                  title={title}
                  filter={anyStatus}
                  statuses={statuses}
                  count={found.data ? sum(found.data.counts, statuses) : null}
                  empty={isFiltered(search) ? 'No one here matches the filters.' : none}
                  card={card}
                />
              ))
          )}
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
        </Stack>
      )}
    </Loaded>
  )
}

/** The value counts only whom the filters let through, so that they answer "what are these worth to us?". */
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
    ['Active/Paused', number.format(counts.active + counts.paused)],
    ['Leads', canManage ? number.format(counts.lead) : '–'],
    ['Archived', number.format(counts.archived)],
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

type ListProps = {
  title: string
  filter: CustomerFilter
  statuses: readonly CustomerStatus[]
  count: number | null
  empty: string
  card: (customer: Customer, select?: ReactNode) => ReactNode
}

function List({ title, filter, statuses, count, empty, card }: ListProps) {
  const pages = useInfiniteQuery(listQuery(filter, statuses))
  const chosen = useChosen()
  const id = `customers-${title.toLowerCase().replace(/\W+/g, '-')}`
  const isLeads = statuses[0] === 'lead'
  const customers = pages.data?.pages.flatMap((page) => page.customers) ?? []
  return (
    <section aria-labelledby={id} aria-busy={pages.isPlaceholderData}>
      <Group justify="space-between" mb="sm">
        <Title order={2} id={id}>
          {title}{' '}
          <Text span c="dimmed" fw={500}>
            {count !== null && number.format(count)}
          </Text>
        </Title>
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
            {customers.length === 0 ? (
              <Text c="dimmed">{empty}</Text>
            ) : (
              <ul className={classes.cards} aria-labelledby={id}>
                {customers.map((customer) =>
                  card(customer, isLeads ? chosen.box(customer) : undefined),
                )}
              </ul>
            )}
            <LoadMore of={pages} label="Show more" />
          </Box>
        )}
      </Loaded>
    </section>
  )
}
