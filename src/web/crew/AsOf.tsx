import { WifiOff, CloudUpload } from 'lucide-react'
import { addDays, todayIn } from '../../domain/base/dates.ts'
import { useIsOnline } from '../app/online.ts'
import { timeOf } from '../app/server-time.ts'
import { useToday, useZone } from '../app/today.ts'
import { dateLabel, timeOfDay, weekdayLabel } from '../ui/when.ts'
import css from './crew.module.css'
import { useWords } from '../app/words.ts'
import { crewWords } from '../../words/en/crew.ts'
import { useWaiting } from '../shared/outbox/outbox.ts'

/** How an answer stands: what a query says of itself. */
export type Standing = { dataUpdatedAt: number; isRefetchError: boolean; fetchStatus: string }

/** From when the stops on screen are, where they cannot be asked for again. */
export function AsOf({ of }: { of: Standing }) {
  const words = useWords(crewWords)
  const zone = useZone()
  const isOnline = useIsOnline()
  const isOld = !isOnline || of.isRefetchError || of.fetchStatus === 'paused'
  const today = useToday()
  if (!isOld) return null
  const agoOf = (at_ms: number): string => {
    const iso = new Date(at_ms).toISOString()
    const day = todayIn(zone, iso)
    if (day === today) return words.asOf(timeOfDay(iso, zone))
    return words.asOfDay(day < addDays(today, -6) ? dateLabel(day) : weekdayLabel(day))
  }
  return (
    <span className={css.asOf}>
      <WifiOff size={15} aria-hidden /> {agoOf(timeOf(of.dataUpdatedAt))}
    </span>
  )
}

/** What can be done without a connection, until something waits for one. */
export function OfflineNote() {
  const words = useWords(crewWords)
  const waits = useWaiting().length > 0
  const isOnline = useIsOnline()
  if (isOnline || waits) return null
  return (
    <output className={css.waiting}>
      <CloudUpload size={18} aria-hidden />
      {words.offline}
    </output>
  )
}
