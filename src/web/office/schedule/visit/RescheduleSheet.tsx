import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays, startOfWeek } from '../../../../domain/base/dates.ts'
import type { CustomerRequest } from '../../../../domain/schedule/request.ts'
import type { Visit } from '../../../../domain/schedule/visit.ts'
import { Refusable } from '../../../ui/Refusable.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { SheetFoot } from '../../../ui/SheetFoot.tsx'
import { Leave, useUnsaved } from '../../../ui/unsaved.tsx'
import { dayLabel } from '../../../ui/when.ts'
import { useWhileHere } from '../../../ui/while-here.ts'
import type { Calendar } from '../../../shared/visits/calendar.ts'
import { DoubtsAlert, Overtaken, useOvertaken } from '../../../shared/visits/Doubts.tsx'
import { organizationQuery, windowQuery } from '../../../shared/visits/queries.ts'
import { doubtsAbout, factsOfWeek, type Carry } from '../../../shared/visits/drop-targets.ts'
import { rescheduleVisit, type Place } from '../../../shared/visits/visit-acts.ts'
import { customerText, serviceText } from '../../../shared/visits/visit-text.ts'
import { RequestClosed, useAsked } from './RequestNote.tsx'
import { TeamLoad } from './TeamLoad.tsx'
import {
  firstWish,
  isBegun,
  minutesOf,
  rescheduleRefusal,
  wishedDates,
  type RescheduleChoice,
} from './reschedule-choice.ts'
import { NewDate, NewSlot } from './RescheduleFields.tsx'
import { useWords } from '../../../app/words.ts'
import { appointmentWords } from '../../../../words/en/appointment.ts'

type Props = {
  visit: Visit
  calendar: Calendar
  onClose: () => void
  place: Place
  request?: CustomerRequest | null | undefined
  onDone?: () => void
  /** The words that lead away without saving. */
  away?: string
}

/** A new date out of those that suit the customer and the organization, and a start time. */
export function RescheduleSheet({ opened, ...form }: Props & { opened: boolean }) {
  const words = useWords(appointmentWords)
  return (
    <Sheet opened={opened} onClose={form.onClose} title={words.reschedule} size="md">
      {opened && <RescheduleForm {...form} />}
    </Sheet>
  )
}

export function RescheduleForm(props: Props) {
  const { visit, calendar, onClose, place, request, onDone, away } = props
  const words = useWords(appointmentWords)
  const [choice, setChoice] = useState<RescheduleChoice>(() => ({
    date: firstWish(request ?? null, visit, calendar, place),
  }))
  const change = (next: Partial<RescheduleChoice>) => setChoice((now) => ({ ...now, ...next }))
  useUnsaved([choice.date, choice.minutes])
  // A request that is closed meanwhile still says what would have suited; nothing that is chosen goes with it.
  const { asked, isClosed, request_id } = useAsked(request)
  const doubts = useDoubts(visit, choice, calendar)
  const leave = useWhileHere(() => {
    onClose()
    onDone?.()
  })
  const { saving, save } = useSave({ visit, choice, request_id, doubts, onSaved: leave })
  const { overtaken, begin } = useOvertaken(visit, isBegun(choice), saving)
  return (
    <>
      {overtaken && <Overtaken visit={visit} onLook={begin} />}
      {isClosed && <RequestClosed then={words.stillSave} />}
      <Text c="dimmed" size="sm" mb="sm">
        {words.nowOn(customerText(visit), serviceText(visit), dayLabel(visit.date))}
      </Text>
      {asked?.reason && <Reason text={asked.reason} isClosed={isClosed} />}
      <div inert={saving}>
        <NewDate
          {...{ visit, calendar, place, isClosed }}
          wished={wishedDates(asked, calendar.today)}
          value={choice.date}
          onChange={(date) => change({ date })}
        />
        <NewSlot visit={visit} calendar={calendar} choice={choice} onChange={change} />
        {choice.date && <TeamLoad visit={visit} date={choice.date} teams={calendar.teams} />}
      </div>
      <DoubtsAlert sentences={doubts} mt="md" />
      <SheetFoot>
        <Leave>{away ?? words.close}</Leave>
        <Refusable
          refusal={rescheduleRefusal(visit, choice, overtaken)}
          loading={saving}
          onClick={save}
        >
          {words.save}
        </Refusable>
      </SheetFoot>
    </>
  )
}

/** What stands in the way on the new date is in that date's own week. */
function useDoubts(visit: Visit, choice: RescheduleChoice, calendar: Calendar): string[] {
  const { date } = choice
  const week = startOfWeek(date ?? visit.date)
  const { data: there } = useQuery({
    ...windowQuery(week, addDays(week, 6)),
    enabled: date !== null,
  })
  const { data: organization } = useQuery(organizationQuery)
  if (!date || !there) return []
  const to = { date, team_id: visit.team_id, start_minutes: minutesOf(choice, visit) }
  const carries: Carry[] = [{ visit, to }]
  return doubtsAbout(carries, factsOfWeek({ ...calendar, occurrences: [], organization }, there))
}

type SaveProps = {
  visit: Visit
  choice: RescheduleChoice
  request_id: string | undefined
  /** Those that stood beside the button. */
  doubts: readonly string[]
  onSaved: () => void
}

function useSave({ visit, choice, request_id, doubts, onSaved }: SaveProps) {
  const [saving, setSaving] = useState(false)
  const save = async () => {
    if (!choice.date) return
    setSaving(true)
    const move = {
      to_date: choice.date,
      start_minutes: minutesOf(choice, visit),
      request_id,
    }
    if (await rescheduleVisit(visit, move, doubts)) onSaved()
    else setSaving(false)
  }
  return { saving, save: () => void save() }
}

function Reason({ text, isClosed }: { text: string; isClosed: boolean }) {
  const words = useWords(appointmentWords)
  return (
    <Alert
      color="honey"
      variant="light"
      mb="sm"
      title={isClosed ? words.customerWrote : words.customerWrites}
    >
      {text}
    </Alert>
  )
}
