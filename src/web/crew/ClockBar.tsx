import { Button, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { useState } from 'react'
import type { CrewShift } from '../../api/crew.ts'
import { todayIn } from '../../domain/base/dates.ts'
import { durationText, isLong, longShiftHours, shiftMinutes } from '../../domain/schedule/shift.ts'
import { useClock } from '../app/clock.ts'
import { asksAgain } from '../app/live.ts'
import { useMe } from '../app/me.ts'
import { nowIso } from '../app/server-time.ts'
import { useToday, useZone } from '../app/today.ts'
import { optional } from '../ui/lazy.tsx'
import { momentLabel, timeOfDay } from '../ui/when.ts'
import { useWaiting, useWorker } from '../shared/outbox/outbox.ts'
import { clock } from '../shared/outbox/acts.ts'
import css from './crew.module.css'
import { shiftAfter } from '../shared/outbox/with-unsent.ts'
import { shiftQuery } from './queries.ts'
import { useWords } from '../app/words.ts'
import { whereNow } from './where-now.ts'
import { crewWords } from '../../words/en/crew.ts'

const LongBreak = optional(async () => (await import('./LongBreak.tsx')).LongBreak)

const doubleTap_ms = 1000

asksAgain(['shift_updated'], shiftQuery.queryKey)

/** Begin and end of the working day, with the time since. */
export function ClockBar() {
  const words = useWords(crewWords)
  const zone = useMe().organization?.time_zone
  const worker = useWorker()
  const waiting = useWaiting()
  const { data } = useQuery(shiftQuery)
  const shift = data && shiftAfter(data, waiting)
  const [busy, setBusy] = useState(false)
  const active = shift?.active ?? false
  const pause = shift?.break_started_at ?? null

  const press = async (kind: Parameters<typeof clock>[0]['kind']) => {
    const at = Date.now()
    setBusy(true)
    const where = kind.startsWith('clock') ? await whereNow() : undefined
    // A double tap must count once.
    await Promise.all([
      clock({ kind, at, where }, worker),
      new Promise((goOn) => setTimeout(goOn, doubleTap_ms)),
    ])
    setBusy(false)
  }

  return (
    <section className={css.clock} data-active={active || undefined} aria-label={words.shift}>
      <div className={css.clockText}>
        {active && !pause ? (
          <VisuallyHidden>{words.onClock}</VisuallyHidden>
        ) : (
          <strong>{words[stateOf(shift)]}</strong>
        )}
        {active && shift ? (
          <Since key={pause ?? shift.shift_id} shift={shift} />
        ) : (
          <span>
            {shift?.ended_at
              ? words.lastShift(momentLabel(shift.ended_at, zone))
              : shift && words.clockInFirst}
          </span>
        )}
      </div>
      {active && (
        <Button
          variant={pause ? 'filled' : 'default'}
          disabled={busy}
          onClick={() => void press(pause ? 'break_end' : 'break_start')}
        >
          {pause ? words.endBreak : words.startBreak}
        </Button>
      )}
      <Button
        variant={active ? 'default' : 'filled'}
        size={active ? 'sm' : 'lg'}
        loading={busy}
        disabled={shift === undefined}
        onClick={() => void press(active ? 'clock_out' : 'clock_in')}
      >
        {active ? words.clockOut : words.clockIn}
      </Button>
      {pause && <LongBreak key={pause} since={pause} />}
      {active && !pause && shift && <LongShift shift={shift} />}
    </section>
  )
}

/** Until the shift is known, the bar claims nothing: an open shift must not look like none. */
const stateOf = (shift: CrewShift | undefined) =>
  !shift
    ? 'checkingShift'
    : shift.break_started_at
      ? 'onBreak'
      : shift.active
        ? 'onClock'
        : 'offClock'

const useMinutesSince = (since: string | null) =>
  useClock(() => (since ? shiftMinutes({ started_at: since, ended_at: null }, nowIso()) : 0))

/** How long the break or the shift has been going on. */
function Since({ shift }: { shift: CrewShift }) {
  const words = useWords(crewWords)
  const zone = useZone()
  const today = useToday()
  const since = shift.break_started_at ?? shift.started_at
  const minutes = useMinutesSince(since)
  if (!since) return null
  const isToday = todayIn(zone, since) === today
  return (
    <>
      <span role="timer">{durationText(minutes)}</span>
      <small>
        {words.since(isToday ? timeOfDay(since, zone) : momentLabel(since, zone))}
        {!shift.break_started_at && shift.location?.lat != null && (
          <>
            {' '}
            <MapPin size={13} aria-hidden />
            <VisuallyHidden>{words.locationNoted}</VisuallyHidden>
          </>
        )}
      </small>
    </>
  )
}

function LongShift({ shift: { started_at } }: { shift: CrewShift }) {
  const words = useWords(crewWords)
  return (
    isLong(useMinutesSince(started_at)) && (
      <em className={css.long}>{words.longShift(longShiftHours)}</em>
    )
  )
}
