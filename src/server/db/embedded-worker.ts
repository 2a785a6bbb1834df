import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

// The embedded database lives in its own thread: a slow query must not stop HTTP and live streams.
const port = parentPort!
const { dataDir, snapshot } = workerData as { dataDir: string; snapshot?: Uint8Array }

// While a folder is made this file lies beside it. A process killed meanwhile leaves half a database in which nobody wrote anything.
const making = dataDir === 'memory://' ? null : `${dataDir}.making`
if (making && existsSync(making)) rmSync(dataDir, { recursive: true, force: true })
if (making && !existsSync(`${dataDir}/PG_VERSION`)) writeFileSync(making, '')
const database = await PGlite.create({
  dataDir,
  ...(snapshot ? { loadDataDir: new Blob([snapshot as Uint8Array<ArrayBuffer>]) } : {}),
  relaxedDurability: false,
})
await database.exec("set timezone to 'UTC'")
if (making) rmSync(making, { force: true })

type Request =
  | { id: number; do: 'speak'; bytes: Uint8Array }
  | { id: number; do: 'snapshot' }
  | { id: number; do: 'close' }

const answer = async (request: Request): Promise<Uint8Array | null> => {
  switch (request.do) {
    case 'speak':
      return database.execProtocolRawSync(request.bytes)
    case 'snapshot':
      return new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer())
    case 'close':
      await database.close()
      return null
  }
}

port.on('message', (request: Request) => {
  answer(request).then(
    (result) =>
      port.postMessage({ id: request.id, result }, result ? [result.buffer as ArrayBuffer] : []),
    (fault: Error) => port.postMessage({ id: request.id, fault: fault.message }),
  )
})
port.postMessage({ ready: true })
