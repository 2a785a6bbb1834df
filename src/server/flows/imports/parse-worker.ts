import { parentPort, workerData } from 'node:worker_threads'
import { parseFile, Unreadable } from './parse.ts'

// A thread of its own: a hostile file may take seconds and all the memory it can get.
try {
  parentPort!.postMessage({ table: parseFile(workerData as Uint8Array) })
} catch (fault) {
  if (!(fault instanceof Unreadable)) throw fault
  parentPort!.postMessage({ refusal: fault.message })
}
