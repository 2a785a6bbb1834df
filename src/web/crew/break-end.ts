import { addDays, todayIn, wallClockIn, zonedToUtcIso } from '../../domain/base/dates.ts'

type Break = { since: string; now_ms: number; zone: string }

/** The moment a time of day means as the end of a break: the last one so far. Null if the break had not begun then. */
export function endOfBreak(minutes: number, { since, now_ms, zone }: Break): number | null {
  const today = todayIn(zone, new Date(now_ms).toISOString())
  const at = [today, addDays(today, -1)]
    .map((date) => Date.parse(zonedToUtcIso(date, minutes, zone)))
    .find((moment) => moment <= now_ms)
  const began_ms = Date.parse(since)
  // A field has no seconds.
  if (at === undefined || at < began_ms - (began_ms % 60_000)) return null
  return Math.max(at, began_ms)
}

const every_ms = 5 * 60_000
const most = 12 * 12

/** The times to choose from: every five minutes of the break, as minutes of the day. */
export function endsOfBreak({ since, now_ms, zone }: Break): number[] {
  const ends: number[] = []
  for (let at = now_ms - (now_ms % every_ms); at >= Date.parse(since); at -= every_ms)
    if (ends.push(wallClockIn(zone, at).minutes) === most) break
  return [...new Set(ends)]
}
