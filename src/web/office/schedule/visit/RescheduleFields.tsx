import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { LocalDate } from '../../../../domain/base/dates.ts'
import type { Visit } from '../../../../domain/schedule/visit.ts'
import { DateField } from '../../../ui/DateField.tsx'
import css from '../../../ui/forms.module.css'
import { Pills } from '../../../ui/Pills.tsx'
import { TimeField } from '../../../ui/TimeField.tsx'
import { dayLabel } from '../../../ui/when.ts'
import { type Calendar, useSlots } from '../../../shared/visits/calendar.ts'
import { FreeTimes } from '../../../shared/visits/FreeTimes.tsx'
import type { Place } from '../../../shared/visits/visit-acts.ts'
import { datesFor, minutesOf, type RescheduleChoice } from './reschedule-choice.ts'
import { useWords } from '../../../app/words.ts'
import { appointmentWords } from '../../../../words/en/appointment.ts'

/** Two weeks of working days; most visits move no further. */
const firstDates = 12
const asOption = (date: LocalDate) => ({ value: date, label: dayLabel(date) })

type DateProps = {
  visit: Visit
  calendar: Calendar
  place: Place
  /** The dates the customer asked for; `isClosed`: in a request that needs no answer any more. */
  wished: readonly LocalDate[]
  isClosed: boolean
  value: LocalDate | null
  onChange: (date: LocalDate | null) => void
}

/** The dates that suit, as buttons. */
export function NewDate({ visit, calendar, place, wished, isClosed, ...choice }: DateProps) {
  const words = useWords(appointmentWords)
  const [isUnfolded, setUnfolded] = useState(false)
  const { dates, fallback } = datesFor(visit, calendar, place)
  return (
    <>
      {wished.length > 0 && (
        <Pills
          wide
          legend={isClosed ? words.wouldHaveSuited : words.wouldLike}
          options={wished.map(asOption)}
          {...choice}
        />
      )}
      <Pills
        wide
        legend={words.newDate}
        options={(isUnfolded ? dates : dates.slice(0, firstDates)).map(asOption)}
        {...choice}
      />
      {!isUnfolded && dates.length > firstDates && (
        <Button variant="subtle" mt={6} onClick={() => setUnfolded(true)}>
          {words.moreDates}
        </Button>
      )}
      {fallback && (
        <Text size="sm" c="dimmed" mt={6}>
          {words.noneInCommon}
        </Text>
      )}
    </>
  )
}

type SlotProps = {
  visit: Visit
  calendar: Calendar
  choice: RescheduleChoice
  onChange: (change: Partial<RescheduleChoice>) => void
}

/** The date as it is typed, and the time. */
export function NewSlot({ visit, calendar, choice, onChange }: SlotProps) {
  const words = useWords(appointmentWords)
  const { date } = choice
  const time = minutesOf(choice, visit)
  const onPick = (minutes: number | null) => onChange({ minutes })
  const slots = useSlots(calendar.business_hours, date, visit.duration_minutes)
  return (
    <>
      <div className={css.row} style={{ marginTop: 16 }}>
        <DateField
          label={words.date}
          placeholder={words.typeDate}
          value={date}
          onChange={(day) => onChange({ date: day })}
          minDate={calendar.today}
        />
        <TimeField
          label={words.startTime}
          placeholder={words.noTime}
          clearable
          value={time}
          onChange={onPick}
          slots={slots}
        />
      </div>
      {date && (
        <FreeTimes
          date={date}
          minutes={visit.duration_minutes}
          team_id={visit.team_id}
          except={visit.occurrence_id}
          value={time}
          onPick={onPick}
        />
      )}
    </>
  )
}
