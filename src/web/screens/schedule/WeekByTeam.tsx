import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core'
import { Plus } from 'lucide-react'
import { memo, useState, type ReactNode } from 'react'
import type { ScheduleWindow } from '../../../api/schedule.ts'
import { eachDay, type LocalDate } from '../../../domain/dates.ts'
import { badgeLabel } from '../../../domain/invoice.ts'
import { visitRules, type Visit } from '../../../domain/visit.ts'
import { dayLabel } from '../../ui/when.ts'
import { cellId, instructions, keyboardCodes, lands, readCell, stepCell, wordsFor } from './board-moves.ts'
import { closedDays } from './closed-days.ts'
import { EventChip, type WeekEvent } from './EventChip.tsx'
import { teamGroups } from './team-groups.ts'
import { moveVisit } from './visit-acts.ts'
import { customerText, serviceText, timeLabel } from './visit-text.ts'
import css from './week.module.css'

type Props = {
  window: ScheduleWindow
  events: readonly WeekEvent[]
  onOpen: (visit: Visit) => void
  onEvent?: ((event: WeekEvent) => void) | undefined
  onAdd?: ((start: { date: LocalDate; team_id: string | null }) => void) | undefined
}

/** Teams down, days across. A visit is carried to another day or team by mouse, finger or keys. */
export default function WeekByTeam({ window, events, onOpen, onEvent, onAdd }: Props) {
  const [carried, setCarried] = useState<Visit | null>(null)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, { keyboardCodes, coordinateGetter: stepCell }),
  )
  const groups = teamGroups(window.occurrences, window.teams)
  const words = wordsFor(groups, (id) => window.occurrences.find((visit) => visit.id === id))
  const drop = ({ active, over }: DragEndEvent) => {
    setCarried(null)
    const visit = window.occurrences.find(({ id }) => id === active.id)
    if (visit && over) void moveVisit(visit, readCell(over.id))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={lands}
      accessibility={{ announcements: words, screenReaderInstructions: instructions }}
      onDragStart={({ active }) => setCarried(window.occurrences.find(({ id }) => id === active.id) ?? null)}
      onDragEnd={drop}
      onDragCancel={() => setCarried(null)}
    >
      <Grid window={window} events={events} onOpen={onOpen} onEvent={onEvent} onAdd={onAdd} />
      {onAdd && <p className={`${css.tip} fh-no-print`}>Drag a visit to another day or team, or press Space on it and use the arrow keys.</p>}
      <DragOverlay dropAnimation={null}>{carried && <div className={`${css.small} ${css.carried}`}>{facts(carried)}</div>}</DragOverlay>
    </DndContext>
  )
}

function Grid({ window, events, onOpen, onEvent, onAdd }: Props) {
  const days = [...eachDay(window.from, window.to)]
  const closed = closedDays(window)
  const mark = (day: LocalDate) => ({ 'data-today': day === window.today || undefined, 'data-closed': closed.has(day) || undefined })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <section className={css.board} aria-label="Week by team" tabIndex={0}>
      <div className={css.grid}>
        <div className={css.corner} />
        {days.map((day) => (
          <div key={day} className={css.dayHead} {...mark(day)}>
            {dayLabel(day)}
            {closed.has(day) && <small>Closed</small>}
          </div>
        ))}
        {events.length > 0 && (
          <>
            <h3 className={css.teamHead}>Events</h3>
            {days.map((day) => (
              <div key={day} className={css.cell} {...mark(day)}>
                {events
                  .filter((event) => event.date === day)
                  .map((event) => (
                    <EventChip key={event.id} event={event} onOpen={onEvent} />
                  ))}
              </div>
            ))}
          </>
        )}
        {teamGroups(window.occurrences, window.teams).map(({ id, name, visits }) => (
          <Row key={id ?? 'none'} name={name} count={visits.length}>
            {days.map((day) => (
              <Cell key={day} id={cellId(id, day)} isPast={day < window.today} {...mark(day)}>
                {visits
                  .filter(({ date }) => date === day)
                  .map((visit) => (
                    <SmallCard key={visit.id} visit={visit} onOpen={onOpen} movable={onAdd !== undefined} />
                  ))}
                {onAdd && day >= window.today && (
                  <button
                    type="button"
                    className={css.add}
                    aria-label={`Add for ${name} on ${dayLabel(day)}`}
                    onClick={() => onAdd({ date: day, team_id: id })}
                  >
                    <Plus size={16} aria-hidden />
                  </button>
                )}
              </Cell>
            ))}
          </Row>
        ))}
      </div>
    </section>
  )
}

function Row({ name, count, children }: { name: string; count: number; children: ReactNode }) {
  return (
    <>
      <h3 className={css.teamHead}>
        {name}
        <small>{count}</small>
      </h3>
      {children}
    </>
  )
}

type CellProps = { id: string; isPast: boolean; children: ReactNode; 'data-today': true | undefined; 'data-closed': true | undefined }

function Cell({ id, isPast, children, ...marks }: CellProps) {
  const { setNodeRef, isOver } = useDroppable({ id, disabled: isPast })
  return (
    <div ref={setNodeRef} className={css.cell} data-over={isOver || undefined} {...marks}>
      {children}
    </div>
  )
}

/** A visit in a cell: time, who, what. Enter opens it, Space lifts it. */
const SmallCard = memo(function SmallCard({ visit, onOpen, movable }: { visit: Visit; onOpen: (visit: Visit) => void; movable: boolean }) {
  const disabled = !movable || visitRules.reschedule(visit) !== null
  const { setNodeRef, listeners, attributes, isDragging } = useDraggable({ id: visit.id, disabled })
  const { role: _, 'aria-disabled': __, ...described } = attributes
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={css.small}
      data-status={visit.status}
      data-badge={visit.payment_badge}
      data-lifted={isDragging || undefined}
      onClick={() => onOpen(visit)}
      {...(disabled ? {} : { ...described, ...listeners })}
    >
      {facts(visit)}
    </button>
  )
})

function facts(visit: Visit): ReactNode {
  const state = { scheduled: '', in_progress: 'In progress', completed: 'Completed', skipped: 'Skipped' }[visit.status]
  const isMoneyKnown = !visit.skipped && visit.payment_badge !== 'none' && (visit.payment_badge !== 'unpaid' || visit.is_completed)
  const marks = [state, isMoneyKnown && badgeLabel(visit.payment_badge)].filter(Boolean).join(' · ')
  return (
    <>
      <span className={css.smallTime}>{timeLabel(visit)}</span>
      <span className={css.smallName}>{customerText(visit)}</span>
      <span className={css.smallService}>{serviceText(visit)}</span>
      {marks && <span className={css.smallMarks}>{marks}</span>}
    </>
  )
}
