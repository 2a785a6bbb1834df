import { Button, Stack, Text } from '@mantine/core'
import { useId, useState, type FormEvent } from 'react'
import type { Upcoming } from '../../api/requests.ts'
import type { LocalDate } from '../../domain/base/dates.ts'
import { OpenDates, type OpenDate } from '../../domain/schedule/self-move.ts'
import { requestRules } from '../../domain/schedule/request.ts'
import { api, errorText } from '../app/client.ts'
import { refusalText, useWords } from '../app/words.ts'
import { openDatesQuery, reloadUpcoming } from './queries.ts'
import { portalWords } from '../../words/en/portal.ts'
import { queryClient } from '../app/query-client.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { StatusChip } from '../ui/StatusChip.tsx'
import { dayLabel, longDayLabel } from '../ui/when.ts'
import css from './pick-day.module.css'

const shownAtFirst = 5

type Props = {
  visit: Upcoming
  dates: readonly OpenDate[]
  onAsk: () => void
  onDone: (text: string) => void
}

/** Open days for a visit, the best first; the chosen one takes effect at once. */
export function PickDay({ visit, dates, onAsk, onDone }: Props) {
  const words = useWords(portalWords)
  const [day, setDay] = useState<LocalDate | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const chosen = dates.find(({ date }) => date === day)
  // It was taken while the sheet was open.
  const gone = day !== null && !chosen ? goneText(visit) : null
  const move = async (event: FormEvent) => {
    event.preventDefault()
    if (!chosen) return setProblem(gone ?? words.pickFirst)
    setBusy(true)
    setProblem(null)
    const { date: to_date, start_minutes } = chosen
    const { occurrence_id, date } = visit
    const answer = await api['POST /api/users/move-visit'].safe({
      body: { occurrence_id, date, to_date, start_minutes },
    })
    setBusy(false)
    if (answer.ok)
      return onDone(
        answer.data.outcome === 'moved' ? words.movedTo(longDayLabel(to_date)) : words.requestSent,
      )
    setProblem(errorText(answer.error, words.moveFailed))
    keepFresh(answer.error.details)
  }
  return (
    <form onSubmit={(event) => void move(event)} noValidate>
      <Stack>
        <Text>
          {visit.service.label}, {longDayLabel(visit.date)}. {words.movesAtOnce}
        </Text>
        <Days
          visit={visit}
          dates={dates}
          value={day}
          onChange={(next) => {
            setDay(next)
            setProblem(null)
          }}
        />
        <FormProblem text={problem ?? gone} />
        <Button type="submit" loading={busy}>
          {chosen ? words.moveTo(dayLabel(chosen.date)) : words.moveVisit}
        </Button>
        <Button variant="subtle" onClick={onAsk}>
          {words.noneSuits}
        </Button>
      </Stack>
    </form>
  )
}

const goneText = ({ date }: Upcoming): string | null => {
  const refusal = requestRules.move({ seen_date: date, date, is_free: false })
  return refusal && refusalText(refusal)
}

/** A refusal brings the days that are open now. */
function keepFresh(details: unknown): void {
  const { data } = OpenDates.safeParse(details)
  if (data) queryClient.setQueryData(openDatesQuery(data.occurrence_id).queryKey, data)
  void reloadUpcoming()
}

type DaysProps = Pick<Props, 'visit' | 'dates'> & {
  value: LocalDate | null
  onChange: (day: LocalDate) => void
}

function Days({ visit, dates, value, onChange }: DaysProps) {
  const words = useWords(portalWords)
  const name = useId()
  const [all, setAll] = useState(false)
  const shown = all ? dates : dates.slice(0, shownAtFirst)
  const hidden = dates.length - shown.length
  return (
    <fieldset className={css.days}>
      <legend>{words.openDays}</legend>
      {shown.map(({ date, start_minutes, nearby }) => (
        <label key={date} className={css.day} data-checked={date === value || undefined}>
          <input
            type="radio"
            name={name}
            value={date}
            checked={date === value}
            onChange={() => onChange(date)}
          />
          <span className={css.when}>
            {longDayLabel(date)}
            {start_minutes !== null && (
              <span className={css.time}>
                {words.arrival(start_minutes, visit.arrival_window_minutes)}
              </span>
            )}
          </span>
          {nearby > 0 && <StatusChip tone="good">{words.crewNearby}</StatusChip>}
        </label>
      ))}
      {hidden > 0 && (
        <Button variant="default" onClick={() => setAll(true)}>
          {words.moreDays(hidden)}
        </Button>
      )}
    </fieldset>
  )
}
