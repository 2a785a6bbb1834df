import { tidyTags } from '../customers/customer.ts'
import type { ImportChoice, ImportDoubt, ImportDuplicate, ImportSource } from './import.ts'
import type { ImportedPlace } from './import-row-place.ts'
import type { ImportedRow } from './import-rows.ts'
import type { ImportedBalance } from './import-row-balance.ts'
import type { ImportedWork } from './import-row-work.ts'
import { formatCents } from '../base/money.ts'
import { folded, streetKey } from '../base/search.ts'

/** Choices by the row they are about. */
export type ImportChoices = Readonly<Record<string, ImportChoice>>

/** A customer of the file, from all of their rows. */
export type ImportedCustomer = {
  /** What a second run of the file finds them by. */
  key: string
  row: number
  name: string
  email: string | null
  phone: string | null
  tags: string[]
  notes: string[]
  gate_code: string | null
  places: ImportedPlace[]
  works: (ImportedWork & { place: ImportedPlace | null })[]
  balances: ImportedBalance[]
  /** Archived there, in all of their rows. */
  archived: boolean
}

/** As the database's `address_key` compares addresses; null while there is too little of one. */
export const addressKey = ({
  street,
  zip,
}: Pick<ImportedPlace, 'street' | 'zip'>): string | null =>
  street && zip ? `${streetKey(street)} ${zip.slice(0, 5)}` : null

/** How many rows or customers a step takes. */
export const inOneStep = 50

type Grouped = {
  customers: ImportedCustomer[]
  duplicates: ImportDuplicate[]
  left_out: number
}

/**
 * Joins the rows of each customer: those with one number, or without numbers those who are certainly the same. In steps, so that a long
 * file leaves others their turn.
 */
export function* groupRows(
  rows: readonly ImportedRow[],
  source: ImportSource,
  choices: ImportChoices,
  doubts: ImportDoubt[],
  brings_archived = false,
): Generator<void, Grouped> {
  const known = new Known()
  const grouped: Grouped = { customers: [], duplicates: [], left_out: 0 }
  // A contact may stand above the company it belongs to.
  const inOrder = (yield* withTrueIds(rows, doubts)).toSorted(
    (a, b) => Number(a.is_part) - Number(b.is_part),
  )
  for (const [at, row] of inOrder.entries()) {
    if (at % inOneStep === inOneStep - 1) yield
    if (row.archived && !brings_archived) {
      grouped.left_out++
      continue
    }
    const same = known.same(row)
    if (same) {
      join(same, row, doubts)
      known.add(same, row)
      continue
    }
    const twin = known.twin(row)
    const choice = twin ? (choices[String(row.row)] ?? 'add') : 'add'
    if (twin) grouped.duplicates.push(duplicateOf(row, twin, choice))
    if (choice === 'skip') grouped.left_out++
    else if (choice === 'update' && twin) join(twin.customer, row, doubts)
    else {
      const customer = customerOf(row, source, doubts)
      if (twin?.by === 'email') sharesEmail(customer, twin.customer.name)
      grouped.customers.push(customer)
      known.add(customer, row)
    }
  }
  return grouped
}

/** Rows whose account number says who they are; another's, or one that most rows share, is taken off with a doubt. */
function* withTrueIds(
  rows: readonly ImportedRow[],
  doubts: ImportDoubt[],
): Generator<void, ImportedRow[]> {
  const firsts = new Map<string, ImportedRow>()
  const shared = sharedIds(rows)
  yield
  for (const [id, { count, first }] of shared)
    doubts.push({
      row: first.row,
      column: null,
      sentence: `“${id}” is the account number of ${count} of ${rows.length} rows with different names. It is not used.`,
      stops: false,
    })
  return rows.map((row) => {
    const id = row.external_id
    if (!id) return row
    if (shared.has(id)) return { ...row, external_id: null }
    const first = firsts.get(id)
    if (!first) firsts.set(id, row)
    if (!first || !isSomebodyElse(first, row)) return row
    doubts.push({
      row: row.row,
      column: null,
      sentence: `Row ${first.row}, ${first.name}, has the account number “${id}”, too. They are kept apart.`,
      stops: false,
    })
    return { ...row, external_id: null }
  })
}

/** Numbers of more than half of a file's rows that do not all name the same person. */
function sharedIds(rows: readonly ImportedRow[]) {
  const byId = new Map<string, { count: number; first: ImportedRow; differs: boolean }>()
  for (const row of rows) {
    if (!row.external_id) continue
    const known = byId.get(row.external_id)
    if (!known) byId.set(row.external_id, { count: 1, first: row, differs: false })
    else {
      known.count++
      known.differs ||= isSomebodyElse(known.first, row)
    }
  }
  return new Map([...byId].filter(([, one]) => one.differs && one.count * 2 > rows.length))
}

/** Another name; or the same with another e-mail address and another phone number. */
function isSomebodyElse(first: ImportedRow, row: ImportedRow): boolean {
  if (isNamed(first) && isNamed(row) && folded(first.name) !== folded(row.name)) return true
  const other = (one: string | null, two: string | null) =>
    one !== null && two !== null && one.toLowerCase() !== two.toLowerCase()
  return other(first.email, row.email) && other(first.phone, row.phone)
}

/** False for a row whose name was left empty: its e-mail address or street stands for it. */
const isNamed = ({ name, email, places }: ImportedRow): boolean =>
  name !== email && places.every(({ street }) => street !== name)

type Twin = { customer: ImportedCustomer; by: 'email' | 'phone' | 'address' }

/** The people in the file so far, by everything that identifies them. */
class Known {
  #byId = new Map<string, ImportedCustomer>()
  #byEmail = new Map<string, ImportedCustomer>()
  #byName = new Map<string, ImportedCustomer>()
  #byPlainName = new Map<string, ImportedCustomer>()

  /** The customer this row certainly belongs to. */
  same(row: ImportedRow): ImportedCustomer | undefined {
    const whole = row.is_part && this.#byPlainName.get(folded(row.name))
    if (whole) return whole
    if (row.external_id) return this.#byId.get(row.external_id)
    return namedKeys(row)
      .map(([key]) => this.#byName.get(key))
      .find((one) => one !== undefined)
  }

  /** A customer who may be the same, or whose e-mail address this one shares. */
  twin(row: ImportedRow): Twin | null {
    for (const [key, by] of namedKeys(row)) {
      const customer = this.#byName.get(key)
      if (customer) return { customer, by }
    }
    const sharer = row.email && this.#byEmail.get(row.email.toLowerCase())
    return sharer ? { customer: sharer, by: 'email' } : null
  }

  add(customer: ImportedCustomer, row: ImportedRow): void {
    if (row.external_id) this.#byId.set(row.external_id, customer)
    const name = folded(row.name)
    if (!this.#byPlainName.has(name)) this.#byPlainName.set(name, customer)
    for (const [key] of namedKeys(row)) if (!this.#byName.has(key)) this.#byName.set(key, customer)
    const email = row.email?.toLowerCase()
    if (email && !this.#byEmail.has(email)) this.#byEmail.set(email, customer)
  }
}

/** A name together with an e-mail address, a phone number or an address. */
function namedKeys(row: ImportedRow): [string, Twin['by']][] {
  const name = folded(row.name)
  const places = row.places.flatMap((place) => addressKey(place) ?? [])
  return [
    ...(row.email ? [[`${name}|${row.email.toLowerCase()}`, 'email'] as const] : []),
    ...(row.phone ? [[`${name}|${row.phone}`, 'phone'] as const] : []),
    ...places.map((key) => [`${name}|${key}`, 'address'] as const),
  ].map(([key, by]) => [key, by])
}

const sameWords = { email: 'email address', phone: 'phone number', address: 'address' }

const duplicateOf = (row: ImportedRow, twin: Twin, choice: ImportChoice): ImportDuplicate => ({
  row: row.row,
  name: row.name,
  sentence: `Row ${twin.customer.row}, ${twin.customer.name}, has the same ${sameWords[twin.by]}.`,
  choice,
  choices: ['add', 'update', 'skip'],
})

/** An e-mail address belongs to one customer; the other gets a note about it. */
export function sharesEmail(customer: ImportedCustomer, owner: string): void {
  if (!customer.email) return
  customer.notes.push(`Shares the email address ${customer.email} with ${owner}`)
  customer.email = null
}

const customerOf = (
  row: ImportedRow,
  source: ImportSource,
  doubts: ImportDoubt[],
): ImportedCustomer => {
  const customer: ImportedCustomer = {
    key: keyOf(row, source),
    row: row.row,
    name: row.name,
    email: row.email,
    phone: row.phone,
    tags: [],
    notes: [],
    gate_code: row.gate_code,
    places: [],
    works: [],
    balances: [],
    archived: true,
  }
  join(customer, row, doubts)
  return customer
}

function keyOf(row: ImportedRow, source: ImportSource): string {
  if (row.external_id) return `${source}:${row.external_id}`
  const [place] = row.places.flatMap((one) => addressKey(one) ?? [])
  const contact = row.email?.toLowerCase() ?? row.phone ?? place ?? ''
  return `${source}~${folded(row.name)}|${contact}`
}

function join(customer: ImportedCustomer, row: ImportedRow, doubts: ImportDoubt[]): void {
  customer.archived &&= row.archived
  customer.email ??= row.email
  customer.phone ??= row.phone
  customer.gate_code ??= row.gate_code
  customer.tags = tidyTags([...customer.tags, ...row.tags]).slice(0, 50)
  customer.notes = [...new Set([...customer.notes, ...row.notes])]
  for (const place of row.places) {
    const key = addressKey(place)
    const isNew = !customer.places.some((one) =>
      key ? addressKey(one) === key : one.street === place.street && one.city === place.city,
    )
    if (isNew) customer.places.push(place)
  }
  for (const work of row.works) customer.works.push({ ...work, place: row.places[0] ?? null })
  if (row.balance) addBalance(customer, row.balance, doubts)
}

/** Reports repeat an invoice for each of its lines, and lists of properties what their customer owes in all. */
function addBalance(
  customer: ImportedCustomer,
  balance: ImportedBalance,
  doubts: ImportDoubt[],
): void {
  if (customer.balances.some(({ number }) => number && number === balance.number)) return
  const repeated = customer.balances.find(
    ({ number, cents, due_date, job_id }) =>
      number === null &&
      balance.number === null &&
      cents === balance.cents &&
      due_date === balance.due_date &&
      job_id === balance.job_id,
  )
  if (!repeated) return void customer.balances.push(balance)
  doubts.push({
    row: balance.row,
    column: null,
    sentence: `Row ${repeated.row} has the same balance of ${formatCents(balance.cents)} for ${customer.name}. It counts once.`,
    stops: false,
  })
}
