import { SeriesSheet } from '../../app/sheets.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import { findWish, seriesSheet, type SeriesWish } from './series-wish.ts'
import type { Calendar } from './calendar.ts'

/** The one place of a page where series are edited, wherever it was asked for. */
export function SeriesHost({ calendar }: { calendar: Calendar }) {
  const { about, opened, key, hide } = useSheet<SeriesWish>(seriesSheet, findWish)
  return <SeriesSheet wish={about} opened={opened} asked={key} onClose={hide} calendar={calendar} />
}
