import { IDBFactory } from 'fake-indexeddb'
import { useSyncExternalStore } from 'react'
// React keeps the timers that it finds when it is imported: the real ones.
import 'react-dom/client'
import { vi } from 'vitest'
import { workerOf } from '../src/domain/base/worker.ts'

/** The acts a phone sends, or a photo. */
type Sent = {
  worker?: string
  commands: { client_id: string; kind: string; visit?: string; text?: string }[]
  /** Of a photo, in bytes. */
  size?: number
}
/** A call that reached the server. */
export type Reached = { call: string; body: Sent; query: Record<string, string>; at_ms: number }
/** What the server answers: a body, a status, or nothing for no connection. */
type Answer = { status?: number; body?: object }
export type Server = (reached: Reached) => Answer | null | Promise<Answer | null>

export const person = '0190aaaa-0000-7000-8000-000000000001'
export const business = '0190aaaa-0000-7000-8000-000000000002'
export const worker = workerOf(person, business)
export const begun_ms = Date.parse('2031-03-04T15:00:00Z')

/** Lets the browser's storage and the page answer; it counts in turns, not in time. */
export async function settle(turns = 150): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await vi.advanceTimersByTimeAsync(0)
}
/** So much time goes by, in steps of at most a quarter of a second in which all that is due happens. */
export async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 250) {
    await vi.advanceTimersByTimeAsync(Math.min(left, 250))
    await settle(left > 250 ? 30 : 150)
  }
}

/** A phone without anything on it, at an hour that stands still. */
export function freshPhone(): void {
  vi.resetModules()
  vi.useFakeTimers({ now: begun_ms, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('indexedDB', new IDBFactory())
  localStorage.clear()
  sessionStorage.clear()
  goOnline(true)
  othersSend(false)
  define(navigator, 'serviceWorker', { getRegistration: () => Promise.resolve() })
}
export function putAway(): void {
  for (const name of ['locks', 'serviceWorker', 'onLine', 'storage'])
    Reflect.deleteProperty(navigator, name)
  Reflect.deleteProperty(document, 'visibilityState')
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
}
const define = (of: object, name: string, value: unknown) =>
  Object.defineProperty(of, name, { value, configurable: true })

/** Goes into a tunnel, or comes out of it. */
export function goOnline(isOnline: boolean): void {
  define(navigator, 'onLine', isOnline)
  globalThis.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}
/** Puts the page behind another application, or in front. */
export function look(isSeen: boolean): void {
  define(document, 'visibilityState', isSeen ? 'visible' : 'hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}
/** Another page of this phone sends, or stops. */
export function othersSend(doThey: boolean): void {
  const request = (_name: string, ...rest: unknown[]) => {
    const work = rest.at(-1) as (lock: object | null) => unknown
    return Promise.resolve(work(doThey ? null : {}))
  }
  define(navigator, 'locks', { request })
}
/** A browser that may be asked not to empty its storage. Returns how it was asked; it refuses. */
export function mayPersist(): string[] {
  const asked: string[] = []
  const persist = () => {
    asked.push('persist')
    return Promise.reject(new Error('not allowed'))
  }
  define(navigator, 'storage', { persist })
  return asked
}
/** A browser that can send without a page. Returns the wake-ups it was asked for. */
export function canWake(): string[] {
  const asked: string[] = []
  const sync = { register: (tag: string) => Promise.resolve(void asked.push(tag)) }
  const getRegistration = () => Promise.resolve({ sync })
  define(navigator, 'serviceWorker', { getRegistration })
  return asked
}

/** Opens the crew's page on this phone: every module is new, and what is stored is all it knows. */
export async function openCrewPage(server: Server, me: object = {}) {
  vi.resetModules()
  const [screen, profiles, sending, outbox, store, keys, pictures] = await Promise.all([
    import('./on-screen.tsx'),
    import('../src/web/app/me.ts'),
    import('../src/web/shared/outbox/sending.ts'),
    import('../src/web/shared/outbox/outbox.ts'),
    import('../src/web/shared/outbox/store.ts'),
    import('../src/web/app/sending-keys.ts'),
    import('../src/web/app/seen-pictures.ts'),
  ])
  const seen = { maySend: false, isUnderWay: true, isRefused: false }
  function Sender() {
    seen.maySend = sending.useSender()
    seen.isUnderWay = sending.useIsUnderWay()
    seen.isRefused = sending.useIsRefused()
    return null
  }
  const start = new EventTarget()
  const follow = (listener: () => void) => {
    start.addEventListener('start', listener)
    return () => start.removeEventListener('start', listener)
  }
  let isStarted = false
  function Page() {
    profiles.useMe()
    const isBegun = useSyncExternalStore(follow, () => isStarted)
    return <p>Here{isBegun && <Sender />}</p>
  }
  const profile = { id: person, organization_id: business, roles: ['crew_member'], ...me }
  const end = screen.show(<Page />, { 'GET /api/users/me': profile })
  const others = fetch
  const reached: Reached[] = []
  const isOurs = /^\/api\/(?:crew\/(?:commands|sending-key)|photos\/)/
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const call = `${init.method ?? 'GET'} ${pathname}`
    const isRead = call.startsWith('GET')
    if (!isOurs.test(pathname) && !isRead) return others(url, init)
    const sent: Reached = {
      call,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? null),
      query: Object.fromEntries(searchParams),
      at_ms: Date.now(),
    }
    reached.push(sent)
    if (isRead) return others(url, init)
    const answer = await server(sent)
    if (!answer) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(answer.body ?? { ok: true }), {
      status: answer.status ?? 200,
      headers: { 'content-type': 'application/json' },
    })
  })
  await vi.waitFor(() => {
    if (!document.body.textContent.includes('Here')) throw new Error('The page is not there')
  }, 20_000)
  vi.setSystemTime(begun_ms)
  isStarted = true
  start.dispatchEvent(new Event('start'))
  await settle(400)
  return {
    /** What reached the server by this call. */
    sent: (call: string) => reached.filter((one) => one.call.startsWith(call)),
    seen,
    end,
    sending,
    outbox,
    store,
    keys,
    pictures,
  }
}
export type CrewPage = Awaited<ReturnType<typeof openCrewPage>>
