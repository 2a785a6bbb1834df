import { ActionIcon, Button, Group } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { addDays, monthNames, monthOfDate, type LocalDate } from '../../../domain/base/dates.ts'
import { monthsLater } from '../../../domain/base/month.ts'
import { useIsPhone } from '../../ui/Sheet.tsx'
import { dateLabel, dayLabel } from '../../ui/when.ts'
import { Pills } from '../../ui/Pills.tsx'
import css from '../../shared/visits/week.module.css'
import { useWords } from '../words.ts'
import { crewWords } from '../../../words/en/crew.ts'
import type { WeekView } from '../../office/schedule/schedule-place.ts'

const wide = [
  { value: 'board', label: 'Day board' },
  { value: 'team', label: 'Week board' },
  { value: 'day', label: 'List' },
  { value: 'month', label: 'Month' },
] as const
/** A phone has no room for a week of teams. */
const narrow = [
  { value: 'board', label: 'Day' },
  { value: 'day', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const
type Props = {
  from: LocalDate
  to: LocalDate
  isThisWeek: boolean
  /** A date of the wanted week; null: this week. */
  onGo: (date: LocalDate | null) => void
  /** The day on which the neighbouring weeks are opened. */
  day?: LocalDate
  view?: WeekView
  onView?: (view: WeekView) => void
  /** What else is at hand here. */
  children?: ReactNode
}

/** 'June 2027' */
const monthTitle = (date: LocalDate): string =>
  `${monthNames[monthOfDate(date) % 12]} ${date.slice(0, 4)}`

/** Which seven days or which month, and how they are laid out. */
export function WeekHeader({
  from,
  to,
  isThisWeek,
  onGo,
  day = from,
  view,
  onView,
  children,
}: Props) {
  const words = useWords(crewWords)
  const isPhone = useIsPhone()
  const isMonth = view === 'month'
  const stepped = (by: 1 | -1) => (isMonth ? monthsLater(day, by) : addDays(day, 7 * by))
  return (
    <div className={`${css.header} fh-no-print`}>
      <Group gap={6} wrap="nowrap">
        <ActionIcon
          variant="default"
          size={40}
          aria-label={isMonth ? 'Previous month' : words.previousWeek}
          onClick={() => onGo(stepped(-1))}
        >
          <ChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <Button variant="default" size="sm" h={40} onClick={() => onGo(null)} disabled={isThisWeek}>
          {words.thisWeek}
        </Button>
        <ActionIcon
          variant="default"
          size={40}
          aria-label={isMonth ? 'Next month' : words.nextWeek}
          onClick={() => onGo(stepped(1))}
        >
          <ChevronRight size={20} aria-hidden />
        </ActionIcon>
      </Group>
      <h2 className={css.range} aria-live="polite">
        {isMonth ? monthTitle(day) : `${dayLabel(from)} – ${dateLabel(to)}`}
      </h2>
      {children}
      {onView && (
        <Pills
          quiet
          legend="View"
          options={isPhone ? narrow : wide}
          value={view ?? 'team'}
          onChange={onView}
        />
      )}
    </div>
  )
}
