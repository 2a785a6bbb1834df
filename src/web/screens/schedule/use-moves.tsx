import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState, type ReactNode } from 'react'
import type { ScheduleWindow } from '../../../api/schedule.ts'
import type { Visit } from '../../../domain/visit.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { MoveSheet } from './dialogs.tsx'
import { Doubts } from './Doubts.tsx'
import { carryOut, showBack, showCarried } from './moves.ts'
import { organizationQuery } from './queries.ts'
import type { Selection } from './SelectionBar.tsx'
import { carryRefusal, doubtsAbout, type BoardFacts, type Carry } from './spots.ts'

type After = (moved: Visit) => void
type Question = { carries: readonly Carry[]; doubts: readonly string[]; after?: After | undefined; opened: boolean }

export type Moves = {
  /** Moves at once, or asks first when something about it is doubtful. `after`: what follows when it worked. */
  carry: (carries: readonly Carry[], after?: After) => void
  /** Opens the choice of team, date and time. */
  choose: (visits: readonly Visit[]) => void
  /** The question and the choice, to be put somewhere on the page. */
  dialogs: ReactNode
}

/** How visits are moved about on a schedule, by whatever hand. Of several chosen, those that were refused stay chosen. */
export function useMoves(window: ScheduleWindow, selection: Pick<Selection, 'clear' | 'choose'>): Moves {
  const { data: organization } = useQuery(organizationQuery)
  // Kept while the dialog slides out, or its text would vanish before it does.
  const [question, setQuestion] = useState<Question>({ carries: [], doubts: [], opened: false })
  const isAgreed = useRef(false)
  const [chosen, setChosen] = useState<{ visits: readonly Visit[]; opened: boolean }>({ visits: [], opened: false })
  const { teams } = window
  const facts: BoardFacts = { ...window, organization }

  const carryNow = async (carries: readonly Carry[], asked: readonly string[], after?: After) => {
    selection.clear()
    const failed = await carryOut(carries, teams, asked, after)
    if (carries.length > 1 && failed.length > 0) selection.choose(failed)
  }
  const carry: Moves['carry'] = (carries, after) => {
    if (carries.length === 0) return
    const doubts = doubtsAbout(carries, facts)
    showCarried(carries, teams)
    if (doubts.length > 0) {
      isAgreed.current = false
      return setQuestion({ carries, doubts, after, opened: true })
    }
    void carryNow(carries, [], after)
  }
  const choose = (visits: readonly Visit[]) => {
    const refusal = visits.map((visit) => carryRefusal(visit)).find((one) => one !== null)
    if (refusal) toast.problem(refusal.sentence)
    else if (visits.length > 0) setChosen({ visits, opened: true })
  }
  const close = useCallback(() => setChosen((now) => ({ ...now, opened: false })), [])
  const leave = () => {
    if (!isAgreed.current) showBack(question.carries)
    keepFocus(question.carries[0]?.visit.id)
    setQuestion((now) => ({ ...now, opened: false }))
  }
  const dialogs = (
    <>
      <ConfirmDialog
        opened={question.opened}
        onClose={leave}
        title={question.carries.length > 1 ? `Move ${question.carries.length} visits all the same?` : 'Move it all the same?'}
        confirm="Move anyway"
        cancel="Leave as it was"
        onConfirm={() => {
          isAgreed.current = true
          void carryNow(question.carries, question.doubts, question.after)
        }}
      >
        <Doubts sentences={question.doubts} />
      </ConfirmDialog>
      <MoveSheet
        visits={chosen.visits}
        opened={chosen.opened}
        onClose={close}
        facts={facts}
        window={window}
        onMove={(carries, asked) => {
          close()
          showCarried(carries, teams)
          void carryNow(carries, asked)
          keepFocus(chosen.visits[0]?.id)
        }}
      />
    </>
  )
  return { carry, choose, dialogs }
}

const focusLooksFor_ms = 800

/** A card that went elsewhere is a new element: the focus it had is brought after it, unless it has gone somewhere else by then. */
export function keepFocus(id: string | undefined): void {
  if (!id) return
  const until = performance.now() + focusLooksFor_ms
  const look = () => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) document.querySelector<HTMLElement>(`[data-visit="${CSS.escape(id)}"]`)?.focus()
    if (performance.now() < until) requestAnimationFrame(look)
  }
  look()
}
