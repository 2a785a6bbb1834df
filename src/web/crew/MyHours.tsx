import { ActionIcon, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Clock } from 'lucide-react'
import type { Calls } from '../../api/calls.ts'
import type { Answer } from '../../api/kit.ts'
import { addDays, todayIn, type LocalDate } from '../../domain/base/dates.ts'
import { clockOf, type TimesheetShift } from '../../domain/people/timesheet.ts'
import { api } from '../app/client.ts'
import { asksAgain } from '../app/live.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Loaded, Page } from '../ui/Page.tsx'
import { StatusChip } from '../ui/StatusChip.tsx'
import { dayLabel, timeOfDay } from '../ui/when.ts'
import { useWords } from '../app/words.ts'
import { hoursWords } from '../../words/en/my-hours.ts'
import css from './hours.module.css'

type Week = Answer<Calls['GET /api/crew/hours']>
const route = getRouteApi('/app/my-hours')
const hours = api['GET /api/crew/hours']
asksAgain(['shift_updated', 'team_updated'], hours.key())

/** The hours the caller has worked in a week, and what the office corrected of them. */
export default function MyHours() {
  const words = useWords(hoursWords)
  const { on } = route.useSearch()
  const navigate = route.useNavigate()
  const week = useQuery(hours.query({ query: on ? { on } : {} }))
  const go = (day: LocalDate) => void navigate({ search: { on: day }, resetScroll: false })
  return (
    <Page title={words.title} narrow>
      <Loaded of={week} failure={words.failed}>
        {(data) => (
          <Stack gap="lg">
            <div className={css.week}>
              <ActionIcon
                variant="default"
                size={44}
                aria-label={words.previous}
                onClick={() => go(addDays(data.from, -7))}
              >
                <ChevronLeft size={20} aria-hidden />
              </ActionIcon>
              <strong aria-live="polite">
                {words.week(dayLabel(data.from), dayLabel(data.to))}
              </strong>
              <ActionIcon
                variant="default"
                size={44}
                aria-label={words.next}
                onClick={() => go(addDays(data.from, 7))}
              >
                <ChevronRight size={20} aria-hidden />
              </ActionIcon>
            </div>
            {data.hours.shifts.length === 0 ? (
              <EmptyState title={words.none} icon={<Clock size={22} />}>
                {words.noneText}
              </EmptyState>
            ) : (
              <Shifts week={data} />
            )}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}

function Shifts({ week }: { week: Week }) {
  const words = useWords(hoursWords)
  const { hours, periods, time_zone } = week
  const isApproved = (date: LocalDate) =>
    periods.some(({ starts_on, ends_on }) => starts_on <= date && date <= ends_on)
  const worked = hours.days.filter(({ minutes }) => minutes > 0)
  return (
    <>
      <section className={css.total} aria-label={words.total}>
        <span className={css.sum}>{clockOf(hours.total_minutes)}</span>
        <span>{words.total}</span>
        {hours.overtime_minutes > 0 && (
          <span>{words.overtime(clockOf(hours.overtime_minutes))}</span>
        )}
      </section>
      {worked.length > 0 && (
        <ul className={css.days} aria-label={words.days}>
          {worked.map(({ date, minutes }) => (
            <li key={date}>
              <span>{dayLabel(date)}</span>
              {isApproved(date) && <StatusChip tone="good">{words.approved}</StatusChip>}
              <strong>{clockOf(minutes)}</strong>
            </li>
          ))}
        </ul>
      )}
      <ul className={css.shifts}>
        {hours.shifts.map((shift) => (
          <Shift key={shift.id} shift={shift} zone={time_zone} />
        ))}
      </ul>
      <Text c="dimmed">{words.wrong}</Text>
    </>
  )
}

type Span = { started_at: string; ended_at: string | null }

function Shift({ shift, zone }: { shift: TimesheetShift; zone: string }) {
  const words = useWords(hoursWords)
  const spanOf = ({ started_at, ended_at }: Span): [string, string] => [
    timeOfDay(started_at, zone),
    ended_at ? timeOfDay(ended_at, zone) : words.now,
  ]
  return (
    <li>
      <Title order={2} fz="md">
        {dayLabel(todayIn(zone, shift.started_at))}, {words.span(...spanOf(shift))}
      </Title>
      {shift.ended_at === null ? (
        <StatusChip tone="good">{words.running}</StatusChip>
      ) : (
        <span>{words.worked(clockOf(shift.minutes))}</span>
      )}
      {shift.breaks.map((pause) => (
        <span key={pause.started_at} className={css.soft}>
          {(pause.unpaid_minutes > 0 ? words.unpaidBreak : words.paidBreak)(...spanOf(pause))}
        </span>
      ))}
      {shift.needs_review && <span className={css.soft}>{words.toCheck}</span>}
      {shift.edits.map(({ at, by_name, reason, before }) => (
        <span key={at} className={css.soft}>
          {before
            ? `${words.corrected(by_name, reason)} ${words.before(...spanOf(before))}`
            : words.added(by_name, reason)}
        </span>
      ))}
    </li>
  )
}
