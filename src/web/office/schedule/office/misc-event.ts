import type { LocalDate } from '../../../../domain/base/dates.ts'
import type { MiscEvent } from '../../../../domain/schedule/schedule.ts'
import type { FormErrors } from '../../../ui/FormProblem.tsx'

export type EditedEvent = Pick<
  MiscEvent,
  'id' | 'title' | 'date' | 'start_minutes' | 'duration_minutes' | 'notes' | 'team_id'
>

export type EventValues = {
  title: string
  /** '' where none is chosen. */
  date: string
  /** Null: all day. */
  start_minutes: number | null
  duration_minutes: number
  /** Null: everyone. */
  team_id: string | null
  notes: string
}

/** What the form starts with: the event, or an hour on `date`. */
export const eventValues = (event: EditedEvent | null, date: LocalDate): EventValues => ({
  title: event?.title ?? '',
  date: event?.date ?? date,
  start_minutes: event?.start_minutes ?? null,
  duration_minutes: event?.duration_minutes ?? 60,
  team_id: event?.team_id ?? null,
  notes: event?.notes ?? '',
})

export function checkEvent({ title, date, duration_minutes }: EventValues): FormErrors {
  const errors: FormErrors = {}
  if (title.trim() === '') errors.title = 'Title is required'
  if (!date) errors.date = 'Choose a date'
  if (!(duration_minutes >= 1)) errors.duration_minutes = 'Duration (minutes) must be > 0'
  return errors
}

export const eventBody = ({ notes, ...values }: EventValues) => ({
  ...values,
  notes: notes.trim() || null,
})
