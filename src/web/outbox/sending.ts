import { useEffect } from 'react'
import type { CommandAnswer } from '../../domain/crew-command.ts'
import { api, ApiError } from '../client.ts'
import { useSessionEnded } from '../auth.ts'
import { useMe } from '../me.ts'
import { refusesAccess, letIn } from './access.ts'
import { ifAlone } from './alone.ts'
import { atOnce, commandOf } from './command-of.ts'
import { actsRead, announceActs, onNewAct, refreshActs, useWorker } from './outbox.ts'
import { followPhotos } from './photo-sending.ts'
import { removeActs, replaceActs, type Waiting } from './store.ts'
import { markTry } from './stuck.ts'
import { askToWake, mayWake } from './waking.ts'

const longestWait_ms = 30_000
const otherPage_ms = 300
const keySoon_ms = 3000

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

let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Sends this worker's acts in order, as long as there are any and the server answers. */
async function sendAll(worker: string): Promise<void> {
  clearTimeout(timer)
  const again = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void sendAll(worker), ms)
  }
  try {
    const isAlone = await ifAlone('acts', async () => {
      while (await sendOldest(worker));
    })
    if (!isAlone) return again(otherPage_ms)
    setFailures(0)
  } catch (error) {
    setFailures(failures + 1)
    if (refusesAccess(error)) return
    again(Math.min(1000 * 2 ** (failures - 1), longestWait_ms))
  }
}

function setFailures(next: number): void {
  failures = next
  markTry('acts', next > 0)
}

/** Sends the head of the line. False if there is none; throws if the server did not answer. */
async function sendOldest(worker: string): Promise<boolean> {
  const mine = (await refreshActs()).filter((act) => act.worker === worker)
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
  await announceActs()
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

/** Not after the session has ended, nor for a deactivated business: every try would be refused. */
function useMaySend(): boolean {
  const { organization } = useMe()
  const isEnded = useSessionEnded()
  return !isEnded && organization?.status !== 'inactive'
}

/** Sends what waits from any page: at its start, when there is a connection, when it is looked at, after each act. False while nothing may be sent. */
export function useSender(): boolean {
  const worker = useWorker()
  const maySend = useMaySend()
  useEffect(() => {
    begun_ms ??= Date.now()
    if (!maySend) return undefined
    const send = () => void sendAll(worker)
    const sendIfSeen = () => document.visibilityState === 'visible' && send()
    const forget = onNewAct(() => {
      send()
      void askToWake()
    })
    void actsRead.then(send)
    // Not before the page is usable.
    const timer_key = setTimeout(() => void mayWake(worker).catch(() => undefined), keySoon_ms)
    addEventListener('online', send)
    document.addEventListener('visibilitychange', sendIfSeen)
    const forgetPhotos = followPhotos(worker)
    return () => {
      forgetPhotos()
      forget()
      clearTimeout(timer)
      clearTimeout(timer_key)
      removeEventListener('online', send)
      document.removeEventListener('visibilitychange', sendIfSeen)
    }
  }, [worker, maySend])
  return maySend
}
