import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Visit } from '../../../domain/visit.ts'
import { doAt } from '../../outbox/acts.ts'
import { holdStep } from '../../outbox/held-step.ts'
import { useWorker } from '../../outbox/outbox.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { useWords } from '../../words.ts'
import { useStopForm } from './stop-form.ts'
import { crewWords } from './words.ts'

export type FormProps = { visit: Visit; opened: boolean; onClose: () => void }
type Props = FormProps & {
  kind: 'finish' | 'not_done'
  title: string
  action: string
  /** Reasons to tap; another can be typed. */
  whys: readonly string[]
  about: string
  maxLength: number
  /** Shown above the reasons. */
  children?: ReactNode
}

/** An act at a stop that needs a reason. */
export function ReasonForm({ visit, kind, whys, about, maxLength, children, ...sheet }: Props) {
  const words = useWords(crewWords)
  const worker = useWorker()
  const form = useStopForm<{ reason: string }>(
    { name: kind, visit, opened: sheet.opened, onClose: sheet.onClose },
    {
      initialValues: { reason: '' },
      validate: { reason: (text) => (text.trim() ? null : words.sayWhy) },
      failure: words.sayWhy,
      send: ({ reason }) =>
        // The stop behind the sheet stays where it is: a second tap lands there.
        holdStep(
          kind === 'finish' ? { visit: { ...visit, is_waiting: false }, step: kind } : null,
          performance.now(),
          () => doAt(visit, worker, kind, { text: reason.trim() }),
        ),
    },
  )
  return (
    <FormSheet form={form} size="sm" {...sheet}>
      {children}
      <Pills
        legend={words.why}
        options={whys.map((why) => ({ value: why, label: why }))}
        value={form.values.reason}
        onChange={(why) => form.setFieldValue('reason', why)}
      />
      <TextInput
        label={words.reason}
        description={about}
        size="md"
        maxLength={maxLength}
        {...form.getInputProps('reason')}
      />
    </FormSheet>
  )
}
