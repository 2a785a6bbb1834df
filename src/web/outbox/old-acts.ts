import type { ShiftLocation } from '../../domain/shift.ts'
import { newId } from './new-id.ts'
import { appendActs, type NewAct } from './store.ts'

/** Where earlier versions of the app kept what was not sent yet. A phone may have been off since. */
const prefix = 'fieldhive.waiting.'

type Done = { id: string; date: string; label: string; worker: string }
type Press = { act: 'in' | 'out'; at: number; where?: ShiftLocation; worker: string }

/** Moves acts of an earlier version into the line. */
export async function takeOldActs(): Promise<void> {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  const old = keys.flatMap((key) => JSON.parse(localStorage.getItem(key) ?? '[]') as object[])
  if (old.length > 0)
    await appendActs(
      old
        .map((one) => ('act' in one ? ofPress(one as Press) : ofDone(one as Done)))
        .sort((a, b) => a.pressed_ms - b.pressed_ms),
    )
  for (const key of keys) localStorage.removeItem(key)
}

const ofPress = ({ act, at, where, worker }: Press): NewAct => ({
  ...named(worker),
  ...where,
  kind: act === 'in' ? 'clock_in' : 'clock_out',
  pressed_ms: at,
})
const ofDone = ({ id, date, label, worker }: Done): NewAct => ({
  ...named(worker),
  kind: 'finish',
  visit: id,
  date,
  label,
  pressed_ms: Date.now(),
})
const named = (worker: string) => ({ client_id: newId(), worker, is_tried: false })
