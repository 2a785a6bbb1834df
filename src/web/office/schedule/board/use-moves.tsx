import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import type { ScheduleWindow } from '../../../../api/week.ts'
import type { Visit } from '../../../../domain/schedule/visit.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { MoveSheet } from '../../../app/sheets.ts'
import { Doubts } from '../../../shared/visits/Doubts.tsx'
import { carryOut, showBack, showCarried } from '../../../shared/visits/moves.ts'
import { organizationQuery } from '../../../shared/visits/queries.ts'
import type { Selection } from './SelectionBar.tsx'
import {
  carryRefusal,
  doubtsAbout,
  type BoardFacts,
  type Carry,
} from '../../../shared/visits/drop-targets.ts'
import { useSheet } from '../../../ui/use-sheet.ts'

type After = (moved: Visit) => void
/** Moves visits that are shown in their new places already. `asked`: doubts the user has seen; `after`: what follows when it worked. */
type CarryNow = (
  carries: readonly Carry[],
  asked: readonly string[],
  after?: After,
) => Promise<void>

export type Moves = {
  /** Moves at once, or asks first when something about it is doubtful. `after`: what follows when it worked. */
  carry: (carries: readonly Carry[], after?: After) => void
  /** Opens the choice of team, date and time. */
  choose: (visits: readonly Visit[]) => void
  /** The question and the choice, to be put somewhere on the page. */
  dialogs: ReactNode
}

/** How visits are moved on a schedule, by whatever hand. Of several chosen, those that were refused stay chosen. */
export function useMoves(
  window: ScheduleWindow,
  selection: Pick<Selection, 'clear' | 'choose'>,
): Moves {
  const { data: organization } = useQuery(organizationQuery)
  const { teams } = window
  const facts: BoardFacts = { ...window, organization }
  const carryNow: CarryNow = async (carries, asked, after) => {
    selection.clear()
    const failed = await carryOut(carries, teams, asked, after)
    if (carries.length > 1 && failed.length > 0) selection.choose(failed)
  }
  const question = useMoveQuestion(carryNow)
  const choice = useMoveChoice(window, facts, carryNow)
  const carry: Moves['carry'] = (carries, after) => {
    if (carries.length === 0) return
    const doubts = doubtsAbout(carries, facts)
    showCarried(carries, teams)
    if (doubts.length > 0) question.ask({ carries, doubts }, after)
    else void carryNow(carries, [], after)
  }
  return {
    carry,
    choose: choice.open,
    dialogs: (
      <>
        {question.dialog}
        {choice.sheet}
      </>
    ),
  }
}

type Question = { carries: readonly Carry[]; doubts: readonly string[] }
const noQuestion: Question = { carries: [], doubts: [] }

/** Asks before a doubtful move. Unless the answer is yes, the visits are shown where they were. */
function useMoveQuestion(carryNow: CarryNow) {
  const { about, opened, show, hide } = useSheet<Question>('move-anyway')
  const isAgreed = useRef(false)
  const after = useRef<After | undefined>(undefined)
  const { carries, doubts } = about ?? noQuestion
  useEffect(() => {
    if (!opened) return
    return () => {
      if (!isAgreed.current) showBack(carries)
      keepFocus(carries[0]?.visit.id)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each question, however it is left
  }, [opened])
  const ask = (question: Question, then: After | undefined) => {
    isAgreed.current = false
    after.current = then
    show(question)
  }
  const agree = () => {
    isAgreed.current = true
    void carryNow(carries, doubts, after.current)
  }
  const dialog = (
    <ConfirmDialog
      opened={opened}
      onClose={hide}
      title={carries.length > 1 ? `Move ${carries.length} visits anyway?` : 'Move anyway?'}
      confirm="Move anyway"
      cancel="Keep it here"
      onConfirm={agree}
    >
      <Doubts sentences={doubts} />
    </ConfirmDialog>
  )
  return { ask, dialog }
}

const nothing: readonly Visit[] = []

/** The sheet where team, date and time are chosen for visits that can be moved. */
function useMoveChoice(window: ScheduleWindow, facts: BoardFacts, carryNow: CarryNow) {
  const { about, opened, show, hide } = useSheet<readonly Visit[]>('move')
  const open = (visits: readonly Visit[]) => {
    const refusal = visits.map((visit) => carryRefusal(visit)).find((one) => one !== null)
    if (refusal) toast.problem(refusal.sentence)
    else if (visits.length > 0) show(visits)
  }
  const move = (carries: readonly Carry[], asked: readonly string[]) => {
    hide()
    showCarried(carries, window.teams)
    void carryNow(carries, asked)
    keepFocus(about?.[0]?.id)
  }
  const sheet = (
    <MoveSheet
      visits={about ?? nothing}
      opened={opened}
      onClose={hide}
      facts={facts}
      window={window}
      onMove={move}
    />
  )
  return { open, sheet }
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
