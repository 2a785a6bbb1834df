import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarDays, FileText } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Upcoming } from '../../api/requests.ts'
import { useNewDay } from '../app/today.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { optional } from '../ui/lazy.tsx'
import { Bars, Loaded } from '../ui/Page.tsx'
import { InvoiceRows } from '../shared/money/InvoiceRows.tsx'
import '../shared/money/live-invoices.ts'
import { ownInvoicesQuery } from '../shared/money/queries.ts'
import { Notice } from '../ui/Notice.tsx'
import { finishedSignup, forgetFinished } from '../shared/wizard/finished.ts'
import { FailedPayment, LimitNotice } from './PaymentNotices.tsx'
import css from './home.module.css'
import visitCss from './portal.module.css'
import { BusinessHead, LastVisit } from './HomeParts.tsx'
import { NextVisit, VisitLine } from './VisitCards.tsx'
import {
  ownSeriesQuery,
  reloadUpcoming,
  settingsQuery,
  standingQuery,
  upcomingQuery,
  useClosed,
} from './queries.ts'
import { AskedVisits, AskVisitButton } from './AskVisit.tsx'
import { PauseButton, PausedSeries } from './PausedSeries.tsx'
import { ReferFriend } from './ReferFriend.tsx'
import { StandingNotice } from './StandingNotice.tsx'
import { longDayLabel } from '../ui/when.ts'
import { useSheet } from '../ui/use-sheet.ts'
import { aroundNext } from './upcoming.ts'
import { portalWords } from '../../words/en/portal.ts'
import { useWords } from '../app/words.ts'
import { homeQuery } from '../shared/home-query.ts'

const OwnGateCode = optional(async () => (await import('./OwnGateCode.tsx')).OwnGateCode)
const CancelVisit = lazy(() => import('./CancelVisit.tsx'))
const RequestSheet = lazy(() => import('./RequestSheet.tsx'))

const recentInvoices = 3

/** A customer's start page: what comes next, and what it cost so far. */
export default function Portal() {
  const words = useWords(portalWords)
  const home = useQuery(homeQuery).data
  const isStarting = useIsStarting()
  const [finished] = useState(finishedSignup)
  // Forgotten only once it is on the screen: a first render may be thrown away.
  useEffect(forgetFinished, [])
  if (isStarting)
    return (
      <Stack gap="lg" className={`fh-page ${css.home}`}>
        <BusinessHead home={undefined} />
        <Bars rows={4} height={150} />
      </Stack>
    )
  return (
    <Stack gap="lg" className={`fh-page ${css.home}`}>
      <BusinessHead home={home} />
      {home?.failed && <FailedPayment failed={home.failed} />}
      {finished && (
        <Notice color="pine" title={words.allSet}>
          {words.signupComplete}{' '}
          <Anchor href={`${finished}/done`} underline="always" inherit>
            {words.seeSummary}
          </Anchor>
        </Notice>
      )}
      <StandingNotice />
      <PausedSeries />
      <LimitNotice />
      <UpcomingServices />
      <Group gap="xs">
        <AskVisitButton />
        <PauseButton />
        <ToCalendar />
      </Group>
      <AskedVisits />
      <RecentInvoices />
      <div className={css.cards}>
        {home?.last_visit && <LastVisit visit={home.last_visit} />}
        <ReferFriend />
      </div>
      <OwnGateCode />
    </Stack>
  )
}

/** Where the customer's own calendar can follow the visits. */
function ToCalendar() {
  const words = useWords(portalWords)
  if (useClosed()) return null
  return (
    <Button
      component={Link}
      to="/app/account"
      search={{ tab: 'schedule' } as never}
      variant="default"
      mih={44}
      leftSection={<CalendarDays size={16} aria-hidden />}
    >
      {words.toCalendar}
    </Button>
  )
}

/** True until the page's parts are here: one that came later would push away what is being read. */
function useIsStarting(): boolean {
  const parts = [
    useQuery(homeQuery),
    useQuery(standingQuery),
    useQuery(ownSeriesQuery),
    useInfiniteQuery(upcomingQuery),
    useInfiniteQuery(ownInvoicesQuery(recentInvoices)),
  ]
  return parts.some(({ isLoading, failureCount }) => isLoading && failureCount === 0)
}

type Dialog = { kind: 'reschedule' | 'cancel'; visit: Upcoming }

function UpcomingServices() {
  const words = useWords(portalWords)
  const services = useInfiniteQuery(upcomingQuery)
  useNewDay(reloadUpcoming)
  const dialog = useSheet<Dialog>('request')
  // As it stands now: what is agreed to in the dialog is what happens.
  const asked =
    dialog.about &&
    (services.data?.pages
      .flatMap(({ items }) => items)
      .find(({ occurrence_id }) => occurrence_id === dialog.about?.visit.occurrence_id) ??
      dialog.about.visit)
  const closed = useClosed()
  return (
    <section aria-labelledby="upcoming">
      <Title order={2} id="upcoming" mb="sm">
        {words.upcoming}
      </Title>
      <Loaded
        of={services}
        failure={words.upcomingFailed}
        skeleton={<Bars rows={2} height={150} />}
      >
        {({ pages }) => (
          <Stack gap="lg">
            <UpcomingList pages={pages} closed={closed} ask={dialog.show} />
            {services.hasNextPage && !closed && (
              <Group justify="center">
                <Button
                  variant="default"
                  loading={services.isFetchingNextPage}
                  onClick={() => void services.fetchNextPage()}
                >
                  {words.seeLater}
                </Button>
              </Group>
            )}
          </Stack>
        )}
      </Loaded>
      {dialog.opened && asked && (
        <Suspense>
          {dialog.about?.kind === 'reschedule' ? (
            <RequestSheet visit={asked} onClose={dialog.hide} />
          ) : (
            <CancelVisit visit={asked} onClose={dialog.hide} />
          )}
        </Suspense>
      )}
    </section>
  )
}

type ListProps = {
  pages: readonly { items: Upcoming[] }[]
  closed: ReturnType<typeof useClosed>
  ask: (dialog: Dialog) => void
}

function UpcomingList({ pages, closed, ask }: ListProps) {
  const words = useWords(portalWords)
  const { before, next, later } = aroundNext(pages.flatMap(({ items }) => items))
  const lines = (visits: readonly Upcoming[]) => (
    <ul className={visitCss.later}>
      {visits.map((visit) => (
        <VisitLine
          key={visit.occurrence_id}
          visit={visit}
          closed={closed}
          ask={(kind) => ask({ kind, visit })}
        />
      ))}
    </ul>
  )
  return (
    <>
      {before.length > 0 && lines(before)}
      {next ? (
        <NextVisit visit={next} closed={closed} ask={(kind) => ask({ kind, visit: next })} />
      ) : (
        <EmptyState title={words.nothingPlanned} icon={<CalendarDays size={22} />}>
          <NothingYet days={pages.length * 30} />
        </EmptyState>
      )}
      {later.length > 0 && (
        <section aria-labelledby="more-upcoming">
          <Title order={3} id="more-upcoming" mb="sm">
            {words.moreUpcoming}
          </Title>
          {lines(later)}
        </section>
      )}
    </>
  )
}

/** What happens next where nothing is planned. */
function NothingYet({ days }: { days: number }) {
  const words = useWords(portalWords)
  const home = useQuery(homeQuery).data
  const isNew = useQuery(standingQuery).data?.status === 'lead'
  if (home?.reply_by) return words.hearsBy(home.business.name, longDayLabel(home.reply_by))
  return home && isNew ? words.notHeard(home.business.name) : words.noServices(days)
}

function RecentInvoices() {
  const words = useWords(portalWords)
  const invoices = useInfiniteQuery(ownInvoicesQuery(recentInvoices))
  const settings = useQuery(settingsQuery).data
  return (
    <section aria-labelledby="recent-invoices">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="recent-invoices">
          {words.recentInvoices}
        </Title>
        <Anchor component={Link} to={'/app/user/invoices'} underline="always" py={10} my={-10}>
          {words.allInvoices}
        </Anchor>
      </Group>
      <Loaded of={invoices} failure={words.invoicesFailed} skeleton={<Bars rows={3} height={64} />}>
        {({ pages }) => {
          const items = pages[0]?.items ?? []
          return items.length === 0 ? (
            <EmptyState title={words.noInvoices} icon={<FileText size={22} />} />
          ) : (
            <InvoiceRows own papers={false} invoices={items.slice(0, recentInvoices)} />
          )
        }}
      </Loaded>
      {settings?.autopay_enabled && (
        <Text c="dimmed" mt="sm">
          {words.autopayOn(settings.preferred_charge_day)}
        </Text>
      )}
    </section>
  )
}
