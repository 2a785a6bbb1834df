import type { TeamTime } from '../../../../domain/people/time-off.ts'
import { ActionIcon, Button } from '@mantine/core'
import { ArrowDown, ArrowUp, Check, Move as MoveIcon, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PlannedEvent, ScheduleWindow } from '../../../../api/week.ts'
import type { LocalDate } from '../../../../domain/base/dates.ts'
import { isEventOn } from '../../../../domain/base/event-days.ts'
import { visitRules, type Visit } from '../../../../domain/schedule/visit.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Refusable } from '../../../ui/Refusable.tsx'
import type { BoardHandlers } from './Board.tsx'
import css from './board.module.css'
import { awayText, hoursLoad, loadText } from './team-load.ts'
import { visitsOn } from '../../../shared/visits/day-grid.ts'
import { DayTabs } from './DayTabs.tsx'
import { EventChip } from '../../../shared/visits/EventChip.tsx'
import { stepInRoute } from '../../../shared/visits/route-acts.ts'
import { SelectionBar, useSelection, type Selection } from './SelectionBar.tsx'
import { teamGroups, type TeamGroup, teamPaint } from '../../../shared/visits/teams.ts'
import { useMoves, type Moves } from './use-moves.tsx'
import { VisitCard } from '../../../shared/visits/VisitCard.tsx'
import { customerText } from '../../../shared/visits/visit-text.ts'

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
      {busy.map((group) => (
        <TeamDay
          key={group.id ?? 'none'}
          group={group}
          time={window.teams.find(({ id }) => id === group.id) ?? {}}
          day={day}
          isPast={day < window.today}
          selection={selection}
          moves={moves}
          onOpen={onOpen}
          onAdd={onAdd}
        />
      ))}
      {moves.dialogs}
    </>
  )
}

type TeamDayProps = Pick<BoardHandlers, 'onOpen' | 'onAdd'> & {
  group: TeamGroup
  time: TeamTime
  day: LocalDate
  isPast: boolean
  selection: Selection
  moves: Moves
}

/** What a team has to do on the day. */
function TeamDay({ group, time, day, isPast, onAdd, onOpen, ...acts }: TeamDayProps) {
  const { id, name, visits } = group
  const over = hoursLoad(visits, time)
  const anytime = visits.filter(({ start_minutes }) => start_minutes === null)
  const timed = visits.filter(({ start_minutes }) => start_minutes !== null)
  const canOrder = anytime.length > 1 && !isPast
  return (
    <section className={css.group} style={teamPaint(group.color)} aria-label={name}>
      <h3>
        {name}
        <small>
          {[loadText(visits), over?.isOver && over.text, awayText(time, day)]
            .filter(Boolean)
            .join(' · ')}
        </small>
        {onAdd && !isPast && (
          <AddForTeam name={name} onClick={() => onAdd({ date: day, team_id: id })} />
        )}
      </h3>
      {anytime.length > 0 && <h4>Anytime</h4>}
      {anytime.map((visit, at) => (
        <VisitCard
          key={visit.id}
          visit={visit}
          onOpen={onOpen}
          actions={
            onAdd && (
              <CardActs {...acts} visit={visit}>
                {canOrder && <RouteButtons visit={visit} at={at} of={anytime.length} />}
              </CardActs>
            )
          }
        />
      ))}
      {anytime.length > 0 && timed.length > 0 && <h4>By time</h4>}
      {timed.map((visit) => (
        <VisitCard
          key={visit.id}
          visit={visit}
          onOpen={onOpen}
          actions={onAdd && <CardActs {...acts} visit={visit} />}
        />
      ))}
    </section>
  )
}

const AddForTeam = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <Button
    size="compact-sm"
    variant="subtle"
    leftSection={<Plus size={15} aria-hidden />}
    onClick={onClick}
    aria-label={`Add for ${name}`}
  >
    Add
  </Button>
)

type CardActsProps = Pick<TeamDayProps, 'selection' | 'moves'> & {
  visit: Visit
  children?: ReactNode
}

/** What a thumb does with a card: move it, or choose it while several are being chosen. */
function CardActs({ visit, selection, moves, children }: CardActsProps) {
  if (selection.isChoosing || selection.visits.length > 0) {
    const isChosen = selection.has(visit.id)
    return (
      <Button
        variant={isChosen ? 'filled' : 'default'}
        aria-pressed={isChosen}
        leftSection={<Check size={17} aria-hidden />}
        onClick={() => selection.toggle(visit)}
      >
        {isChosen ? 'Selected' : 'Select'}
      </Button>
    )
  }
  return (
    <>
      <Refusable
        variant="default"
        refusal={visitRules.reschedule(visit)}
        leftSection={<MoveIcon size={17} aria-hidden />}
        onClick={() => moves.choose([visit])}
      >
        Move
      </Refusable>
      {children}
    </>
  )
}

/** Earlier or later among the team's visits without a time. */
function RouteButtons({ visit, at, of }: { visit: Visit; at: number; of: number }) {
  const name = customerText(visit)
  return (
    <>
      <StepButton
        label={`Move up: ${name}`}
        isAtEnd={at === 0}
        onClick={() => stepInRoute(visit, -1)}
      >
        <ArrowUp size={18} aria-hidden />
      </StepButton>
      <StepButton
        label={`Move down: ${name}`}
        isAtEnd={at === of - 1}
        onClick={() => stepInRoute(visit, 1)}
      >
        <ArrowDown size={18} aria-hidden />
      </StepButton>
    </>
  )
}

type StepProps = { label: string; isAtEnd: boolean; onClick: () => void; children: ReactNode }

/** At the end of the route it does nothing, but keeps the focus. */
const StepButton = ({ label, isAtEnd, onClick, children }: StepProps) => (
  <ActionIcon
    variant="default"
    size={44}
    aria-label={label}
    aria-disabled={isAtEnd || undefined}
    data-disabled={isAtEnd || undefined}
    onClick={() => {
      if (!isAtEnd) onClick()
    }}
  >
    {children}
  </ActionIcon>
)
