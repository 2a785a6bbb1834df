import { parentPort } from 'node:worker_threads'
import { drawPaper } from './draw.ts'
import type { Paper } from './paper.ts'

// Drawing a page takes tens of milliseconds, in which the thread that answers requests would stand
// still.
const port = parentPort!

port.on('message', ({ id, paper }: { id: number; paper: Paper }) => {
  drawPaper(paper).then(
    (bytes) => port.postMessage({ id, bytes }),
    (fault: unknown) =>
      port.postMessage({ id, fault: fault instanceof Error ? fault.message : 'unknown' }),
  )
})
