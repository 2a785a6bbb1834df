import { SeriesSheet } from './dialogs.tsx'
import type { Calendar } from './RescheduleSheet.tsx'
import { closeSeries, useSeriesWish } from './series-door.ts'

/** The one place of a page where series are edited, whoever asked for it. */
export function SeriesHost({ calendar }: { calendar: Calendar }) {
  const { wish, asked } = useSeriesWish()
  return <SeriesSheet opened={wish !== null} wish={wish} asked={asked} onClose={closeSeries} calendar={calendar} />
}
