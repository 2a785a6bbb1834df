import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type Active,
  type CollisionDetection,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
  type Over,
} from '@dnd-kit/core'
import { MousePointerClick, Move as MoveIcon } from 'lucide-react'
import { useCallback, useMemo, useState, type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode } from 'react'
import type { ScheduleWindow } from '../../../api/schedule.ts'
import type { Visit } from '../../../domain/visit.ts'
import { cardFacts } from './BoardCard.tsx'
import { instructions, keyboardCodes, wordsFor } from './board-moves.ts'
import { SelectionBar, useSelection } from './SelectionBar.tsx'
import { keepFocus, useMoves } from './use-moves.tsx'
import { useSteady } from './use-steady.ts'
import { count } from './visit-text.ts'
import css from './board.module.css'
import { carryAll, spotOf, type Spot } from './spots.ts'

export type BoardHandlers = {
  onOpen: (visit: Visit) => void
  /** Absent for those who may only look. */
  onAdd?: ((start: { date: string; team_id: string | null }) => void) | undefined
}

type BoardProps = {
  window: ScheduleWindow
  movable: boolean
  /** Where a carried card would land; null where it cannot. */
  landing: (active: Active, over: Over | null) => Partial<Spot> | null
  collisions: CollisionDetection
  step: KeyboardCoordinateGetter
  /** What stands over the board, at the left of its tools. */
  head?: ReactNode
  children: (visits: readonly Visit[], isChosen: (id: string) => boolean) => ReactNode
}

/**
 * A board on which visits are carried about: by mouse, by finger (hold, then move), by keys (Space, arrows, Space), or by choosing
 * (M, or the Move button). It keeps still under the pointer, and several visits can be taken along with Shift.
 */
export function Board({ window, movable, landing, collisions, step, head, children }: BoardProps) {
  const [carried, setCarried] = useState<Visit | null>(null)
  const steady = useSteady(window.occurrences)
  const { visits } = steady
  const selection = useSelection(visits)
  const moves = useMoves(window, selection.clear)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, { keyboardCodes, coordinateGetter: step, scrollBehavior: 'auto' }),
  )
  const byId = useMemo(() => new Map(visits.map((visit) => [visit.id, visit])), [visits])
  /** A card, and what is carried along with it. */
  const companyOf = (visit: Visit): Visit[] => (selection.has(visit.id) ? selection.visits : [visit])
  const place = (active: Active, over: Over | null): Spot | null => {
    const visit = byId.get(String(active.id))
    const to = visit && landing(active, over)
    return visit && to ? { ...spotOf(visit), ...to } : null
  }
  const drop = ({ active, over, activatorEvent }: DragEndEvent) => {
    const visit = byId.get(String(active.id))
    const to = place(active, over)
    setCarried(null)
    steady.release()
    if (visit && to) moves.carry(carryAll(visit, companyOf(visit), to))
    if (activatorEvent.type === 'keydown') keepFocus(visit?.id)
  }

  const cardOf = (target: EventTarget): Visit | undefined => {
    const card = target instanceof Element ? target.closest<HTMLElement>('[data-visit]') : null
    return byId.get(card?.dataset.visit ?? '')
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !carried) selection.clear()
    if (event.key.toLowerCase() !== 'm' || event.ctrlKey || event.metaKey || event.altKey || carried) return
    const visit = cardOf(event.target)
    if (!visit || !movable) return
    event.preventDefault()
    moves.choose(companyOf(visit))
  }
  const click = (event: MouseEvent) => {
    const visit = movable ? cardOf(event.target) : undefined
    if (!visit || (!event.shiftKey && !selection.isChoosing)) return
    event.preventDefault()
    event.stopPropagation()
    selection.toggle(visit)
  }
  const { hold, release } = steady
  const pointAt = useCallback(
    (event: PointerEvent) => {
      const isOnCard = event.pointerType === 'mouse' && event.target instanceof Element && event.target.closest('[data-visit]') !== null
      if (isOnCard) hold()
      else if (event.buttons === 0) release()
    },
    [hold, release],
  )

  const tip = movable && (
    <p className={`${css.tip} fh-no-print`}>
      <MousePointerClick size={15} aria-hidden /> Drag a visit, or press Space on it and use the arrow keys. M chooses team, date and time. Shift takes several
      along.
    </p>
  )

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collisions}
      accessibility={{ announcements: wordsFor(window.teams, (id) => byId.get(String(id)), place), screenReaderInstructions: instructions }}
      onDragStart={({ active }) => {
        steady.hold()
        setCarried(byId.get(String(active.id)) ?? null)
      }}
      onDragEnd={drop}
      onDragCancel={() => {
        setCarried(null)
        steady.release()
      }}
    >
      <div className={`${css.tools} fh-no-print`}>
        {head ?? tip}
        {movable && <SelectionBar selection={selection} onMove={() => moves.choose(selection.visits)} icon={<MoveIcon size={16} aria-hidden />} />}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the cards inside are the buttons; this hears what reaches them */}
      <div
        className={css.stage}
        onKeyDown={press}
        onClickCapture={click}
        onPointerOver={pointAt}
        onPointerLeave={release}
        data-choosing={selection.isChoosing || undefined}
      >
        {children(visits, selection.has)}
        {steady.waiting > 0 && <output className={css.waiting}>{count(steady.waiting, 'change')} by others, shown when you point away</output>}
      </div>
      {head && tip}
      <DragOverlay dropAnimation={null}>
        {carried && (
          <div className={`${css.card} ${css.carried}`} data-status={carried.status}>
            {cardFacts(carried)}
            {selection.has(carried.id) && selection.visits.length > 1 && <span className={css.many}>{selection.visits.length}</span>}
          </div>
        )}
      </DragOverlay>
      {moves.dialogs}
    </DndContext>
  )
}
