import { z } from 'zod'
import { dateOfDay, dayNumber } from '../domain/dates.ts'
import { ColumnWriter, packDigits, PackedColumn, PackedIds, packIds, unpackColumn, unpackDigits, unpackIds } from '../domain/packing.ts'
import { byTime, tellVisit, type BareVisit, type Visit, type VisitCustomer } from '../domain/visit.ts'
import { anyCrew, defineCalls, officeAndAdmin } from './kit.ts'
import { ScheduleWindow, windowFields, withWindowChecks } from './schedule.ts'

const Table = z.record(z.string(), PackedColumn)

/** A window of the schedule with each customer and series said once, and field by field: a quarter of the bytes. */
export const PackedWindow = z.object({
  ...ScheduleWindow.omit({ occurrences: true }).shape,
  customers: z.object({ count: z.int(), ids: PackedIds, lines: z.string(), table: Table }),
  /** `next`: whether it begins the next customer. `ids` has those that are not their customer's with other last digits; `rules`, those of later segments. */
  series: z.object({ count: z.int(), next: PackedColumn, digits: z.string(), ids: PackedIds, rules: PackedIds }),
  /** `next`: whether it begins the next series. */
  visits: z.object({ count: z.int(), next: PackedColumn, invoices: PackedIds, table: Table }),
})
export type PackedWindow = z.infer<typeof PackedWindow>

export const schedulePacked = defineCalls({
  'GET /api/schedule/packed': {
    summary: 'What GET /api/schedule answers, in a quarter of the bytes: for the pages of this application',
    roles: { ...officeAndAdmin, ...anyCrew },
    query: withWindowChecks(z.object(windowFields)),
    ok: PackedWindow,
    errors: { no_team: 404 },
  },
})

const customerFields = ['name', 'street', 'city', 'state', 'zip', 'available_days', 'has_card_on_file'] as const
const visitFields = [
  'shifted',
  'start_minutes',
  'duration_minutes',
  'team',
  'status',
  'skip_reason',
  'hold_reason',
  'pause',
  'route_position',
  'completed_at',
  'invoice_status',
  'invoice_total_cents',
  'payment_badge',
  'service',
  'notes',
  'price_cents',
  'recurrence_label',
  'buffer_days',
  'version',
] as const

/** A window whose visits are told one by one: nothing is kept of what `tell` answers, which may be the same object each time. */
type Told<One> = Omit<ScheduleWindow, 'occurrences'> & { visits: readonly One[]; tell(one: One): BareVisit }

/** Visits that are packed without a rest. */
const atOnce = 2000

/**
 * Packs a window, with a rest now and then for whoever has other things to do. Visits come customer by customer and series by series:
 * what comes back is said again, and costs bytes. What is done for each stands apart from the generator, which is never made as fast.
 */
export function* packing<One>({ visits: told, tell, ...window }: Told<One>): Generator<void, PackedWindow> {
  const first = dayNumber(window.from)
  const [people, visits] = [writersFor(['email', 'area', ...customerFields]), writersFor(['day', 'moved', 'team_id', ...visitFields])]
  const [peopleColumns, visitsColumns] = [customerFields.map((field) => people[field]), visitFields.map((field) => visits[field])]
  const [beginsCustomer, beginsSeries] = [new ColumnWriter(), new ColumnWriter()]
  const ids: string[] = []
  const foreign: (string | null)[] = []
  const rules: (string | null)[] = []
  const invoices: (string | null)[] = []
  let lines = ''
  let digits = ''
  let last: { customer: VisitCustomer; series_id: string; rule_id: string } | null = null

  const addCustomer = (customer: VisitCustomer): void => {
    const { area, line } = splitPhone(customer.phone_number)
    lines += line
    ids.push(customer.id)
    people.email.add(packEmail(customer))
    people.area.add(area)
    for (let at = 0; at < customerFields.length; at++) peopleColumns[at]!.add(customer[customerFields[at]!])
  }
  const isTheirs = (customer: VisitCustomer): boolean => last !== null && (last.customer === customer || isSame(last.customer, customer))
  const addSeries = ({ customer, series_id, rule_id }: BareVisit): void => {
    const isAnother = !isTheirs(customer)
    if (isAnother) addCustomer(customer)
    beginsCustomer.add(isAnother)
    const isNative = series_id.startsWith(customer.id.slice(0, shared))
    if (isNative) digits += series_id.slice(shared)
    foreign.push(isNative ? null : series_id)
    rules.push(rule_id === series_id ? null : rule_id)
    last = { customer, series_id, rule_id }
  }
  const addVisit = (visit: BareVisit): void => {
    const begins = last?.series_id !== visit.series_id || last.rule_id !== visit.rule_id || !isTheirs(visit.customer)
    if (begins) addSeries(visit)
    const day = dayNumber(visit.date)
    beginsSeries.add(begins)
    invoices.push(visit.invoice_id)
    visits.day.add(day - first)
    visits.moved.add(visit.original_date === visit.date ? 0 : day - dayNumber(visit.original_date))
    visits.team_id.add(visit.team_id === visit.team?.id ? null : visit.team_id)
    for (let at = 0; at < visitFields.length; at++) visitsColumns[at]!.add(visit[visitFields[at]!])
  }
  for (let at = 0; at < told.length; at++) {
    addVisit(tell(told[at]!))
    if ((at + 1) % atOnce === 0) yield
  }
  return {
    ...window,
    customers: { count: ids.length, ids: packIds(ids), lines, table: packedOf(people) },
    series: { count: foreign.length, next: beginsCustomer.packed(), digits: packDigits(digits), ids: packIds(foreign), rules: packIds(rules) },
    visits: { count: invoices.length, next: beginsSeries.packed(), invoices: packIds(invoices), table: packedOf(visits) },
  }
}

const writersFor = <Field extends string>(fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, new ColumnWriter()])) as unknown as Record<Field, ColumnWriter>
const packedOf = (writers: Readonly<Record<string, ColumnWriter>>): Record<string, PackedColumn> =>
  Object.fromEntries(Object.entries(writers).map(([field, writer]) => [field, writer.packed()]))

/** The window as GET /api/schedule answers it, visits in the order of time. */
export function unpackWindow({ customers, series, visits, ...window }: PackedWindow): ScheduleWindow {
  const ids = unpackIds(customers.ids, customers.count) as string[]
  const people = columnsOf(customers.table, customers.count)
  let line = 0
  const owners = ids.map((id, row) => {
    const { email, area, ...fields } = rowOf(people, row) as Row & Record<'email' | 'area' | 'name', string | null>
    const phone_number = area && area.replace(/#/g, () => customers.lines[line++]!)
    return { id, ...fields, email: unpackEmail(email, fields.name), phone_number } as VisitCustomer
  })
  const foreign = unpackIds(series.ids, series.count)
  const rules = unpackIds(series.rules, series.count)
  const digits = unpackDigits(series.digits)
  let owner = -1
  let native = 0
  const allSeries = unpackColumn<boolean>(series.next, series.count).map((isFirst, row) => {
    const customer = owners[(owner += isFirst ? 1 : 0)]!
    const series_id = foreign[row] ?? customer.id.slice(0, shared) + digits.slice(8 * native, 8 * ++native)
    return { customer, series_id, rule_id: rules[row] ?? series_id }
  })
  const columns = columnsOf(visits.table, visits.count)
  const invoices = unpackIds(visits.invoices, visits.count)
  const first = dayNumber(window.from)
  let at = -1
  const occurrences = unpackColumn<boolean>(visits.next, visits.count).map((isFirst, row) => {
    const { day, moved, team_id, ...fields } = rowOf(columns, row) as Row & Pick<Visit, 'team_id' | 'team'>
    const { customer, series_id, rule_id } = allSeries[(at += isFirst ? 1 : 0)]!
    const date = dateOfDay(first + (day as number))
    const original_date = moved === 0 ? date : dateOfDay(first + (day as number) - (moved as number))
    const told = { series_id, rule_id, date, original_date, team_id: team_id ?? fields.team?.id ?? null, invoice_id: invoices[row], customer }
    return tellVisit({ ...told, ...fields } as BareVisit)
  })
  return { ...window, occurrences: occurrences.sort(byTime) }
}

const isSame = (a: VisitCustomer, b: VisitCustomer): boolean =>
  a.id === b.id &&
  a.email === b.email &&
  a.phone_number === b.phone_number &&
  customerFields.every((field) => a[field] === b[field] || (field === 'available_days' && a[field].join() === b[field].join()))

/** How many characters of its customer's id a series' id begins with. */
const shared = 28

/** Most addresses repeat their owner's name: there `<` stands for the first word of it and `>` for the last. */
function packEmail({ email, name }: Pick<VisitCustomer, 'email' | 'name'>): string | null {
  if (email === null || email.includes('<') || email.includes('>') || email.startsWith('=')) return email && `=${email}`
  const { first, last } = wordsOf(name)
  const shortened = first ? email.replace(first, '<') : email
  return last ? shortened.replace(last, '>') : shortened
}

function unpackEmail(email: string | null, name: string | null): string | null {
  if (email === null || email.startsWith('=')) return email && email.slice(1)
  if (!/[<>]/.test(email)) return email
  const { first, last } = wordsOf(name)
  return email.replace(/[<>]/g, (mark) => (mark === '<' ? first : last))
}

function wordsOf(name: string | null): { first: string; last: string } {
  const words = (name ?? '').toLowerCase()
  const [end, begin] = [words.indexOf(' '), words.lastIndexOf(' ')]
  return { first: end < 0 ? words : words.slice(0, end), last: words.slice(begin + 1) }
}

/** Of a number the last seven digits tell people apart; what is around them is shared by many. */
function splitPhone(phone: string | null): { area: string | null; line: string } {
  if (phone === null) return { area: null, line: '' }
  // A number that has marks of its own keeps them as its line.
  if (phone.includes('#')) return { area: phone, line: phone.replace(/[^#]/g, '') }
  let at = phone.length
  for (let digits = 0; at > 0 && digits < 7;) if (isDigitAt(phone, --at)) digits++
  const end = phone.slice(at)
  return { area: phone.slice(0, at) + end.replace(/\d/g, '#'), line: end.replace(/\D/g, '') }
}

const isDigitAt = (text: string, at: number): boolean => text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57

type Row = Record<string, unknown>
const columnsOf = (table: Readonly<Record<string, PackedColumn>>, count: number): [string, unknown[]][] =>
  Object.entries(table).map(([field, column]) => [field, unpackColumn(column, count)])
function rowOf(columns: readonly [string, unknown[]][], at: number): Row {
  const row: Row = {}
  for (const [field, values] of columns) row[field] = values[at]
  return row
}
