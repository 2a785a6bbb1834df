import { Alert, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays, startOfWeek, weekdaysOfKeys } from '../../../../domain/dates.ts'
import { openWeekdays } from '../../../../domain/hours.ts'
import type { CustomerRequest } from '../../../../domain/request.ts'
import {
  changedMeanwhile,
  rescheduleChoices,
  rescheduleHorizonDays,
  visitRules,
  type Visit,
} from '../../../../domain/visit.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { Refusable } from '../../../ui/Refusable.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { TimeField } from '../../../ui/TimeField.tsx'
import { Leave, useUnsaved } from '../../../ui/unsaved.tsx'
import { dayLabel } from '../../../ui/when.ts'
import { useWhileHere } from '../../../ui/while-here.ts'
import { Doubts } from '../../../visits/Doubts.tsx'
import css from '../../../ui/forms.module.css'
import { FreeTimes } from '../../../visits/FreeTimes.tsx'
import { Overtaken, useOvertaken } from '../../../visits/Overtaken.tsx'
import { Pills } from '../../../ui/Pills.tsx'
import { organizationQuery, windowQuery } from '../../../visits/queries.ts'
import { RequestClosed, useAsked } from './RequestNote.tsx'
import { SheetFoot } from '../../../ui/SheetFoot.tsx'
import { doubtsAbout, factsOfWeek } from '../../../visits/spots.ts'
import { useSlots } from '../../../visits/use-slots.ts'
import { rescheduleVisit, type Place } from '../../../visits/visit-acts.ts'
import { customerText, serviceText } from '../../../visits/visit-text.ts'
import type { Calendar } from '../../../visits/calendar.ts'

type Props = {
  visit: Visit
  calendar: Calendar
  opened: boolean
  onClose: () => void
  place: Place
  request?: CustomerRequest | null | undefined
  onDone?: () => void
}

/** A new date out of those that suit the customer and the organization, and a start time. */
export function RescheduleSheet(props: Props) {
  return (
    <Sheet opened={props.opened} onClose={props.onClose} title="Reschedule" size="md">
      {props.opened && <RescheduleForm {...props} />}
    </Sheet>
  )
}

/** Two weeks of working days; most visits move no further. */
const firstDates = 12
const asOption = (date: string) => ({ value: date, label: dayLabel(date) })

function RescheduleForm({ visit, calendar, onClose, place, request, onDone }: Props) {
  const [date, setDate] = useState<string | null>(null)
  const [chosen, setMinutes] = useState<number | null | undefined>(undefined)
  const minutes = chosen === undefined ? visit.start_minutes : chosen
  const [saving, setSaving] = useState(false)
  const [isUnfolded, setUnfolded] = useState(false)
  useUnsaved([date, chosen])
  const { business_hours: hours } = calendar
  const slots = useSlots(hours, date, visit.duration_minutes)
  const { dates, fallback } = rescheduleChoices({
    horizon_days: rescheduleHorizonDays[place],
    today: calendar.today,
    exclude: [visit.date],
    open_weekdays: hours.length ? openWeekdays(hours) : null,
    customer_weekdays: weekdaysOfKeys(visit.customer.available_days),
    closed_dates: new Set(calendar.closed_dates.map((closed) => closed.date)),
  })
  // What stands in the way on the new date is in that date's own week.
  const week = startOfWeek(date ?? visit.date)
  const there = useQuery({ ...windowQuery(week, addDays(week, 6)), enabled: date !== null })
  const { data: organization } = useQuery(organizationQuery)
  const doubts =
    date && there.data
      ? doubtsAbout(
          [{ visit, to: { date, team_id: visit.team_id, start_minutes: minutes } }],
          factsOfWeek({ ...calendar, occurrences: [], organization }, there.data),
        )
      : []
  // A request that is closed meanwhile still says what would have suited; nothing that is chosen goes with it.
  const { asked, isClosed, request_id } = useAsked(request)
  const wished = asked?.preferred_dates.filter((day) => day >= calendar.today) ?? []
  const { overtaken, begin } = useOvertaken(visit, date !== null || chosen !== undefined, saving)
  const refusal =
    visitRules.reschedule(visit) ??
    (overtaken ? changedMeanwhile : null) ??
    (date ? null : { code: 'no_date', sentence: 'Pick a date to reschedule' })
  const leave = useWhileHere(() => {
    onClose()
    onDone?.()
  })
  const save = async () => {
    if (!date) return
    setSaving(true)
    const done = await rescheduleVisit(
      visit,
      { to_date: date, start_minutes: minutes, request_id },
      doubts,
    )
    if (!done) return setSaving(false)
    leave()
  }
  return (
    <>
      {overtaken && <Overtaken visit={visit} onLook={begin} />}
      {isClosed && <RequestClosed then="You can still save a new date." />}
      <Text c="dimmed" size="sm" mb="sm">
        {customerText(visit)}, {serviceText(visit)}, now on {dayLabel(visit.date)}
      </Text>
      {asked?.reason && (
        <Alert
          color="honey"
          variant="light"
          mb="sm"
          title={isClosed ? 'The customer wrote' : 'The customer writes'}
        >
          {asked.reason}
        </Alert>
      )}
      <div inert={saving}>
        {wished.length > 0 && (
          <Pills
            wide
            legend={isClosed ? 'Would have suited the customer' : 'The customer would like'}
            options={wished.map(asOption)}
            value={date}
            onChange={setDate}
          />
        )}
        <Pills
          wide
          legend="New date"
          options={(isUnfolded ? dates : dates.slice(0, firstDates)).map(asOption)}
          value={date}
          onChange={setDate}
        />
        {!isUnfolded && dates.length > firstDates && (
          <Button variant="subtle" mt={6} onClick={() => setUnfolded(true)}>
            More dates
          </Button>
        )}
        {fallback && (
          <Text size="sm" c="dimmed" mt={6}>
            The customer’s days and your open days have none in common, so these are the next
            weekdays.
          </Text>
        )}
        <div className={css.row} style={{ marginTop: 16 }}>
          <DateField
            label="Date"
            placeholder="Or type a date"
            value={date}
            onChange={setDate}
            minDate={calendar.today}
          />
          <TimeField
            label="Start time"
            placeholder="No time"
            clearable
            value={minutes}
            onChange={setMinutes}
            slots={slots}
          />
        </div>
        {date && (
          <FreeTimes
            date={date}
            minutes={visit.duration_minutes}
            team_id={visit.team_id}
            except={visit.occurrence_id}
            value={minutes}
            onPick={setMinutes}
          />
        )}
      </div>
      <div aria-live="polite">
        {doubts.length > 0 && (
          <Alert color="honey" variant="light" mt="md">
            <Doubts sentences={doubts} />
          </Alert>
        )}
      </div>
      <SheetFoot>
        <Leave>Close</Leave>
        <Refusable refusal={refusal} loading={saving} onClick={() => void save()}>
          Save
        </Refusable>
      </SheetFoot>
    </>
  )
}
