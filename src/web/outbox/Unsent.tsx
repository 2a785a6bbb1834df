import { CloudUpload } from 'lucide-react'
import { useIsOnline } from '../online.ts'
import './acts.ts'
import { useWords } from '../words.ts'
import { useWaiting } from './outbox.ts'
import { useIsStuck, useSender } from './sending.ts'
import { outboxWords } from './words.ts'
import css from './unsent.module.css'

/** On every page of a crew: sends what waits, and says how much waits. */
export default function Unsent() {
  useSender()
  const words = useWords(outboxWords)
  const waiting = useWaiting()
  const count = waiting.length
  const isOnline = useIsOnline()
  const isStuck = useIsStuck()
  // What was never tried is being sent right now.
  const isUnderWay = isOnline && !isStuck && waiting.every(({ is_tried }) => !is_tried)
  if (count === 0 || isUnderWay) return null
  return (
    <output className={css.unsent}>
      <CloudUpload size={18} aria-hidden />
      {words.waiting(count)}
    </output>
  )
}
