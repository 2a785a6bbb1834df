import { TextInput } from '@mantine/core'
import { holdReasonMax, type Visit } from '../../../domain/visit.ts'
import { doAt } from '../../outbox/acts.ts'
import { useWorker } from '../../outbox/outbox.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { customerText } from '../../visits/visit-text.ts'
import { useWords } from '../../words.ts'
import { crewWords } from './words.ts'

export type FormProps = { visit: Visit; opened: boolean; onClose: () => void }

/** Why a stop could not be done. */
export function NotDoneForm({ visit, opened, onClose }: FormProps) {
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
