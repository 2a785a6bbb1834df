import { useEffect, useSyncExternalStore } from 'react'
import type { CommandAnswer } from '../../../domain/flows/crew-command.ts'
import { isAppKept } from '../../app/app-worker.ts'
import { isLeaving, useSessionEnded } from '../../app/auth.ts'
import { api, ApiError, errorText } from '../../app/client.ts'
import { meQuery, useMe } from '../../app/me.ts'
import { useIsOnline } from '../../app/online.ts'
import { queryClient } from '../../app/query-client.ts'
import { keepPicture } from '../../app/seen-pictures.ts'
import { readKeys, wakeTag, writeKey } from '../../app/sending-keys.ts'
import { reloadSchedule } from '../visits/queries.ts'
import { actLine, photoLine, useWorker } from './outbox.ts'
import {
  atOnce,
  commandOf,
  erasePhoto,
  ifAlone,
  queryOf,
  readPhotoBytes,
  removeActs,
  replaceActs,
  replacePhoto,
  type Waiting,
  type WaitingPhoto,
} from './store.ts'

const keySoon_ms = 3000
/** A photo takes this long over a bad connection. */
const upload_ms = 120_000

/** Not after the session has ended, nor for a deactivated business: every try would be refused. */
function useMaySend(): boolean {
  const { organization } = useMe()
  const isEnded = useSessionEnded()
  return !isEnded && organization?.status !== 'inactive'
}

/** Sends what waits from any page: at its start, when there is a connection, when it is looked at, after each act and photo. False while nothing may be sent. */
export function useSender(): boolean {
  const worker = useWorker()
  const maySend = useMaySend()
  useEffect(() => {
    begun_ms ??= Date.now()
    if (!maySend) return undefined
    // Not before the page is usable.
    const timer = setTimeout(() => void mayWake(worker).catch(() => undefined), keySoon_ms)
    const ends = [followActs(worker), followPhotos(worker)]
    return () => {
      clearTimeout(timer)
      for (const end of ends) end()
    }
  }, [worker, maySend])
  return maySend
}

type Sending = {
  sendOldest: (worker: string) => Promise<boolean>
  /** How long to wait while another page sends, and at most after failures. */
  otherPage_ms: number
  longestWait_ms: number
}
/** Sends this worker's part of a line in order, as long as there is any and the server answers, and keeps at it. */
function sender(line: Line, { sendOldest, otherPage_ms, longestWait_ms }: Sending) {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  async function sendAll(worker: string): Promise<void> {
    clearTimeout(timer)
    const again = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => void sendAll(worker), ms)
    }
    try {
      const isAlone = await ifAlone(line.name, async () => {
        while (await sendOldest(worker));
      })
      if (!isAlone) return again(otherPage_ms)
      failures = 0
      markTry(line, false)
    } catch (error) {
      failures++
      markTry(line, true)
      if (refusesAccess(error)) return
      again(Math.min(1000 * 2 ** (failures - 1), longestWait_ms))
    }
  }
  return (worker: string): (() => void) => {
    const send = () => void sendAll(worker)
    const sendIfSeen = () => document.visibilityState === 'visible' && send()
    const forget = line.onChange(() => {
      send()
      void askToWake()
    })
    void line.known.then(send)
    addEventListener('online', send)
    document.addEventListener('visibilitychange', sendIfSeen)
    return () => {
      forget()
      clearTimeout(timer)
      removeEventListener('online', send)
      document.removeEventListener('visibilitychange', sendIfSeen)
    }
  }
}
type Line = typeof actLine | typeof photoLine

// Acts go on their own and never wait for a photo.
const followActs = sender(actLine, {
  sendOldest: sendOldestActs,
  otherPage_ms: 300,
  longestWait_ms: 30_000,
})
const followPhotos = sender(photoLine, {
  sendOldest: sendOldestPhoto,
  otherPage_ms: 1000,
  longestWait_ms: 60_000,
})

const stuck = new Set<Line>()
let isRefused = false
const listeners = new Set<() => void>()
const follow = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const changed = () => {
  for (const listener of listeners) listener()
}

/** Keeps whether the last try to send failed. */
function markTry(line: Line, failed: boolean): void {
  if (failed) stuck.add(line)
  else stuck.delete(line)
  changed()
}

/**
 * True if the server knows this person no longer, or not as a crew of this business: another try
 * would get the same answer, so nothing is sent until they sign in, act, or look at the page.
 */
function refusesAccess(error: unknown): boolean {
  isRefused = error instanceof ApiError && (error.status === 401 || error.status === 403)
  changed()
  // Their role, or the business they are in, may have changed.
  if (isRefused) void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
  return isRefused
}
/** The server took what was sent. */
function letIn(): void {
  isRefused = false
  changed()
}

/** Whether the last try was refused for want of access. */
export const useIsRefused = (): boolean => useSyncExternalStore(follow, () => isRefused)
/** Whether what waits is being sent: there is a connection, and no try has failed since the last that worked. */
export function useIsUnderWay(): boolean {
  const isOnline = useIsOnline()
  return !useSyncExternalStore(follow, () => stuck.size > 0) && isOnline
}

/** An act and what became of it. */
export type Answered = { act: Waiting; answer: CommandAnswer }
type Told = (answered: readonly Answered[]) => unknown
const told = new Set<Told>()
/** Calls back before answered acts leave the line. */
export function onAnswered(tell: Told): () => void {
  told.add(tell)
  return () => told.delete(tell)
}

/** When this page could first send, which it learns after it is shown; null before. */
let begun_ms: number | null = null
/** Since when an act waits for the server. One pressed on this page, opened then, did not while the page could not send yet. */
export const waitsSince = ({ pressed_ms }: Waiting, opened_ms: number): number =>
  pressed_ms < opened_ms ? pressed_ms : Math.max(pressed_ms, begun_ms ?? pressed_ms)

/** Sends the head of the line. False if there is none; throws if the server did not answer. */
async function sendOldestActs(worker: string): Promise<boolean> {
  const mine = (await actLine.refresh()).filter((act) => act.worker === worker)
  const batch = mine.slice(0, isSuspect ? 1 : atOnce)
  if (batch.length === 0) return false
  // A try would mark them as sent, perhaps; so far they can be taken back without a trace.
  if (!navigator.onLine) throw new Error()
  await replaceActs(batch.map((act) => ({ ...act, is_tried: true })))
  const answers = await post(batch)
  letIn()
  const answered = batch.flatMap((act) => {
    const answer = answers.find(({ client_id }) => client_id === act.client_id)
    return answer ? [{ act, answer }] : []
  })
  if (answered.length === 0) throw new Error()
  for (const tell of told) await tell(answered)
  await removeActs(answered.map(({ act }) => act))
  await actLine.announce()
  return true
}

/** True once the server could not read a call: acts go one by one until the unreadable one is found. */
let isSuspect = false

async function post(batch: readonly Waiting[]): Promise<readonly CommandAnswer[]> {
  const worker = batch[0]?.worker
  try {
    const { answers } = await api['POST /api/crew/commands']({
      body: { worker, commands: batch.map(commandOf) },
    })
    isSuspect = false
    return answers
  } catch (error) {
    const isUnreadable = error instanceof ApiError && (error.status === 422 || error.status === 413)
    if (!isUnreadable) throw error
    if (batch.length > 1) {
      isSuspect = true
      return post(batch.slice(0, 1))
    }
    isSuspect = false
    // The office reads what the server could not.
    const { answers } = await api['POST /api/crew/commands']({
      body: { worker, commands: batch.map(asText) },
    })
    return answers
  }
}

function asText(act: Waiting) {
  const { client_id, at, waited_ms } = commandOf(act)
  const text = JSON.stringify(act).slice(0, 2000)
  return { client_id, at, waited_ms, kind: 'unreadable', label: act.label?.slice(0, 300), text }
}

/** Sends the first photo, which is one call. False if there is none; throws if the server did not answer. */
async function sendOldestPhoto(worker: string): Promise<boolean> {
  const photo = (await photoLine.refresh()).find(
    (one) => one.worker === worker && one.refusal === null,
  )
  if (!photo) return false
  if (photo.is_removed) await removeThere(photo)
  else await upload(photo)
  letIn()
  await photoLine.announce()
  return true
}

async function upload(photo: WaitingPhoto): Promise<void> {
  const { client_id } = photo
  const bytes = await readPhotoBytes(client_id)
  if (!bytes) return void (await erasePhoto(client_id))
  await replacePhoto({ ...photo, is_tried: true })
  const answer = await api['PUT /api/photos/{client_id}'].safe({
    params: { client_id },
    query: queryOf(photo),
    file: new Blob([bytes], { type: 'image/jpeg' }),
    timeout_ms: upload_ms,
  })
  if (answer.ok) {
    // The visit as the server has it now, before the photo that lay over it is gone.
    await reloadSchedule().catch(() => undefined)
    await keepPicture(client_id, bytes, 'image/jpeg').catch(() => undefined)
    return void (await erasePhoto(client_id))
  }
  if (!isFinal(answer.error)) throw answer.error
  // It stays here until somebody has read why.
  await replacePhoto({ ...photo, is_tried: true, refusal: errorText(answer.error) })
}

async function removeThere({ client_id, worker }: WaitingPhoto): Promise<void> {
  const answer = await api['DELETE /api/photos/{id}'].safe({
    params: { id: client_id },
    query: { worker },
  })
  if (!answer.ok && !isFinal(answer.error)) throw answer.error
  await reloadSchedule().catch(() => undefined)
  await erasePhoto(client_id)
}

/** A refusal that the same photo would get again. */
const isFinal = ({ status }: ApiError): boolean =>
  status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status)

const renewsBefore_ms = 2 * 24 * 3_600_000

/** Only some browsers send without a page; the others lack `sync`. */
type Syncing = { sync?: { register: (tag: string) => Promise<void> } }

/** Lets the service worker send for this worker for some days, if the browser can wake it. */
async function mayWake(worker: string): Promise<void> {
  if (!isAppKept() || !(await canWake())) return
  const known = (await readKeys()).find((one) => one.worker === worker)
  if (known && known.expires_ms - Date.now() > renewsBefore_ms) return
  const made = await api['POST /api/crew/sending-key'].safe()
  // Signing out has deleted the keys; one that comes now would outlive it.
  if (!made.ok || isLeaving()) return
  const { key, expires_at } = made.data
  await writeKey({ worker, key, expires_ms: Date.parse(expires_at) })
}

/** Asks the browser to wake the service worker once there is a connection. */
async function askToWake(): Promise<void> {
  const { sync } = ((await registration()) ?? {}) as Syncing
  // Refused where people switched it off.
  await sync?.register(wakeTag).catch(() => undefined)
}

const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator
    ? navigator.serviceWorker.getRegistration('/').catch(() => undefined)
    : undefined
const canWake = async (): Promise<boolean> =>
  ((await registration()) as Syncing | undefined)?.sync !== undefined
