import { Textarea, TextInput } from '@mantine/core'
import type { ActionForm } from '../../ui/action-form.ts'
import type { ClockValues } from './clock-values.ts'

type Props = { form: ActionForm<ClockValues>; isOver: boolean }

/** Clock in, clock out, unpaid break and why. `isOver`: the shift must have ended. */
export const ClockFields = ({ form, isOver }: Props) => (
  <>
    <TextInput label="Clock in" type="datetime-local" required {...form.getInputProps('start')} />
    <TextInput
      label="Clock out"
      type="datetime-local"
      required={isOver}
      {...form.getInputProps('end')}
    />
    <TextInput
      label="Unpaid break, in minutes"
      inputMode="numeric"
      description="Breaks under 20 minutes are paid time."
      {...form.getInputProps('pause')}
      onChange={(event) =>
        form.setFieldValue('pause', event.currentTarget.value.replace(/\D/g, '').slice(0, 3))
      }
    />
    <Textarea label="Reason" required rows={2} maxLength={500} {...form.getInputProps('reason')} />
  </>
)
