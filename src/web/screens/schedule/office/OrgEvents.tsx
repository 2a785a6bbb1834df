import { Button, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarDays, Search } from 'lucide-react'
import { useState } from 'react'
import type { OrgEvent } from '../../../../api/week.ts'
import { addDays, clockText, dateText, type LocalDate } from '../../../../domain/dates.ts'
import { dateInWords } from '../../../../domain/date-words.ts'
import { eventTimeText, isEventOn } from '../../../../domain/event-days.ts'
import { orgEventsLimit, orgEventsWindowDays } from '../../../../domain/schedule.ts'
import type { Visit } from '../../../../domain/visit.ts'
import { api, errorText } from '../../../client.ts'
import { useMe } from '../../../me.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Bars, Failure } from '../../../ui/Page.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { dayLabel, longDayLabel } from '../../../ui/when.ts'
import css from '../../../visits/events.module.css'
import type { EditedEvent } from './misc-event.ts'
import type { Calendar } from '../../../visits/calendar.ts'
import { isCrewHand } from '../../../visits/visit-acts.ts'
import { VisitChips } from '../../../visits/VisitChips.tsx'
import { addressText, minutesText } from '../../../visits/visit-text.ts'

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
  return (
    <Sheet opened={opened} onClose={onClose} title="Organization Events" side size="lg">
      {opened && <EventList {...rest} />}
    </Sheet>
  )
}

function EventList({ calendar, onVisit, onEvent }: Omit<Props, 'opened' | 'onClose'>) {
  const byCrew = isCrewHand(useMe())
  const [text, setText] = useState('')
  const [team, setTeam] = useState<string | null>(null)
  const [q] = useDebouncedValue(text.trim(), 400)
  const call = api['GET /api/schedule/org-events']
  const filter = {
    days: orgEventsWindowDays,
    limit: orgEventsLimit,
    ...(q ? { q } : {}),
    ...(team ? { team_id: team } : {}),
  }
  const events = useInfiniteQuery({
    queryKey: [...call.key({ query: filter }), 'days'],
    queryFn: ({ signal, pageParam }) =>
      call({ query: { ...filter, ...(pageParam ? { from: pageParam } : {}) }, signal }),
    initialPageParam: null as LocalDate | null,
    getNextPageParam: (last) => (last.has_more ? last.next_from : null),
  })
  const day = q ? dateInWords(q, calendar.today) : null
  const items = events.data?.pages.flatMap((page) => page.items) ?? []
  const last = events.data?.pages.at(-1)
  const isOn = (item: OrgEvent, date: LocalDate) =>
    item.type === 'visit' ? item.date === date : isEventOn(item, date)
  // What lasts past midnight stands on both days, as far as they are loaded.
  const covered = items.flatMap((item) =>
    [item.date, addDays(item.date, 1)].filter((date) => isOn(item, date)),
  )
  const first = events.data?.pages[0]?.from ?? ''
  const days = [...new Set(covered)]
    .filter((date) => date >= first && (!last || date < last.next_from))
    .sort()
  return (
    <>
      <div className={css.search}>
        <TextInput
          type="search"
          aria-label="Search events"
          placeholder="Name, address, service, 11/27 or Friday"
          leftSection={<Search size={17} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        {(!byCrew || calendar.teams.length > 1) && (
          <Select
            aria-label="Team"
            placeholder="All teams"
            clearable
            data={[
              ...(byCrew ? [] : [{ value: 'none', label: 'Unassigned' }]),
              ...calendar.teams.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={team}
            onChange={setTeam}
          />
        )}
      </div>
      {events.isPending && <Bars rows={5} height={54} />}
      {events.error && !events.data && (
        <Failure
          text={errorText(events.error, 'Failed to load events')}
          retry={() => void events.refetch()}
          busy={events.isFetching}
        />
      )}
      {events.data && items.length === 0 && (
        <EmptyState
          title={q ? 'Nothing found' : 'Nothing planned'}
          icon={<CalendarDays size={22} />}
        >
          {day
            ? `Nothing is planned for ${dateText(day)}.`
            : 'Nothing in these days. Load the next ones below.'}
        </EmptyState>
      )}
      {days.map((date) => (
        <section key={date} className={css.day}>
          <h3>{longDayLabel(date)}</h3>
          <ul>
            {items
              .filter((item) => isOn(item, date))
              .map((item) => (
                <li key={item.id}>
                  <EventLine
                    item={item}
                    day={date}
                    onOpen={
                      item.type === 'visit' ? () => onVisit(item) : onEvent && (() => onEvent(item))
                    }
                  />
                </li>
              ))}
          </ul>
        </section>
      ))}
      {events.hasNextPage && (
        <Button
          fullWidth
          mt="md"
          variant="default"
          loading={events.isFetchingNextPage}
          onClick={() => void events.fetchNextPage()}
        >
          Load next {orgEventsWindowDays} days{last ? `, from ${dayLabel(last.next_from)}` : ''}
        </Button>
      )}
    </>
  )
}

function EventLine({
  item,
  day,
  onOpen,
}: {
  item: OrgEvent
  day: LocalDate
  onOpen: (() => void) | undefined
}) {
  const time =
    item.type === 'misc_event'
      ? eventTimeText(item, day)
      : item.start_minutes === null
        ? 'No time'
        : clockText(item.start_minutes)
  const about =
    item.type === 'visit'
      ? [item.team?.name ?? 'Unassigned', addressText(item.customer)]
      : [item.team?.name ?? 'Everyone', minutesText(item.duration_minutes), item.notes]
  const inner = (
    <>
      <span className={css.time}>{time}</span>
      <span className={css.what}>
        <strong>{item.title}</strong>
        <small>{about.filter(Boolean).join(' · ')}</small>
      </span>
      <span className={css.chips}>
        {item.type === 'visit' ? (
          <VisitChips visit={item} />
        ) : (
          <span className={css.misc}>Event</span>
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
