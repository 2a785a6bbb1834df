import { addDays, dateOfDay, dayNumber } from '../../src/domain/base/dates.ts'
import { expandDays, type Recurrence } from '../../src/domain/schedule/recurrence.ts'
import { daysOfRrule, ruleOfRfc } from '../rrule.ts'
import { median } from './load.ts'
import { verdict, type Stage } from './stage.ts'

const today = dayNumber(new Date().toISOString().slice(0, 10))
const always = {
  weekdays: null,
  month_week: null,
  end_date: null,
  season_start_month: null,
  season_end_month: null,
}

/** The benchmark business's rules: 50% weekly, 30% biweekly, 20% monthly; between `age` days and `age` plus half a year old. */
const ruleAt = (n: number, age: number): Recurrence => {
  const kind = n % 10
  const pattern = kind < 5 ? 'weekly' : kind < 8 ? 'every_x_weeks' : 'monthly'
  return {
    ...always,
    pattern,
    interval: pattern === 'every_x_weeks' ? 2 : 1,
    start_date: dateOfDay(today - age - (n % 180)),
  }
}
const rulesAged = (count: number, age: number): Recurrence[] =>
  Array.from({ length: count }, (_, n) => ruleAt(n, age))

/** CPU time of one run in microseconds, and its result. */
function spent(run: () => number): { us: number; found: number } {
  const before = process.cpuUsage()
  const found = run()
  const { user, system } = process.cpuUsage(before)
  return { us: user + system, found }
}

/** G6: dates by arithmetic, compared with rrule. CPU time, so that other load on the machine matters little. */
export async function measureRecurrence({ isQuick, say }: Stage): Promise<void> {
  say(
    '| Rules | Window | ns an occurrence (median of 15) | rrule, ns an occurrence | Times faster | Wanted | |',
  )
  say('|---|---|---|---|---|---|---|')
  for (const age of [325, 30 * 365]) {
    const rules = rulesAged(3_000, age)
    const few = rules.slice(0, 300)
    const oracles = few.map(ruleOfRfc)
    for (const days of [7, 30, 365]) {
      const window = [today, today + days - 1] as const
      const once = () => rules.reduce((sum, rule) => sum + expandDays(rule, ...window).length, 0)
      const times = days > 300 ? 1 : 20
      // Warm up short windows as often as they are measured, so that compile time isn't counted.
      for (let warm = 0; warm < 20 * times; warm++) once()
      const taken = Array.from({ length: 15 }, () =>
        spent(() => Array.from({ length: times }, once).reduce((a, b) => a + b, 0)),
      )
      const ours = median(taken.map(({ us, found }) => (us * 1000) / found))
      const [from, to] = window.map((day) => new Date(day * 86_400_000)) as [Date, Date]
      const theirs = spent(() =>
        oracles.reduce((sum, oracle) => sum + oracle.between(from, to, true).length, 0),
      )
      const theirs_ns = (theirs.us * 1000) / theirs.found
      const ok = ours <= 100
      say(
        `| 3,000, ${age < 400 ? 'up to 505 days' : '30 years'} old | ${days} days | ${ours.toFixed(0)} | ${theirs_ns.toFixed(0)} | ${(theirs_ns / ours).toFixed(0)} | ≤ 100 | ${verdict(ok)} |`,
      )
    }
  }

  let [compared, wrong, rule] = [0, 0, 0]
  const wanted = isQuick ? 50_000 : 1_000_000
  // Every pattern, any weekdays, some starting at the end of a month; ten years of each.
  for (; compared < wanted; rule++) {
    const pattern = (
      ['weekly', 'every_x_weeks', 'monthly', 'every_x_months', 'every_6_months'] as const
    )[rule % 5]!
    const weekdays = rule % 3 === 0 ? [rule % 7, (rule + 3) % 7] : null
    const month_week =
      rule % 2 === 0 && pattern !== 'weekly' && pattern !== 'every_x_weeks'
        ? ([1, 2, 3, 4, -1] as const)[(rule >> 2) % 5]!
        : null
    const start_date = addDays('2010-01-01', (rule * 37) % 3_650)
    const interval =
      pattern === 'every_x_weeks' || pattern === 'every_x_months' ? 2 + (rule % 4) : 1
    const asked: Recurrence = {
      ...always,
      pattern,
      interval,
      month_week,
      start_date,
      weekdays: month_week === null && !pattern.includes('week') ? null : weekdays,
    }
    const start = dayNumber(start_date)
    for (let year = 0; year < 10; year++) {
      const [from, to] = [start + year * 365, start + year * 365 + 364]
      const ours = expandDays(asked, from, to)
      const theirs = daysOfRrule(asked, from, to)
      compared += theirs.length
      if (ours.length !== theirs.length || ours.some((day, at) => day !== theirs[at])) wrong++
    }
  }
  say(
    `\n${compared.toLocaleString('en-US')} occurrences of ${rule.toLocaleString('en-US')} rules compared with rrule, year by year: ${wrong} years differ: ${verdict(wrong === 0)}. A day a month lacks becomes its last day, which rrule has to be told explicitly.`,
  )
}
