import { Checkbox, NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
import type { LostDayDone } from '../../../../api/series.ts'
import { addDays, clockText, type LocalDate } from '../../../../domain/dates.ts'
import {
  lostDayBackDays,
  spreadDaysMax,
  type LostDayAct,
  type LostDayReason,
} from '../../../../domain/lost-day.ts'
import { unassignedGroup } from '../../../../domain/team.ts'
import { api, errorText, newIdempotencyKey } from '../../../client.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { Refusable } from '../../../ui/Refusable.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Leave, useUnsaved } from '../../../ui/unsaved.tsx'
import { dayLabel } from '../../../ui/when.ts'
import { useWhileHere } from '../../../ui/while-here.ts'
import css from '../../../ui/forms.module.css'
import { PillChecks, Pills } from '../../../ui/Pills.tsx'
import type { Calendar } from '../../../visits/calendar.ts'
import { sayDone } from '../../../visits/series-acts.ts'
import { Listed, Problem } from '../../../visits/SeriesPreview.tsx'
import seriesCss from '../../../visits/series.module.css'
import { SheetFoot } from '../../../ui/SheetFoot.tsx'
import { usePreview } from '../../../visits/use-preview.ts'
import { count, minutesText } from '../../../visits/visit-text.ts'
import { lostDayBody, lostDayRefusal } from './lost-day-body.ts'

type Props = { opened: boolean; onClose: () => void; calendar: Calendar; date: LocalDate }

/** Reschedules or skips all visits of a day on which no one can work. */
export function LostDay({ opened, onClose, ...rest }: Props) {
  return (
    <Sheet opened={opened} onClose={onClose} title="Lost day" side size="lg">
      {opened && <LostDayForm onClose={onClose} {...rest} />}
    </Sheet>
  )
}

const acts = [
  { value: 'next_working_day', label: 'Next working day' },
  { value: 'spread', label: 'Spread over days' },
  { value: 'skip', label: 'Skip this round' },
] as const satisfies readonly { value: LostDayAct; label: string }[]
const reasons = [
  { value: 'weather', label: 'Weather' },
  { value: 'staff', label: 'No one can work' },
] as const satisfies readonly { value: LostDayReason; label: string }[]
/** To the second of two who took care of one lost day. */
const overtakenText = 'Someone already rescheduled this day.'
const done: Record<LostDayAct, string> = {
  next_working_day: 'moved',
  spread: 'moved',
  skip: 'skipped',
}

function LostDayForm({ onClose, calendar, date: first }: Omit<Props, 'opened'>) {
  // What was rained off may be put right the morning after.
  const earliest = addDays(calendar.today, -lostDayBackDays)
  const [date, setDate] = useState<LocalDate>(first < earliest ? calendar.today : first)
  const [teams, setTeams] = useState<string[]>([])
  const [zips, setZips] = useState<string[]>([])
  const [act, setAct] = useState<LostDayAct>('next_working_day')
  const [days, setDays] = useState(3)
  const [reason, setReason] = useState<LostDayReason>('weather')
  const [notify, setNotify] = useState(true)
  const [shifts, setShifts] = useState(false)
  const [saving, setSaving] = useState(false)
  const leave = useWhileHere(onClose)
  const [failure, setFailure] = useState<string | null>(null)
  const [idempotency_key] = useState(newIdempotencyKey)

  const body = lostDayBody({ date, teams, zips, act, days, reason, notify, shifts })
  useUnsaved(body)
  const call = api['POST /api/schedule/lost-day']
  const preview = usePreview('lost day', body, (wish, signal) =>
    call({ body: { ...wish, dry_run: true }, ...(signal ? { signal } : {}) }),
  )
  // Another day or team may have work elsewhere.
  const anywhere = () => setZips([])
  const areas = [...new Set([...(preview.data?.areas ?? []), ...zips])].sort()
  const many = preview.data?.visits.length ?? 0
  const refusal = lostDayRefusal({
    visits: many,
    isCurrent: preview.isCurrent,
    problem: preview.problem,
  })
  const save = async () => {
    setSaving(true)
    setFailure(null)
    try {
      const { visits, edit_id } = await call({ body: { ...body, dry_run: false }, idempotency_key })
      if (visits.length > 0) sayDone(`${count(visits.length, 'visit')} ${done[act]}`, edit_id)
      else toast.problem(overtakenText)
      leave()
    } catch (error) {
      setFailure(errorText(error, 'Failed to save changes'))
    } finally {
      setSaving(false)
    }
  }

  return (
    <>
      <div className={css.fields} inert={saving}>
        <div className={css.row}>
          <DateField
            label="Date"
            value={date}
            onChange={(next) => {
              if (!next) return
              setDate(next)
              anywhere()
            }}
            minDate={earliest}
            data-autofocus
          />
          <Select
            label="Reason"
            data={reasons}
            value={reason}
            onChange={(next) => next && setReason(next)}
            allowDeselect={false}
          />
        </div>
        <div>
          <PillChecks
            legend="Teams"
            options={[
              ...calendar.teams.map(({ id, name }) => ({ value: id, label: name })),
              { value: 'none', label: unassignedGroup },
            ]}
            value={teams}
            onChange={(next) => {
              setTeams(next)
              anywhere()
            }}
          />
          <p className={css.hint}>{teams.length === 0 && 'None chosen: everyone.'}</p>
        </div>
        {areas.length > 1 && (
          <div>
            <PillChecks
              legend="Area"
              options={areas.map((zip) => ({ value: zip, label: zip }))}
              value={zips}
              onChange={setZips}
            />
            <p className={css.hint}>{zips.length === 0 && 'None chosen: everywhere.'}</p>
          </div>
        )}
        <Pills legend="What becomes of the visits" options={acts} value={act} onChange={setAct} />
        {act === 'spread' && (
          <NumberInput
            label="Over how many working days"
            min={1}
            max={spreadDaysMax}
            allowDecimal={false}
            clampBehavior="strict"
            value={days}
            onChange={(value) => setDays(Math.max(1, Number(value) || 1))}
          />
        )}
        <Checkbox
          label="Tell customers, one message each"
          checked={notify}
          onChange={(event) => setNotify(event.currentTarget.checked)}
        />
        {act !== 'skip' && (
          <Checkbox
            label="Also shift what follows"
            description="Moves the rest of each series by as many days."
            checked={shifts}
            onChange={(event) => setShifts(event.currentTarget.checked)}
          />
        )}
        <div aria-live="polite">
          {preview.data && (
            <Preview
              of={preview.data}
              notify={notify}
              calendar={calendar}
              stale={!preview.isCurrent}
            />
          )}
        </div>
        <Problem text={failure ?? preview.problem} />
      </div>
      <SheetFoot>
        <Leave>Close</Leave>
        <Refusable refusal={refusal} loading={saving} onClick={() => void save()}>
          {act === 'skip' ? `Skip ${count(many, 'visit')}` : `Move ${count(many, 'visit')}`}
        </Refusable>
      </SheetFoot>
    </>
  )
}

type PreviewProps = { of: LostDayDone; notify: boolean; calendar: Calendar; stale: boolean }

function Preview({
  of: { visits, capacity, kept, customers },
  notify,
  calendar,
  stale,
}: PreviewProps) {
  const teamName = (id: string | null) =>
    calendar.teams.find((team) => team.id === id)?.name ?? unassignedGroup
  const doubtful = visits.filter(({ warnings }) => warnings.length > 0).length
  return (
    <section className={seriesCss.preview} aria-label="What this does" aria-busy={stale}>
      <p style={{ margin: 0 }}>
        <strong>{count(visits.length, 'visit')}</strong>
        {doubtful > 0 && `, ${doubtful} with a doubt`}
        {kept.length > 0 && `, ${kept.length} stay`}.{' '}
        {notify ? `${count(customers, 'customer')} will be notified.` : 'No one will be notified.'}
      </p>
      {visits.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
        <section className={seriesCss.scroll} tabIndex={0} aria-label="Visits">
          <table className={seriesCss.targets}>
            <thead>
              <tr>
                <th scope="col">Visit</th>
                <th scope="col">Team</th>
                <th scope="col">Goes to</th>
              </tr>
            </thead>
            <tbody>
              {visits.map((visit) => (
                <tr key={visit.occurrence_id}>
                  <td>
                    {visit.customer_name ?? 'Customer'}, {visit.title}
                    {visit.warnings.map(({ code, sentence }) => (
                      <small key={code}>{sentence}</small>
                    ))}
                  </td>
                  <td>{teamName(visit.team_id)}</td>
                  <td>
                    {visit.to_date === null
                      ? 'Skipped'
                      : `${dayLabel(visit.to_date)}${visit.start_minutes === null ? '' : `, ${clockText(visit.start_minutes)}`}`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {capacity.length > 0 && (
        <table className={seriesCss.targets} aria-label="Capacity">
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Team</th>
              <th scope="col">Work then</th>
            </tr>
          </thead>
          <tbody>
            {capacity.map(({ date, team_id, minutes, capacity_minutes }) => (
              <tr key={`${date} ${team_id}`}>
                <td>{dayLabel(date)}</td>
                <td>{teamName(team_id)}</td>
                <td
                  data-over={(capacity_minutes !== null && minutes > capacity_minutes) || undefined}
                >
                  {minutesText(minutes)}
                  {capacity_minutes !== null && ` of ${minutesText(capacity_minutes)}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Listed
        title="Stay as they are"
        items={kept.map(({ occurrence_id, sentence }) => ({ key: occurrence_id, text: sentence }))}
      />
    </section>
  )
}
