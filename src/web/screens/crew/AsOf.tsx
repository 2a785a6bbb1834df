import { WifiOff } from 'lucide-react'
import { addDays, todayIn } from '../../../domain/dates.ts'
import { useIsOnline } from '../../online.ts'
import { timeOf } from '../../server-time.ts'
import { useToday, useZone } from '../../today.ts'
import { dateLabel, timeOfDay, weekdayLabel } from '../../ui/when.ts'
import css from './crew.module.css'
import { useWords } from '../../words.ts'
import { crewWords } from './words.ts'

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
