import { CloudUpload } from 'lucide-react'
import { useIsOnline } from '../../online.ts'
import { useWaiting } from '../../outbox/outbox.ts'
import css from './crew.module.css'
import { useWords } from '../../words.ts'
import { crewWords } from './words.ts'

/** What can be done without a connection, until something waits for one. */
export function OfflineNote() {
  const words = useWords(crewWords)
  const waits = useWaiting().length > 0
  const isOnline = useIsOnline()
  if (isOnline || waits) return null
  return (
    <output className={css.waiting}>
      <CloudUpload size={18} aria-hidden />
      {words.offline}
    </output>
  )
}
