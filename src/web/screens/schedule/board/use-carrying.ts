import type { Active, DragEndEvent, DragStartEvent, Over } from '@dnd-kit/core'
import { useState } from 'react'
import type { Visit } from '../../../../domain/visit.ts'
import { putInRoute } from '../../../visits/route-acts.ts'
import { dropOf, spotAt, type Landing } from './board-drop.ts'
import type { Selection } from './SelectionBar.tsx'
import { keepFocus, type Moves } from './use-moves.tsx'
import type { Steady } from './use-steady.ts'

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
