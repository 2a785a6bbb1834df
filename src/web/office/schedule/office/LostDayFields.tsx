import { Checkbox, NumberInput, Select } from '@mantine/core'
import {
  spreadDaysMax,
  type LostDayAct,
  type LostDayReason,
} from '../../../../domain/schedule/lost-day.ts'
import { DateField } from '../../../ui/DateField.tsx'
import css from '../../../ui/forms.module.css'
import { PillChecks, Pills } from '../../../ui/Pills.tsx'
import type { Calendar } from '../../../shared/visits/calendar.ts'
import { teamOptions } from '../../../shared/visits/teams.ts'
import { earliestLostDay, type LostDayChoice } from './lost-day-body.ts'

type FieldProps = { choice: LostDayChoice; onChange: (change: Partial<LostDayChoice>) => void }
type Props = FieldProps & { areas: readonly string[]; calendar: Calendar }

/** Which day and whose, why, and what becomes of its visits. */
export function LostDayFields({ choice, onChange, areas, calendar }: Props) {
  return (
    <>
      <DayFields choice={choice} onChange={onChange} earliest={earliestLostDay(calendar.today)} />
      <div>
        <PillChecks
          legend="Teams"
          options={teamOptions(calendar.teams)}
          value={choice.teams}
          onChange={(teams) => onChange({ teams })}
        />
        <p className={css.hint}>{choice.teams.length === 0 && 'Leave empty for everyone.'}</p>
      </div>
      {areas.length > 1 && (
        <div>
          <PillChecks
            legend="Area"
            options={areas.map((zip) => ({ value: zip, label: zip }))}
            value={choice.zips}
            onChange={(zips) => onChange({ zips })}
          />
          <p className={css.hint}>{choice.zips.length === 0 && 'Leave empty for everywhere.'}</p>
        </div>
      )}
      <ActFields choice={choice} onChange={onChange} />
    </>
  )
}

const reasons = [
  { value: 'weather', label: 'Weather' },
  { value: 'staff', label: 'No one can work' },
] as const satisfies readonly { value: LostDayReason; label: string }[]

const DayFields = ({ choice, onChange, earliest }: FieldProps & { earliest: string }) => (
  <div className={css.row}>
    <DateField
      label="Date"
      value={choice.date}
      onChange={(date) => date && onChange({ date })}
      minDate={earliest}
      data-autofocus
    />
    <Select
      label="Reason"
      data={reasons}
      value={choice.reason}
      onChange={(reason) => reason && onChange({ reason })}
      allowDeselect={false}
    />
  </div>
)

const acts = [
  { value: 'next_working_day', label: 'Next working day' },
  { value: 'spread', label: 'Spread over days' },
  { value: 'skip', label: 'Skip these visits' },
] as const satisfies readonly { value: LostDayAct; label: string }[]

function ActFields({ choice: { act, days, notify, shifts }, onChange }: FieldProps) {
  return (
    <>
      <Pills
        legend="What becomes of the visits"
        options={acts}
        value={act}
        onChange={(next) => onChange({ act: next })}
      />
      {act === 'spread' && (
        <NumberInput
          label="Over how many working days"
          min={1}
          max={spreadDaysMax}
          allowDecimal={false}
          clampBehavior="strict"
          value={days}
          onChange={(value) => onChange({ days: Math.max(1, Number(value) || 1) })}
        />
      )}
      <Checkbox
        label="Tell customers, one message each"
        checked={notify}
        onChange={(event) => onChange({ notify: event.currentTarget.checked })}
      />
      {act !== 'skip' && (
        <Checkbox
          label="Also shift later visits"
          description="Moves the rest of each series by as many days."
          checked={shifts}
          onChange={(event) => onChange({ shifts: event.currentTarget.checked })}
        />
      )}
    </>
  )
}
