// Prints what every declared call costs in the demo world, on the usual day and the embedded database. Each is undone
// before the next, so that a new call changes no other's figures.
import '../day.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { Server, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '../../src/api/calls.ts'
import type { CallDeclaration } from '../../src/api/kit.ts'
import { addDays } from '../../src/domain/base/dates.ts'
import { readConfig } from '../../src/server/base/kit/config.ts'
import { openEmbedded } from '../../src/server/base/db/embedded.ts'
import { sandboxes } from '../../src/server/main.ts'
import { startServer } from '../../src/server/start.ts'
import { copyFiles, makeTemplate, snapshotIn } from '../template.ts'
import { callerOf, emails, guessesFor } from './asks.ts'
import { counting, countStore, type Cost } from './count.ts'
import type { Measured } from './table.ts'
import { samplesOf, type Ask, type Before, type Caller } from './samples.ts'
import { knownIds } from './known-ids.ts'

// Counts each request by its header, with whatever it starts.
const counted = new Map<string, Cost>()
/** What a server tells of a request. */
type Emitted = [name: string, request: IncomingMessage, response: ServerResponse]
const { emit } = Server.prototype
Server.prototype.emit = function countRequest(this: Server, ...args: Emitted) {
  const key = args[0] === 'request' && args[1].headers['x-cost']
  if (typeof key !== 'string') return Reflect.apply(emit, this, args)
  const cost = { statements: 0, trips: 0, rows: 0 }
  // What goes on after the answer is nobody's wait.
  args[2].once('finish', () => counted.set(key, { ...cost }))
  return counting.run(cost, () => Reflect.apply(emit, this, args))
} as typeof emit

const folder = mkdtempSync(join(tmpdir(), 'fieldhive-costs-'))
const world = await makeTemplate(folder)
const data = mkdtempSync(join(tmpdir(), 'fieldhive-costs-'))
copyFiles(folder, data)
const embedded = await openEmbedded('memory://', { snapshot: snapshotIn(folder) })
const { store, undone } = countStore(embedded)
const running = await startServer(
  readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: data,
    PUBLIC_URL: 'http://localhost:3000',
    LOG_LEVEL: 'silent',
    SECURITY_LOG: 'off',
    RATE_LIMITS: 'off',
    // Jobs wait: their statements belong to no call.
    ROLE: 'web',
  }),
  sandboxes,
  { store, pages: false },
)
const { app } = running
const tokens = Object.fromEntries(
  await Promise.all(
    Object.entries(emails).map(async ([role, email]) => [
      role,
      await app.identity!.issueToken(email),
    ]),
  ),
) as Record<Caller, string>

type Reply = { status: number; text: string; bytes: number; cost: Cost }
let asked = 0
async function send(key: string, role: Caller | null, ask: Ask): Promise<Reply> {
  const [method, path = ''] = key.split(' ')
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(ask.params?.[name] ?? ''),
  )
  const query = new URLSearchParams(
    Object.entries(ask.query ?? {}).map(([name, value]) => [name, String(value)]),
  ).toString()
  const count = String(++asked)
  const answer = await fetch(`${running.url}${filled}${query ? `?${query}` : ''}`, {
    method: method!,
    redirect: 'manual',
    headers: {
      'x-cost': count,
      ...(role ? { authorization: `Bearer ${tokens[role]}` } : {}),
      ...(ask.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
  })
  const bytes = await answer.arrayBuffer()
  return {
    status: answer.status,
    text: Buffer.from(bytes).toString('utf8'),
    bytes: bytes.byteLength,
    cost: counted.get(count)!,
  }
}

const plan = await send('GET /api/schedule', 'owner', {
  query: { from: world.green.today, to: addDays(world.green.today, 7) },
})
const visits = [...new Set(plan.text.match(/[0-9a-f-]{36}:\d{4}-\d\d-\d\d/g))]
const ids = await knownIds(embedded, world, visits.slice(0, 12))

const before: Before = async (key, ask = {}) => {
  const role = ask.role ?? 'owner'
  const { status, text } = await send(key, role, ask)
  if (status >= 400) throw new Error(`${key} as ${role}: ${status} ${text}`)
  return text ? JSON.parse(text) : undefined
}
const samples = samplesOf(world)

async function measure(key: string, call: CallDeclaration): Promise<Measured> {
  if (call.raw === 'text/event-stream') return { call: key, refused: 'a stream' }
  if (call.raw_body || call.file) return { call: key, refused: 'takes bytes' }
  const sample = samples[key]
  let refused = ''
  for (const guess of sample ? [sample] : guessesFor(ids, key, call)) {
    const { role, reply } = await undone(async () => {
      const ask = typeof guess === 'function' ? await guess(before) : guess
      const caller = ask.role ?? callerOf(call, key)
      // Who is calling has just been read, whatever the call before took away.
      app.actors.forget()
      if (caller) await send('GET /api/auth/me', caller, {})
      return { role: caller ?? 'public', reply: await send(key, caller, ask) }
    })
    if (reply.status < 400) return { call: key, role, ...reply.cost, bytes: reply.bytes }
    if (sample) throw new Error(`The sample of ${key} is refused: ${reply.status} ${reply.text}`)
    refused = `${reply.status} ${(JSON.parse(reply.text) as { code: string }).code}`
  }
  return { call: key, refused }
}
const measured: Measured[] = []
for (const [key, call] of Object.entries(calls as Record<string, CallDeclaration>))
  measured.push(await measure(key, call))
await running.close()
await embedded.close()
for (const one of [folder, data]) rmSync(one, { recursive: true, force: true })
process.stdout.write(JSON.stringify(measured))
