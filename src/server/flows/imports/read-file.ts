import { Worker } from 'node:worker_threads'
import { Refused } from '../../base/kit/refusals.ts'
import type { ImportTable } from './parse.ts'

/** How long a file may take to read. */
const patienceMs = 30_000
const tooMuch = 'This file is too large or too odd to read. Split it, or save it as CSV again.'

type Reply = { table: ImportTable } | { refusal: string }

/** The rows of an uploaded file. 422 `file_unreadable` with the reason. */
export async function readFile(bytes: Uint8Array): Promise<ImportTable> {
  const reply = await inWorker(bytes)
  if ('refusal' in reply) throw unreadable(reply.refusal)
  return reply.table
}

const unreadable = (sentence: string) =>
  new Refused(422, 'file_unreadable', sentence, { file: sentence })

function inWorker(bytes: Uint8Array): Promise<Reply> {
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  return new Promise<Reply>((done, failed) => {
    const timer = setTimeout(() => failed(unreadable(tooMuch)), patienceMs)
    worker.on('message', done)
    // Only the thread dies of a file that takes all its memory.
    worker.on('error', () => failed(unreadable(tooMuch)))
    worker.on('exit', () => failed(unreadable(tooMuch)))
    worker.on('exit', () => clearTimeout(timer))
  }).finally(() => void worker.terminate())
}
