import { useSyncExternalStore } from 'react'
import { workerOf } from '../../../domain/base/worker.ts'
import { extraText } from '../../../domain/flows/extra-text.ts'
import { amountText } from '../../../domain/flows/product.ts'
import type { ShiftLocation } from '../../../domain/schedule/shift.ts'
import { newIdempotencyKey } from '../../app/client.ts'
import { useMe } from '../../app/me.ts'
import { timeOf } from '../../app/server-time.ts'
import type { leftWords } from '../../../words/en/left.ts'
import {
  appendActs,
  erasePhoto,
  lines,
  readActs,
  readPhotos,
  removeActs,
  replacePhoto,
  writePhoto,
  type NewAct,
  type Waiting,
  type WaitingPhoto,
} from './store.ts'

/** A line of this phone as this page knows it. `prepare` comes before it is first read. */
function lineOf<T>(
  name: keyof typeof lines,
  read: () => Promise<readonly T[]>,
  prepare: () => Promise<unknown> = () => Promise.resolve(),
) {
  let waiting: readonly T[] = []
  const listeners = new Set<() => void>()
  const senders = new Set<() => void>()
  const others = 'BroadcastChannel' in globalThis ? new BroadcastChannel(lines[name]) : null
  const follow = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  /** Reads the line again, for this page. */
  async function refresh(): Promise<readonly T[]> {
    waiting = await read()
    for (const listener of listeners) listener()
    return waiting
  }
  /** The same for every page of this phone. */
  async function announce(): Promise<void> {
    await refresh()
    others?.postMessage('changed')
  }
  others?.addEventListener('message', () => void refresh().catch(() => undefined))
  return {
    name,
    refresh,
    announce,
    now: () => waiting,
    /** What waits on this phone, from anyone. */
    useHere: () => useSyncExternalStore(follow, () => waiting),
    /** Resolves once it is known what waits here. A phone without storage has nothing waiting. */
    known: prepare()
      .then(refresh)
      .catch(() => undefined) as Promise<unknown>,
    /** Runs `send` after every change made here. */
    onChange(send: () => void): () => void {
      senders.add(send)
      return () => senders.delete(send)
    },
    async changed(): Promise<void> {
      await announce()
      for (const send of senders) send()
    },
  }
}

export const actLine = lineOf('acts', readActs, takeOldActs)
export const photoLine = lineOf('photos', readPhotos)

const isShown = ({ is_removed }: WaitingPhoto) => !is_removed

/** What waits on this phone, from anyone. */
export const useActsHere = (): readonly Waiting[] => actLine.useHere()
/** The same of photos. */
export const usePhotosHere = (): readonly WaitingPhoto[] => photoLine.useHere().filter(isShown)

/** How much waits on this phone, from anyone, as far as it was read. */
export const countWaiting = (): number =>
  actLine.now().length + photoLine.now().filter(isShown).length

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

/** The same of photos. */
export function useWaitingPhotos(): readonly WaitingPhoto[] {
  const worker = useWorker()
  return usePhotosHere().filter((photo) => photo.worker === worker)
}

type Act = Omit<NewAct, 'client_id' | 'pressed_ms' | 'is_tried'>

/** Writes an act down on this phone, then sends it as soon as it can be sent. Throws if it cannot be written. */
export async function addAct(act: Act, pressed_ms = Date.now()): Promise<void> {
  await appendActs([{ ...act, client_id: newIdempotencyKey(), pressed_ms, is_tried: false }])
  stayHere()
  await actLine.changed()
}

// Some browsers empty the storage of pages that are not often used.
const stayHere = () => void navigator.storage?.persist?.().catch(() => false)

/** Drops an act that never left this phone. False if it may have. */
export async function dropAct(matches: (act: Waiting) => boolean): Promise<boolean> {
  return inLine(async () => {
    const last = (await readActs()).findLast(matches)
    if (!last || last.is_tried) return false
    await removeActs([last])
    await actLine.announce()
    return true
  })
}

/** Waits until no page is sending. */
const inLine = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(lines.acts, work) : work()

type NewPhoto = Pick<WaitingPhoto, 'worker' | 'visit' | 'about' | 'purpose' | 'label' | 'made_ms'>

/** Writes a picture of a visit down on this phone, then sends it as soon as it can be sent. Throws if it cannot be written. */
export async function addPhoto(photo: NewPhoto, bytes: ArrayBuffer): Promise<void> {
  const client_id = newIdempotencyKey()
  const fresh = { client_id, is_tried: false, is_removed: false, refusal: null }
  await writePhoto({ ...photo, ...fresh }, bytes)
  stayHere()
  await photoLine.changed()
}

/** Removes a waiting picture here, and on the server too, which may have it even if it did not answer. */
export async function dropPhoto(photo: WaitingPhoto): Promise<void> {
  const isGone = !photo.is_tried || photo.refusal !== null
  await (isGone ? erasePhoto(photo.client_id) : replacePhoto({ ...photo, is_removed: true }))
  await photoLine.changed()
}

/** One thing that was done and not sent: where, what, in which words, and when. */
type LeftLine = { id: string; at_ms: number; about: string; what: string; detail: string }

export type LeftAct = Pick<
  Waiting,
  'client_id' | 'kind' | 'pressed_ms' | 'label' | 'text' | 'applied' | 'extra'
>
export type LeftPhoto = Pick<WaitingPhoto, 'client_id' | 'about' | 'purpose' | 'made_ms'>

/** What waits on this phone, as its person reads it to the office: oldest first. */
export const linesOf = (
  acts: readonly LeftAct[],
  photos: readonly LeftPhoto[],
  words: typeof leftWords,
): LeftLine[] =>
  [
    ...acts.map((act) => ({
      id: act.client_id,
      at_ms: timeOf(act.pressed_ms),
      about: act.label ?? '',
      what: words.did(act.kind),
      detail: detailOf(act),
    })),
    ...photos.map(({ client_id, about, purpose, made_ms }) => ({
      id: client_id,
      at_ms: timeOf(made_ms),
      about,
      what: purpose === 'signature' ? words.signature : words.photo,
      detail: '',
    })),
  ].toSorted((a, b) => a.at_ms - b.at_ms)

const detailOf = ({ text, applied, extra }: LeftAct): string =>
  [applied && `${applied.product_name}, ${amountText(applied)}`, extra && extraText(extra), text]
    .filter(Boolean)
    .join('. ')

type Done = { id: string; date: string; label: string; worker: string }
type Press = { act: 'in' | 'out'; at: number; where?: ShiftLocation; worker: string }

/** Moves acts of an earlier version of the app into the line. A phone may have been off since. */
async function takeOldActs(): Promise<void> {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith('fieldhive.waiting.'))
  const old = keys.flatMap((key) => JSON.parse(localStorage.getItem(key) ?? '[]') as object[])
  if (old.length > 0)
    await appendActs(
      old
        .map((one) => ('act' in one ? ofPress(one as Press) : ofDone(one as Done)))
        .sort((a, b) => a.pressed_ms - b.pressed_ms),
    )
  for (const key of keys) localStorage.removeItem(key)
}

// Functions that are declared: the line is first read while this file starts.
function ofPress({ act, at, where, worker }: Press): NewAct {
  return {
    ...named(worker),
    ...where,
    kind: act === 'in' ? 'clock_in' : 'clock_out',
    pressed_ms: at,
  }
}
function ofDone({ id, date, label, worker }: Done): NewAct {
  return { ...named(worker), kind: 'finish', visit: id, date, label, pressed_ms: Date.now() }
}
function named(worker: string) {
  return { client_id: newIdempotencyKey(), worker, is_tried: false }
}
