import { Button } from '@mantine/core'
import { NotebookPen } from 'lucide-react'
import type { Visit } from '../../../domain/visit.ts'
import { later } from '../../ui/later.tsx'
import { openLayer } from '../../ui/sheet-stack.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import { customerText } from '../../visits/visit-text.ts'
import { useWords } from '../../words.ts'
import type { FormProps } from './ReasonForm.tsx'
import { crewWords } from './words.ts'

export const loadNoteForm = () => import('./NoteForm.tsx')
const NoteForm = later<FormProps>(async () => (await loadNoteForm()).NoteForm)

/** Writes down what the office and the next crew should know of a stop. */
export function NoteButton({ visit }: { visit: Visit }) {
  const words = useWords(crewWords)
  return (
    <Button
      variant="default"
      size="md"
      leftSection={<NotebookPen size={18} aria-hidden />}
      aria-label={words.noteOn(customerText(visit))}
      onClick={() => openLayer({ name: note, id: visit.id, about: visit })}
    >
      {words.note}
    </Button>
  )
}

const note = 'note'

/** The sheet, outside the stop: the office may move that away while somebody writes. */
export function NoteSheet() {
  const sheet = useSheet<Visit>(note)
  return (
    sheet.about && (
      <NoteForm key={sheet.key} visit={sheet.about} opened={sheet.opened} onClose={sheet.hide} />
    )
  )
}
