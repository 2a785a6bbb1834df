import { expect, it } from 'vitest'
import { addDays } from '../../src/domain/base/dates.ts'
import { comesToPass } from '../zone-bills.ts'
import { dateFields, live } from '../zone-twins.ts'
import { seedOf } from '../seed.ts'

// A day in UTC and the same day elsewhere: what jobs, acts and answers make of it differs in no date, text or count. Every moment of the elsewhere is shifted so that its clocks show the same, so a twin in UTC says what is right. ZONES_SEED=1 repeats a draw.
const everywhere: [zone: string, time: string][] = [
  // When it is already tomorrow in UTC, in the evening and while letters still go out.
  ['Pacific/Honolulu', '23:30'],
  ['Pacific/Honolulu', '18:30'],
  // When it is still yesterday in UTC, at night and once the day's charges have begun.
  ['Pacific/Guam', '00:30'],
  ['Pacific/Guam', '09:30'],
  // When the day is the same, and the hour isn't.
  ['Pacific/Honolulu', '00:30'],
  ['Pacific/Guam', '23:30'],
]
const seed = seedOf('ZONES_SEED', everywhere.length)
const chosen = process.env['THOROUGH'] ? everywhere : [everywhere[seed]!]

it.each(chosen)(
  'a day in %s at %s is what it is in UTC',
  async (zone, time) => {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(
      Date.now(),
    )
    // Later than anything of the world in every zone, as its ids are in the order of time.
    const wall = `${addDays(today, 2)}T${time}`
    const [here, there] = [await live('Etc/UTC', wall), await live(zone, wall)]
    const differ = [...here.said].flatMap(([name, lines]) => {
      const others = there.said.get(name) ?? []
      const [gone, fresh] = [missing(lines, others), missing(others, lines)]
      return gone.length || fresh.length ? [unlike(name, gone[0] ?? '', fresh[0] ?? '')] : []
    })
    console.log(
      `${zone} ${wall} (seed ${seed}): ${here.said.size} answers and tables, ${here.dates.size} of ${dateFields.size} declared dates had a value`,
    )
    expect(here.said.size).toBeGreaterThan(150)
    expect(here.dates.size).toBeGreaterThan(40)
    expect([here.bills, there.bills]).toEqual([comesToPass(time), comesToPass(time)])
    expect(differ).toEqual([])
  },
  300_000,
)

/** From where two lines differ. */
function unlike(name: string, in_utc: string, there: string): string {
  let at = 0
  while (at < in_utc.length && in_utc[at] === there[at]) at += 1
  const around = (line: string) => line.slice(Math.max(0, at - 80), at + 120)
  return `${name}: ${around(in_utc)} ≠ ${around(there)}`
}

/** The lines that the others lack. */
function missing(lines: string[], others: string[]): string[] {
  const left = new Map<string, number>()
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1)
  return lines.filter((one) => {
    const many = left.get(one) ?? 0
    left.set(one, many - 1)
    return many <= 0
  })
}
