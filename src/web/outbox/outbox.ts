import { useSyncExternalStore } from 'react'
import { workerOf } from '../../domain/worker.ts'
import { useMe } from '../me.ts'
import { lines } from './alone.ts'
import { newId } from './new-id.ts'
import { takeOldActs } from './old-acts.ts'
import { appendActs, readActs, removeActs, type NewAct, type Waiting } from './store.ts'

let acts: readonly Waiting[] = []
const listeners = new Set<() => void>()
const others = 'BroadcastChannel' in globalThis ? new BroadcastChannel(lines.acts) : null

/** Reads the line again, for this page. */
export async function refreshActs(): Promise<readonly Waiting[]> {
  acts = await readActs()
  for (const listener of listeners) listener()
  return acts
}
/** The same for every page of this phone. */
export async function announceActs(): Promise<void> {
  await refreshActs()
  others?.postMessage('changed')
}
others?.addEventListener('message', () => void refreshActs())

/** Resolves once it is known what waits here. A phone without storage has nothing waiting. */
export const actsRead: Promise<unknown> = takeOldActs()
  .then(refreshActs)
  .catch(() => undefined)

const follow = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** What waits on this phone, from anyone. */
export const useActsHere = (): readonly Waiting[] => useSyncExternalStore(follow, () => acts)
/** How many acts wait on this phone, from anyone. */
export const countWaiting = (): number => acts.length

/** A person in one organization: people who work for two keep each one's acts apart. */
export function useWorker(): string {
  const { id, organization_id } = useMe()
  return workerOf(id, organization_id)
}

/** What of this worker waits to be sent, oldest first. */
export function useWaiting(): readonly Waiting[] {
  const worker = useWorker()
  return useActsHere().filter((act) => act.worker === worker)
}

type Act = Omit<NewAct, 'client_id' | 'pressed_ms' | 'is_tried'>

const sendNow = new Set<() => void>()
/** Runs `send` after every new act. */
export function onNewAct(send: () => void): () => void {
  sendNow.add(send)
  return () => sendNow.delete(send)
}

/** Writes an act down on this phone, then sends it as soon as it can be sent. Throws if it cannot be written. */
export async function addAct(act: Act, pressed_ms = Date.now()): Promise<void> {
  await appendActs([{ ...act, client_id: newId(), pressed_ms, is_tried: false }])
  // Some browsers empty the storage of pages that are not often used.
  void navigator.storage?.persist?.().catch(() => false)
  await announceActs()
  for (const send of sendNow) send()
}

/** Drops an act that never left this phone. False if it may have. */
export async function dropAct(matches: (act: Waiting) => boolean): Promise<boolean> {
  return inLine(async () => {
    const last = (await readActs()).findLast(matches)
    if (!last || last.is_tried) return false
    await removeActs([last])
    await announceActs()
    return true
  })
}

/** Waits until no page is sending. */
const inLine = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(lines.acts, work) : work()
