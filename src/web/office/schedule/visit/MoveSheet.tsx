import { Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ScheduleWindow } from '../../../../api/week.ts'
import { addDays, startOfWeek, type LocalDate } from '../../../../domain/base/dates.ts'
import { isOnHold, type Visit } from '../../../../domain/schedule/visit.ts'
import { DateField } from '../../../ui/DateField.tsx'
import css from '../../../ui/forms.module.css'
import { Refusable } from '../../../ui/Refusable.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { SheetFoot } from '../../../ui/SheetFoot.tsx'
import { TimeField } from '../../../ui/TimeField.tsx'
import { Leave, useUnsaved } from '../../../ui/unsaved.tsx'
import { DoubtsAlert, Overtaken, useOvertaken } from '../../../shared/visits/Doubts.tsx'
import { FreeTimes } from '../../../shared/visits/FreeTimes.tsx'
import { windowQuery, useVisitNow } from '../../../shared/visits/queries.ts'
import {
  doubtsAbout,
  factsOfWeek,
  type BoardFacts,
  type Carry,
} from '../../../shared/visits/drop-targets.ts'
import { noTeam, teamOptions } from '../../../shared/visits/teams.ts'
import { useSlots } from '../../../shared/visits/calendar.ts'
import {
  carriesOf,
  eachTeam,
  isOne,
  lacksDate,
  moveAction,
  moveRefusal,
  moveTitle,
  moveValues,
  movingText,
  type MoveValues,
  type Moving,
} from './move-form.ts'

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

export function MoveForm({ visits, facts, window, onMove }: Omit<Props, 'opened' | 'onClose'>) {
  const first = useVisitNow(visits[0]!)
  const [waited] = useState(isOnHold(first))
  const moving: Moving = isOne({ visits })
    ? { visits: [first], waits: isOnHold(first), today: window.today }
    : { visits, waits: waited, today: window.today }
  const { overtaken, begin } = useOvertaken(first, isOne(moving), false)
  const [values, setValues] = useState(() => moveValues(moving))
  useUnsaved(values)
  const there = useFactsOn(values.date, facts, window)
  const carries = carriesOf(moving, values)
  const doubts = lacksDate(moving, values) ? [] : doubtsAbout(carries, there)
  return (
    <>
      {overtaken && <Overtaken visit={first} waited={waited} onLook={begin} />}
      <Text c="dimmed" size="sm" mb="sm">
        {movingText(moving, window.teams)}
      </Text>
      <div className={css.fields}>
        <MoveFields
          moving={moving}
          values={values}
          onChange={(change) => setValues((now) => ({ ...now, ...change }))}
          window={window}
        />
        <DoubtsAlert sentences={doubts} />
      </div>
      <SheetFoot>
        <Leave>Close</Leave>
        <Refusable
          refusal={moveRefusal(moving, values, overtaken)}
          onClick={() => onMove(carries, doubts)}
        >
          {moveAction(moving.waits, doubts.length > 0)}
        </Refusable>
      </SheetFoot>
    </>
  )
}

/** What stands in the way on a date beyond the week on screen is in that date's own week. */
function useFactsOn(date: LocalDate | null, facts: BoardFacts, window: ScheduleWindow): BoardFacts {
  const week = startOfWeek(date ?? window.from)
  const isHere = week === window.from
  const { data } = useQuery({ ...windowQuery(week, addDays(week, 6)), enabled: !isHere })
  return isHere ? facts : factsOfWeek(facts, data)
}

type FieldsProps = {
  moving: Moving
  values: MoveValues
  onChange: (change: Partial<MoveValues>) => void
  window: ScheduleWindow
}

function MoveFields({ moving, values: { team, date, minutes }, onChange, window }: FieldsProps) {
  const first = moving.visits[0]!
  const alone = isOne(moving)
  const onPick = (start: number | null) => onChange({ minutes: start })
  const slots = useSlots(window.business_hours, date ?? first.date, first.duration_minutes)
  return (
    <>
      <TeamChoice moving={moving} value={team} onChange={onChange} window={window} />
      <div className={css.row}>
        <DateField
          label="Date"
          placeholder={alone || moving.waits ? 'Choose a date' : 'Each keeps its date'}
          clearable={!alone && !moving.waits}
          value={date}
          onChange={(day) => onChange({ date: day })}
          minDate={moving.today}
        />
        {alone && (
          <TimeField
            label="Start time"
            placeholder="Anytime"
            clearable
            value={minutes}
            onChange={onPick}
            slots={slots}
          />
        )}
      </div>
      {alone && date && (
        <FreeTimes
          date={date}
          minutes={first.duration_minutes}
          team_id={team === noTeam ? null : team}
          except={first.occurrence_id}
          value={minutes}
          onPick={onPick}
        />
      )}
    </>
  )
}

type TeamProps = Omit<FieldsProps, 'values'> & { value: string }

const TeamChoice = ({ moving, value, onChange, window }: TeamProps) => (
  <Select
    label="Team"
    data={[
      ...(isOne(moving) ? [] : [{ value: eachTeam, label: 'Each keeps its team' }]),
      ...teamOptions(window.teams),
    ]}
    value={value}
    onChange={(team) => team && onChange({ team })}
    allowDeselect={false}
    data-autofocus
  />
)
