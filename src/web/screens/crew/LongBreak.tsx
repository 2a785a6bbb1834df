import { Button } from '@mantine/core'
import { Coffee, History } from 'lucide-react'
import { breakAskMinutes, durationText, shiftMinutes } from '../../../domain/shift.ts'
import { useClock } from '../../clock.ts'
import { later } from '../../ui/later.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { useWords } from '../../words.ts'
import type { BreakEndProps } from './BreakEndForm.tsx'
import css from './crew.module.css'
import { crewWords } from './words.ts'

const BreakEndForm = later<BreakEndProps>(
  async () => (await import('./BreakEndForm.tsx')).BreakEndForm,
)

const minutesSince = (since: string): number =>
  shiftMinutes({ started_at: since, ended_at: null }, new Date().toISOString())

/** Whether a break runs so long that it may have been forgotten. */
export const useIsLongBreak = (since: string | null): boolean =>
  useClock(() => (since !== null && minutesSince(since) >= breakAskMinutes ? 1 : 0)) === 1

type Props = { since: string; busy: boolean; end: () => void }

/** Asks whether a break still goes on, and ends it now or at a time of the crew’s choice. */
export function LongBreak({ since, busy, end }: Props) {
  const words = useWords(crewWords)
  const minutes = useClock(() => minutesSince(since))
  const sheet = useSheet<{ since: string }>('break-end')
  return (
    <div className={css.longBreak}>
      <span>{words.longBreak(durationText(minutes))}</span>
      <Button
        className={css.breakButton}
        size="lg"
        fullWidth
        disabled={busy}
        leftSection={<Coffee size={20} aria-hidden />}
        onClick={end}
      >
        {words.endBreakNow}
      </Button>
      <Button
        size="md"
        fullWidth
        variant="default"
        leftSection={<History size={18} aria-hidden />}
        onClick={() => sheet.show({ since })}
      >
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
