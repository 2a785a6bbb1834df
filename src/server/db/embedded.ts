import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { lockFolder } from './lock.ts'
import { Answers, simpleQuery, Statements, type Readers } from './protocol.ts'
import { momentFromText, typeIds, type Answer, type Statement, type Store, type Wire } from './store.ts'

export type EmbeddedStore = Store & { snapshot(): Promise<Uint8Array> }

/** An array literal of plain values, as the server writes it. */
function arrayFrom(text: string, read: (text: string) => unknown): unknown[] {
  const values: unknown[] = []
  for (const [, quoted, plain] of text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,{}]+)/g)) {
    values.push(quoted !== undefined ? read(quoted.replace(/\\(.)/g, '$1')) : plain === 'NULL' ? null : read(plain!))
  }
  return values
}
const asIs = (text: string): unknown => text
const bool = (text: string): boolean => text === 't'
const json = (text: string): unknown => JSON.parse(text)
const arrays: Record<number, (text: string) => unknown> = {
  1000: bool,
  1005: Number,
  1007: Number,
  1016: Number,
  1231: Number,
  1009: asIs,
  1015: asIs,
  1003: asIs,
  1182: asIs,
  2951: asIs,
  1185: momentFromText,
  199: json,
  3807: json,
}
const readers: Readers = {
  16: bool,
  17: (text) => Buffer.from(text.slice(2), 'hex'),
  21: Number,
  23: Number,
  26: Number,
  700: Number,
  701: Number,
  114: json,
  3802: json,
  [typeIds.int8]: Number,
  [typeIds.numeric]: Number,
  [typeIds.timestamptz]: momentFromText,
  ...Object.fromEntries(Object.entries(arrays).map(([type, read]) => [type, (text: string) => arrayFrom(text, read)])),
}

/** Opens the embedded PostgreSQL under a folder (or `memory://`), in a worker thread, for this process alone. `snapshot` fills a new one. */
export async function openEmbedded(dataDir: string, { snapshot }: { snapshot?: Uint8Array } = {}): Promise<EmbeddedStore> {
  const inMemory = dataDir === 'memory://'
  const unlock = inMemory ? () => {} : lockFolder(dataDir)
  if (!inMemory) mkdirSync(dataDir, { recursive: true })
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: { dataDir: inMemory ? 'memory://' : join(dataDir, 'database'), snapshot },
  })
  const waiting = new Map<number, { done: (value: Uint8Array | null) => void; failed: (fault: unknown) => void }>()
  const listeners = new Map<string, ((payload: string | null) => void)[]>()
  const known = new Statements()
  const answers = new Answers(readers, (channel, payload) => listeners.get(channel)?.forEach((heard) => heard(payload)))
  let next = 0

  const ask = (request: { do: 'speak'; bytes: Buffer } | { do: 'snapshot' | 'close' }): Promise<Uint8Array | null> =>
    new Promise((done, failed) => {
      const id = ++next
      waiting.set(id, { done, failed })
      worker.postMessage({ id, ...request })
    })
  const bytesOf = (told: Uint8Array | null): Buffer => (told ? Buffer.from(told.buffer, told.byteOffset, told.byteLength) : Buffer.alloc(0))

  await new Promise<void>((ready, failed) => {
    worker.once('error', failed)
    worker.on('message', (message: { ready?: true; id?: number; result?: Uint8Array | null; fault?: string }) => {
      if (message.ready) return ready()
      const caller = waiting.get(message.id!)
      waiting.delete(message.id!)
      if (message.fault !== undefined) caller?.failed(new Error(message.fault))
      else caller?.done(message.result ?? null)
    })
  })
  worker.on('error', (fault) => {
    for (const caller of waiting.values()) caller.failed(fault)
    waiting.clear()
  })

  const simple = async (text: string): Promise<Answer> =>
    answers.read(bytesOf(await ask({ do: 'speak', bytes: simpleQuery(text) }))).at(-1) ?? { rows: [], affected: 0 }
  const batch = async (statements: readonly Statement[]): Promise<Answer[]> => {
    const { bytes, asked } = known.write(statements)
    try {
      return answers.read(bytesOf(await ask({ do: 'speak', bytes })), asked)
    } catch (fault) {
      known.forget(asked, fault)
      throw fault
    }
  }

  // One connection: transactions take turns.
  let turn: Promise<void> = Promise.resolve()
  const acquire = (): Promise<Wire> =>
    new Promise((granted) => {
      turn = turn.then(
        () =>
          new Promise<void>((finished) => {
            granted({
              query: (text, values) => (values?.length ? batch([{ text, values }]).then((all) => all[0]) : simple(text)) as Promise<never>,
              batch: batch as Wire['batch'],
              release: () => finished(),
            })
          }),
      )
    })

  return {
    kind: 'embedded',
    acquire,
    snapshot: async () => (await ask({ do: 'snapshot' }))!,
    async listen(channel, heard) {
      const all = listeners.get(channel)
      if (all) {
        all.push(heard)
        return
      }
      listeners.set(channel, [heard])
      const wire = await acquire()
      await wire.query(`listen "${channel}"`).finally(() => wire.release())
    },
    async close() {
      await turn
      await ask({ do: 'close' }).catch(() => {})
      await worker.terminate()
      unlock()
    },
  }
}
