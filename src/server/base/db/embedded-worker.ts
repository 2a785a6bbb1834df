import { existsSync, openAsBlob, rmSync, writeFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

// The embedded database has its own thread, so that a slow query does not block HTTP and live
// streams.
const port = parentPort!
const { dataDir, snapshot, program } = workerData as {
  dataDir: string
  snapshot?: string
  program: WebAssembly.Module
}

// This file exists next to a folder while it is being created. If the process is killed then, the
// half-made database has no user data.
const making = dataDir === 'memory://' ? null : `${dataDir}.making`
if (making && existsSync(making)) rmSync(dataDir, { recursive: true, force: true })
if (making && !existsSync(`${dataDir}/PG_VERSION`)) writeFileSync(making, '')
const database = await PGlite.create({
  dataDir,
  // One in memory ends with its process: checksums and 16 MB of log guard nothing there.
  ...(making ? {} : { initDbStartParams: ['--no-data-checksums', '--wal-segsize=1'] }),
  ...(snapshot ? { loadDataDir: await openAsBlob(snapshot) } : {}),
  pgliteWasmModule: program,
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
