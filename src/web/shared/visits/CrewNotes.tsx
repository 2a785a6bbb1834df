import type { CrewNote } from '../../../domain/schedule/visit.ts'
import { useZone } from '../../app/today.ts'
import { momentLabel } from '../../ui/when.ts'
import { useWords } from '../../app/words.ts'
import css from './visit-card.module.css'
import { visitWords } from '../../../words/en/visits.ts'

/** What crews wrote down about a visit, oldest first. */
export function CrewNotes({ notes }: { notes: readonly CrewNote[] }) {
  const zone = useZone()
  const words = useWords(visitWords)
  return notes.map(({ text, by, at, for_customer }) => (
    <p key={`${at} ${text}`} className={css.notes}>
      {text}
      <small className={css.writer}>
        {[by, momentLabel(at, zone), for_customer && words.noteForCustomer]
          .filter(Boolean)
          .join(', ')}
      </small>
    </p>
  ))
}
