import { api } from '../client.ts'
import { toast } from '../ui/toast.tsx'
import { reloadSeries } from './queries.ts'
import { wordsNow } from '../words.ts'
import { visitWords } from './words.ts'

/** How long the way back from a large act stays on screen; the server allows it for longer. */
const undoStays = 10_000

/** Says that an act is done and offers the way back. */
export function sayDone(message: string, edit_id: string | null): void {
  reloadSeries()
  if (edit_id === null) toast.done(message)
  else toast.undoable(message, () => void takeBack(edit_id), { stays: undoStays })
}

async function takeBack(id: string): Promise<void> {
  const answer = await api['POST /api/schedule/edits/{id}/undo'].safe({ params: { id } })
  if (answer.ok) toast.done(wordsNow(visitWords).putBack)
  else toast.failed(answer.error, wordsNow(visitWords).undoFailed)
  reloadSeries()
}
