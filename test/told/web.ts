// The web's live code in a process of its own, which has a page: it is sent live events as the stream sends them, and
// answers each with the queries that the web then asks again.
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { InvalidateQueryFilters, Query } from '@tanstack/react-query'
import { Window } from 'happy-dom'
import { build } from 'vite'
import react from '@vitejs/plugin-react'
import type { LiveEvent } from '../../src/domain/base/live.ts'
import type { startLive as StartLive } from '../../src/web/app/live.ts'
import type { queryClient as Cache } from '../../src/web/app/query-client.ts'
import { read, root } from '../source.ts'

/** A query that the web asks again: a call, and for one with an id in its path, which one. */
export type AskedAgain = { call: string; params?: Record<string, string> }
/** What goes in: events, one after the other, as after a fresh start; and out: what each makes the web ask again. */
export type ToWeb = { calls: string[]; events: LiveEvent[] }
export type FromWeb = { asked: AskedAgain[][] } | { ready: true }

/** Every module that hears live events. */
const hearing = globSync('src/web/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts') && /^(?:onLive|asksAgain)\(/m.test(read(file)),
)

/** A page that is signed in, without the provider. */
const signedIn = {
  name: 'signed-in',
  transform: (code: string, id: string) =>
    id.endsWith('/src/web/app/auth.ts')
      ? code.replace(
          'export async function accessToken(',
          "export const accessToken = async () => 'a-token'\nexport async function realAccessToken(",
        )
      : null,
}

/** Builds these modules into one that Node runs, beside the libraries it needs. */
async function load() {
  const folder = mkdtempSync(join(root, 'node_modules', '.told-'))
  const web = (file: string) => JSON.stringify(join(root, 'src/web/app', file))
  const entry = join(folder, 'entry.ts')
  writeFileSync(
    entry,
    [
      ...hearing.map((file) => `import ${JSON.stringify(join(root, file))}`),
      `export { startLive } from ${web('live.ts')}`,
      `export { queryClient } from ${web('query-client.ts')}`,
    ].join('\n'),
  )
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      plugins: [react(), signedIn],
      ssr: { noExternal: [/\.css$/] },
      build: { ssr: entry, outDir: folder, emptyOutDir: false, minify: false },
    })
    return (await import(pathToFileURL(join(folder, 'entry.js')).href)) as {
      startLive: typeof StartLive
      queryClient: typeof Cache
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const page = new Window({ url: 'http://localhost:3000/app' })
for (const name of ['window', 'document', 'navigator', 'location', 'localStorage', 'history'])
  Object.defineProperty(globalThis, name, {
    value: name === 'window' ? globalThis : page[name as 'document'],
    configurable: true,
    writable: true,
  })
for (const name of ['addEventListener', 'removeEventListener', 'matchMedia', 'indexedDB'] as const)
  Reflect.set(globalThis, name, Reflect.get(page, name)?.bind?.(page) ?? (() => {}))
Reflect.deleteProperty(globalThis, 'BroadcastChannel')

// What waits a moment before it asks goes on at once, and is waited for.
let waiting = 0
const later = globalThis.setTimeout
globalThis.setTimeout = ((work: () => void, ms = 0) => {
  if (ms > 5_000) return later(work, ms).unref()
  waiting += 1
  return later(() => {
    waiting -= 1
    work()
  }, 0)
}) as typeof setTimeout
const stop = globalThis.clearTimeout
globalThis.clearTimeout = ((
  timer: NodeJS.Timeout & { _destroyed?: boolean; _idleTimeout?: number },
) => {
  // A timer that has fired is destroyed already.
  if (timer && !timer._destroyed && timer._idleTimeout === 1) waiting -= 1
  stop(timer)
}) as typeof clearTimeout
const quiet = async () => {
  for (let calm = 0; calm < 5; calm += 1) {
    await new Promise((go) => setImmediate(go))
    if (waiting > 0) calm = 0
  }
}

let stream: ReadableStreamDefaultController<Uint8Array>
globalThis.fetch = (async (url: string) => {
  if (url.endsWith('/api/sse/ticket')) return Response.json({ ticket: 'a-ticket', expires_in: 30 })
  if (url.includes('/api/sse?'))
    return new Response(new ReadableStream({ start: (made) => void (stream = made) }), {
      headers: { 'content-type': 'text/event-stream' },
    })
  return Response.json({ error: 'Nothing here.', code: 'not_found' }, { status: 404 })
}) as typeof fetch

const { startLive, queryClient } = await load()
let known: string[] = []
let asked: AskedAgain[] = []
queryClient.invalidateQueries = async (filters?: InvalidateQueryFilters) => {
  const [call, about] = (filters?.queryKey ?? []) as [string?, { params?: AskedAgain['params'] }?]
  const isIt = filters?.predicate ?? (() => true)
  if (call !== undefined) asked.push({ call, ...(about?.params ? { params: about.params } : {}) })
  else
    asked.push(
      ...known
        .filter((one) => isIt({ queryKey: [one] } as unknown as Query))
        .map((one) => ({ call: one })),
    )
}

async function answer({ calls, events }: ToWeb): Promise<AskedAgain[][]> {
  known = calls
  const end = startLive(crypto.randomUUID(), crypto.randomUUID())
  await quiet()
  const answers: AskedAgain[][] = []
  for (const event of events) {
    asked = []
    stream.enqueue(
      new TextEncoder().encode(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
    )
    await quiet()
    answers.push(asked)
  }
  end()
  await quiet()
  return answers
}

let turn = Promise.resolve()
process.on('message', (sent: ToWeb) => {
  turn = turn.then(async () => void process.send!({ asked: await answer(sent) } satisfies FromWeb))
})
// A run that was killed leaves nothing behind.
process.on('disconnect', () => process.exit())
process.send!({ ready: true } satisfies FromWeb)
