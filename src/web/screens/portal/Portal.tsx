import { Anchor, Button, Group, Stack, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarDays, FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Upcoming } from '../../../api/requests.ts'
import { useMe } from '../../me.ts'
import { useNewDay } from '../../today.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { InvoiceRows } from '../invoices/InvoiceRows.tsx'
import '../invoices/live-invoices.ts'
import { ownInvoicesQuery } from '../invoices/queries.ts'
import { Notice } from '../pay/Notice.tsx'
import { finishedSignup, forgetFinished } from '../signup/place.ts'
import { CancelVisit } from './CancelVisit.tsx'
import { NextVisit, VisitLine } from './VisitCards.tsx'
import { reloadUpcoming, upcomingQuery, useClosed } from './queries.ts'
import { ReferFriend } from './ReferFriend.tsx'
import { RequestSheet } from './RequestSheet.tsx'
import { StandingNotice } from './StandingNotice.tsx'

const recentInvoices = 5

/** A customer's start page: what comes next, and what it cost so far. */
export default function Portal() {
  const me = useMe()
  const [finished] = useState(finishedSignup)
  // Forgotten only once it is on the screen: a first render may be thrown away.
  useEffect(forgetFinished, [])
  return (
    <Page title="Self-Service Portal" about={me.organization_name}>
      <Stack gap="xl">
        {finished && (
          <Notice color="pine" title="You're all set!">
            Your sign-up is complete.{' '}
            <Anchor href={`${finished}/done`} underline="always" inherit>
              See your summary
            </Anchor>
          </Notice>
        )}
        <StandingNotice />
        <UpcomingServices />
        <RecentInvoices />
        <ReferFriend />
      </Stack>
    </Page>
  )
}

type Dialog = { kind: 'reschedule' | 'cancel'; visit: Upcoming }

function UpcomingServices() {
  const services = useInfiniteQuery(upcomingQuery)
  useNewDay(reloadUpcoming)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  // As it stands now: what is agreed to in the dialog is what happens.
  const asked =
    dialog && (services.data?.pages.flatMap(({ items }) => items).find(({ occurrence_id }) => occurrence_id === dialog.visit.occurrence_id) ?? dialog.visit)
  const closed = useClosed()
  const lines = (visits: readonly Upcoming[]) => (
    <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {visits.map((visit) => (
        <VisitLine key={visit.occurrence_id} visit={visit} closed={closed} ask={(kind) => setDialog({ kind, visit })} />
      ))}
    </Stack>
  )
  return (
    <section aria-labelledby="upcoming">
      <Title order={2} id="upcoming" mb="sm">
        Upcoming services
      </Title>
      <Loaded of={services} failure="Failed to load upcoming services" skeleton={<Bars rows={2} height={150} />}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          // What is cancelled, resting or done already is no news to lead with: it stands before the next visit, as its date does.
          const at = Math.max(
            0,
            items.findIndex(({ state }) => !['cancelled', 'paused', 'to_be_rescheduled', 'completed'].includes(state)),
          )
          const first = items[at]
          const more = items.slice(at + 1)
          return (
            <Stack gap="lg">
              {at > 0 && lines(items.slice(0, at))}
              {first ? (
                <NextVisit visit={first} closed={closed} ask={(kind) => setDialog({ kind, visit: first })} />
              ) : (
                <EmptyState title="Nothing is planned" icon={<CalendarDays size={22} />}>
                  There are no services in the next {pages.length * 30} days.
                </EmptyState>
              )}
              {more.length > 0 && (
                <section aria-labelledby="more-upcoming">
                  <Title order={3} id="more-upcoming" mb="sm">
                    More Upcoming
                  </Title>
                  {lines(more)}
                </section>
              )}
              {services.hasNextPage && !closed && (
                <Group justify="center">
                  <Button variant="default" loading={services.isFetchingNextPage} onClick={() => void services.fetchNextPage()}>
                    See later
                  </Button>
                </Group>
              )}
            </Stack>
          )
        }}
      </Loaded>
      {dialog?.kind === 'reschedule' && asked && <RequestSheet visit={asked} onClose={close} />}
      {dialog?.kind === 'cancel' && asked && <CancelVisit visit={asked} onClose={close} />}
    </section>
  )
}

function RecentInvoices() {
  const invoices = useInfiniteQuery(ownInvoicesQuery(recentInvoices))
  return (
    <section aria-labelledby="recent-invoices">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="recent-invoices">
          Recent invoices
        </Title>
        <Anchor component={Link} to={'/app/user/invoices'} underline="always" py={10} my={-10}>
          All invoices
        </Anchor>
      </Group>
      <Loaded of={invoices} failure="Failed to load invoices" skeleton={<Bars rows={3} height={64} />}>
        {({ pages }) => {
          const items = pages[0]?.items ?? []
          return items.length === 0 ? (
            <EmptyState title="No invoices yet" icon={<FileText size={22} />} />
          ) : (
            <InvoiceRows own invoices={items.slice(0, recentInvoices)} />
          )
        }}
      </Loaded>
    </section>
  )
}
