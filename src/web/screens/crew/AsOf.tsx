import { WifiOff } from 'lucide-react'
import { useIsOnline } from '../../online.ts'
import { useZone } from '../../today.ts'
import { timeOfDay } from '../../ui/when.ts'
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
  if (!isOld) return null
  return (
    <span className={css.asOf}>
      <WifiOff size={15} aria-hidden />{' '}
      {words.asOf(timeOfDay(new Date(of.dataUpdatedAt).toISOString(), zone))}
    </span>
  )
}
