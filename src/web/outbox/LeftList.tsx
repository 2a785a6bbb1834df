import { momentLabel } from '../ui/when.ts'
import { useWords } from '../words.ts'
import css from './left.module.css'
import { linesOf } from './left.ts'
import { leftWords } from './left-words.ts'

type Props = {
  acts: Parameters<typeof linesOf>[0]
  photos: Parameters<typeof linesOf>[1]
}

/** What was done and is not sent, to be read to the office. */
export function LeftList({ acts, photos }: Props) {
  const words = useWords(leftWords)
  return (
    <ul className={css.lines} aria-label={words.list}>
      {linesOf(acts, photos, words).map(({ id, at_ms, about, what, detail }) => (
        <li key={id}>
          {about && <strong>{about}</strong>}
          <span>{detail ? `${what}: ${detail}` : what}</span>
          <span className={css.when}>{momentLabel(new Date(at_ms).toISOString())}</span>
        </li>
      ))}
    </ul>
  )
}
