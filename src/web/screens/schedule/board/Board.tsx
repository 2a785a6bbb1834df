import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useSensor,
  useSensors,
  type Active,
  type CollisionDetection,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
  type Over,
} from '@dnd-kit/core'
import { MousePointerClick, Move as MoveIcon } from 'lucide-react'
import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import type { ScheduleWindow } from '../../../../api/week.ts'
import { isOnHold, visitRules, type Visit } from '../../../../domain/visit.ts'
import { cardFacts, carryHint } from './BoardCard.tsx'
import { instructions, keyboardCodes, wordsFor } from './board-moves.ts'
import { putInRoute, stepInRoute } from '../../../visits/route-acts.ts'
import { SelectionBar, useSelection } from './SelectionBar.tsx'
import { keepFocus, useMoves } from './use-moves.tsx'
import { isOfTray, trayName, useTray } from '../../../visits/tray-query.ts'
import { useSteady } from './use-steady.ts'
import { count } from '../../../visits/visit-text.ts'
import css from './board.module.css'
import { carryAll, spotOf, type Spot } from '../../../visits/spots.ts'

const cardElement = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-visit]') : null

/** What stands beside a board, and how it is opened and closed. */
type Beside = { panel: ReactNode; toggle: () => void }

export type BoardHandlers = {
  onOpen: (visit: Visit) => void
  /** Absent for those who may only look. */
  onAdd?: ((start: { date: string; team_id: string | null }) => void) | undefined
  /** What waits for a place; absent for those who may only look. `panel` is null while it is closed. */
  beside?: Beside | undefined
}

type BoardProps = {
  window: ScheduleWindow
  movable: boolean
  /** Where a carried card would land; null where it cannot. `at`: its place among the visits without a time. */
  landing: (active: Active, over: Over | null) => (Partial<Spot> & { at?: number }) | null
  collisions: CollisionDetection
  step: KeyboardCoordinateGetter
  beside: Beside | undefined
  /** What stands over the board, at the left of its tools. */
  head?: ReactNode
  children: (visits: readonly Visit[], isChosen: (id: string) => boolean) => ReactNode
}

/**
 * A board on which visits are carried about: by mouse, by finger (hold, then move), by keys (Space, arrows, Space), or by choosing
 * (M, or the Move button). It keeps still under the pointer, and several visits can be taken along with Shift.
 */
export function Board({
  window,
  movable,
  landing,
  collisions,
  step,
  beside,
  head,
  children,
}: BoardProps) {
  const [carried, setCarried] = useState<Visit | null>(null)
  const [said, setSaid] = useState('')
  const steady = useSteady(window.occurrences)
  const { visits } = steady
  const selection = useSelection(visits, window)
  const moves = useMoves(window, selection)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, { keyboardCodes, coordinateGetter: step, scrollBehavior: 'auto' }),
  )
  const { items } = useTray(Boolean(beside?.panel))
  /** By the name of its card, of which one on hold may have two: on its day, and in the tray. */
  const byName = useMemo(
    () =>
      new Map([
        ...visits.map((visit) => [visit.id, visit] as const),
        ...items.map(({ visit }) => [trayName(visit.id), visit] as const),
      ]),
    [visits, items],
  )
  /** A card, and what is carried along with it. */
  const companyOf = (visit: Visit): Visit[] =>
    selection.has(visit.id) ? selection.visits : [visit]
  const place = (active: Active, over: Over | null): Spot | null => {
    const visit = byName.get(String(active.id))
    const to = visit && landing(active, over)
    if (!visit || !to) return null
    const { at: _, ...spot } = to
    return { ...spotOf(visit), ...spot }
  }
  const drop = ({ active, over, activatorEvent }: DragEndEvent) => {
    const visit = byName.get(String(active.id))
    const to = place(active, over)
    setCarried(null)
    steady.release()
    // Keys carry to a strip, not to a place in it: that is what Alt with an arrow is for.
    const at = activatorEvent.type === 'keydown' ? undefined : landing(active, over)?.at
    if (visit && to) {
      const carries = carryAll(visit, companyOf(visit), to)
      if (carries.length > 0)
        moves.carry(
          carries,
          (moved) => at !== undefined && moved.start_minutes === null && putInRoute(moved, at),
        )
      else if (at !== undefined) say(putInRoute(visit, at))
    }
    if (activatorEvent.type === 'keydown') keepFocus(visit?.id)
  }

  const cardOf = (target: EventTarget): Visit | undefined => {
    return byName.get(cardElement(target)?.dataset.visit ?? '')
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !carried) selection.clear()
    if (event.altKey && !carried && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      const visit = cardOf(event.target)
      if (!visit || !movable || visit.start_minutes !== null) return
      event.preventDefault()
      say(stepInRoute(visit, event.key === 'ArrowUp' ? -1 : 1))
      keepFocus(visit.id)
      return
    }
    if (
      event.key.toLowerCase() === 't' &&
      beside &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey &&
      !carried
    ) {
      event.preventDefault()
      return beside.toggle()
    }
    if (
      event.key.toLowerCase() !== 'm' ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      carried
    )
      return
    const visit = cardOf(event.target)
    if (!visit || !movable) return
    event.preventDefault()
    moves.choose(companyOf(visit))
  }
  const click = (event: MouseEvent) => {
    const visit = movable ? cardOf(event.target) : undefined
    if (
      !visit ||
      isOfTray(cardElement(event.target)?.dataset.visit ?? '') ||
      (!event.shiftKey && !selection.isChoosing)
    )
      return
    event.preventDefault()
    event.stopPropagation()
    selection.toggle(visit)
  }
  const say = (words: string | null) => words && setSaid(words)
  const { hold, release } = steady
  // The picture of a carried card lies over the board: the pointer has left, the hand has not.
  const isCarrying = carried !== null
  const pointAway = useCallback(() => {
    if (!isCarrying) release()
  }, [isCarrying, release])
  const pointAt = useCallback(
    (event: PointerEvent) => {
      const isOnCard = event.pointerType === 'mouse' && cardElement(event.target) !== null
      if (isOnCard) hold()
      else if (event.buttons === 0) pointAway()
    },
    [hold, pointAway],
  )

  const tip = movable && (
    <p className={`${css.tip} fh-no-print`}>
      <MousePointerClick size={15} aria-hidden /> Drag a visit, or press Space on it and use the
      arrow keys. M chooses its place, Alt with an arrow orders what has no time, Shift takes
      several, T shows what waits for a place.
    </p>
  )

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collisions}
      accessibility={{
        announcements: wordsFor(window.teams, (id) => byName.get(String(id)), place),
      }}
      onDragStart={({ active }) => {
        steady.hold()
        setCarried(byName.get(String(active.id)) ?? null)
      }}
      onDragEnd={drop}
      onDragCancel={() => {
        setCarried(null)
        steady.release()
      }}
    >
      <div className={`${css.tools} fh-no-print`}>
        {head ?? tip}
        {movable && (
          <SelectionBar
            selection={selection}
            onMove={() => moves.choose(selection.visits)}
            icon={<MoveIcon size={16} aria-hidden />}
          />
        )}
      </div>
      <p id={carryHint} hidden>
        {instructions}
      </p>
      <output className={css.unseen}>{said}</output>
      <Stage
        liftable={(visit, name) =>
          movable && (isOfTray(name) ? isOnHold(visit) : visitRules.reschedule(visit) === null)
        }
        cardOf={cardOf}
        onKey={press}
        onClickCapture={click}
        onPointerOver={pointAt}
        onPointerLeave={pointAway}
        isChoosing={selection.isChoosing}
        hasBeside={Boolean(beside?.panel)}
      >
        {children(visits, selection.has)}
        {beside?.panel}
        {steady.waiting > 0 && (
          <output className={css.waiting}>
            {count(steady.waiting, 'change')} by others, shown when you point away
          </output>
        )}
      </Stage>
      {head && tip}
      <DragOverlay dropAnimation={null}>
        {carried && (
          <div className={`${css.card} ${css.carried}`} data-carried data-status={carried.status}>
            {cardFacts(carried)}
            {selection.has(carried.id) && selection.visits.length > 1 && (
              <span className={css.many}>{selection.visits.length}</span>
            )}
          </div>
        )}
      </DragOverlay>
      {moves.dialogs}
    </DndContext>
  )
}

type StageProps = {
  liftable: (visit: Visit, name: string) => boolean
  cardOf: (target: EventTarget) => Visit | undefined
  onKey: (event: KeyboardEvent) => void
  onClickCapture: (event: MouseEvent) => void
  onPointerOver: (event: PointerEvent) => void
  onPointerLeave: () => void
  isChoosing: boolean
  hasBeside: boolean
  children: ReactNode
}

const none = 'none'

/**
 * Lifts cards. The library wants a hook for everything that can be dragged; with a thousand cards that is a second of work for one
 * drag. So there is one hook, for the card that was last pressed or focused: both happen before the press can become a drag.
 */
function Stage({ liftable, cardOf, onKey, isChoosing, hasBeside, children, ...rest }: StageProps) {
  const [armed, setArmed] = useState<string>(none)
  const { setNodeRef, listeners, isDragging, node } = useDraggable({
    id: armed,
    disabled: armed === none,
  })
  const arm = (event: { target: EventTarget }) => {
    if (isDragging) return
    const visit = cardOf(event.target)
    const card = cardElement(event.target)
    const name = card?.dataset.visit ?? none
    const isLiftable = visit !== undefined && liftable(visit, name)
    setNodeRef(isLiftable ? card : null)
    setArmed(isLiftable ? name : none)
  }
  const pass = (name: string) => (event: SyntheticEvent) => {
    if (cardElement(event.target)?.dataset.visit === armed) listeners?.[name]?.(event)
  }
  useLayoutEffect(() => {
    const lifted = isDragging ? node.current : null
    lifted?.setAttribute('data-lifted', 'true')
    return () => lifted?.removeAttribute('data-lifted')
  }, [isDragging, node])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the cards inside are the buttons; this hears what reaches them
    <div
      className={css.stage}
      data-choosing={isChoosing || undefined}
      data-beside={hasBeside || undefined}
      onPointerDownCapture={arm}
      onFocusCapture={arm}
      onMouseDown={pass('onMouseDown')}
      onTouchStart={pass('onTouchStart')}
      onKeyDown={(event) => {
        // A sheet that something in here opened is elsewhere on the page.
        if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return
        onKey(event)
        pass('onKeyDown')(event)
      }}
      {...rest}
    >
      {children}
    </div>
  )
}
