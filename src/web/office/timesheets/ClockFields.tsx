import { Textarea, TextInput } from '@mantine/core'
import type { ActionForm } from '../../ui/action-form.ts'
import { timeText, wallClockIn, zonedToUtcIso } from '../../../domain/base/dates.ts'

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

/** What a shift's form asks, as people type it. */
export type ClockValues = {
  /** Of a new shift. */
  person_id: string
  start: string
  end: string
  pause: string
  reason: string
}

/** What is wrong with them, by field. */
export const clockErrors = ({ start, reason }: ClockValues): Partial<ClockValues> => ({
  ...(start ? {} : { start: 'Enter when the shift began' }),
  ...(reason.trim().length < 3 ? { reason: 'Say why' } : {}),
})

/** The server's names of the fields. */
export const clockNames = { started_at: 'start', ended_at: 'end', break_minutes: 'pause' } as const

/** A moment as a `datetime-local` field shows it, in the organization's time zone. */
export function fieldOf(moment: string | null, zone: string): string {
  if (!moment) return ''
  const { date, minutes } = wallClockIn(zone, moment)
  return `${date}T${timeText(minutes)}`
}

/**
 * The moment a field means; the known one if the field still shows it, so that seconds and the
 * second 1:30 of an autumn night stay. Null if it is empty.
 */
export function momentOf(text: string, known: string | null, zone: string): string | null {
  if (!text) return null
  if (known && fieldOf(known, zone) === text) return known
  const [date = '', time = ''] = text.split('T')
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return zonedToUtcIso(date, hours * 60 + minutes, zone)
}
