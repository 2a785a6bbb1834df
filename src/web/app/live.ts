import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { liveTimes, reconnectDelay, type LiveEvent, type LiveType } from '../../domain/base/live.ts'
import { api, ApiError, urlOf } from './client.ts'
import { queryClient } from './query-client.ts'

/** `live`: receiving events. `waiting`: reconnecting. `off`: not wanted. */
type LiveState = 'off' | 'waiting' | 'live'
/** One event name, or a family such as `invoice.*` for every `invoice_…`. */
type LivePattern = LiveType | `${string}.*`
type Handler = (event: LiveEvent, queryClient: QueryClient) => void

const handlers = new Set<{ patterns: readonly LivePattern[]; handle: Handler }>()
const stateListeners = new Set<() => void>()
let state: LiveState = 'off'
const newest = new Map<string, number>()

/**
 * Keeps the cache current: `onLive(['invoice.*'], (event, cache) => cache.invalidateQueries(…))`,
 * once at the top of a module. Every handler also gets `resync`, which means refetch.
 */
export function onLive(patterns: readonly LivePattern[], handle: Handler): void {
  handlers.add({ patterns, handle })
}

/** Asks for these queries again when one of these events comes. After a gap, `live-profile.ts` asks for all. */
export const asksAgain = (patterns: readonly LivePattern[], ...keys: QueryKey[]): void =>
  onLive(patterns, (event, cache) => {
    if (event.type === 'resync') return
    for (const queryKey of keys) void cache.invalidateQueries({ queryKey })
  })

/** Whether live events arrive, for the indicator in the shell. */
export const useLiveState = (): LiveState =>
  useSyncExternalStore(
    (listener) => {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
    () => state,
  )

const matches = (pattern: LivePattern, type: LiveType): boolean =>
  pattern.endsWith('.*') ? type.startsWith(`${pattern.slice(0, -2)}_`) : pattern === type

function deliver(event: LiveEvent): void {
  if (isOld(event)) return
  for (const { patterns, handle } of handlers) {
    if (event.type === 'resync' || patterns.some((pattern) => matches(pattern, event.type)))
      handle(event, queryClient)
  }
}

/**
 * `invoice_paid` follows `invoice_updated` with the same version, so only a lower version is
 * outdated.
 */
function isOld(event: LiveEvent): boolean {
  // A visit's event also names its invoice, but the version is the visit's.
  const thing = event.type.startsWith('invoice_') ? event.invoice_id : event.occurrence_id
  if (!event.version || !thing) return false
  if (event.version < (newest.get(thing) ?? 0)) return true
  newest.set(thing, event.version)
  return false
}

// ── One stream for all tabs ─────────────────────────────────────────────────────────────────────────────────────────

type Shared =
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'state'; state: LiveState }
  | { kind: 'hello' }

/**
 * Opens a person's stream for an organization, or listens to the tab that has it. Returns a
 * function that stops it.
 */
export function startLive(organizationId: string, personId: string): () => void {
  const name = `fieldhive.live.${organizationId}.${personId}`
  const stop = new AbortController()
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null
  const position = { last: null as string | null }
  const broadcast = (message: Shared) => channel?.postMessage(message)

  let isLeader = false
  channel?.addEventListener('message', ({ data }: MessageEvent<Shared>) => {
    if (data.kind === 'hello' && isLeader) broadcast({ kind: 'state', state })
    if (data.kind === 'state' && !isLeader) setState(data.state)
    if (data.kind !== 'event') return
    position.last = String(data.event.id)
    deliver(data.event)
  })

  const lead = async (): Promise<void> => {
    isLeader = true
    await keepStream(organizationId, position, stop.signal, {
      onEvent: (event) => {
        broadcast({ kind: 'event', event })
        deliver(event)
      },
      onState: (next) => {
        setState(next)
        broadcast({ kind: 'state', state: next })
      },
    })
  }
  setState('waiting')
  broadcast({ kind: 'hello' })
  // Without locks (plain-http hosts) or a channel, every tab has its own stream.
  if (channel && navigator.locks)
    navigator.locks.request(name, { signal: stop.signal }, lead).catch(() => {})
  else void lead()

  return () => {
    stop.abort()
    channel?.close()
    newest.clear()
    setState('off')
  }
}

function setState(next: LiveState): void {
  if (state === next) return
  state = next
  for (const listener of stateListeners) listener()
}

type Hears = { onEvent: (event: LiveEvent) => void; onState: (state: LiveState) => void }

async function keepStream(
  organizationId: string,
  position: { last: string | null },
  signal: AbortSignal,
  { onEvent, onState }: Hears,
): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      await readStream(organizationId, position, signal, {
        onState,
        onEvent: (event) => {
          attempt = 0
          onEvent(event)
        },
      })
      // A normal end (token expired, permissions changed): reconnect immediately with a new ticket.
      attempt = Math.max(0, attempt - 1)
    } catch (error) {
      // No organization, or no longer ours: retrying would not change that.
      if (error instanceof ApiError && [401, 403, 404].includes(error.status)) return onState('off')
    }
    if (signal.aborted) return
    onState('waiting')
    await pause(reconnectDelay(attempt), signal)
  }
}

/**
 * Reads one stream until it ends, fails or goes silent. Uses fetch instead of EventSource, which
 * hides the server's heartbeat comments, so it cannot broadcast a quiet stream from a dead one, and
 * cannot send Last-Event-ID to a new URL.
 */
async function readStream(
  organizationId: string,
  position: { last: string | null },
  signal: AbortSignal,
  { onEvent, onState }: Hears,
): Promise<void> {
  const { ticket } = await api['POST /api/sse/ticket']({ signal })
  const silence = new AbortController()
  // Written out, since browsers a few years old lack `AbortSignal.any`.
  signal.addEventListener('abort', () => silence.abort(), { signal: silence.signal })
  if (signal.aborted) silence.abort()
  let lastEventAt = Date.now()
  const check = setInterval(() => {
    if (Date.now() - lastEventAt > liveTimes.stale) silence.abort()
  }, liveTimes.check)
  // Includes what changed between the page's first call and now.
  const since_ms =
    position.last === null ? Math.max(0, Math.round(Date.now() - performance.timeOrigin)) : null
  try {
    const response = await fetch(
      urlOf('/api/sse', {
        query: { organization_id: organizationId, ticket, last_event_id: position.last, since_ms },
      }),
      {
        headers: {
          accept: 'text/event-stream',
          ...(position.last ? { 'last-event-id': position.last } : {}),
        },
        credentials: 'include',
        cache: 'no-store',
        signal: silence.signal,
      },
    )
    if (!response.ok || !response.body)
      throw new ApiError({
        status: response.status,
        code: 'unreadable',
        message: 'The live stream did not open.',
      })
    onState('live')
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      lastEventAt = Date.now()
      rest += value
      const frames = rest.split(/\r?\n\r?\n/)
      rest = frames.pop() ?? ''
      for (const frame of frames) {
        const { id, data, rights_changed } = parseFrame(frame)
        if (id !== null) position.last = id
        if (data !== null) onEvent(data)
        // This person's permissions changed: the stream reconnects with them, and the screens have
        // to know too.
        if (rights_changed) onEvent(profileChanged(position.last))
      }
    }
  } finally {
    clearInterval(check)
    silence.abort()
  }
}

const profileChanged = (last: string | null): LiveEvent => ({
  type: 'profile_updated',
  id: Number(last ?? 0),
  version: null,
  occurrence_id: null,
  rule_id: null,
  date: null,
  team_id: null,
  invoice_id: null,
  customer_id: null,
  user_id: null,
  status: null,
  period_start: null,
  period_end: null,
  at: new Date().toISOString(),
})

function parseFrame(frame: string): {
  id: string | null
  data: LiveEvent | null
  rights_changed?: boolean
} {
  let id: string | null = null
  let type = ''
  let data = ''
  for (const line of frame.split(/\r?\n/)) {
    const [, field, value] = /^(\w+): ?(.*)$/.exec(line) ?? []
    if (field === 'id') id = value ?? null
    if (field === 'event') type = value ?? ''
    if (field === 'data') data += value ?? ''
  }
  if (type === 'closed')
    return { id, data: null, rights_changed: data.includes('"rights_changed"') }
  if (data === '' || type === 'open') return { id, data: null }
  return {
    id,
    data: { ...(JSON.parse(data) as LiveEvent), ...(type ? { type: type as LiveType } : {}) },
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    const go = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', go, { once: true })
    // Back online: no reason to wait half a minute.
    addEventListener('online', go, { once: true })
  })
}
