import { VisuallyHidden } from '@mantine/core'
import { ArrowRight } from 'lucide-react'
import type { Change } from '../../domain/history.ts'
import css from './history.module.css'

/** From what to what, field by field. */
export const ChangeList = ({ changes }: { changes: readonly Change[] }) =>
  changes.length > 0 && (
    <ul className={css.changes}>
      {changes.map((change, n) => (
        <li key={`${n} ${change.field}`}>
          <ChangeText change={change} />
        </li>
      ))}
    </ul>
  )

const ChangeText = ({ change: { field, from, to } }: { change: Change }) => (
  <>
    <span className={css.soft}>{field.replaceAll('_', ' ')}: </span>
    {from !== null && (
      <>
        {from} <ArrowRight size={13} aria-hidden /> <VisuallyHidden>to</VisuallyHidden>
      </>
    )}
    {to ?? 'empty'}
  </>
)
