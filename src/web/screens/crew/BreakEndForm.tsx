import { useState } from 'react'
import { durationText, shiftMinutes } from '../../../domain/shift.ts'
import { useClock } from '../../clock.ts'
import { nowIso, nowMs } from '../../server-time.ts'
import { clock } from '../../outbox/acts.ts'
import { useWorker } from '../../outbox/outbox.ts'
import { useZone } from '../../today.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { TimeField } from '../../ui/TimeField.tsx'
import { useWords } from '../../words.ts'
import { endOfBreak, endsOfBreak } from './break-end.ts'
import { laterWords } from './later-words.ts'
import { crewWords } from './words.ts'

type BreakEndProps = { since: string; opened: boolean; onClose: () => void }

const soFar = (since: string, zone: string) => ({ since, now_ms: nowMs(), zone })

/** Ends the break at that time of the day; the server hears of both the press and the time. */
function endAt(minutes: number, since: string, zone: string, worker: string): Promise<boolean> {
  const { now_ms, ...rest } = soFar(since, zone)
  const ended_ms = endOfBreak(minutes, { now_ms, ...rest }) ?? now_ms
  return clock({ kind: 'break_end', at: Date.now(), earlier_ms: now_ms - ended_ms }, worker)
}

/** A break that ended earlier, but was not ended: when it was. The office checks it. */
export function BreakEndForm({ since, opened, onClose }: BreakEndProps) {
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
