import { Button } from '@mantine/core'
import { breakAskMinutes } from '../../domain/schedule/break-check.ts'
import { durationText, shiftMinutes } from '../../domain/schedule/shift.ts'
import { useClock } from '../app/clock.ts'
import { nowIso, nowMs } from '../app/server-time.ts'
import { useSheet } from '../ui/use-sheet.ts'
import { useWords } from '../app/words.ts'
import { laterWords } from '../../words/en/crew-later.ts'
import css from './long-break.module.css'
import { useState } from 'react'
import { clock } from '../shared/outbox/acts.ts'
import { useWorker } from '../shared/outbox/outbox.ts'
import { useZone } from '../app/today.ts'
import { useActionForm } from '../ui/action-form.ts'
import { FormSheet } from '../ui/FormSheet.tsx'
import { TimeField } from '../ui/TimeField.tsx'
import { endOfBreak, endsOfBreak } from './break-end.ts'
import { crewWords } from '../../words/en/crew.ts'

/** After an hour, asks whether a break still goes on, which the button below ends now; or it ended at a time of the crew’s choice. */
export function LongBreak({ since }: { since: string }) {
  const words = useWords(laterWords)
  const minutes = useClock(() => shiftMinutes({ started_at: since, ended_at: null }, nowIso()))
  const sheet = useSheet<{ since: string }>('break-end')
  if (minutes < breakAskMinutes) return null
  return (
    <div className={css.ask}>
      <p>{words.longBreak(durationText(minutes))}</p>
      <Button size="md" variant="default" onClick={() => sheet.show({ since })}>
        {words.breakEndedEarlier}
      </Button>
      {sheet.about && (
        <BreakEndForm
          key={sheet.key}
          since={sheet.about.since}
          opened={sheet.opened}
          onClose={sheet.hide}
        />
      )}
    </div>
  )
}

type BreakEndProps = { since: string; opened: boolean; onClose: () => void }

const soFar = (since: string, zone: string) => ({ since, now_ms: nowMs(), zone })

/** Ends the break at that time of the day; the server hears of both the press and the time. */
function endAt(minutes: number, since: string, zone: string, worker: string): Promise<boolean> {
  const { now_ms, ...rest } = soFar(since, zone)
  const ended_ms = endOfBreak(minutes, { now_ms, ...rest }) ?? now_ms
  return clock({ kind: 'break_end', at: Date.now(), earlier_ms: now_ms - ended_ms }, worker)
}

/** A break that ended earlier, but was not ended: when it was. The office checks it. */
function BreakEndForm({ since, opened, onClose }: BreakEndProps) {
  const words = useWords(laterWords)
  const { endBreak } = useWords(crewWords)
  const worker = useWorker()
  const zone = useZone()
  const [slots] = useState(() => endsOfBreak(soFar(since, zone)))
  const minutes = useClock(() => shiftMinutes({ started_at: since, ended_at: null }, nowIso()))
  const form = useActionForm<{ at: number | null }, boolean>({
    initialValues: { at: null },
    validate: {
      at: (at) =>
        at === null || endOfBreak(at, soFar(since, zone)) === null ? words.breakEndWrong : null,
    },
    failure: words.breakEndWrong,
    send: ({ at }) => endAt(at ?? 0, since, zone, worker),
    sent: (isSaved) => isSaved && onClose(),
  })
  return (
    <FormSheet
      form={form}
      opened={opened}
      onClose={onClose}
      size="sm"
      title={words.breakEndedWhen}
      action={endBreak}
    >
      <TimeField
        label={words.breakEndedAt}
        description={words.breakEndAbout(durationText(minutes))}
        size="md"
        slots={slots}
        {...form.getInputProps('at')}
        value={form.values.at}
        onChange={(at) => form.setFieldValue('at', at)}
      />
    </FormSheet>
  )
}
