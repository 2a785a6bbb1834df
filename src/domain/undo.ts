import { refuse, rule } from './rule.ts'
import { undoMinutes } from './visit.ts'

/** What decides whether an edit of a schedule can be taken back. `overtaken`: something it touched is not as it left it. */
export type EditFacts = { created_at: string; now: string; overtaken: boolean }

const expired = refuse(
  'undo_expired',
  'It is too late to undo this.',
  (edit: EditFacts) => Date.parse(edit.now) - Date.parse(edit.created_at) > undoMinutes * 60_000,
)
const overtaken = refuse('edit_overtaken', 'Something changed since then, so this can no longer be undone.', (edit: EditFacts) => edit.overtaken)

/** Taking back twice is a repeat, which the caller answers as before. */
export const editRules = { undo: rule<EditFacts>(expired, overtaken) }
