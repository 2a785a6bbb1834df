import { Button } from '@mantine/core'
import { CircleSlash } from 'lucide-react'
import type { Visit } from '../../../domain/visit.ts'
import { later } from '../../ui/later.tsx'
import { openLayer } from '../../ui/sheet-stack.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import { customerText } from '../../visits/visit-text.ts'
import { useWords } from '../../words.ts'
import type { FormProps } from './ReasonForm.tsx'
import { crewWords } from './words.ts'

export const loadNotDoneForm = () => import('./NotDoneForm.tsx')
const NotDoneForm = later<FormProps>(async () => (await loadNotDoneForm()).NotDoneForm)

/** The crew was there and could not do it: the office reschedules it and sees the reason. */
export function NotDoneButton({ visit }: { visit: Visit }) {
  const words = useWords(crewWords)
  return (
    <Button
      variant="default"
      size="md"
      leftSection={<CircleSlash size={18} aria-hidden />}
      aria-label={words.notDoneOn(customerText(visit))}
      onClick={() => openLayer({ name: notDone, id: visit.id, about: visit })}
    >
      {words.notDone}
    </Button>
  )
}

const notDone = 'not-done'

/** The sheet, outside the stop: the office may move that away while somebody writes. */
export function NotDoneSheet() {
  const sheet = useSheet<Visit>(notDone)
  return (
    sheet.about && (
      <NotDoneForm key={sheet.key} visit={sheet.about} opened={sheet.opened} onClose={sheet.hide} />
    )
  )
}
