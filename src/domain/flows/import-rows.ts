import { phoneText } from '../base/contact.ts'
import { nameLine } from '../base/name.ts'
import type { ImportDoubt, ImportField, ImportMapping, ImportSource } from './import.ts'
import { centsIn, cut, emailsIn, isYes, partsOf, phonesIn, saysMore } from './import-values.ts'
import { noAnswers, type ImportAnswers } from './import-answers.ts'
import { cellReader, shown, type Asked, type Cells } from './import-cells.ts'
import { balanceOf, type ImportedBalance } from './import-row-balance.ts'
import { billingNote, billingPlace, placesOf, type ImportedPlace } from './import-row-place.ts'
import { durationOf, worksOf, type ImportedWork } from './import-row-work.ts'
import { folded } from '../base/search.ts'

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
  /** A place or job of a customer of this name, who has a row of their own. */
  is_part: boolean
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
  /** All of them, for what a column as a whole decides. */
  rows: readonly (readonly string[])[] = [],
  answers: ImportAnswers = noAnswers,
) {
  const asked: Asked = { answers, questions: [] }
  const places = [...new Set(mapping.flatMap((target) => (target ? [target.place] : [])))].toSorted(
    (a, b) => a - b,
  )
  const has = (...fields: ImportField[]) => mapping.some((one) => one && fields.includes(one.field))
  const isServices =
    has('service') && !has('external_id', 'name', 'first_name', 'last_name', 'company', 'email')
  const file = {
    source,
    knows_companies: has('is_company'),
    turns_names: turnsNames(mapping, rows, asked),
    brings_archived: answers.brings_archived,
    names: source === 'odoo' ? namesOf(mapping, rows) : new Set<string>(),
  }
  const cellsOf = cellReader(headers, mapping, doubts, rows, asked)
  return {
    isServices,
    /** What the file leaves open. */
    questions: asked.questions,
    customer: (cells: readonly string[], row: number) =>
      customerRow(cellsOf(cells, row), places, file),
    service: (cells: readonly string[], row: number) => serviceRow(cellsOf(cells, row)),
  }
}

type OfFile = {
  source: ImportSource
  knows_companies: boolean
  turns_names: boolean
  brings_archived: boolean
  /** What its customers are called, where the name of a contact begins with it. */
  names: ReadonlySet<string>
}

/** 'Smith, John'; a company or a title behind the comma is no first name. */
const turned = /^\p{L}[^,]*,\s*(?!(?:jr|sr|i+|md|phd|dds|esq|inc|llc|ltd|co|corp)\b)\p{L}[^,]*$/iu

const namesOf = (
  mapping: ImportMapping,
  rows: readonly (readonly string[])[],
): ReadonlySet<string> => {
  const at = mapping.findIndex((target) => target?.field === 'name')
  return new Set(rows.map((cells) => folded(nameLine(cells[at] ?? ''))))
}

/** Whether most names of the file are written with the last one first; the office may say otherwise. */
function turnsNames(
  mapping: ImportMapping,
  rows: readonly (readonly string[])[],
  { answers, questions }: Asked,
): boolean {
  const at = mapping.findIndex((target) => target?.field === 'name')
  const names = at < 0 ? [] : rows.map((cells) => nameLine(cells[at] ?? '')).filter(Boolean)
  const found = names.filter((name) => turned.test(name))
  if (!found.length) return false
  const areMost = found.length >= 2 && found.length * 2 > names.length
  const turns = answers.turns_names ?? areMost
  questions.push({
    about: 'names',
    column: at,
    sentence: `${areMost ? 'Most' : 'Some'} names have the last one first. What is right?`,
    answer: turns ? 'turned' : 'kept',
    choices: [
      { value: 'turned', label: turnedRound(found[0]!) },
      { value: 'kept', label: found[0]! },
    ],
  })
  return turns
}

const turnedRound = (name: string): string =>
  turned.test(name) ? nameLine(name.split(',').toReversed().join(' ')) : name

/** What stands in a column of numbers for want of one. */
const noId = /^(?:n\/?a|none|null|nil|unknown|tbd|0+|[-–—.#?]+)$/i

/** What a custom field is called there: 'CFT[Gate]' is 'Gate'. */
const plainName = (column: string): string => /^[CPJ]F[A-Z]? ?\[(.+)\]$/.exec(column)?.[1] ?? column

function customerRow(cells: Cells, places: readonly number[], file: OfFile): ImportedRow | null {
  const email = emailOf(cells)
  const phone = phoneOf(cells)
  const where = places.flatMap((place) => placesOf(cells, place))
  const billing = billingPlace(cells)
  if (!where.length) where.push(...billing)
  const names = nameOf(cells, file, email.first ?? phone.first, where[0])
  if (!names.name) return nobody(cells)
  const of = customerOfContact(cells, file, names.name)
  const name = of?.customer ?? names.name
  const notes = of
    ? [
        `Contact: ${[of.person, phone.first && phoneText(phone.first), email.first].filter(Boolean).join(', ')}`,
      ]
    : names.notes
  if (where[0] && names.job) where[0] = { ...where[0], label: where[0].label ?? names.job }
  const id = noId.test(cells.first('external_id')) ? '' : cells.first('external_id')
  return {
    row: cells.row,
    // Jobber repeats a client for each property: '52_91'.
    external_id: cut(file.source === 'jobber' ? id.split('_')[0]! : id, 200) || null,
    name,
    email: email.first,
    phone: phone.first,
    tags: cells
      .all('tags')
      .flatMap(({ text }) => partsOf(cut(text, 1000)))
      // Google's own groups.
      .filter((tag) => !/^(?:\* |mycontacts$)/i.test(tag)),
    notes: [
      ...cells
        .all('notes')
        .map(({ text, column }) => (/note/i.test(column) ? text : `${plainName(column)}: ${text}`)),
      ...notes,
      ...(email.others.length ? [`Other email: ${email.others.join(', ')}`] : []),
      ...(phone.others.length ? [`Other phone: ${phone.others.join(', ')}`] : []),
      // 'Call Kim first' beside a number.
      ...cells
        .all('phone')
        .flatMap(({ text, column }) =>
          saysMore(text) && phonesIn(text).phones.length ? [`${column}: ${text}`] : [],
        ),
      ...where.flatMap(({ label, street, notes }) =>
        notes ? [`${label ?? street ?? 'Address'}: ${notes}`] : [],
      ),
      ...billingNote(billing, where),
    ].map((text) => cut(text, 5000)),
    gate_code: cut(cells.first('gate_code'), 40) || null,
    archived: isArchived(cells, name, file.brings_archived),
    is_part: names.job !== null || of !== null,
    places: where,
    works: worksOf(cells),
    balance: balanceOf(cells),
  }
}

/** Whom a contact belongs to: a column says so, or Odoo's 'Company, Person'. */
function customerOfContact(
  cells: Cells,
  { source, names }: OfFile,
  name: string,
): { customer: string; person: string } | null {
  const said = nameLine(cells.first('belongs_to'))
  const [, whole = '', person = ''] = (source === 'odoo' && /^(.+), ([^,]+)$/.exec(name)) || []
  if (whole && names.has(folded(whole))) return { customer: whole, person }
  return said && folded(said) !== folded(name) ? { customer: cut(said, 200), person: name } : null
}

/** A row without anyone is left out, and says so. */
function nobody({ doubt }: Cells): null {
  doubt('This row has no name, email, phone or street. It is left out.')
  return null
}

/** Whether the row says in any way that it is no customer of today; a doubt says which. */
function isArchived({ doubt, all }: Cells, name: string, brings_archived: boolean): boolean {
  const gone = all('archived').find(({ text, column }) =>
    /^(?:is )?active\b/i.test(column)
      ? /^(?:no|n|false|0|(?:not[ -]?|in)active)$/i.test(text)
      : isYes(text) ||
        /^(?:(?:not[ -]?|in)active|archived|vendor|supplier|former|closed|disabled|deleted|do not .+)$/i.test(
          text,
        ),
  )
  if (!gone) return false
  const what = brings_archived ? 'is imported as archived' : 'is left out'
  doubt(`${name} ${what}: ${gone.column} is ${shown(gone.text)}.`, gone)
  return true
}

type Several = { first: string | null; others: string[] }

function emailOf({ doubt, all }: Cells): Several {
  const found: string[] = []
  for (const cell of all('email')) {
    const { emails, wrong } = emailsIn(cell.text)
    found.push(...emails)
    for (const one of wrong) doubt(`${shown(one)} is not an email address. It is left out.`, cell)
  }
  return several(found, (email) => email.toLowerCase())
}

function phoneOf({ doubt, all }: Cells): Several {
  const found: string[] = []
  for (const cell of all('phone')) {
    const { phones, wrong } = phonesIn(cell.text)
    found.push(...phones)
    for (const one of wrong) doubt(`${shown(one)} is not a phone number. It is left out.`, cell)
  }
  return several(found, (phone) => phone)
}

function several(found: readonly string[], key: (text: string) => string): Several {
  const unique = [...new Map(found.map((one) => [key(one), one])).values()]
  return { first: unique[0] ?? null, others: unique.slice(1) }
}

type Names = { name: string; notes: string[]; job: string | null }
/** The name of a customer; a company and a person who are not the name are notes. */
function nameOf(
  cells: Cells,
  { source, knows_companies, turns_names }: OfFile,
  contact: string | null,
  place: ImportedPlace | undefined,
): Names {
  const [first, last] = [cells.first('first_name'), cells.first('last_name')]
  const person = nameLine(`${first} ${last}`)
  const company = nameLine(cells.first('company'))
  // Jobber's users put gate codes here; a company says so in its own column.
  const isCompany = knows_companies ? isYes(cells.first('is_company')) : company !== ''
  // QuickBooks writes a customer's job or place as 'Customer:Place'.
  const [whole = '', ...jobs] =
    source === 'quickbooks' ? cells.first('name').split(':') : [cells.first('name')]
  const isTurned = first && last && folded(whole.trim()) === folded(`${last}, ${first}`)
  const given =
    (isTurned ? person : turns_names ? turnedRound(nameLine(whole)) : nameLine(whole)) ||
    person ||
    (isCompany ? company : '') ||
    (company && !person ? company : '')
  const name = cut(given || contact || place?.street || '', 200)
  if (name && !given) cells.doubt(`This row has no name. ${shown(name)} is used as the name.`)
  else if (phonesIn(given).phones.length) cells.doubt(`The name ${shown(given)} is a phone number.`)
  const others = cells.all('name').flatMap(({ text }) => nameLine(text) || [])
  const notes = [
    ...new Set(
      others
        .slice(1)
        .flatMap((other) =>
          [whole, name, company, person].some((one) => sameWords(one) === sameWords(other))
            ? []
            : [`Other name: ${other}`],
        ),
    ),
    ...(company && folded(company) !== folded(name) ? [`Company: ${company}`] : []),
    ...(person && sameWords(person) !== sameWords(name) && whole ? [`Contact: ${person}`] : []),
  ]
  return { name, notes, job: jobs.map(nameLine).filter(Boolean).join(', ') || null }
}

/** A name however it is turned round. */
const sameWords = (name: string): string =>
  folded(name)
    .split(/[\s,]+/)
    .toSorted()
    .join(' ')

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
