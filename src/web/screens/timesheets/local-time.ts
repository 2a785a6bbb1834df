import { timeText, wallClockIn, zonedToUtcIso } from '../../../domain/dates.ts'

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
