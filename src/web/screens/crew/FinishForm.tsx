import { List, Text, TextInput } from '@mantine/core'
import { openReasonMax, openRequired } from '../../../domain/checklist.ts'
import type { Visit } from '../../../domain/visit.ts'
import { doAt } from '../../outbox/acts.ts'
import { useWorker } from '../../outbox/outbox.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { customerText } from '../../visits/visit-text.ts'
import { useWords } from '../../words.ts'
import { lacksProducts } from './Products.tsx'
import { crewWords } from './words.ts'

export type FormProps = { visit: Visit; opened: boolean; onClose: () => void }

/** Why the crew finishes a stop although something required is open. */
export function FinishForm({ visit, opened, onClose }: FormProps) {
  const words = useWords(crewWords)
  const worker = useWorker()
  const form = useActionForm<{ reason: string }, boolean>({
    initialValues: { reason: '' },
    validate: { reason: (text) => (text.trim() ? null : words.sayWhy) },
    failure: words.sayWhy,
    send: ({ reason }) => doAt(visit, worker, 'finish', { text: reason.trim() }),
    sent: (isSaved) => isSaved && onClose(),
  })
  const { reason } = form.values
  return (
    <FormSheet
      form={form}
      opened={opened}
      onClose={onClose}
      title={words.openOn(customerText(visit))}
      action={words.completeAnyway}
      size="sm"
    >
      <OpenList visit={visit} />
      <Pills
        legend={words.why}
        options={words.openWhys.map((why) => ({ value: why, label: why }))}
        value={reason}
        onChange={(why) => form.setFieldValue('reason', why)}
      />
      <TextInput
        label={words.reason}
        description={words.openReasonAbout}
        size="md"
        maxLength={openReasonMax}
        {...form.getInputProps('reason')}
      />
    </FormSheet>
  )
}

function OpenList({ visit }: { visit: Visit }) {
  const words = useWords(crewWords)
  return (
    <>
      <Text>{words.openText}</Text>
      <List>
        {openRequired(visit.checklist).map(({ id, text }) => (
          <List.Item key={id}>{text}</List.Item>
        ))}
        {lacksProducts(visit) && <List.Item>{words.productsMissing}</List.Item>}
      </List>
    </>
  )
}
