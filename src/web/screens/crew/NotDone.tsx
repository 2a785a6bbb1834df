import { Button, TextInput } from '@mantine/core'
import { CircleSlash } from 'lucide-react'
import { holdReasonMax, type Visit } from '../../../domain/visit.ts'
import { doAt } from '../../outbox/acts.ts'
import { useWorker } from '../../outbox/outbox.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { openLayer } from '../../ui/sheet-stack.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import { customerText } from '../../visits/visit-text.ts'
import { useWords } from '../../words.ts'
import { crewWords } from './words.ts'

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

type FormProps = { visit: Visit; opened: boolean; onClose: () => void }

function NotDoneForm({ visit, opened, onClose }: FormProps) {
  const words = useWords(crewWords)
  const worker = useWorker()
  const form = useActionForm<{ reason: string }, boolean>({
    initialValues: { reason: '' },
    validate: { reason: (text) => (text.trim() ? null : words.sayWhy) },
    failure: words.sayWhy,
    send: ({ reason }) => doAt(visit, worker, 'not_done', { text: reason.trim() }),
    sent: (isSaved) => isSaved && onClose(),
  })
  const { reason } = form.values
  return (
    <FormSheet
      form={form}
      opened={opened}
      onClose={onClose}
      title={words.notDoneOn(customerText(visit))}
      action={words.saveNotDone}
      size="sm"
    >
      <Pills
        legend={words.why}
        options={words.whys.map((why) => ({ value: why, label: why }))}
        value={reason}
        onChange={(why) => form.setFieldValue('reason', why)}
      />
      <TextInput
        label={words.reason}
        description={words.reasonAbout}
        size="md"
        maxLength={holdReasonMax}
        {...form.getInputProps('reason')}
      />
    </FormSheet>
  )
}
