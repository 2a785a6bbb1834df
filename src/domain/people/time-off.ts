import { z } from 'zod'
import { dateText, daysBetween, LocalDateText, type LocalDate } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { tooLong } from '../base/text.ts'

/** Days on which a team, or a person of it, does not work; both dates included. */
export const TeamDaysOff = z.object({
  from: LocalDateText,
  to: LocalDateText,
  /** Null: the whole team. */
  person_id: Id.nullable(),
  person: z.string().nullable(),
  /** How many people the team has; 0 for the whole team. */
  members: z.int(),
  reason: z.string().nullable(),
})
export type TeamDaysOff = z.infer<typeof TeamDaysOff>

/** When a team works: how long on a day, and on which days not. Absent: as the business does. */
export type TeamTime = {
  day_minutes?: number | null | undefined
  days_off?: readonly TeamDaysOff[] | undefined
}

/** Who of a team is away on a day: all of it, or the people by name. */
export function awayOn(
  { days_off = [] }: TeamTime,
  date: LocalDate,
): { all: boolean; reason: string | null; people: string[] } {
  const off = days_off.filter(({ from, to }) => date >= from && date <= to)
  const whole = off.find(({ person_id }) => person_id === null)
  const people = new Map(
    off.flatMap((one) => (one.person_id ? [[one.person_id, one] as const] : [])),
  )
  const [first] = people.values()
  return {
    all: whole !== undefined || (first !== undefined && people.size >= first.members),
    reason: whole?.reason ?? null,
    people: [...people.values()].flatMap(({ person }) => person ?? []),
  }
}

/** What is doubtful about work of a team on a day because of who is away, as a sentence. */
export function awaySentence(time: TeamTime, date: LocalDate): string | null {
  const { all, reason, people } = awayOn(time, date)
  if (all) return `The team is off on ${dateText(date)}${reason ? `: ${reason}` : ''}.`
  if (!people.length) return null
  return `${people.join(', ')} of the team ${people.length === 1 ? 'is' : 'are'} off on ${dateText(date)}.`
}

const longest = 366
export const NewTimeOff = z
  .object({
    team_id: Id.nullable().default(null),
    person_id: Id.nullable().default(null),
    from_date: LocalDateText,
    to_date: LocalDateText,
    reason: z
      .string()
      .trim()
      .max(200, tooLong(200))
      .transform((text) => text || null)
      .nullable()
      .default(null),
  })
  .refine(({ team_id, person_id }) => (team_id === null) !== (person_id === null), {
    path: ['team_id'],
    message: 'Choose a team or a person.',
  })
  .refine(({ from_date, to_date }) => to_date >= from_date, {
    path: ['to_date'],
    message: 'The last day is before the first day.',
  })
  .refine(({ from_date, to_date }) => daysBetween(from_date, to_date) < longest, {
    path: ['to_date'],
    message: 'Enter at most a year.',
  })

/** Time off as it was entered. */
export const TimeOff = z.object({
  id: Id,
  team_id: Id.nullable(),
  person_id: Id.nullable(),
  from_date: LocalDateText,
  to_date: LocalDateText,
  reason: z.string().nullable(),
})
export type TimeOff = z.infer<typeof TimeOff>
