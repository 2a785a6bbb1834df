import { tidyTags } from './customer.ts'
import type { ImportChoice, ImportDuplicate, ImportSource } from './import.ts'
import type { ImportedBalance, ImportedPlace, ImportedRow, ImportedWork } from './import-rows.ts'
import { folded } from './search.ts'

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
}

/** As the database's `address_key` compares addresses; null while there is too little of one. */
export const addressKey = ({
  street,
  zip,
}: Pick<ImportedPlace, 'street' | 'zip'>): string | null =>
  street && zip ? `${folded(street).replace(/[^a-z0-9]/g, '')} ${zip.slice(0, 5)}` : null

type Grouped = {
  customers: ImportedCustomer[]
  duplicates: ImportDuplicate[]
  left_out: number
}

/** Joins the rows of each customer: those with one number, or without numbers those who are certainly the same. */
export function groupRows(
  rows: readonly ImportedRow[],
  source: ImportSource,
  choices: ImportChoices,
): Grouped {
  const known = new Known()
  const grouped: Grouped = { customers: [], duplicates: [], left_out: 0 }
  for (const row of rows) {
    if (row.archived) {
      grouped.left_out++
      continue
    }
    const same = known.same(row)
    if (same) {
      join(same, row)
      known.add(same, row)
      continue
    }
    const twin = known.twin(row)
    const choice = twin ? (choices[String(row.row)] ?? 'add') : 'add'
    if (twin) grouped.duplicates.push(duplicateOf(row, twin, choice))
    if (choice === 'skip') grouped.left_out++
    else if (choice === 'update' && twin) join(twin.customer, row)
    else {
      const customer = customerOf(row, source)
      if (twin?.by === 'email') sharesEmail(customer, twin.customer.name)
      grouped.customers.push(customer)
      known.add(customer, row)
    }
  }
  return grouped
}

type Twin = { customer: ImportedCustomer; by: 'email' | 'phone' | 'address' }

/** The people in the file so far, by everything that identifies them. */
class Known {
  #byId = new Map<string, ImportedCustomer>()
  #byEmail = new Map<string, ImportedCustomer>()
  #byName = new Map<string, ImportedCustomer>()

  /** The customer this row certainly belongs to. */
  same(row: ImportedRow): ImportedCustomer | undefined {
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

const sameWords = { email: 'e-mail address', phone: 'phone number', address: 'address' }

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
  customer.notes.push(`Shares the e-mail address ${customer.email} with ${owner}`)
  customer.email = null
}

const customerOf = (row: ImportedRow, source: ImportSource): ImportedCustomer => {
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
  }
  join(customer, row)
  return customer
}

function keyOf(row: ImportedRow, source: ImportSource): string {
  if (row.external_id) return `${source}:${row.external_id}`
  const [place] = row.places.flatMap((one) => addressKey(one) ?? [])
  const contact = row.email?.toLowerCase() ?? row.phone ?? place ?? ''
  return `${source}~${folded(row.name)}|${contact}`
}

function join(customer: ImportedCustomer, row: ImportedRow): void {
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
  if (row.work) customer.works.push({ ...row.work, place: row.places[0] ?? null })
  const { balance } = row
  // Reports repeat an invoice for each of its lines.
  const isRepeated = customer.balances.some((one) => one.number && one.number === balance?.number)
  if (balance && !isRepeated) customer.balances.push(balance)
}
