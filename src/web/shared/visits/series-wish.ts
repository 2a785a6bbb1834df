import type { EndingRule } from '../../../api/series.ts'
import type { EditScope } from '../../../domain/schedule/schedule.ts'
import type { Visit } from '../../../domain/schedule/visit.ts'
import { openLayer } from '../../ui/sheet-stack.ts'
import { cachedVisit, reloadSeries } from './queries.ts'
import type { Spot } from './drop-targets.ts'
import { api } from '../../app/client.ts'
import { toast } from '../../ui/toast.tsx'
import { wordsNow } from '../../app/words.ts'
import { visitWords } from '../../../words/en/visits.ts'

/** What is to be done with a series, and where on the page it was asked: in a dialog, on a card, in a message. */
export type SeriesWish =
  | {
      what: 'edit'
      /** The visit it was asked on. */
      visit: Visit
      scope?: EditScope
      /** How that visit was just moved, to be repeated for the others. */
      moved?: { from: Spot; to: Spot }
    }
  | { what: 'end'; visit: Visit }
  | { what: 'pause'; visit: Visit }
  | { what: 'extend'; ending: EndingRule }

export const seriesSheet = 'series'

/** Opens the sheet of a series over whatever is open. */
export const openSeries = (wish: SeriesWish): void =>
  openLayer({ name: seriesSheet, id: nameOf(wish), about: wish })

const nameOf = (wish: SeriesWish): string =>
  `${wish.what}-${wish.what === 'extend' ? wish.ending.rule_id : wish.visit.id}`

/** The wish that an address names; null if its visit is not at hand. */
export function findWish(id: string): SeriesWish | null {
  const [, what, visit_id = ''] = /^(edit|end|pause)-(.+)$/.exec(id) ?? []
  const visit = cachedVisit(visit_id)
  return visit && what ? { what: what as 'edit' | 'end' | 'pause', visit } : null
}

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
