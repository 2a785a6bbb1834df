import { Button, Switch, Textarea } from '@mantine/core'
import { NotebookPen } from 'lucide-react'
import type { Visit } from '../../../domain/visit.ts'
import { useWorker } from '../../outbox/outbox.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { openLayer } from '../../ui/sheet-stack.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import { customerText } from '../../visits/visit-text.ts'
import { useWords } from '../../words.ts'
import { doAt } from '../../outbox/acts.ts'
import { crewWords } from './words.ts'

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

const longest = 2000

function NoteForm({
  visit,
  opened,
  onClose,
}: {
  visit: Visit
  opened: boolean
  onClose: () => void
}) {
  const words = useWords(crewWords)
  const worker = useWorker()
  const form = useActionForm<{ text: string; for_customer: boolean }, boolean>({
    initialValues: { text: '', for_customer: false },
    validate: { text: (text) => (text.trim() ? null : words.noteMissing) },
    failure: words.noteMissing,
    send: ({ text, for_customer }) =>
      doAt(visit, worker, 'note', { text: text.trim(), for_customer }),
    sent: (isSaved) => isSaved && onClose(),
  })
  return (
    <FormSheet
      form={form}
      opened={opened}
      onClose={onClose}
      title={words.noteOn(customerText(visit))}
      action={words.saveNote}
      size="sm"
    >
      <Textarea
        label={words.note}
        description={form.values.for_customer ? words.noteForAll : words.noteAbout}
        placeholder={words.noteExample}
        size="md"
        autosize
        minRows={3}
        maxLength={longest}
        data-autofocus
        {...form.getInputProps('text')}
      />
      <Switch
        label={words.noteForCustomer}
        size="md"
        {...form.getInputProps('for_customer', { type: 'checkbox' })}
      />
    </FormSheet>
  )
}
