import {
  addDays,
  addMonthsClamped,
  daysBetween,
  weekdayOf,
  type LocalDate,
} from '../src/domain/base/dates.ts'
import { greenAcres } from './data.ts'
import { fullerCustomers, type FullerCustomer, type Way } from './fuller-customers.ts'
import type { WorldCustomer, WorldWork } from './plan.ts'

/** A visit of the past: of which customer, and of which of their works. */
export type PastVisit = {
  customer: string
  work: WorldWork
  date: LocalDate
  is: 'completed' | 'skipped'
  skip_reason?: 'weather' | 'customer'
}
/** What is billed together, when, and how and when it is paid. */
export type PastBill = {
  customer: string
  visits: PastVisit[]
  issued_on: LocalDate
  as: 'visit' | 'period' | 'draft' | 'period_draft'
  way: Way
  /** Null: it is still owed. */
  paid_on: LocalDate | null
}
export type FullerPlan = {
  today: LocalDate
  /** The next six days the business is open, from today on. */
  working: LocalDate[]
  /** The first day of the months with history, the current one last. */
  months: LocalDate[]
  customers: WorldCustomer[]
  visits: PastVisit[]
  bills: PastBill[]
  /** Whose regular visit falls on which of the working days, in the order of the day. */
  byDay: string[][]
}

/** What the fuller demo adds to the main business, by its own today; the same for the same day. */
export function planFuller(today: LocalDate): FullerPlan {
  const working = openDays(today)
  const month = `${today.slice(0, 8)}01`
  const months = [6, 5, 4, 3, 2, 1, 0].map((ago) => addMonthsClamped(month, -ago))
  const base = { today, working, months }
  const planned = fullerCustomers.map((customer, n) => plan(base, customer, n))
  const customers = planned.map((one) => one.customer)
  const visits = planned.flatMap((one) => pastOf(base, one.customer, one.n))
  const bills = planned.flatMap(({ customer, way }) =>
    billsOf(
      base,
      customer,
      way,
      visits.filter((visit) => visit.customer === customer.key),
    ),
  )
  return {
    ...base,
    customers,
    visits,
    bills: bills.toSorted((a, b) =>
      a.issued_on < b.issued_on ? -1 : Number(a.issued_on > b.issued_on),
    ),
    byDay: working.map((day) =>
      customers
        .filter(({ work }) => addDays(today, work![0]!.day) === day)
        .toSorted((a, b) => (a.work![0]!.time ?? 0) - (b.work![0]!.time ?? 0))
        .map(({ key }) => key),
    ),
  }
}

type Base = Pick<FullerPlan, 'today' | 'working' | 'months'>

function openDays(today: LocalDate): LocalDate[] {
  const days = Array.from({ length: 7 }, (_, n) => addDays(today, n))
  return days.filter((day) => greenAcres.hours[weekdayOf(day)]![1] > 0)
}

export const isOpen = ({ today, working }: Base): boolean => working[0] === today

/** The first working days are full ones: most people look at them. */
const dayOfCustomer = Array.from('0101250101550101330101320101440101', Number)
/** How many of the first ones get one invoice for all visits of a period. */
const byPeriod = 14
/** The day that is lost to rain later on; all of it is one crew's. */
export const rainyDay = 3
const rainedOut = 'North Crew'

/** Where the known customers leave gaps on the first day; the other days are free. */
const starts: Record<string, number[]> = {
  'North Crew': [480, 590, 680, 840],
  'South Crew': [610, 710, 780, 855],
  'West Crew': [480, 555, 630, 780],
}
const otherStarts = [480, 555, 630, 705, 780]

function plan(base: Base, given: FullerCustomer, n: number) {
  const { today, working, months } = base
  const slot = dayOfCustomer[n]!
  const day = working[slot]!
  const before = dayOfCustomer.slice(0, n).filter((one) => one === slot).length
  const team = slot === rainyDay ? rainedOut : greenAcres.teams[before % 3]!
  const place = slot === rainyDay ? before : Math.floor(before / 3)
  const start = (slot === 0 ? starts[team]! : otherStarts)[place]!
  const { [1]: closes } = greenAcres.hours[weekdayOf(day)]!
  const rhythm = n < byPeriod ? 1 : 4
  const weeks = Math.floor(daysBetween(joined(months, n), day) / 7 / rhythm) * rhythm
  const regular: WorldWork = {
    service: 'mowing',
    pattern: rhythm === 1 ? 'weekly' : 'every_x_weeks',
    ...(rhythm === 1 ? {} : { interval: rhythm }),
    day: daysBetween(today, day),
    // On a short day the last ones come whenever they fit in.
    ...(start + 45 <= closes ? { time: start } : {}),
    ...(given.price_cents ? { price_cents: given.price_cents } : {}),
    weeks,
    ...(n < byPeriod ? { billing: 'per_period' as const } : {}),
  }
  const customer = customerOf(given, n, { team, work: [regular, ...extrasOf(base, n)] })
  return { customer, way: given.way, n }
}

/** The season begins with few customers; the others come month by month. */
const joined = (months: readonly LocalDate[], n: number): LocalDate =>
  [months[0]!, months[1]!, addDays(months[1]!, 14), months[2]!][n % 4]!

/** Larger work done once: of which customer, in which month of history, on about which day. */
const extras: [n: number, service: string, month: number, day: number][] = [
  [1, 'fertilization', 0, 17],
  [4, 'fertilization', 1, 6],
  [8, 'hedges', 1, 20],
  [2, 'hedges', 2, 4],
  [14, 'fertilization', 2, 9],
  [17, 'hedges', 2, 14],
  [22, 'leaves', 2, 19],
  [19, 'hedges', 2, 24],
  [7, 'leaves', 3, 3],
  [15, 'hedges', 3, 8],
  [21, 'fertilization', 3, 13],
  [23, 'hedges', 3, 17],
  [27, 'leaves', 3, 22],
  [30, 'hedges', 3, 26],
  [25, 'hedges', 4, 9],
  [29, 'fertilization', 4, 21],
  [31, 'fertilization', 5, 12],
]

const extrasOf = ({ today, months }: Base, n: number): WorldWork[] =>
  extras
    .filter(([who]) => who === n)
    .map(([, service, month, day]) => {
      const date = addDays(months[month]!, day - 1)
      // On Sundays nobody works.
      const open = weekdayOf(date) === 0 ? addDays(date, 1) : date
      return { service, pattern: 'once', day: daysBetween(today, open), time: 840 }
    })

const methods = {
  card: ['pm_card_visa', 'pm_card_mastercard'],
  bank: ['pm_usBankAccount_processing'],
  declines: ['pm_card_chargeCustomerFail'],
} as const

function customerOf(
  { name, street, city, zip, way, without, note, tags }: FullerCustomer,
  n: number,
  { team, work }: { team: string; work: WorldWork[] },
): WorldCustomer {
  const key = keyOf(name)
  const known = way === 'card' || way === 'bank' || way === 'declines' ? methods[way] : null
  return {
    key,
    name,
    email: without === 'email' ? '' : `${key}@mail.example`,
    phone: without === 'phone' ? '' : `(919) 555-02${String(n + 10)}`,
    street,
    city,
    zip,
    status: 'active',
    team,
    work,
    ...(note ? { note } : {}),
    ...(tags ? { tags } : {}),
    ...(known ? { method: known[n % known.length]! } : {}),
    // A limit on each charge is that of one visit.
    ...(way === 'card' && n >= byPeriod ? { autopay: true as const } : {}),
  }
}

export const keyOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036F’.]/g, '')
    .replaceAll('ø', 'o')
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')
    .slice(0, 40)
    .replace(/\.$/, '')

function pastOf(base: Base, { key, work }: WorldCustomer, n: number): PastVisit[] {
  const { today } = base
  return work!.flatMap((one): PastVisit[] => {
    const date = addDays(today, one.day)
    if (one.pattern === 'once') return [{ customer: key, work: one, date, is: 'completed' }]
    const step = one.interval ?? 1
    const count = one.weeks! / step
    return Array.from({ length: count }, (_, ago) => addDays(date, -7 * step * (count - ago)))
      .filter((day) => day < today)
      .map((day, at) => ({ customer: key, work: one, date: day, ...fateOf(base, day, n, at) }))
  })
}

/** A dry month needs half of the weekly cuts; now and then a customer is away. */
function fateOf(
  { months, today }: Base,
  day: LocalDate,
  n: number,
  at: number,
): Pick<PastVisit, 'is' | 'skip_reason'> {
  if (daysBetween(day, today) < 7) return { is: 'completed' }
  const isDry = day >= months[5]! && day < months[6]!
  if (n < byPeriod && isDry && at % 2 === 0) return { is: 'skipped', skip_reason: 'weather' }
  return (n * 5 + at) % 13 === 12 ? { is: 'skipped', skip_reason: 'customer' } : { is: 'completed' }
}

function billsOf(base: Base, customer: WorldCustomer, way: Way, past: PastVisit[]): PastBill[] {
  const done = past.filter((visit) => visit.is === 'completed')
  const alone = done.filter(({ work }) => !work.billing)
  const together = Map.groupBy(
    done.filter(({ work }) => work.billing),
    ({ date }) => date.slice(0, 7),
  )
  return [
    ...alone.map((visit, n) =>
      paid(base, {
        customer: customer.key,
        visits: [visit],
        issued_on: visit.date,
        as: draftsOf.includes(customer.name) && n === alone.length - 1 ? 'draft' : 'visit',
        way: way === 'declines' && n < alone.length - 1 ? 'check' : way,
      }),
    ),
    ...[...together.values()].map((visits) => ofPeriod(base, customer.key, way, visits)),
  ]
}

/** Whose last visit is on an invoice that the office has not sent yet. */
const draftsOf = ['Zoë Krüger', 'Anaïs Fontenot', 'Old Oak Books & Coffee']

function ofPeriod(base: Base, customer: string, way: Way, visits: PastVisit[]): PastBill {
  const { date } = visits.at(-1)!
  const isOpen = date >= base.months.at(-1)!
  const end = addDays(addMonthsClamped(`${date.slice(0, 8)}01`, 1), -1)
  const bill = { customer, visits, way }
  return isOpen
    ? { ...bill, issued_on: date, as: 'period_draft', paid_on: null }
    : paid(base, { ...bill, issued_on: end, as: 'period' })
}

/** Days until the money is there. */
const patience: Record<Exclude<Way, 'late' | 'declines'>, number> = {
  card: 0,
  cash: 0,
  bank: 3,
  check: 6,
}
/** Days after which even those who are late have paid, and how long that took. */
const late = { settled: 75, took: 30 }

function paid({ today }: Base, bill: Omit<PastBill, 'paid_on'>): PastBill {
  const { issued_on, way, as } = bill
  if (as === 'draft' || way === 'declines') return { ...bill, paid_on: null }
  const age = daysBetween(issued_on, today)
  const days = way === 'late' ? (age > late.settled ? late.took : Infinity) : patience[way]
  return { ...bill, paid_on: days < age ? addDays(issued_on, days) : null }
}
