import { Alert, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ScheduleWindow } from '../../../../api/week.ts'
import { addDays, startOfWeek } from '../../../../domain/dates.ts'
import { unassignedGroup } from '../../../../domain/team.ts'
import { changedMeanwhile, isOnHold, type Visit } from '../../../../domain/visit.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { Refusable } from '../../../ui/Refusable.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { TimeField } from '../../../ui/TimeField.tsx'
import { Leave, useUnsaved } from '../../../ui/unsaved.tsx'
import { Doubts } from '../../../visits/Doubts.tsx'
import css from '../../../ui/forms.module.css'
import { FreeTimes } from '../../../visits/FreeTimes.tsx'
import { Overtaken, useOvertaken } from '../../../visits/Overtaken.tsx'
import { windowQuery } from '../../../visits/queries.ts'
import { SheetFoot } from '../../../ui/SheetFoot.tsx'
import {
  carryRefusal,
  doubtsAbout,
  factsOfWeek,
  isCarried,
  spotOf,
  spotText,
  type BoardFacts,
  type Carry,
  type Spot,
} from '../../../visits/spots.ts'
import { useSlots } from '../../../visits/use-slots.ts'
import { useVisitNow } from '../../../visits/use-visit-now.ts'
import { customerText, serviceText } from '../../../visits/visit-text.ts'

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
    <Sheet opened={opened} onClose={onClose} title={moveTitle(visits)} size="md">
      {opened && <MoveForm visits={visits} {...rest} />}
    </Sheet>
  )
}

export const moveTitle = (visits: readonly Visit[]): string =>
  `${visits[0] && isOnHold(visits[0]) ? 'Place' : 'Move'} ${visits.length > 1 ? `${visits.length} visits` : 'visit'}`

/** Each visit keeps its own. */
const each = 'each'
const none = 'none'

export function MoveForm({ visits, facts, window, onMove }: Omit<Props, 'opened' | 'onClose'>) {
  const first = useVisitNow(visits[0]!)
  const isOne = visits.length === 1
  const { overtaken, begin } = useOvertaken(first, isOne, false)
  const [waited] = useState(isOnHold(first))
  const [team, setTeam] = useState(isOne ? (first.team_id ?? none) : each)
  const waits = isOne ? isOnHold(first) : waited
  const [date, setDate] = useState<string | null>(
    isOne && !(waits && first.date < window.today) ? first.date : null,
  )
  const [minutes, setMinutes] = useState(first.start_minutes)
  useUnsaved([team, date, minutes])
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
  const carries = (isOne ? [first] : visits)
    .map((visit) => ({ visit, to: target(visit) }))
    .filter(isCarried)
  const doubts = waits && date === null ? [] : doubtsAbout(carries, there)
  const refusal =
    (overtaken ? changedMeanwhile : null) ??
    (isOne ? carryRefusal(first) : null) ??
    (carries.length === 0 || (waits && date === null)
      ? {
          code: 'nothing_chosen',
          sentence: waits ? 'Choose a date.' : 'Choose another team, date or time.',
        }
      : carries.some(({ visit, to }) => (waits || to.date !== visit.date) && to.date < window.today)
        ? { code: 'date_past', sentence: 'Choose a date that has not passed.' }
        : null)

  return (
    <>
      {overtaken && <Overtaken visit={first} waited={waited} onLook={begin} />}
      <Text c="dimmed" size="sm" mb="sm">
        {isOne
          ? `${customerText(first)}, ${serviceText(first)}: ${waits ? `on hold, was ` : ''}${spotText(spotOf(first), window.teams)}`
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
          <DateField
            label="Date"
            placeholder={isOne || waits ? 'Choose a date' : 'Each keeps its date'}
            clearable={!isOne && !waits}
            value={date}
            onChange={setDate}
            minDate={window.today}
          />
          {isOne && (
            <TimeField
              label="Start time"
              placeholder="Anytime"
              clearable
              value={minutes}
              onChange={setMinutes}
              slots={slots}
            />
          )}
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
        <Leave>Close</Leave>
        <Refusable refusal={refusal} onClick={() => onMove(carries, doubts)}>
          {`${waits ? 'Place' : 'Move'}${doubts.length > 0 ? ' anyway' : ''}`}
        </Refusable>
      </SheetFoot>
    </>
  )
}
