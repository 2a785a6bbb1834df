import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import type { ScheduleWindow } from '../../../../api/week.ts'
import type { Visit } from '../../../../domain/visit.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { MoveSheet } from '../../../sheets.ts'
import { Doubts } from '../../../visits/Doubts.tsx'
import { carryOut, showBack, showCarried } from '../../../visits/moves.ts'
import { organizationQuery } from '../../../visits/queries.ts'
import type { Selection } from './SelectionBar.tsx'
import { carryRefusal, doubtsAbout, type BoardFacts, type Carry } from '../../../visits/spots.ts'
import { useSheet } from '../../../ui/use-sheet.ts'

type After = (moved: Visit) => void
type Question = {
  carries: readonly Carry[]
  doubts: readonly string[]
}

type Moves = {
  /** Moves at once, or asks first when something about it is doubtful. `after`: what follows when it worked. */
  carry: (carries: readonly Carry[], after?: After) => void
  /** Opens the choice of team, date and time. */
  choose: (visits: readonly Visit[]) => void
  /** The question and the choice, to be put somewhere on the page. */
  dialogs: ReactNode
}

const nothing: readonly Visit[] = []

/** How visits are moved about on a schedule, by whatever hand. Of several chosen, those that were refused stay chosen. */
export function useMoves(
  window: ScheduleWindow,
  selection: Pick<Selection, 'clear' | 'choose'>,
): Moves {
  const { data: organization } = useQuery(organizationQuery)
  const question = useSheet<Question>('move-anyway')
  const moving = useSheet<readonly Visit[]>('move')
  const isAgreed = useRef(false)
  const after = useRef<After | undefined>(undefined)
  const { teams } = window
  const facts: BoardFacts = { ...window, organization }

  const carryNow = async (carries: readonly Carry[], asked: readonly string[], after?: After) => {
    selection.clear()
    const failed = await carryOut(carries, teams, asked, after)
    if (carries.length > 1 && failed.length > 0) selection.choose(failed)
  }
  const carry: Moves['carry'] = (carries, then) => {
    if (carries.length === 0) return
    const doubts = doubtsAbout(carries, facts)
    showCarried(carries, teams)
    if (doubts.length > 0) {
      isAgreed.current = false
      after.current = then
      return question.show({ carries, doubts })
    }
    void carryNow(carries, [], then)
  }
  const choose = (visits: readonly Visit[]) => {
    const refusal = visits.map((visit) => carryRefusal(visit)).find((one) => one !== null)
    if (refusal) toast.problem(refusal.sentence)
    else if (visits.length > 0) moving.show(visits)
  }
  const { carries: doubtful, doubts } = question.about ?? { carries: [], doubts: [] }
  useEffect(() => {
    if (!question.opened) return
    return () => {
      if (!isAgreed.current) showBack(doubtful)
      keepFocus(doubtful[0]?.visit.id)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each question, however it is left
  }, [question.opened])
  const dialogs = (
    <>
      <ConfirmDialog
        opened={question.opened}
        onClose={question.hide}
        title={doubtful.length > 1 ? `Move ${doubtful.length} visits anyway?` : 'Move anyway?'}
        confirm="Move anyway"
        cancel="Keep it here"
        onConfirm={() => {
          isAgreed.current = true
          void carryNow(doubtful, doubts, after.current)
        }}
      >
        <Doubts sentences={doubts} />
      </ConfirmDialog>
      <MoveSheet
        visits={moving.about ?? nothing}
        opened={moving.opened}
        onClose={moving.hide}
        facts={facts}
        window={window}
        onMove={(carries, asked) => {
          moving.hide()
          showCarried(carries, teams)
          void carryNow(carries, asked)
          keepFocus(moving.about?.[0]?.id)
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
    if (activeElement === null || activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-visit="${CSS.escape(id)}"]`)?.focus()
    if (performance.now() < until) requestAnimationFrame(look)
  }
  look()
}
