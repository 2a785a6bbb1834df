import { Button } from '@mantine/core'
import { breakAskMinutes } from '../../../domain/break-check.ts'
import { durationText, shiftMinutes } from '../../../domain/shift.ts'
import { useClock } from '../../clock.ts'
import { nowIso } from '../../server-time.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import { useWords } from '../../words.ts'
import { BreakEndForm } from './BreakEndForm.tsx'
import { laterWords } from './later-words.ts'
import css from './long-break.module.css'

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
