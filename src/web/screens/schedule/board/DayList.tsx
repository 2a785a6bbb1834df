import { ActionIcon, Button } from '@mantine/core'
import { ArrowDown, ArrowUp, Check, Move as MoveIcon, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PlannedEvent, ScheduleWindow } from '../../../../api/week.ts'
import type { LocalDate } from '../../../../domain/dates.ts'
import { isEventOn } from '../../../../domain/event-days.ts'
import { visitRules, type Visit } from '../../../../domain/visit.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Refusable } from '../../../ui/Refusable.tsx'
import type { BoardHandlers } from './Board.tsx'
import css from './board.module.css'
import { laneLoad, visitsOn } from '../../../visits/day-grid.ts'
import { DayTabs } from './DayTabs.tsx'
import { EventChip } from '../../../visits/EventChip.tsx'
import { stepInRoute } from '../../../visits/route-acts.ts'
import { SelectionBar, useSelection } from './SelectionBar.tsx'
import { teamGroups } from '../../../visits/team-groups.ts'
import { teamPaint } from '../../../visits/team-paint.ts'
import { useMoves } from './use-moves.tsx'
import { VisitCard } from '../../../visits/VisitCard.tsx'
import { count, customerText, minutesText } from '../../../visits/visit-text.ts'

type Props = BoardHandlers & {
  window: ScheduleWindow
  day: LocalDate
  onDay: (day: LocalDate) => void
  onEvent?: ((event: PlannedEvent) => void) | undefined
}

/** The day board for a phone: one team under the other, what has no time first, and a Move button in place of dragging. */
export default function DayList({ window, day, onDay, onOpen, onEvent, onAdd }: Props) {
  const selection = useSelection(window.occurrences, window)
  const moves = useMoves(window, selection)
  const groups = teamGroups(visitsOn(window.occurrences, day), window.teams)
  const busy = groups.filter(({ visits }) => visits.length > 0)
  return (
    <>
      <div className={css.tools}>
        <DayTabs window={window} day={day} onDay={onDay} />
        {onAdd && (
          <SelectionBar
            selection={selection}
            onMove={() => moves.choose(selection.visits)}
            icon={<MoveIcon size={16} aria-hidden />}
          />
        )}
      </div>
      <div className={css.others}>
        {window.events
          .filter((event) => isEventOn(event, day))
          .map((event) => (
            <EventChip key={event.id} event={event} day={day} onOpen={onEvent} wide />
          ))}
      </div>
      {busy.length === 0 && (
        <EmptyState title="Nothing planned">No team has work on this day.</EmptyState>
      )}
      {busy.map(({ id, name, color, visits }) => {
        const { many, minutes } = laneLoad(visits)
        const anytime = visits.filter(({ start_minutes }) => start_minutes === null)
        const timed = visits.filter(({ start_minutes }) => start_minutes !== null)
        return (
          <section
            key={id ?? 'none'}
            className={css.group}
            style={teamPaint(color)}
            aria-label={name}
          >
            <h3>
              {name}
              <small>
                {many > 0 ? `${count(many, 'visit')}, ${minutesText(minutes)}` : 'Free'}
              </small>
              {onAdd && day >= window.today && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  leftSection={<Plus size={15} aria-hidden />}
                  onClick={() => onAdd({ date: day, team_id: id })}
                  aria-label={`Add for ${name}`}
                >
                  Add
                </Button>
              )}
            </h3>
            {anytime.length > 0 && <h4>Anytime</h4>}
            {anytime.map((visit, at) =>
              card(
                visit,
                anytime.length > 1 && onAdd && day >= window.today && (
                  <RouteButtons visit={visit} at={at} of={anytime.length} />
                ),
              ),
            )}
            {anytime.length > 0 && timed.length > 0 && <h4>By time</h4>}
            {timed.map((visit) => card(visit))}
          </section>
        )
      })}
      {moves.dialogs}
    </>
  )

  function card(visit: Visit, more?: ReactNode) {
    const isChosen = selection.has(visit.id)
    return (
      <VisitCard
        key={visit.id}
        visit={visit}
        onOpen={onOpen}
        actions={
          onAdd &&
          (selection.isChoosing || selection.visits.length > 0 ? (
            <Button
              variant={isChosen ? 'filled' : 'default'}
              aria-pressed={isChosen}
              leftSection={<Check size={17} aria-hidden />}
              onClick={() => selection.toggle(visit)}
            >
              {isChosen ? 'Chosen' : 'Choose'}
            </Button>
          ) : (
            <>
              <Refusable
                variant="default"
                refusal={visitRules.reschedule(visit)}
                leftSection={<MoveIcon size={17} aria-hidden />}
                onClick={() => moves.choose([visit])}
              >
                Move
              </Refusable>
              {more}
            </>
          ))
        }
      />
    )
  }
}

/** Earlier or later among the team's visits without a time. */
function RouteButtons({ visit, at, of }: { visit: Visit; at: number; of: number }) {
  const step = (by: -1 | 1, is: boolean, label: string, icon: ReactNode) => (
    <ActionIcon
      variant="default"
      size={44}
      aria-label={`${label}: ${customerText(visit)}`}
      aria-disabled={is || undefined}
      data-disabled={is || undefined}
      onClick={() => !is && stepInRoute(visit, by)}
    >
      {icon}
    </ActionIcon>
  )
  return (
    <>
      {step(-1, at === 0, 'Move up', <ArrowUp size={18} aria-hidden />)}
      {step(1, at === of - 1, 'Move down', <ArrowDown size={18} aria-hidden />)}
    </>
  )
}
