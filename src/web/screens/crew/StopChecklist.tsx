import { Checkbox } from '@mantine/core'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import type { VisitChecklistItem } from '../../../domain/checklist.ts'
import type { Visit } from '../../../domain/visit.ts'
import { doAt } from '../../outbox/acts.ts'
import { useWorker } from '../../outbox/outbox.ts'
import { customerText } from '../../visits/visit-text.ts'
import { useWords } from '../../words.ts'
import css from './checklist.module.css'
import { crewWords } from './words.ts'

/** What to do at a stop; each tick is an act of its own, with or without a signal. The next stop shows it at once. */
export function StopChecklist({ visit, isNext }: { visit: Visit; isNext: boolean }) {
  const words = useWords(crewWords)
  const { checklist } = visit
  if (checklist.length === 0) return null
  const done = checklist.filter((item) => item.done).length
  return (
    <details className={css.checklist} open={isNext && !visit.is_completed}>
      <summary aria-label={words.checklistOf(customerText(visit), done, checklist.length)}>
        <ListChecks size={18} aria-hidden />
        {words.checklist(done, checklist.length)}
      </summary>
      <div>
        {checklist.map((item) => (
          <Item key={item.id} item={item} visit={visit} />
        ))}
      </div>
    </details>
  )
}

function Item({ item, visit }: { item: VisitChecklistItem; visit: Visit }) {
  const words = useWords(crewWords)
  const worker = useWorker()
  const { id, text, required, done } = item
  // Shown at once; it counts as soon as this phone has written it down.
  const [pressed, setPressed] = useState<boolean | null>(null)
  const tick = async (is_done: boolean) => {
    setPressed(is_done)
    await doAt(visit, worker, 'tick', { item: id, text, is_done })
    setPressed(null)
  }
  return (
    <Checkbox
      size="md"
      className={css.item}
      label={required ? `${text} ${words.requiredMark}` : text}
      checked={pressed ?? done !== null}
      disabled={visit.is_completed}
      onChange={({ currentTarget }) => void tick(currentTarget.checked)}
    />
  )
}
