import { nameLine } from '../base/name.ts'
import type { LocalDate } from '../base/dates.ts'
import type { ImportDoubt, ImportField, ImportMapping, ImportSource } from './import.ts'
import {
  centsIn,
  cut,
  dateIn,
  emailsIn,
  isYes,
  partsOf,
  phonesIn,
  stateIn,
  wholeAddressIn,
  zipIn,
} from './import-values.ts'
import { cellReader, shown, type Cells } from './import-cells.ts'
import { durationOf, worksOf, type ImportedWork } from './import-row-work.ts'
import { folded } from '../base/search.ts'

export type ImportedPlace = {
  row: number
  label: string | null
  street: string | null
  city: string | null
  state: string | null
  zip: string | null
  notes: string | null
}
export type ImportedBalance = {
  row: number
  cents: number
  number: string | null
  due_date: LocalDate | null
  /** The job it is for, in a list of jobs. */
  job_id: string | null
}
export type ImportedService = {
  row: number
  name: string
  about: string
  price_cents: number | null
  minutes: number | null
}
/** One row, as far as it could be read. */
export type ImportedRow = {
  row: number
  external_id: string | null
  name: string
  email: string | null
  phone: string | null
  tags: string[]
  notes: string[]
  gate_code: string | null
  archived: boolean
  places: ImportedPlace[]
  /** Several if the year has seasons of different work. */
  works: ImportedWork[]
  balance: ImportedBalance | null
}

/** Reads rows one by one, so that a long file can be read with pauses. */
export function rowReader(
  headers: readonly string[],
  mapping: ImportMapping,
  source: ImportSource,
  doubts: ImportDoubt[],
) {
  const places = [...new Set(mapping.flatMap((target) => (target ? [target.place] : [])))].toSorted(
    (a, b) => a - b,
  )
  const has = (...fields: ImportField[]) => mapping.some((one) => one && fields.includes(one.field))
  const isServices =
    has('service') && !has('external_id', 'name', 'first_name', 'last_name', 'company', 'email')
  const cellsOf = cellReader(headers, mapping, doubts)
  return {
    isServices,
    customer: (cells: readonly string[], row: number) =>
      customerRow(cellsOf(cells, row), places, source, has('is_company')),
    service: (cells: readonly string[], row: number) => serviceRow(cellsOf(cells, row)),
  }
}

function customerRow(
  cells: Cells,
  places: readonly number[],
  source: ImportSource,
  knowsCompanies: boolean,
): ImportedRow | null {
  const email = emailOf(cells)
  const phone = phoneOf(cells)
  const where = places.flatMap((place) => placeOf(cells, place) ?? [])
  if (!where.length) where.push(...billingPlace(cells))
  const { name, company } = nameOf(cells, knowsCompanies, email.first, where[0])
  if (!name) return null
  const id = cells.first('external_id')
  return {
    row: cells.row,
    // Jobber repeats a client for each property: '52_91'.
    external_id: cut(source === 'jobber' ? id.split('_')[0]! : id, 200) || null,
    name,
    email: email.first,
    phone: phone.first,
    tags: cells.all('tags').flatMap(({ text }) => partsOf(cut(text, 1000))),
    notes: [
      ...cells
        .all('notes')
        .map(({ text, column }) => (/note/i.test(column) ? text : `${column}: ${text}`)),
      ...(company ? [`Company: ${company}`] : []),
      ...(email.others.length ? [`Other email: ${email.others.join(', ')}`] : []),
      ...(phone.others.length ? [`Other phone: ${phone.others.join(', ')}`] : []),
      ...where.flatMap(({ label, street, notes }) =>
        notes ? [`${label ?? street ?? 'Address'}: ${notes}`] : [],
      ),
    ].map((text) => cut(text, 5000)),
    gate_code: cut(cells.first('gate_code'), 40) || null,
    archived: isYes(cells.first('archived')),
    places: where,
    works: worksOf(cells),
    balance: balanceOf(cells),
  }
}

type Several = { first: string | null; others: string[] }

function emailOf({ row, doubts, all }: Cells): Several {
  const found: string[] = []
  for (const { text, column } of all('email')) {
    const { emails, wrong } = emailsIn(text)
    found.push(...emails)
    for (const one of wrong)
      doubts.push({
        row,
        column,
        sentence: `${shown(one)} is not an email address. It is left out.`,
        stops: false,
      })
  }
  return several(found, (email) => email.toLowerCase())
}

function phoneOf({ row, doubts, all }: Cells): Several {
  const found: string[] = []
  for (const { text, column } of all('phone')) {
    const { phones, wrong } = phonesIn(text)
    found.push(...phones)
    for (const one of wrong)
      doubts.push({
        row,
        column,
        sentence: `${shown(one)} is not a phone number. It is left out.`,
        stops: false,
      })
  }
  return several(found, (phone) => phone)
}

function several(found: readonly string[], key: (text: string) => string): Several {
  const unique = [...new Map(found.map((one) => [key(one), one])).values()]
  return { first: unique[0] ?? null, others: unique.slice(1) }
}

/** The name of a customer, and a company that is not the name. */
function nameOf(
  cells: Cells,
  knowsCompanies: boolean,
  email: string | null,
  place: ImportedPlace | undefined,
): { name: string; company: string | null } {
  const person = nameLine(`${cells.first('first_name')} ${cells.first('last_name')}`)
  const company = nameLine(cells.first('company'))
  // Jobber's users put gate codes here; a company says so in its own column.
  const isCompany = knowsCompanies ? isYes(cells.first('is_company')) : company !== ''
  const given =
    nameLine(cells.first('name')) ||
    person ||
    (isCompany ? company : '') ||
    (company && !person ? company : '')
  const name = cut(given || email || place?.street || '', 200)
  if (name && !given)
    cells.doubts.push({
      row: cells.row,
      column: null,
      sentence: `This row has no name. ${shown(name)} is used as the name.`,
      stops: false,
    })
  const apart = company && folded(company) !== folded(name) ? company : null
  return { name, company: apart }
}

function placeOf(cells: Cells, place: number): ImportedPlace | null {
  const street = [cells.first('street', place), cells.first('street2', place)]
    .filter(Boolean)
    .join(', ')
  const city = cells.first('city', place)
  const state = cells.first('state', place)
  const zip = cells.first('zip', place)
  if (!street && !city && !zip) return null
  return addressOf(cells, {
    label: cells.first('label', place),
    notes: cells.first('place_notes', place),
    parts: { street, city, state, zip },
  })
}

function billingPlace(cells: Cells): ImportedPlace[] {
  const street = [cells.first('billing_street'), cells.first('billing_street2')]
    .filter(Boolean)
    .join(', ')
  const parts = {
    street,
    city: cells.first('billing_city'),
    state: cells.first('billing_state'),
    zip: cells.first('billing_zip'),
  }
  return street || parts.city || parts.zip
    ? [addressOf(cells, { label: '', notes: '', parts })]
    : []
}

type Parts = Record<'street' | 'city' | 'state' | 'zip', string>
function addressOf(
  { row, doubts }: Cells,
  { label, notes, parts: given }: { label: string; notes: string; parts: Parts },
): ImportedPlace {
  const isWhole = !given.city && !given.state && !given.zip
  const parts = (isWhole && wholeAddressIn(given.street)) || given
  const state = parts.state ? stateIn(parts.state) : null
  const zip = parts.zip ? zipIn(parts.zip) : null
  for (const [text, value, what] of [
    [parts.state, state, 'state'],
    [parts.zip, zip, 'ZIP code'],
  ] as const)
    if (text && value === null)
      doubts.push({
        row,
        column: null,
        sentence: `${shown(text)} is not a ${what} we know. The address is kept without it.`,
        stops: false,
      })
  return {
    row,
    label: cut(label, 80) || null,
    street: cut(parts.street, 200) || null,
    city: cut(parts.city, 100) || null,
    state,
    zip,
    notes: notes || null,
  }
}

/** A job that is finished, in a list of jobs: before that, nothing is owed for it. */
const isFinished = (status: string): boolean =>
  /\b(?:completed?|done|finished|paid|invoiced|closed)\b/i.test(status) &&
  !/\b(?:in|un|not)[\s-]?(?:completed?|finished|done)\b/i.test(status)
const isCanceled = (status: string): boolean => /\bcancell?ed\b/i.test(status)

/** Given up, taken back, or never sent. */
const isNotOwed = (status: string): boolean =>
  /\b(?:bad debt|written off|void|voided|draft)\b/i.test(status)

function balanceOf(cells: Cells): ImportedBalance | null {
  const cents = cells.read('balance', centsIn, 'is no amount. No balance is imported.')
  if (!cents) return null
  const { row, doubts } = cells
  const [status] = cells.all('status')
  const isJob = cells.first('job_id') !== '' || cells.first('next_date') !== ''
  if (status && (isCanceled(status.text) || (isJob && !isFinished(status.text)))) {
    doubts.push({
      row,
      column: status.column,
      sentence: `The job is ${shown(status.text)}, so nothing is owed for it yet. Its balance is not imported.`,
      stops: false,
    })
    return null
  }
  if (status && isNotOwed(status.text)) {
    doubts.push({
      row,
      column: status.column,
      sentence: `The invoice is ${shown(status.text)}. Its balance is not imported.`,
      stops: false,
    })
    return null
  }
  if (cents < 0) {
    doubts.push({
      row,
      column: cells.all('balance')[0]?.column ?? null,
      sentence:
        'A credit is not imported. Give it to the customer afterward, on their page under Credits.',
      stops: false,
    })
    return null
  }
  return {
    row,
    cents,
    number: cut(cells.first('balance_number'), 60) || null,
    due_date: cells.read('due_date', dateIn, 'is no date. The usual due date is used.'),
    job_id: cells.first('job_id') || null,
  }
}

function serviceRow(cells: Cells): ImportedService | null {
  const name = cut(cells.first('service'), 120)
  if (!name) return null
  const price = cells.read('price', centsIn, 'is no price. The service gets no price.')
  return {
    row: cells.row,
    name,
    about: cut(cells.first('service_about'), 2000),
    price_cents: price !== null && price >= 0 ? price : null,
    minutes: durationOf(cells, '60 minutes are used.'),
  }
}
