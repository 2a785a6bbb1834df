import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Coffee, LogIn, LogOut, MapPin } from 'lucide-react'
import { useState } from 'react'
import type { CrewShift } from '../../api/crew.ts'
import { durationText, isLong, longShiftHours, shiftMinutes } from '../../domain/schedule/shift.ts'
import { useClock } from '../app/clock.ts'
import { asksAgain } from '../app/live.ts'
import { useMe } from '../app/me.ts'
import { nowIso } from '../app/server-time.ts'
import { optional } from '../ui/lazy.tsx'
import { momentLabel } from '../ui/when.ts'
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
        <strong>{words[stateOf(shift)]}</strong>
        {pause && <OnBreak key={pause} since={pause} />}
        {active && shift ? (
          !pause && <Elapsed key={shift.shift_id} shift={shift} />
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
          className={css.breakButton}
          size="lg"
          variant={pause ? 'filled' : 'default'}
          disabled={busy}
          onClick={() => void press(pause ? 'break_end' : 'break_start')}
          leftSection={<Coffee size={20} aria-hidden />}
        >
          {pause ? words.endBreak : words.startBreak}
        </Button>
      )}
      <Button
        className={css.clockButton}
        size="lg"
        color={active ? 'dark' : undefined}
        loading={busy}
        disabled={shift === undefined}
        onClick={() => void press(active ? 'clock_out' : 'clock_in')}
        leftSection={active ? <LogOut size={20} aria-hidden /> : <LogIn size={20} aria-hidden />}
      >
        {active ? words.clockOut : words.clockIn}
      </Button>
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

function OnBreak({ since }: { since: string }) {
  const words = useWords(crewWords)
  const zone = useMe().organization?.time_zone
  const minutes = useClock(() => shiftMinutes({ started_at: since, ended_at: null }, nowIso()))
  return (
    <>
      <span>
        <span role="timer">{durationText(minutes)}</span> {words.since(momentLabel(since, zone))}
      </span>
      <LongBreak since={since} />
    </>
  )
}

function Elapsed({ shift }: { shift: CrewShift }) {
  const words = useWords(crewWords)
  const zone = useMe().organization?.time_zone
  const minutes = useClock(() =>
    shift.started_at ? shiftMinutes({ started_at: shift.started_at, ended_at: null }, nowIso()) : 0,
  )
  if (!shift.started_at) return null
  return (
    <span>
      <span role="timer">{durationText(minutes)}</span>{' '}
      {words.since(momentLabel(shift.started_at, zone))}
      {shift.location?.lat != null && (
        <>
          {' '}
          <MapPin size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> {words.locationNoted}
        </>
      )}
      {isLong(minutes) && <em> {words.longShift(longShiftHours)}</em>}
    </span>
  )
}
