import type { CrewShift } from '../../../api/crew.ts'
import type { CommandKind } from '../../../domain/flows/crew-command.ts'
import {
  chargeWaitSeconds,
  onTheWayUndoSeconds,
  type Visit,
} from '../../../domain/schedule/visit.ts'
import type { ShiftLocation } from '../../../domain/schedule/shift.ts'
import { api } from '../../app/client.ts'
import { queryClient } from '../../app/query-client.ts'
import { afterActs, shiftAfter } from './with-unsent.ts'
import { addAct, dropAct } from './outbox.ts'
import { onAnswered, waitsSince, type Answered } from './sending.ts'
import type { NewAct, Waiting } from './store.ts'
import { toast } from '../../ui/toast.tsx'
import { patchVisits, reloadSchedule } from '../visits/queries.ts'
import { customerText, serviceText } from '../visits/visit-text.ts'
import { visitWords } from '../../../words/en/visits.ts'
import { wordsNow } from '../../app/words.ts'
import { outboxWords } from '../../../words/en/outbox.ts'

type ClockKind = 'clock_in' | 'clock_out' | 'break_start' | 'break_end'
type VisitKind = Exclude<CommandKind, ClockKind>

/** Writes down what was done at a stop. False if this phone cannot keep it. */
export function doAt(
  visit: Visit,
  worker: string,
  kind: VisitKind,
  more: Pick<NewAct, 'text' | 'for_customer' | 'item' | 'is_done' | 'applied' | 'extra'> = {},
): Promise<boolean> {
  if (isStep(kind) && isSecondTap(`${kind} ${visit.id} ${JSON.stringify(more)}`))
    return Promise.resolve(true)
  const label = `${customerText(visit)}, ${serviceText(visit)}`
  const writing = addAct({ worker, kind, visit: visit.id, date: visit.date, label, ...more })
  return saved(writing, { isQuiet: kind === 'tick' })
}

/** The crew sets out; its customer is told once that can no longer be taken back. */
export async function setOut(visit: Visit, worker: string): Promise<boolean> {
  const isKept = await doAt(visit, worker, 'en_route')
  if (isKept)
    toast.undoable(
      wordsNow(visitWords).onTheWayTold,
      () => void takeBack(visit, worker, 'undo_en_route'),
      { stays: onTheWayUndoSeconds * 1000 },
    )
  return isKept
}

const isStep = (kind: VisitKind): boolean =>
  kind === 'en_route' || kind === 'start' || kind === 'finish' || kind === 'extra_work'

const doubleTap_ms = 1000
let lastTap = { what: '', at: 0 }
/** Two taps of a glove are one: sent together, neither answer would offer the undo. */
function isSecondTap(what: string): boolean {
  const at = performance.now()
  if (what === lastTap.what && at - lastTap.at < doubleTap_ms) return true
  lastTap = { what, at }
  return false
}

type Press = {
  kind: ClockKind
  at: number
  where?: ShiftLocation | undefined
  /** Of the end of a break: how long before the press it was. */
  earlier_ms?: number
}
/** Clocks in or out, or starts or ends a break, as of the press. */
export const clock = ({ kind, at, where, earlier_ms }: Press, worker: string): Promise<boolean> =>
  saved(addAct({ worker, kind, ...where, ...(earlier_ms && { earlier_ms }) }, at), {
    isClock: isClock(kind),
  })

const isClock = (kind: string): boolean => kind === 'clock_in' || kind === 'clock_out'

const undone = { undo: 'finish', undo_not_done: 'not_done', undo_en_route: 'en_route' } as const
/** Takes back how a stop ended, or that the crew set out: what never left this phone is dropped, any other is undone in its turn. */
export async function takeBack(
  visit: Visit,
  worker: string,
  undo: keyof typeof undone,
): Promise<void> {
  const isIt = (act: Waiting) =>
    act.worker === worker && act.kind === undone[undo] && act.visit === visit.id
  if (!(await dropAct(isIt))) await doAt(visit, worker, undo)
}

/** Takes back extra work: what never left this phone is dropped, any other is undone in its turn. */
export async function takeBackExtra(visit: Visit, worker: string, id: string): Promise<void> {
  if (!(await dropAct((act) => act.client_id === id)))
    await doAt(visit, worker, 'undo_extra', { item: id })
}

/** `isQuiet`: seen where it was pressed, so that a toast for each would be in the way. */
async function saved(
  writing: Promise<void>,
  { isQuiet = false, isClock = false } = {},
): Promise<boolean> {
  try {
    await writing
    if (!navigator.onLine && !isQuiet) toast.note(wordsNow(outboxWords).keptHere)
    return true
  } catch {
    const { notKept, clockFailed } = wordsNow(outboxWords)
    toast.problem(isClock ? `${clockFailed}. ${notKept}` : notKept)
    return false
  }
}

/** A tap is news for this long; what waited longer was seen to be waiting. */
const fresh_ms = 15_000
const opened_ms = Date.now()

onAnswered(async (answered) => {
  // Asked right away: an answer does not grow old while the screen follows it.
  const isNews = ({ act }: Answered) => Date.now() - waitsSince(act, opened_ms) < fresh_ms
  const news = stillNews(answered).filter(isNews)
  const counted = answered.flatMap(({ act, answer }) =>
    answer.result === 'done' || answer.result === 'already' ? [act] : [],
  )
  layDown(counted)
  // The stops as the server has them now, before the acts that were laid over them are gone.
  await Promise.all([
    answered.some(({ act }) => act.visit) && reloadSchedule(),
    counted.some(changesShift) && queryClient.invalidateQueries({ queryKey: shiftKey }),
  ]).catch(() => undefined)
  for (const one of answered) say(one, news.includes(one))
})

/** Without the second press of a double tap on a slow phone, and what a later act took back. */
const stillNews = (answered: readonly Answered[]): Answered[] =>
  answered.filter(
    ({ act, answer }, index) =>
      answer.result !== 'already' &&
      !answered
        .slice(index)
        .some(
          ({ act: later }) =>
            isUndo(later.kind) && undone[later.kind] === act.kind && later.visit === act.visit,
        ),
  )
const isUndo = (kind: string): kind is keyof typeof undone => kind in undone

const shiftKey = api['GET /api/crew/shifts/current'].key()
const changesShift = ({ kind }: Waiting) => /^(clock|break)_|^(start|finish)$/.test(kind)

/** What counts is known here from now on, even if the stops or the shift cannot be read again. */
function layDown(acts: readonly Waiting[]): void {
  const of = (id: string) => acts.filter(({ visit }) => visit === id)
  patchVisits(
    queryClient,
    ({ id }) => of(id).length > 0,
    (visit) => afterActs(visit, of(visit.id)),
  )
  queryClient.setQueryData<CrewShift>(shiftKey, (shift) => shift && shiftAfter(shift, acts))
}

/** What a person is told: that something was kept for the office, always; that it worked, if they wait for it. */
function say({ act, answer }: Answered, isNews: boolean): void {
  const words = wordsNow(outboxWords)
  if (answer.result === 'kept') {
    const reason = answer.reason ?? 'refused'
    if (isClock(act.kind)) toast.problem(words.keptForOffice(words.clockFailed, reason))
    else toast.note(words.keptForOffice(act.label ?? words.onePress, reason))
  }
  if (act.kind === 'undo_en_route' && answer.result === 'noted')
    toast.problem(words.toldAlready(act.label ?? words.onePress))
  if (!isNews || answer.result !== 'done') return
  if (act.kind === 'clock_in') toast.done(words.clockedIn)
  if (act.kind === 'clock_out') toast.done(words.clockedOut)
  if (act.kind === 'break_start') toast.done(words.breakStarted)
  if (act.kind === 'break_end') toast.done(words.breakEnded)
  if (act.kind === 'not_done') toast.done(words.notDoneSent)
  if (act.kind === 'note') toast.done(words.noteSent)
  if (act.kind === 'apply_product') toast.done(words.productSent)
  if (act.kind === 'extra_work') toast.done(words.extraSent)
  if (act.kind === 'undo_extra') toast.done(words.extraTakenBack)
  if (act.kind === 'undo' || act.kind === 'undo_not_done')
    toast.done(wordsNow(visitWords).openAgain)
  if (act.kind === 'finish') sayFinished(act, answer.message)
}

function sayFinished({ visit, date, worker, label }: Waiting, message: string | null): void {
  const undo = () =>
    void saved(addAct({ worker, kind: 'undo', visit: visit ?? null, date: date ?? null, label }))
  const words = wordsNow(visitWords)
  const done = words.completedAs(message ?? '')
  // As long as the agreed charge waits.
  toast.undoable(label ? words.completedFor(label, done) : done, undo, {
    stays: chargeWaitSeconds * 1000,
    many: wordsNow(outboxWords).doneInRow,
  })
}
