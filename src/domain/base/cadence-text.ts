import {
  scanCadence,
  type Every,
  type Fact,
  type Season,
  type SeasonName,
} from './cadence-phrases.ts'
import { monthNames } from './dates.ts'
import { folded } from './search.ts'

/** One part of what a text says about how often: a year may have several, each with its months. */
export type CadencePart = {
  unit: 'once' | 'week' | 'month'
  interval: number
  weekdays: number[] | null
  /** Which of the month's such weekdays: 1 to 4, or -1 for the last. */
  month_week: 1 | 2 | 3 | 4 | -1 | null
  /** 31 is the last day of any month. */
  month_day: number | null
  season: Season | null
  /** Its last day, as written. */
  until: string | null
  visits: number | null
}

/**
 * Why a text does not say how often: words that mean nothing here, several visits in one `about`
 * without their days, or two answers.
 */
export type CadenceProblem = { problem: 'unknown' | 'several' | 'two'; about: string }
type ReadCadence = { parts: CadencePart[]; assumed: string | null } | CadenceProblem

/**
 * 'Every 2 weeks on Tuesdays', '26/year', 'M/W/F', 'weekly Apr-Oct': how often work is done, read
 * whole. A word that is left over could change everything, as in 'paused weekly', so it is a problem.
 */
export function readCadence(text: string): ReadCadence {
  const facts: Fact[] = []
  const bare = folded(text).replace(/\s+/g, ' ').trim()
  // A column headed 'Every' holds 'month'.
  const isUnit = /^(?:week|month|quarter|year|semana|mes)$/.test(bare)
  const left = scanCadence(isUnit ? `every ${bare}` : bare, facts)
  return left === '' ? combined(facts) : unknown(left)
}

const unknown = (about: string): CadenceProblem => ({ problem: 'unknown', about })

const seasonMonths: Record<SeasonName, Season> = {
  spring: { from: 3, to: 5 },
  summer: { from: 6, to: 8 },
  fall: { from: 9, to: 11 },
  winter: { from: 12, to: 2 },
}
/** Summer and winter alone share the year. */
const halfYears: Partial<Record<SeasonName, Season>> = {
  summer: { from: 4, to: 9 },
  winter: { from: 10, to: 3 },
}

const isSeason = (fact: Fact) => fact.is === 'season' || fact.is === 'named_season'
const isOften = (fact: Fact) => fact.is === 'every' || fact.is === 'count'

/** One part; or one for each season, each with an interval of its own. */
function combined(facts: readonly Fact[]): ReadCadence {
  const { seasons, assumed } = seasonsOf(facts)
  if (seasons.length <= 1) {
    const part = partOf(facts)
    return 'problem' in part ? part : { parts: [{ ...part, season: seasons[0] ?? null }], assumed }
  }
  const order = facts.flatMap((fact) => (isSeason(fact) ? ['s'] : isOften(fact) ? ['o'] : []))
  if (!/^(?:(?:os)+|(?:so)+)$/.test(order.join(''))) return { problem: 'two', about: '' }
  const shared = facts.filter((fact) => !isSeason(fact) && !isOften(fact))
  const parts: CadencePart[] = []
  for (const [at, often] of facts.filter(isOften).entries()) {
    const part = partOf([often, ...shared])
    if ('problem' in part) return part
    parts.push({ ...part, season: seasons[at]! })
  }
  return { parts, assumed }
}

/** The months of each season; which months a name means is assumed, and said. */
function seasonsOf(facts: readonly Fact[]): { seasons: Season[]; assumed: string | null } {
  const given = facts.filter(isSeason)
  const names = given.flatMap((fact) => (fact.is === 'named_season' ? [fact.name] : []))
  const halves =
    given.length === 2 && ['summer', 'winter'].every((name) => names.includes(name as SeasonName))
  const [written] = given.flatMap((fact) => (fact.is === 'season' ? [fact.season] : []))
  const rest =
    given.length === 2 && written
      ? { from: (written.to % 12) + 1, to: ((written.from + 10) % 12) + 1 }
      : null
  const monthsOf = (name: SeasonName): Season =>
    rest ?? (halves ? halfYears[name] : null) ?? seasonMonths[name]
  const said = names.map((name) => {
    const { from, to } = monthsOf(name)
    return `${name} as ${monthNames[from - 1]} to ${monthNames[to - 1]}`
  })
  return {
    seasons: given.map((fact) =>
      fact.is === 'season' ? fact.season : monthsOf((fact as { name: SeasonName }).name),
    ),
    assumed: said.length ? said.join(' and ') : null,
  }
}

const byYear: Record<number, Every> = {
  1: { unit: 'month', interval: 12 },
  2: { unit: 'month', interval: 6 },
  3: { unit: 'month', interval: 4 },
  4: { unit: 'month', interval: 3 },
  6: { unit: 'month', interval: 2 },
  12: { unit: 'month', interval: 1 },
  13: { unit: 'week', interval: 4 },
  26: { unit: 'week', interval: 2 },
  52: { unit: 'week', interval: 1 },
}
const of = <Is extends Fact['is']>(facts: readonly Fact[], is: Is) =>
  facts.filter((fact): fact is Extract<Fact, { is: Is }> => fact.is === is)

function partOf(facts: readonly Fact[]): CadencePart | CadenceProblem {
  const often = oftenOf(facts)
  if (often && 'problem' in often) return often
  const [until, visits] = [of(facts, 'until'), of(facts, 'visits')]
  if (until.length + visits.length > 1) return { problem: 'two', about: '' }
  const days = daysOf(facts, often)
  if ('problem' in days) return days
  return {
    ...days,
    season: null,
    until: until[0]?.date ?? null,
    visits: visits[0]?.count ?? null,
  }
}

/** The one interval that is said, in whatever ways; null if none is. */
function oftenOf(facts: readonly Fact[]): Every | CadenceProblem | null {
  const weekdays = new Set(of(facts, 'days').flatMap(({ days }) => days))
  const found: Every[] = of(facts, 'every').map(({ unit, interval }) => ({ unit, interval }))
  for (const { count: times, per: unit } of of(facts, 'count')) {
    const one =
      onceIn(times, unit) ?? (unit === 'week' && times === weekdays.size ? onceIn(1, unit) : null)
    if (!one) return { problem: 'several', about: unit }
    found.push(one)
  }
  const [first = null] = found
  const agree = found.every(
    ({ unit, interval }) => unit === first?.unit && interval === first.interval,
  )
  return agree ? first : { problem: 'two', about: '' }
}

function onceIn(times: number, per: 'week' | 'month' | 'quarter' | 'year'): Every | null {
  if (per === 'year') return byYear[times] ?? null
  if (times !== 1) return null
  return per === 'week'
    ? { unit: 'week', interval: 1 }
    : { unit: 'month', interval: per === 'month' ? 1 : 3 }
}

type Days = Omit<CadencePart, 'season' | 'until' | 'visits'>
/** The days of a week or a month, as far as they are said and fit the interval. */
function daysOf(facts: readonly Fact[], often: Every | null): Days | CadenceProblem {
  const [days, weeks, dates] = [of(facts, 'days'), of(facts, 'nth'), of(facts, 'month_day')]
  const isMonthly = often?.unit === 'month' || (!often && of(facts, 'of_month').length > 0)
  const none = { weekdays: null, month_week: null, month_day: null }
  if (weeks.length + dates.length > 1) return { problem: 'several', about: 'month' }
  const [nthDay] = weeks
  if (nthDay) {
    if (often && !isMonthly) return { problem: 'two', about: '' }
    if (days.length || (nthDay.after_every && !isMonthly)) return unknown(nthDay.said)
    const { interval } = often ?? { interval: 1 }
    return { ...none, unit: 'month', interval, weekdays: [nthDay.day], month_week: nthDay.nth }
  }
  const [date] = dates
  if (date) {
    if (!isMonthly || days.length) return unknown(`day ${date.day}`)
    return { ...none, unit: 'month', interval: often?.interval ?? 1, month_day: date.day }
  }
  if (!days.length) return often ? { ...none, ...often } : unknown('')
  const weekdays = [...new Set(days.flatMap((one) => one.days))].sort((a, b) => a - b)
  const isList = weekdays.length > 1 || days.some(({ alone }) => alone)
  if (often ? often.unit !== 'week' : !isList) return unknown(days[0]!.said)
  return { ...none, unit: 'week', interval: often?.interval ?? 1, weekdays }
}
