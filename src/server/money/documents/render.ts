import { Worker } from 'node:worker_threads'
import type { FastifyReply } from 'fastify'
import type { Paper } from './paper.ts'

type Waiting = { done: (bytes: Uint8Array) => void; failed: (fault: unknown) => void }
type Reply = { id: number; bytes?: Uint8Array; fault?: string }
type Drawer = { worker: Worker; waiting: Map<number, Waiting> }

let drawer: Drawer | null = null
let asked = 0

/** The document as PDF, drawn in a thread of its own. */
export function renderPaper(paper: Paper): Promise<Uint8Array> {
  const { worker, waiting } = (drawer ??= start())
  return new Promise((done, failed) => {
    const id = ++asked
    waiting.set(id, { done, failed })
    // It keeps the process alive only while somebody waits.
    worker.ref()
    worker.postMessage({ id, paper })
  })
}

function start(): Drawer {
  const worker = new Worker(new URL('./draw-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  const waiting: Drawer['waiting'] = new Map()
  worker.on('message', ({ id, bytes, fault }: Reply) => {
    const caller = waiting.get(id)
    waiting.delete(id)
    if (!waiting.size) worker.unref()
    if (bytes) caller?.done(bytes)
    else caller?.failed(new Error(`The document was not drawn: ${fault}`))
  })
  const end = (fault: unknown) => {
    if (drawer?.worker === worker) drawer = null
    for (const caller of waiting.values()) caller.failed(fault)
    waiting.clear()
  }
  worker.on('error', end)
  worker.on('exit', () => end(new Error('The drawing thread has ended')))
  return { worker, waiting }
}

export async function sendPaper(reply: FastifyReply, paper: Paper): Promise<never> {
  const bytes = await renderPaper(paper)
  await reply
    .header('content-disposition', `attachment; filename="${paper.file}"`)
    .header('cache-control', 'no-store')
    .type('application/pdf')
    .send(Buffer.from(bytes))
  return undefined as never
}
