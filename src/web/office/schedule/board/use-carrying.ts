import type { Active, DragEndEvent, DragStartEvent, Over } from '@dnd-kit/core'
import { useState, useCallback, useEffect, useRef, type PointerEvent } from 'react'
import type { Visit } from '../../../../domain/schedule/visit.ts'
import { putInRoute } from '../../../shared/visits/route-acts.ts'
import { dropOf, spotAt, type Landing } from './board-drop.ts'
import type { Selection } from './SelectionBar.tsx'
import { keepFocus, type Moves } from './use-moves.tsx'
import type { Steady } from './use-steady.ts'
import { cardAt } from './drop-id.ts'

type Input = {
  /** The visit a card shows, by the card's name. */
  visitNamed: (name: string) => Visit | undefined
  /** Where a carried card would land; null where it cannot. */
  landing: (active: Active, over: Over | null) => Landing | null
  steady: Steady
  selection: Selection
  moves: Moves
  say: (words: string | null) => void
}

/** A visit while it is carried, and what happens when it is put down. The board keeps still meanwhile. */
export function useCarrying({ visitNamed, landing, steady, selection, moves, say }: Input) {
  const [carried, setCarried] = useState<Visit | null>(null)
  const visitOf = ({ id }: Active) => visitNamed(String(id))
  const spotOver = (active: Active, over: Over | null) => {
    const visit = visitOf(active)
    const to = visit && landing(active, over)
    return to ? spotAt(visit, to) : null
  }
  const lift = ({ active }: DragStartEvent) => {
    steady.hold()
    setCarried(visitOf(active) ?? null)
  }
  const putBack = () => {
    setCarried(null)
    steady.release()
  }
  const move = (visit: Visit, to: Landing, byKeys: boolean) => {
    const company = selection.companyOf(visit)
    const { carries, at } = dropOf({ visit, company, landing: to, byKeys })
    if (carries.length > 0)
      moves.carry(carries, (moved) => {
        if (at !== null && moved.start_minutes === null) putInRoute(moved, at)
      })
    else if (at !== null) say(putInRoute(visit, at))
  }
  const drop = ({ active, over, activatorEvent }: DragEndEvent) => {
    const visit = visitOf(active)
    const to = visit && landing(active, over)
    const byKeys = activatorEvent.type === 'keydown'
    putBack()
    if (to) move(visit, to, byKeys)
    if (byKeys) keepFocus(visit?.id)
  }
  return { carried, spotOver, lift, drop, putBack }
}

/** After this long without moving, in ms, the mouse was left there, and no press is coming. */
const rests_ms = 10_000

/** Keeps a board still while the mouse is moving on one of its cards, and for a while after. */
export function useSteadyPointer({ hold, release }: Steady, isCarrying: boolean) {
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(rest.current), [])
  // The picture of a carried card lies over the board: the pointer has left, the hand has not.
  const pointAway = useCallback(() => {
    clearTimeout(rest.current)
    if (!isCarrying) release()
  }, [isCarrying, release])
  const pointAt = useCallback(
    (event: PointerEvent) => {
      const isOnCard = event.pointerType === 'mouse' && cardAt(event.target) !== null
      if (isOnCard) {
        hold()
        clearTimeout(rest.current)
        if (event.buttons === 0) rest.current = setTimeout(pointAway, rests_ms)
      } else if (event.buttons === 0) pointAway()
    },
    [hold, pointAway],
  )
  return { onPointerOver: pointAt, onPointerMove: pointAt, onPointerLeave: pointAway }
}
