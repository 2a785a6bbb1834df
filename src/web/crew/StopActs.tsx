import { Button, VisuallyHidden, Checkbox } from '@mantine/core'
import { Check, CloudUpload, Play, Truck, Undo2, ListChecks } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { visitRules, type Visit } from '../../domain/schedule/visit.ts'
import { useWorker, useWaitingPhotos } from '../shared/outbox/outbox.ts'
import { nowIso } from '../app/server-time.ts'
import { useIsUnderWay } from '../shared/outbox/sending.ts'
import { Refusable } from '../ui/Refusable.tsx'
import { customerText } from '../shared/visits/visit-text.ts'
import { visitWords } from '../../words/en/visits.ts'
import { useWords } from '../app/words.ts'
import { doAt, setOut, takeBack } from '../shared/outbox/acts.ts'
import {
  holdStep,
  maySteps,
  useHeldStep,
  useIsQuiet,
  type Step,
  type Laid,
} from '../shared/outbox/with-unsent.ts'
import css from './crew.module.css'
import { isOpen } from './next-stop.ts'
import { crewWords } from '../../words/en/crew.ts'
import type { VisitChecklistItem } from '../../domain/schedule/checklist.ts'
import list from './checklist.module.css'
import { lacksProducts } from './queries.ts'
import {
  ExtraButton,
  finishStop,
  NoteButton,
  PhotosButton,
  ProductsButton,
  SignatureButton,
} from './StopSheets.tsx'

type Props = { visit: Laid; today: string; isNext?: boolean }
type ActsProps = Props & { mayComplete: boolean }

/** Whether a step of the work at a stop can be reported. */
export const mayStep = (visit: Visit, today: string): boolean =>
  isOpen(visit) && visit.date <= today

/** What a crew reports of a stop besides its steps: what it noticed, used and did. */
export function StopActs({ visit, today, mayComplete, isNext = false }: ActsProps) {
  return (
    <>
      {isReported(visit, today) && (
        <>
          <StopChecklist visit={visit} today={today} isNext={isNext} />
          <PhotosButton visit={visit} />
          <NoteButton visit={visit} />
          <ExtraButton visit={visit} />
          <ProductsButton visit={visit} />
          <SignatureButton visit={visit} />
        </>
      )}
      {/* Not where Complete was: a double tap must not take it back. */}
      {mayComplete && mayTakeBack(visit, today) && <TakeBack visit={visit} />}
    </>
  )
}

const isReported = (visit: Visit, today: string): boolean => !visit.skipped && visit.date <= today

/** What most crews press next besides the main step: Complete, or what the stop still needs before that. */
export function StopNeeds({ visit, today, isNext, mayComplete }: ActsProps) {
  const of = { visit, today, isNext }
  if (mayComplete && mainStep(of) !== 'finish') return <StepButton {...of} step="finish" />
  if (!isReported(visit, today)) return null
  if (lacksProducts(visit)) return <ProductsButton visit={visit} />
  return visit.service?.asks_signature ? (
    <SignatureButton visit={visit} />
  ) : (
    <PhotosButton visit={visit} />
  )
}

const icons = { en_route: Truck, start: Play, finish: Check }

/** What can be reported now, and which of it a crew that reports everything taps next. */
function stepsOf(visit: Visit, today: string): { steps: Step[]; next: Step } {
  if (visit.date !== today || visit.status !== 'scheduled')
    return { steps: ['finish'], next: 'finish' }
  return visit.on_the_way_at
    ? { steps: ['start', 'finish'], next: 'start' }
    : { steps: ['en_route', 'start', 'finish'], next: 'en_route' }
}

/** The next stop goes on with the work; any other is completed at once. */
const mainStep = ({ visit, today, isNext }: Props): Step =>
  isNext ? stepsOf(visit, today).next : 'finish'

/** One large button: what is reported next. */
export const MainStep = (of: Props & { isSoft?: boolean }) => (
  <StepButton {...of} step={mainStep(of)} />
)

/** The steps that can be reported instead. A crew that goes to another stop first says so, and that one becomes the next. */
export const OtherSteps = (of: Props): ReactNode =>
  stepsOf(of.visit, of.today)
    .steps.filter((step) => step !== mainStep(of) && (of.isNext || step !== 'start'))
    .map((step) => <StepButton key={step} {...of} step={step} />)

type StepProps = Props & {
  step: Step
  /** Something else on the screen comes first. */
  isSoft?: boolean
}

function StepButton({ visit, today, isNext, step, isSoft = false }: StepProps) {
  const held = useHeldStep()
  const isQuiet = useIsQuiet()
  const words = useWords(crewWords)
  const { onMyWay } = useWords(visitWords)
  const worker = useWorker()
  const labels = { en_route: onMyWay, start: words.start, finish: words.complete }
  const rules = {
    en_route: visitRules.onTheWay,
    start: visitRules.start,
    finish: visitRules.complete,
  }
  const isTaken = held?.visit.id === visit.id && held.step === step
  const isMain = step === mainStep({ visit, today, isNext })
  const Icon = isTaken ? Check : icons[step]
  const take = (tapped_ms: number) => {
    if (!maySteps(tapped_ms)) return
    if (step === 'finish') finishStop(visit, worker, tapped_ms)
    else
      void holdStep({ visit, step }, tapped_ms, () =>
        step === 'en_route' ? setOut(visit, worker) : doAt(visit, worker, step),
      )
  }
  return (
    <Refusable
      size="md"
      variant={isMain ? (isSoft ? 'light' : 'filled') : 'default'}
      className={isMain ? css.mainStep : css.step}
      refusal={isQuiet ? null : rules[step]({ ...visit, today, by_crew: true })}
      disabled={isQuiet}
      data-taken={isTaken || undefined}
      leftSection={<Icon size={20} aria-hidden />}
      onClick={({ timeStamp }) => take(timeStamp)}
    >
      {isTaken ? words.taken[step] : labels[step]}
    </Refusable>
  )
}

/** What was done as long as that can be undone, and what was not done, for the rest of the day. */
function mayTakeBack(visit: Laid, today: string): boolean {
  if (visit.skipped) return visit.hold_reason !== null && visit.date === today
  const now = nowIso()
  const isInTime = visit.is_waiting || visitRules.reopen({ ...visit, now, by_crew: true }) === null
  return visit.is_completed && isInTime
}

/** A mis-tap is undone where it was made, with or without a connection. */
function TakeBack({ visit }: { visit: Visit }) {
  const words = useWords(crewWords)
  const worker = useWorker()
  return (
    <Button
      variant="default"
      size="md"
      leftSection={<Undo2 size={18} aria-hidden />}
      aria-label={words.undoOf(customerText(visit))}
      onClick={() => void takeBack(visit, worker, visit.skipped ? 'undo_not_done' : 'undo')}
    >
      {words.undo}
    </Button>
  )
}

/** Whether the office does not know yet all of what was done at a stop. */
export function useUnsent(): (visit: Laid) => boolean {
  const photos = useWaitingPhotos()
  return ({ id, is_waiting }) => is_waiting || photos.some(({ visit }) => visit === id)
}

/** Marks such a stop. */
export function NotSent({ visit }: { visit: Laid }) {
  const words = useWords(crewWords)
  const isUnsent = useUnsent()
  const isUnderWay = useIsUnderWay()
  // Its place stays: a chip that comes and goes would move the buttons below it.
  return (
    <span className={css.mark}>
      {isUnsent(visit) && (
        <>
          <CloudUpload size={18} aria-hidden />
          <VisuallyHidden>{isUnderWay ? words.sending : words.notSent}</VisuallyHidden>
        </>
      )}
    </span>
  )
}

/** What to do at a stop; each tick is an act of its own, with or without a signal. The next stop shows it at once. */
export function StopChecklist({ visit, today, isNext = false }: Props) {
  const words = useWords(crewWords)
  const { checklist } = visit
  if (checklist.length === 0 || !isReported(visit, today)) return null
  const done = checklist.filter((item) => item.done).length
  return (
    <details className={list.checklist} open={isNext && !visit.is_completed}>
      <summary aria-label={words.checklistOf(customerText(visit), done, checklist.length)}>
        <ListChecks size={18} aria-hidden />
        {words.checklist(done, checklist.length)}
      </summary>
      <div>
        {checklist.map((item) => (
          <Item key={item.id} item={item} visit={visit} />
        ))}
      </div>
    </details>
  )
}

function Item({ item, visit }: { item: VisitChecklistItem; visit: Visit }) {
  const words = useWords(crewWords)
  const worker = useWorker()
  const { id, text, required, done } = item
  // Shown at once; it counts as soon as this phone has written it down.
  const [pressed, setPressed] = useState<boolean | null>(null)
  const tick = async (is_done: boolean) => {
    setPressed(is_done)
    await doAt(visit, worker, 'tick', { item: id, text, is_done })
    setPressed(null)
  }
  return (
    <Checkbox
      size="md"
      className={list.item}
      label={required ? `${text} ${words.requiredMark}` : text}
      checked={pressed ?? done !== null}
      disabled={visit.is_completed}
      onChange={({ currentTarget }) => void tick(currentTarget.checked)}
    />
  )
}
