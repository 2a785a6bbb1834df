import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  useSensor,
  useSensors,
  type Active,
  type CollisionDetection,
  type KeyboardCoordinateGetter,
  type Over,
} from '@dnd-kit/core'
import { CircleQuestionMark, Move as MoveIcon } from 'lucide-react'
import {
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useMemo,
} from 'react'
import type { PlannedEvent, ScheduleWindow } from '../../../../api/week.ts'
import { isOnHold, visitRules, type Visit } from '../../../../domain/schedule/visit.ts'
import { cardFacts, carryHint } from './BoardCard.tsx'
import { type Landing, actOfKey } from './board-drop.ts'
import { instructions, keyboardCodes, wordsFor } from './board-moves.ts'
import { cardNameAt } from './drop-id.ts'
import { stepInRoute } from '../../../shared/visits/route-acts.ts'
import { Finger, Mouse } from './drag-sensors.ts'
import { SelectionBar, useSelection, type Selection } from './SelectionBar.tsx'
import { Stage } from './Stage.tsx'
import { useCarrying, useSteadyPointer } from './use-carrying.ts'
import { keepFocus, useMoves, type Moves } from './use-moves.tsx'
import { useSteady } from './use-steady.ts'
import { isOfTray, trayName, useTray } from '../../../shared/visits/tray-query.ts'
import { count } from '../../../shared/visits/visit-text.ts'
import css from './board.module.css'

/** What stands beside a board, and how it is opened and closed. */
type Beside = { panel: ReactNode; toggle: () => void }

export type BoardHandlers = {
  onOpen: (visit: Visit) => void
  /** Absent for those who may only look. */
  onAdd?: ((start: { date: string; team_id: string | null }) => void) | undefined
  /** What waits for a place; absent for those who may only look. `panel` is null while it is closed. */
  beside?: Beside | undefined
}

/** What is on a board. */
export type BoardShown = {
  visits: readonly Visit[]
  events: readonly PlannedEvent[]
  isChosen: (id: string) => boolean
  /** Selecting and help, which a board without a head has in its corner. */
  tools: ReactNode
}

type BoardProps = {
  window: ScheduleWindow
  movable: boolean
  /** Where a carried card would land; null where it cannot. */
  landing: (active: Active, over: Over | null) => Landing | null
  collisions: CollisionDetection
  step: KeyboardCoordinateGetter
  beside: Beside | undefined
  /** What is over the board, at the left of its tools. */
  head?: ReactNode
  /** What the board shows, which is behind while it keeps still. */
  children: (shown: BoardShown) => ReactNode
}

/**
 * A board on which visits are moved: by mouse, by finger (hold, then move), by keys (Space, arrows, Space), or by choosing
 * (M, or the Move button). It keeps still under the pointer, and Shift takes several visits along.
 */
export function Board(props: BoardProps) {
  const { window, movable, landing, collisions, step, beside, head, children } = props
  const [said, setSaid] = useState('')
  const say = (words: string | null) => words && setSaid(words)
  const steady = useSteady(window)
  const { visits, events } = steady
  const selection = useSelection(visits, window)
  const moves = useMoves(window, selection)
  const visitNamed = useVisitNamed(visits, Boolean(beside?.panel))
  const carrying = useCarrying({ visitNamed, landing, steady, selection, moves, say })
  const { carried } = carrying
  const pointer = useSteadyPointer(steady, carried !== null)
  const canLift = (name: string) => isLiftable(visitNamed(name), name)
  const sensors = useBoardSensors(step)
  const tools = movable && (
    <div className={`${css.toolsEnd} fh-no-print`}>
      <BoardTools selection={selection} moves={moves} />
      <Tip />
    </div>
  )

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collisions}
      accessibility={{
        announcements: wordsFor(window.teams, (id) => visitNamed(String(id)), carrying.spotOver),
      }}
      onDragStart={carrying.lift}
      onDragEnd={carrying.drop}
      onDragCancel={carrying.putBack}
    >
      {head && (
        <div className={`${css.tools} fh-no-print`}>
          {head}
          {tools}
        </div>
      )}
      <p id={carryHint} hidden>
        {instructions}
      </p>
      <output className={css.unseen}>{said}</output>
      <Stage
        liftable={(name) => movable && canLift(name)}
        onKey={(event) => {
          if (!carried) pressed(event, { visitNamed, movable, beside, selection, moves, say })
        }}
        onClickCapture={(event) => {
          // A card in the hand is put down before anything opens.
          if (carried) event.stopPropagation()
          else if (movable) chooseByClick(event, { visitNamed, selection })
        }}
        {...pointer}
        isChoosing={selection.isChoosing}
        hasBeside={Boolean(beside?.panel)}
      >
        {children({ visits, events, isChosen: selection.has, tools: head ? null : tools })}
        {beside?.panel}
        <Waiting many={steady.waiting} />
      </Stage>
      <DragOverlay dropAnimation={null}>
        {carried && <CarriedCard visit={carried} company={selection.companyOf(carried).length} />}
      </DragOverlay>
      {moves.dialogs}
    </DndContext>
  )
}

const useBoardSensors = (step: KeyboardCoordinateGetter) =>
  useSensors(
    useSensor(Mouse, { activationConstraint: { distance: 4 } }),
    useSensor(Finger, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, { keyboardCodes, coordinateGetter: step, scrollBehavior: 'auto' }),
  )

/** On its day a visit is rescheduled, out of the tray it is placed. */
const isLiftable = (visit: Visit | undefined, name: string): boolean =>
  visit !== undefined && (isOfTray(name) ? isOnHold(visit) : visitRules.reschedule(visit) === null)

type Pressed = Pick<BoardProps, 'movable' | 'beside'> & {
  visitNamed: (name: string) => Visit | undefined
  selection: Selection
  moves: Moves
  say: (words: string | null) => void
}

/** Does what a key asks for, about the card that has the focus. */
function pressed(event: KeyboardEvent, board: Pressed): void {
  const { movable, beside, selection, moves, say } = board
  const act = actOfKey(event)
  if (act === null) return
  if (act === 'clear') return selection.clear()
  if (act === 'tray') {
    if (!beside) return
    event.preventDefault()
    return beside.toggle()
  }
  const visit = board.visitNamed(cardNameAt(event.target))
  if (!visit || !movable) return
  if (act !== 'choose' && visit.start_minutes !== null) return
  event.preventDefault()
  if (act === 'choose') return moves.choose(selection.companyOf(visit))
  say(stepInRoute(visit, act === 'earlier' ? -1 : 1))
  keepFocus(visit.id)
}

/** A click with Shift, or any while several are being chosen, chooses a card instead of opening it. */
function chooseByClick(
  event: MouseEvent,
  { visitNamed, selection }: Pick<Pressed, 'visitNamed' | 'selection'>,
): void {
  const name = cardNameAt(event.target)
  const visit = visitNamed(name)
  if (!visit || isOfTray(name) || !(event.shiftKey || selection.isChoosing)) return
  event.preventDefault()
  event.stopPropagation()
  selection.toggle(visit)
}

const Tip = () => (
  <details className={css.tip}>
    <summary aria-label="How to move visits">
      <CircleQuestionMark size={18} aria-hidden />
    </summary>
    <p>
      Drag a visit to move it. Keys: Space and arrows move it, M asks where to, Alt + arrows
      reorder, Shift selects several, T shows visits on hold.
    </p>
  </details>
)

const BoardTools = ({ selection, moves }: { selection: Selection; moves: Moves }) => (
  <SelectionBar
    selection={selection}
    onMove={() => moves.choose(selection.visits)}
    icon={<MoveIcon size={16} aria-hidden />}
  />
)

/** Says that the board is behind because the mouse is on it. */
const Waiting = ({ many }: { many: number }) =>
  many > 0 && (
    <output className={css.waiting}>
      {count(many, 'change')} by others, shown when you point away
    </output>
  )

/** The card under the hand; several of them are a number on it. */
const CarriedCard = ({ visit, company }: { visit: Visit; company: number }) => (
  <div className={`${css.card} ${css.carried}`} data-carried data-status={visit.status}>
    {cardFacts(visit)}
    {company > 1 && <span className={css.many}>{company}</span>}
  </div>
)

/** Finds the visit a card shows by the card's name. One on hold may have two cards: on its day, and in the tray. */
function useVisitNamed(
  visits: readonly Visit[],
  hasTray: boolean,
): (name: string) => Visit | undefined {
  const { items } = useTray(hasTray)
  const byName = useMemo(
    () =>
      new Map([
        ...visits.map((visit) => [visit.id, visit] as const),
        ...items.map(({ visit }) => [trayName(visit.id), visit] as const),
      ]),
    [visits, items],
  )
  return useCallback((name: string) => byName.get(name), [byName])
}
