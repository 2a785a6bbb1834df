import { extraText } from '../../../domain/flows/extra-text.ts'
import type { VisitExtra } from '../../../domain/flows/extra-work.ts'
import { useWords } from '../../app/words.ts'
import { extraWords } from '../../../words/en/extra-work.ts'
import css from './visit-card.module.css'

/** Extra work of a visit, each with what the office made of it. */
export function VisitExtras({ extras }: { extras: readonly VisitExtra[] }) {
  const words = useWords(extraWords)
  return extras.map((extra) => (
    <p key={extra.id} className={css.notes}>
      {words.line(extraText(extra))}
      {extra.note && ` (${extra.note})`}
      <small className={css.writer}>
        {[extra.by, words.state(extra.state, extra.reason)].filter(Boolean).join(', ')}
      </small>
    </p>
  ))
}
