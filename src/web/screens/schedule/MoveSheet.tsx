import { Alert, Button, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ScheduleWindow } from '../../../api/schedule.ts'
import { addDays, startOfWeek } from '../../../domain/dates.ts'
import { unassignedGroup } from '../../../domain/team.ts'
import type { Visit } from '../../../domain/visit.ts'
import { DateField, TimeField } from '../../ui/DateField.tsx'
import { Refusable } from '../../ui/Refusable.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Doubts } from './Doubts.tsx'
import css from './forms.module.css'
import { FreeTimes } from './FreeTimes.tsx'
import { windowQuery } from './queries.ts'
import { SheetFoot } from './SheetFoot.tsx'
import { doubtsAbout, factsOfWeek, isSameSpot, spotOf, spotText, type BoardFacts, type Carry, type Spot } from './spots.ts'
import { useSlots } from './use-slots.ts'
import { customerText, serviceText } from './visit-text.ts'

type Props = {
  visits: readonly Visit[]
  opened: boolean
  onClose: () => void
  facts: BoardFacts
  window: ScheduleWindow
  /** `asked`: the doubts that stood beside the button. */
  onMove: (carries: Carry[], asked: string[]) => void
}

/** Team, date and time for one visit or several: what dragging does, for a keyboard or a thumb. */
export function MoveSheet({ visits, opened, onClose, ...rest }: Props) {
  return (
    <Sheet opened={opened} onClose={onClose} title={visits.length > 1 ? `Move ${visits.length} visits` : 'Move visit'} size="md">
      {opened && <MoveForm visits={visits} onClose={onClose} {...rest} />}
    </Sheet>
  )
}

/** Each visit keeps its own. */
const each = 'each'
const none = 'none'

function MoveForm({ visits, onClose, facts, window, onMove }: Omit<Props, 'opened'>) {
  const first = visits[0]!
  const isOne = visits.length === 1
  const [team, setTeam] = useState(isOne ? (first.team_id ?? none) : each)
  const [date, setDate] = useState<string | null>(isOne ? first.date : null)
  const [minutes, setMinutes] = useState(first.start_minutes)
  const slots = useSlots(window.business_hours, date ?? first.date, first.duration_minutes)
  const week = startOfWeek(date ?? window.from)
  // What stands in the way on a date beyond the week on screen is in that date's own week.
  const other = useQuery({ ...windowQuery(week, addDays(week, 6)), enabled: week !== window.from })
  const there = week === window.from ? facts : factsOfWeek(facts, other.data)

  const target = (visit: Visit): Spot => ({
    date: date ?? visit.date,
    team_id: team === each ? visit.team_id : team === none ? null : team,
    start_minutes: isOne ? minutes : visit.start_minutes,
  })
  const carries = visits.map((visit) => ({ visit, to: target(visit) })).filter(({ visit, to }) => !isSameSpot(spotOf(visit), to))
  const doubts = doubtsAbout(carries, there)
  const refusal =
    carries.length === 0
      ? { code: 'nothing_chosen', sentence: 'Choose another team, date or time.' }
      : carries.some(({ visit, to }) => to.date !== visit.date && to.date < window.today)
        ? { code: 'date_past', sentence: 'Choose a date that has not passed.' }
        : null

  return (
    <>
      <Text c="dimmed" size="sm" mb="sm">
        {isOne
          ? `${customerText(first)}, ${serviceText(first)}: ${spotText(spotOf(first), window.teams)}`
          : `${visits.slice(0, 4).map(customerText).join(', ')}${visits.length > 4 ? ` and ${visits.length - 4} more` : ''}. Each keeps its time.`}
      </Text>
      <div className={css.fields}>
        <Select
          label="Team"
          data={[
            ...(isOne ? [] : [{ value: each, label: 'Each keeps its team' }]),
            { value: none, label: unassignedGroup },
            ...window.teams.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={team}
          onChange={(value) => value && setTeam(value)}
          allowDeselect={false}
          data-autofocus
        />
        <div className={css.row}>
          <DateField label="Date" placeholder="Each keeps its date" clearable={!isOne} value={date} onChange={setDate} minDate={window.today} />
          {isOne && <TimeField label="Start time" placeholder="Anytime" clearable value={minutes} onChange={setMinutes} slots={slots} />}
        </div>
        {isOne && date && (
          <FreeTimes
            date={date}
            minutes={first.duration_minutes}
            team_id={team === none ? null : team}
            except={first.occurrence_id}
            value={minutes}
            onPick={setMinutes}
          />
        )}
        <div aria-live="polite">
          {doubts.length > 0 && (
            <Alert color="honey" variant="light">
              <Doubts sentences={doubts} />
            </Alert>
          )}
        </div>
      </div>
      <SheetFoot>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Refusable refusal={refusal} onClick={() => onMove(carries, doubts)}>
          {doubts.length > 0 ? 'Move anyway' : 'Move'}
        </Refusable>
      </SheetFoot>
    </>
  )
}
