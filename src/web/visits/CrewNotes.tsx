import type { CrewNote } from '../../domain/visit.ts'
import { useZone } from '../today.ts'
import { momentLabel } from '../ui/when.ts'
import css from './visit-card.module.css'

/** What crews wrote down about a visit, oldest first. */
export function CrewNotes({ notes }: { notes: readonly CrewNote[] }) {
  const zone = useZone()
  return notes.map(({ text, by, at }) => (
    <p key={`${at} ${text}`} className={css.notes}>
      {text}
      <small className={css.writer}>{[by, momentLabel(at, zone)].filter(Boolean).join(', ')}</small>
    </p>
  ))
}
