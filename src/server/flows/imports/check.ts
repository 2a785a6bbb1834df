import { setImmediate } from 'node:timers/promises'
import {
  mostNamed,
  type ImportCheck,
  type ImportCounts,
  type ImportDoubt,
} from '../../../domain/flows/import.ts'
import { recurrenceLabel } from '../../../domain/base/cadence.ts'
import { understoodColumns } from '../../../domain/flows/import-understood.ts'
import {
  groupRows,
  type ImportChoices,
  type ImportedCustomer,
} from '../../../domain/flows/import-group.ts'
import { planImport } from '../../../domain/flows/import-plan.ts'
import {
  rowReader,
  type ImportedRow,
  type ImportedService,
} from '../../../domain/flows/import-rows.ts'
import {
  withCorrections,
  type ImportAnswers,
  type ImportQuestion,
} from '../../../domain/flows/import-answers.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { placeOfZip } from '../../base/kit/zip.ts'
import type { ImportTable } from './parse.ts'
import type { ImportRow } from './read.ts'
import { comparingLists, readMatches, readSurroundings } from './surroundings.ts'
import type { ImportPlan } from '../../../domain/flows/import-planning.ts'

/** What the office chose and said about a file. */
type Said = { choices: ImportChoices; answers: ImportAnswers }
type Checked = { plan: ImportPlan; check: ImportCheck }

/** What a file would write, compared with the organization as it is now. */
export async function checkFile(
  tx: OrgTx,
  row: Pick<ImportRow, 'headers' | 'mapping' | 'source' | 'report'>,
  given: ImportTable['rows'],
  { choices, answers }: Said,
): Promise<Checked> {
  const doubts: ImportDoubt[] = []
  const table = withCorrections(given, answers)
  const read = await readAll(row, table, doubts, answers)
  const grouped = await inTurns(
    groupRows(read.rows, row.source, choices, doubts, answers.brings_archived),
  )
  const { matches, around } = await comparingLists(tx, async () => {
    const found = await readMatches(tx, grouped.customers)
    return { matches: found, around: await readSurroundings(tx, found) }
  })
  const plan = await inTurns(
    planImport({
      customers: grouped.customers,
      services: read.services,
      matches,
      choices,
      around,
      doubts,
      isReport: row.report,
    }),
  )
  plan.duplicates.unshift(...grouped.duplicates)
  plan.left_out += grouped.left_out + read.without
  const understood = understoodColumns(
    row.headers,
    row.mapping,
    table.map(({ cells }) => cells),
    around.hours,
    answers,
  )
  const questions = [...read.questions, ...archivedQuestion(read.rows, answers)]
  const check = { ...checkOf(plan, doubts, table.length), ...understood, questions }
  return { plan, check: { ...check, reached: reachedOf(grouped.customers) } }
}

/** How long a file keeps others waiting. A request takes several turns, and waits in each. */
const turn_ms = 5

/** Waits for everybody else whenever a turn is over. */
function inTurn(): () => Promise<void> | undefined {
  let began = performance.now()
  return () => {
    if (performance.now() - began < turn_ms) return undefined
    return setImmediate().then(() => {
      began = performance.now()
    })
  }
}

/** Takes one step of long work after the other; others get their turn between them. */
async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  const turn = inTurn()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await turn()
  }
}

async function readAll(
  { headers, mapping, source }: Pick<ImportRow, 'headers' | 'mapping' | 'source'>,
  table: readonly ImportTable['rows'][number][],
  doubts: ImportDoubt[],
  answers: ImportAnswers,
) {
  const reader = rowReader(
    headers,
    mapping,
    source,
    doubts,
    table.map(({ cells }) => cells),
    answers,
  )
  const rows: ImportedRow[] = []
  const services: ImportedService[] = []
  const turn = inTurn()
  for (const { row, cells } of table) {
    const over = turn()
    if (over) await over
    const service = reader.isServices ? reader.service(cells, row) : null
    const customer = reader.isServices ? null : reader.customer(cells, row)
    if (service) services.push(service)
    else if (reader.isServices)
      doubts.push({
        row,
        column: null,
        sentence: 'This row names no service. It is left out.',
        stops: false,
      })
    if (customer) {
      rows.push(customer)
      doubtStates(customer, doubts)
    }
  }
  const { questions } = reader
  return { rows, services, questions, without: table.length - rows.length - services.length }
}

/** Whether those who are archived there come along. */
function archivedQuestion(
  rows: readonly ImportedRow[],
  { brings_archived }: ImportAnswers,
): ImportQuestion[] {
  const count = rows.filter(({ archived }) => archived).length
  if (!count) return []
  const one: ImportQuestion = {
    about: 'archived',
    column: null,
    sentence: `${count} ${count === 1 ? 'row is' : 'rows are'} of customers who are archived or not served.`,
    answer: brings_archived ? 'brought' : 'left_out',
    choices: [
      { value: 'left_out', label: 'Leave them out' },
      { value: 'brought', label: 'Import as archived' },
    ],
  }
  return [one]
}

/** A state that its ZIP does not lie in: one of the two is wrong, and nobody but the office knows which. */
function doubtStates({ row, places }: ImportedRow, doubts: ImportDoubt[]): void {
  for (const { state, zip } of places) {
    const there = state && zip ? placeOfZip(zip)?.state : undefined
    if (there !== undefined && there !== state)
      doubts.push({
        row,
        column: null,
        sentence: `ZIP ${zip} is in ${there}, not in ${state}. Both are kept. Check this address.`,
        stops: false,
      })
  }
}

const countsOf = (plan: ImportPlan, rows: number): ImportCounts => ({
  rows,
  customers_new: plan.customers.length,
  customers_updated: plan.changed.length,
  customers_known: plan.known,
  places: plan.places.length,
  services: plan.services.length,
  work: plan.rules.length,
  balances: plan.balances.length,
  balance_cents: plan.balances.reduce((sum, { cents }) => sum + cents, 0),
  notes: plan.notes.length,
  left_out: plan.left_out,
})

const reachedOf = (customers: readonly ImportedCustomer[]): ImportCheck['reached'] => ({
  customers: customers.length,
  email: customers.filter(({ email }) => email !== null).length,
  phone: customers.filter(({ phone }) => phone !== null).length,
  address: customers.filter(({ places }) => places.length > 0).length,
})

function kindsOf({ rules }: ImportPlan): ImportCheck['kinds'] {
  const counts = new Map<string, number>()
  for (const rule of rules) {
    const kind = recurrenceLabel(rule)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return [...counts].map(([kind, count]) => ({ kind, count })).toSorted((a, b) => b.count - a.count)
}

function checkOf(
  plan: ImportPlan,
  doubts: readonly ImportDoubt[],
  rows: number,
): Omit<ImportCheck, 'columns' | 'unread' | 'reached' | 'questions'> {
  const once = sameOnce(doubts)
  const byRow = once.toSorted((a, b) => Number(b.stops) - Number(a.stops) || a.row - b.row)
  return {
    counts: countsOf(plan, rows),
    doubts: byRow.slice(0, mostNamed),
    doubt_count: once.length,
    stop_count: doubts.filter(({ stops }) => stops).length,
    duplicates: plan.duplicates.slice(0, mostNamed),
    duplicate_count: plan.duplicates.length,
    new_services: plan.services.map(({ name }) => name).slice(0, 50),
    kinds: kindsOf(plan),
  }
}

/** Doubts that say the same of several rows, said once with their number; what must be settled stays apart. */
function sameOnce(doubts: readonly ImportDoubt[]): ImportDoubt[] {
  const found = new Map<string, ImportDoubt>()
  for (const doubt of doubts) {
    const key = doubt.stops ? `${found.size}` : `${doubt.column}|${doubt.sentence}`
    const same = found.get(key)
    if (same) same.rows = (same.rows ?? 1) + (doubt.rows ?? 1)
    else found.set(key, { ...doubt })
  }
  return [...found.values()]
}
