import { Switch, Textarea } from '@mantine/core'
import { useWorker } from '../../outbox/outbox.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { customerText } from '../../visits/visit-text.ts'
import { useWords } from '../../words.ts'
import { doAt } from '../../outbox/acts.ts'
import type { FormProps } from './ReasonForm.tsx'
import { useStopForm } from './stop-form.ts'
import { crewWords } from './words.ts'

const longest = 2000

/** Writes down a note of a stop. */
export function NoteForm({ visit, opened, onClose }: FormProps) {
  const words = useWords(crewWords)
  const worker = useWorker()
  const form = useStopForm<{ text: string; for_customer: boolean }>(
    { name: 'note', visit, opened, onClose },
    {
      initialValues: { text: '', for_customer: false },
      validate: { text: (text) => (text.trim() ? null : words.noteMissing) },
      failure: words.noteMissing,
      send: ({ text, for_customer }) =>
        doAt(visit, worker, 'note', { text: text.trim(), for_customer }),
    },
  )
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
