import { useState } from 'react'
import type { RecordKind } from '../../../domain/base/record-history.ts'
import css from './history.module.css'
import { RecordHistory } from './RecordHistory.tsx'

/** The history of one record, read when it is unfolded. */
export function HistoryFold({ record, id }: { record: RecordKind; id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className={`fh-no-print ${css.fold}`}
      onToggle={({ currentTarget: { open } }) => setOpen(open)}
    >
      <summary>History</summary>
      {isOpen && <RecordHistory record={record} id={id} />}
    </details>
  )
}
