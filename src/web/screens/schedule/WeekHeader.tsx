import { ActionIcon, Button, Group } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addDays, type LocalDate } from '../../../domain/dates.ts'
import { dateLabel, dayLabel } from '../../ui/when.ts'
import { Pills } from './Pills.tsx'
import css from './week.module.css'

export type WeekView = 'team' | 'day'
const views = [
  { value: 'team', label: 'By team' },
  { value: 'day', label: 'By day' },
] as const
type Props = {
  from: LocalDate
  to: LocalDate
  isThisWeek: boolean
  /** A date of the wanted week; null: this week. */
  onGo: (date: LocalDate | null) => void
  view?: WeekView
  onView?: (view: WeekView) => void
}

/** Which seven days, and how they are laid out. */
export function WeekHeader({ from, to, isThisWeek, onGo, view, onView }: Props) {
  return (
    <div className={`${css.header} fh-no-print`}>
      <Group gap={6} wrap="nowrap">
        <ActionIcon variant="default" size={40} aria-label="Previous week" onClick={() => onGo(addDays(from, -7))}>
          <ChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <Button variant="default" size="sm" h={40} onClick={() => onGo(null)} disabled={isThisWeek}>
          Today
        </Button>
        <ActionIcon variant="default" size={40} aria-label="Next week" onClick={() => onGo(addDays(from, 7))}>
          <ChevronRight size={20} aria-hidden />
        </ActionIcon>
      </Group>
      <h2 className={css.range} aria-live="polite">
        {dayLabel(from)} – {dateLabel(to)}
      </h2>
      {onView && <Pills quiet legend="Group by" options={views} value={view ?? 'team'} onChange={onView} />}
    </div>
  )
}
