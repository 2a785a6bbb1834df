import { useSyncExternalStore } from 'react'
import type { CrewShift } from '../../../api/crew.ts'
import { visitFlags, type Visit } from '../../../domain/schedule/visit.ts'
import type { Waiting } from './store.ts'
import { timeOf } from '../../app/server-time.ts'

/** A stop as its crew left it, although the server does not know yet. */
export type Laid = Visit & { is_waiting: boolean }

type Act = Pick<
  Waiting,
  | 'kind'
  | 'visit'
  | 'pressed_ms'
  | 'client_id'
  | 'text'
  | 'for_customer'
  | 'item'
  | 'is_done'
  | 'applied'
  | 'extra'
>

/** A stop after acts at it. One that the stop shows already is not shown twice. */
export const afterActs = (visit: Visit, acts: readonly Act[]): Visit => acts.reduce(after, visit)

/** Lays acts that wait over the stops as the server has them, so that nothing the crew did is off the screen. */
export function layOver(visits: readonly Visit[], acts: readonly Act[]): Laid[] {
  return visits.map((visit) => {
    const own = acts.filter((act) => act.visit === visit.id)
    return { ...afterActs(visit, own), is_waiting: own.length > 0 }
  })
}

function after(visit: Visit, act: Act): Visit {
  const at = new Date(timeOf(act.pressed_ms)).toISOString()
  switch (act.kind) {
    case 'en_route':
      return { ...visit, on_the_way_at: visit.on_the_way_at ?? at }
    case 'undo_en_route':
      return visit.status === 'scheduled' ? { ...visit, on_the_way_at: null } : visit
    case 'start':
      return visit.status === 'scheduled'
        ? { ...visit, status: 'in_progress', started_at: at }
        : visit
    case 'finish':
      return {
        ...visit,
        status: 'completed',
        ...visitFlags('completed'),
        completed_at: at,
        open_reason: act.text ?? null,
      }
    case 'undo': {
      const status = visit.started_at ? 'in_progress' : 'scheduled'
      return { ...visit, status, ...visitFlags(status), completed_at: null }
    }
    case 'not_done':
      return {
        ...visit,
        status: 'skipped',
        ...visitFlags('skipped'),
        skip_reason: 'staff',
        hold_reason: act.text ?? null,
      }
    case 'undo_not_done':
      return {
        ...visit,
        status: 'scheduled',
        ...visitFlags('scheduled'),
        skip_reason: null,
        hold_reason: null,
      }
    case 'note':
      if (visit.crew_notes.some(({ text }) => text === act.text)) return visit
      return {
        ...visit,
        crew_notes: [
          ...visit.crew_notes,
          { text: act.text ?? '', by: null, at, for_customer: act.for_customer === true },
        ],
      }
    case 'apply_product':
      return act.applied && !hasOwn(visit.products, act)
        ? {
            ...visit,
            products: [...visit.products, { ...act.applied, id: act.client_id, by: null, at }],
          }
        : visit
    case 'void_product':
      return { ...visit, products: visit.products.filter(({ id }) => id !== act.item) }
    case 'extra_work':
      return act.extra && !hasOwn(visit.extras, act)
        ? { ...visit, extras: [...visit.extras, { ...act.extra, ...asAdded(act, at) }] }
        : visit
    case 'undo_extra':
      return { ...visit, extras: visit.extras.filter(({ id }) => id !== act.item) }
    case 'tick':
      return {
        ...visit,
        checklist: visit.checklist.map((item) =>
          item.id === act.item ? { ...item, done: act.is_done ? { by: null, at } : null } : item,
        ),
      }
    default:
      return visit
  }
}

const hasOwn = (list: readonly { id: string }[], { client_id }: Act) =>
  list.some(({ id }) => id === client_id)

const asAdded = ({ client_id, text }: Act, at: string) => ({
  id: client_id,
  note: text ?? null,
  by: null,
  at,
  state: 'waiting' as const,
  reason: null,
})

/** The shift as it is once everything that waits has been sent. */
export const shiftAfter = (shift: CrewShift, acts: readonly Act[]): CrewShift =>
  acts.reduce(pressed, shift)

function pressed(shift: CrewShift, { kind, pressed_ms }: Act): CrewShift {
  const moment = new Date(timeOf(pressed_ms)).toISOString()
  if (kind === 'clock_out')
    return shift.active
      ? { ...shift, active: false, ended_at: moment, break_started_at: null }
      : shift
  if (kind === 'break_start')
    return shift.active && !shift.break_started_at ? { ...shift, break_started_at: moment } : shift
  // Work on a stop ends a break that was forgotten.
  if (kind === 'break_end' || kind === 'start' || kind === 'finish')
    return { ...shift, break_started_at: null }
  if (kind !== 'clock_in' || shift.active) return shift
  return {
    active: true,
    shift_id: null,
    started_at: moment,
    ended_at: null,
    location: null,
    break_started_at: null,
    needs_review: false,
  }
}

/** What a crew reports of a stop, in order. */
export type Step = 'en_route' | 'start' | 'finish'
type HeldStep = { visit: Laid; step: Step }

/** After a step, the stops stay as they are and no step is taken: the second tap of a glove, and a slow phone's. */
const holdsFor_ms = 1500
/** Then the next stop comes in: a thumb that was on its way already does not hit it. */
const settlesFor_ms = 400

let held: HeldStep | null = null
let isQuiet = false
let pressedAt_ms = -Infinity
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

/** Whether a tap (its event's `timeStamp`, ms) counts. One made before the last step was over does not, however late a busy phone hears of it. */
export const maySteps = (tapped_ms: number): boolean =>
  !isQuiet && tapped_ms - pressedAt_ms >= holdsFor_ms

/** Takes a step by this tap (null: one that ends the stop another way); `write` writes it down. No other step is taken until some time after it is written; one that cannot be written is over at once. */
export async function holdStep(
  pressed: HeldStep | null,
  tapped_ms: number,
  write: () => Promise<boolean>,
): Promise<boolean> {
  clearTimeout(timer)
  held = pressed
  isQuiet = true
  pressedAt_ms = tapped_ms
  changed()
  const isWritten = await write()
  timer = isWritten ? setTimeout(settle, holdsFor_ms) : setTimeout(release, 0)
  return isWritten
}

function settle(): void {
  held = null
  changed()
  timer = setTimeout(release, settlesFor_ms)
}
function release(): void {
  held = null
  isQuiet = false
  changed()
}

const follow = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** The step that was just taken, while it is shown in its place. */
export const useHeldStep = (): HeldStep | null => useSyncExternalStore(follow, () => held)
/** True while no step can be taken. */
export const useIsQuiet = (): boolean => useSyncExternalStore(follow, () => isQuiet)

/** The stops as they stood when a step was taken, so that nothing moves under the thumb. */
export function useHeldStops(stops: Laid[]): Laid[] {
  const step = useHeldStep()
  return step ? stops.map((stop) => (stop.id === step.visit.id ? step.visit : stop)) : stops
}
