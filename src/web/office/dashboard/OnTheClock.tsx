import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { durationText, shiftMinutes } from '../../../domain/schedule/shift.ts'
import { api } from '../../app/client.ts'
import { useClock } from '../../app/clock.ts'
import { asksAgain } from '../../app/live.ts'
import { nowMs } from '../../app/server-time.ts'
import css from './on-the-clock.module.css'

const nowQuery = api['GET /api/owner/timesheets/now'].query()
asksAgain(['shift_updated'], nowQuery.queryKey)

/** Who is working right now, and for how long. Nothing while nobody is. */
export function OnTheClock() {
  const people = useQuery(nowQuery).data?.people ?? []
  const minute = useClock(() => Math.floor(nowMs() / 60_000))
  if (!people.length) return null
  const now = new Date(minute * 60_000).toISOString()
  return (
    <section className={css.strip} aria-label="On the clock">
      <strong>On the clock</strong>
      <ul>
        {people.map((person) => (
          <li key={person.person_id} className={person.needs_review ? css.late : undefined}>
            {person.name} {durationText(shiftMinutes({ ...person, ended_at: null }, now))}
            {person.needs_review && ': forgot to clock out?'}
          </li>
        ))}
      </ul>
      <Anchor component={Link} to="/app/timesheets" underline="always" fz="sm">
        Hours
      </Anchor>
    </section>
  )
}
