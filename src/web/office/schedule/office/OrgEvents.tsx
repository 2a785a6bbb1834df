import { Button, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarDays, Search } from 'lucide-react'
import { useState } from 'react'
import type { OrgEvent } from '../../../../api/week.ts'
import { dateText, type LocalDate } from '../../../../domain/base/dates.ts'
import { dateInWords } from '../../../../domain/base/date-words.ts'
import { orgEventsLimit, orgEventsWindowDays } from '../../../../domain/schedule/schedule.ts'
import type { Visit } from '../../../../domain/schedule/visit.ts'
import { api, errorText } from '../../../app/client.ts'
import { useMe } from '../../../app/me.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Bars, Failure } from '../../../ui/Page.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { dayLabel, longDayLabel } from '../../../ui/when.ts'
import css from '../../../shared/visits/events.module.css'
import type { EditedEvent } from './misc-event.ts'
import type { Calendar } from '../../../shared/visits/calendar.ts'
import { isCrewHand } from '../../../shared/visits/visit-acts.ts'
import { VisitChips } from '../../../shared/visits/VisitChips.tsx'
import { teamOptions } from '../../../shared/visits/teams.ts'
import { aboutText, plannedDays, timeOn } from './org-events.ts'
import { useLocale } from '../../../app/locale.ts'
import { useWords } from '../../../app/words.ts'
import { appointmentWords } from '../../../../words/en/appointment.ts'

type Props = {
  opened: boolean
  onClose: () => void
  calendar: Calendar
  onVisit: (visit: Visit) => void
  /** Absent for those who may not change events. */
  onEvent?: ((event: EditedEvent) => void) | undefined
}

/** Everything that is planned, by day and searchable: visits and other events. */
export function OrgEvents({ opened, onClose, ...rest }: Props) {
  const words = useWords(appointmentWords)
  return (
    <Sheet opened={opened} onClose={onClose} title={words.events} side size="lg">
      {opened && <EventList {...rest} />}
    </Sheet>
  )
}

function EventList({ calendar, onVisit, onEvent }: Omit<Props, 'opened' | 'onClose'>) {
  const words = useWords(appointmentWords)
  const [text, setText] = useState('')
  const [team, setTeam] = useState<string | null>(null)
  const [q] = useDebouncedValue(text.trim(), 400)
  const events = useOrgEvents(q, team)
  const pages = events.data?.pages ?? []
  const openerOf = (item: OrgEvent) =>
    item.type === 'visit' ? () => onVisit(item) : onEvent && (() => onEvent(item))
  return (
    <>
      <div className={css.search}>
        <SearchField value={text} onChange={setText} />
        <TeamFilter calendar={calendar} value={team} onChange={setTeam} />
      </div>
      {events.isPending && <Bars rows={5} height={54} />}
      {events.error && !events.data && (
        <Failure
          text={errorText(events.error, words.eventsFailed)}
          retry={() => void events.refetch()}
          busy={events.isFetching}
        />
      )}
      {events.data && pages.every(({ items }) => items.length === 0) && (
        <NoEvents q={q} today={calendar.today} />
      )}
      {plannedDays(pages).map(({ date, items }) => (
        <section key={date} className={css.day}>
          <h3>{longDayLabel(date)}</h3>
          <ul>
            {items.map((item) => (
              <li key={item.id}>
                <EventLine item={item} day={date} onOpen={openerOf(item)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {events.hasNextPage && (
        <NextDays
          from={pages.at(-1)?.next_from}
          loading={events.isFetchingNextPage}
          onClick={() => void events.fetchNextPage()}
        />
      )}
    </>
  )
}

const call = api['GET /api/schedule/org-events']

function useOrgEvents(q: string, team_id: string | null) {
  const filter = {
    days: orgEventsWindowDays,
    limit: orgEventsLimit,
    ...(q ? { q } : {}),
    ...(team_id ? { team_id } : {}),
  }
  return useInfiniteQuery({
    queryKey: [...call.key({ query: filter }), 'days'],
    queryFn: ({ signal, pageParam }) =>
      call({ query: { ...filter, ...(pageParam ? { from: pageParam } : {}) }, signal }),
    initialPageParam: null as LocalDate | null,
    getNextPageParam: (last) => (last.has_more ? last.next_from : null),
  })
}

const SearchField = ({ value, onChange }: { value: string; onChange: (text: string) => void }) => (
  <TextInput
    type="search"
    aria-label={useWords(appointmentWords).searchEvents}
    placeholder={useWords(appointmentWords).searchAbout}
    leftSection={<Search size={17} aria-hidden />}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    data-autofocus
  />
)

type TeamFilterProps = {
  calendar: Calendar
  value: string | null
  onChange: (team: string | null) => void
}

function TeamFilter({ calendar: { teams }, value, onChange }: TeamFilterProps) {
  const words = useWords(appointmentWords)
  const byCrew = isCrewHand(useMe())
  if (byCrew && teams.length <= 1) return null
  return (
    <Select
      aria-label={words.team}
      placeholder={words.allTeams}
      clearable
      data={teamOptions(teams, byCrew ? null : undefined)}
      value={value}
      onChange={onChange}
    />
  )
}

function NoEvents({ q, today }: { q: string; today: LocalDate }) {
  const words = useWords(appointmentWords)
  const locale = useLocale()
  const day = q ? dateInWords(q, today) : null
  return (
    <EmptyState
      title={q ? words.nothingFound : words.nothingPlanned}
      icon={<CalendarDays size={22} />}
    >
      {day ? words.nothingOn(dateText(day, locale)) : words.nothingHere}
    </EmptyState>
  )
}

type NextProps = { from: LocalDate | undefined; loading: boolean; onClick: () => void }

const NextDays = ({ from, loading, onClick }: NextProps) => (
  <Button fullWidth mt="md" variant="default" loading={loading} onClick={onClick}>
    {useWords(appointmentWords).loadNext(orgEventsWindowDays, from ? dayLabel(from) : null)}
  </Button>
)

type LineProps = { item: OrgEvent; day: LocalDate; onOpen: (() => void) | undefined }

function EventLine({ item, day, onOpen }: LineProps) {
  const words = useWords(appointmentWords)
  const inner = (
    <>
      <span className={css.time}>{timeOn(item, day)}</span>
      <span className={css.what}>
        <strong>{item.title}</strong>
        <small>{aboutText(item)}</small>
      </span>
      <span className={css.chips}>
        {item.type === 'visit' ? (
          <VisitChips visit={item} />
        ) : (
          <span className={css.misc}>{words.event}</span>
        )}
      </span>
    </>
  )
  if (!onOpen) return <div className={css.line}>{inner}</div>
  return (
    <button type="button" className={css.line} onClick={onOpen}>
      {inner}
    </button>
  )
}
