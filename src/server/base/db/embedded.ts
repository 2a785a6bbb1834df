import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { lockFolder } from './lock.ts'
import { openPool } from './pool.ts'
import type { Store } from './store.ts'

export type EmbeddedStore = Store & { snapshot(): Promise<Uint8Array> }

/**
 * Opens the embedded PostgreSQL in a folder (or `memory://`), in a worker thread, exclusively for
 * this process. A new one starts with the content of the file `snapshot`.
 */
export async function openEmbedded(
  dataDir: string,
  { snapshot }: { snapshot?: string } = {},
): Promise<EmbeddedStore> {
  const inMemory = dataDir === 'memory://'
  const unlock = inMemory ? () => {} : lockFolder(dataDir)
  if (!inMemory) mkdirSync(dataDir, { recursive: true })
  const database = await startWorker({
    dataDir: inMemory ? 'memory://' : join(dataDir, 'database'),
    snapshot,
  })
  const listeners = new Map<string, ((payload: string | null) => void)[]>()
  // A single connection, so transactions take turns.
  const pool = openPool(
    {
      max: 1,
      idleTimeoutMillis: 0,
      user: 'postgres',
      database: 'postgres',
      ssl: false,
      stream: () => new Socket(database.speak),
    },
    {
      connected: (client) =>
        client.on('notification', ({ channel, payload }) =>
          listeners.get(channel)?.forEach((onPayload) => onPayload(payload ?? '')),
        ),
    },
  )
  const acquire: Store['acquire'] = async () => {
    const wire = await pool.acquire()
    // A second connection would share this one's session, so never replace it, even after an error.
    return { ...wire, release: () => wire.release() }
  }

  return {
    kind: 'embedded',
    acquire,
    snapshot: database.snapshot,
    async listen(channel, onPayload) {
      const all = listeners.get(channel)
      if (all) {
        all.push(onPayload)
        return
      }
      listeners.set(channel, [onPayload])
      const wire = await acquire()
      await wire.query(`listen "${channel}"`).finally(() => wire.release())
    },
    async close() {
      await pool.close()
      await database.close()
      unlock()
    },
  }
}

/** A socket to the driver; forwards bytes to the worker and its responses back. */
class Socket extends Duplex {
  #speak: (bytes: Uint8Array) => Promise<Uint8Array>

  constructor(speak: (bytes: Uint8Array) => Promise<Uint8Array>) {
    super()
    this.#speak = speak
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'))
  }
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {}

  override _write(bytes: Buffer, _encoding: string, sent: () => void): void {
    sent()
    this.#speak(bytes).then(
      (answer) => answer.length && this.push(answer),
      (fault: Error) => this.destroy(fault),
    )
  }

  override _writev(parts: { chunk: Buffer }[], sent: () => void): void {
    this._write(Buffer.concat(parts.map(({ chunk }) => chunk)), '', sent)
  }

  override _final(ended: () => void): void {
    this.push(null)
    ended()
  }
}

type Request = { do: 'speak'; bytes: Uint8Array } | { do: 'snapshot' | 'close' }
type Reply = { ready?: true; id?: number; result?: Uint8Array | null; fault?: string }

/** PostgreSQL's code, compiled once: every database after the first gets what the first has optimized. */
let program: Promise<WebAssembly.Module> | undefined
const compileProgram = async (): Promise<WebAssembly.Module> =>
  WebAssembly.compile(
    await readFile(new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'))),
  )

/** Starts the database's thread and resolves when it accepts requests. */
async function startWorker(data: { dataDir: string; snapshot: string | undefined }) {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: { ...data, program: await (program ??= compileProgram()) },
  })
  type Caller = { done: (result: Uint8Array) => void; failed: (fault: unknown) => void }
  const waiting = new Map<number, Caller>()
  let asked = 0
  const ask = (request: Request): Promise<Uint8Array> =>
    new Promise((done, failed) => {
      const id = ++asked
      waiting.set(id, { done, failed })
      worker.postMessage({ id, ...request })
    })

  await new Promise<void>((ready, failed) => {
    worker.once('error', failed)
    worker.on('message', ({ ready: isReady, id, result, fault }: Reply) => {
      if (isReady) return ready()
      const caller = waiting.get(id!)
      waiting.delete(id!)
      if (fault !== undefined) caller?.failed(new Error(fault))
      else caller?.done(result ?? new Uint8Array())
    })
  })
  worker.on('error', (fault) => {
    for (const caller of waiting.values()) caller.failed(fault)
    waiting.clear()
  })
  return {
    // Copied, because posting a view sends its whole buffer.
    speak: (bytes: Uint8Array) => ask({ do: 'speak', bytes: new Uint8Array(bytes) }),
    snapshot: () => ask({ do: 'snapshot' }),
    async close() {
      await ask({ do: 'close' }).catch(() => {})
      await worker.terminate()
    },
  }
}
