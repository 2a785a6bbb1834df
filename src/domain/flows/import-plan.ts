import {
  addressKey,
  inOneStep,
  sharesEmail,
  type ImportChoices,
  type ImportedCustomer,
} from './import-group.ts'
import { decide, type Decision, type ImportMatch } from './import-match.ts'
import type { ImportDoubt } from './import.ts'
import type { ImportedPlace } from './import-row-place.ts'
import type { ImportedService } from './import-rows.ts'
import { isInServiceArea } from '../base/organization.ts'
import { planService, planWork, saidWritten } from './import-work.ts'
import { folded } from '../base/search.ts'
import type {
  Contact,
  ImportPlan,
  ImportSurroundings,
  KnownCustomer,
  PlaceOf,
  Planning,
} from './import-planning.ts'

type Input = {
  customers: readonly ImportedCustomer[]
  services: readonly ImportedService[]
  matches: readonly ImportMatch[]
  isReport: boolean
  choices: ImportChoices
  around: ImportSurroundings
  doubts: ImportDoubt[]
}

/** Decides about every customer of a file, and what is written for them; in steps, as its rows are joined. */
export function* planImport(input: Input): Generator<void, ImportPlan> {
  const { around, doubts, choices, isReport } = input
  const planning: Planning = {
    plan: {
      customers: [],
      changed: [],
      known: 0,
      places: [],
      notes: [],
      services: [],
      rules: [],
      balances: [],
      duplicates: [],
      left_out: 0,
    },
    doubts,
    around,
    services: new Map(around.services.map((one) => [folded(one.name), one])),
    teams: new Map(around.teams.map((one) => [folded(one.name), one.id])),
    missingTeams: new Map(),
    emails: new Map(),
  }
  for (const service of input.services) planService(planning, service)
  const matches = new Map<number, ImportMatch[]>()
  for (const match of input.matches) matches.set(match.i, [...(matches.get(match.i) ?? []), match])
  for (const [i, customer] of input.customers.entries()) {
    if (i % inOneStep === inOneStep - 1) yield
    const own = matches.get(i) ?? []
    const { decision, duplicate, doubt } = decide(customer, own, { isReport, choices })
    if (duplicate) planning.plan.duplicates.push(duplicate)
    if (doubt) doubts.push(doubt)
    for (const match of own)
      if (match.by.includes('email') && customer.email)
        planning.emails.set(customer.email.toLowerCase(), match.id)
    planCustomer(planning, customer, decision)
  }
  return planning.plan
}

function planCustomer(planning: Planning, customer: ImportedCustomer, decision: Decision): void {
  const { plan, around } = planning
  if (decision.do === 'skip') {
    plan.left_out++
    if (decision.why)
      planning.doubts.push({
        row: customer.row,
        column: null,
        sentence: decision.why,
        stops: false,
      })
  }
  if (decision.do === 'skip' || decision.do === 'stop') return
  const known = decision.do === 'update' ? around.customers.get(decision.id) : undefined
  const id = known?.id ?? around.newId()
  keepEmail(planning, customer, id)
  const places = planPlaces(planning, customer, id, known)
  if (customer.archived && !known) dropWork(planning, customer)
  const team_id = planWork(planning, customer, id, known, places)
  planBalances(planning, customer, id)
  if (known && decision.do === 'update') planChange(planning, customer, known, decision.trusts)
  else
    plan.customers.push({
      ...contactOf(customer),
      id,
      key: customer.key,
      row: customer.row,
      team_id,
      archived: customer.archived,
      out_of_area: isOutOfArea(customer, around.area),
    })
  for (const text of customer.notes)
    if (!known?.notes.includes(text))
      plan.notes.push({ id: around.newId(), row: customer.row, customer_id: id, text })
}

/** Nobody works for a customer who is archived. */
function dropWork({ doubts }: Planning, customer: ImportedCustomer): void {
  if (customer.works.length)
    doubts.push({
      row: customer.row,
      column: null,
      sentence: `${customer.name} is archived. Their work is not put on the schedule.`,
      stops: false,
    })
  customer.works = []
}

const contactOf = ({ name, email, phone, gate_code, tags }: ImportedCustomer): Contact => ({
  name,
  email,
  phone_number: phone,
  gate_code,
  tags,
})

const isOutOfArea = ({ places: [place] }: ImportedCustomer, area: readonly string[]): boolean =>
  place?.zip ? !isInServiceArea(place.zip, area) : false

/** An address that is somebody else's stays theirs. */
function keepEmail({ emails, doubts }: Planning, customer: ImportedCustomer, id: string): void {
  const key = customer.email?.toLowerCase()
  if (!key) return
  const owner = emails.get(key)
  if (owner === undefined || owner === id) {
    emails.set(key, id)
    return
  }
  doubts.push({
    row: customer.row,
    column: null,
    sentence: `${customer.email} belongs to another customer. ${customer.name} is imported without it.`,
    stops: false,
  })
  sharesEmail(customer, 'another customer')
}

function planChange(
  { plan }: Planning,
  customer: ImportedCustomer,
  known: KnownCustomer,
  trusts: boolean,
): void {
  const pick = (ours: string | null, theirs: string | null) =>
    trusts ? (theirs ?? ours) : (ours ?? theirs)
  const tags = new Set(known.tags.map((tag) => tag.toLowerCase()))
  const after = {
    name: pick(known.name, customer.name) ?? customer.name,
    email: pick(known.email, customer.email),
    phone_number: pick(known.phone_number, customer.phone),
    gate_code: pick(known.gate_code, customer.gate_code),
    tags: [...known.tags, ...customer.tags.filter((tag) => !tags.has(tag.toLowerCase()))],
  }
  const isChanged =
    known.was_undone ||
    after.tags.length !== known.tags.length ||
    (['name', 'email', 'phone_number', 'gate_code'] as const).some(
      (field) => after[field] !== known[field],
    )
  if (!isChanged) plan.known++
  else
    plan.changed.push({
      ...after,
      id: known.id,
      key: customer.key,
      row: customer.row,
      revives: known.was_undone,
    })
  // The next rows about them compare with what this one leaves.
  Object.assign(known, after, { was_undone: false })
}

/** Adds the addresses that are new; answers where work at one of them is: null for the customer's own. */
function planPlaces(
  { plan, around, doubts }: Planning,
  customer: ImportedCustomer,
  customer_id: string,
  known: KnownCustomer | undefined,
): PlaceOf {
  const ids = new Map<ImportedPlace, string | null>()
  const stored = [...(known?.places ?? [])]
  for (const place of customer.places) {
    const key = addressKey(place)
    const same = stored.find((one) => one.key !== null && one.key === key)
    if (same) {
      ids.set(place, same.is_default ? null : same.id)
      continue
    }
    const is_default = !stored.some((one) => one.is_default)
    if (!is_default && !(place.street && place.city && place.state && place.zip)) {
      doubts.push({
        row: place.row,
        column: null,
        sentence: 'A second address needs street, city, state and ZIP. It is left out.',
        stops: false,
      })
      continue
    }
    const { notes: _, label, ...parts } = place
    const id = around.newId()
    stored.push({ id, key, is_default })
    known?.places.push({ id, key, is_default })
    ids.set(place, is_default ? null : id)
    const name = label ?? (is_default ? 'Home' : (place.street ?? 'Home'))
    plan.places.push({ ...parts, id, customer_id, label: name, is_default })
  }
  return (place) => (place ? (ids.get(place) ?? placeLike(ids, place)) : null)
}

/** The place of a later row that repeats an address. */
function placeLike(ids: Map<ImportedPlace, string | null>, place: ImportedPlace): string | null {
  const key = addressKey(place)
  for (const [one, id] of ids) if (key !== null && addressKey(one) === key) return id
  return null
}

function planBalances(
  { plan, around, doubts }: Planning,
  customer: ImportedCustomer,
  customer_id: string,
): void {
  for (const balance of customer.balances) {
    const key = `${customer.key}#balance:${balance.number ?? 'open'}`
    if (around.written.has(key)) {
      plan.left_out++
      saidWritten(doubts, balance.row)
      continue
    }
    plan.balances.push({
      id: around.newId(),
      key,
      row: balance.row,
      customer_id,
      cents: balance.cents,
      description: balance.number ? `Open balance of invoice ${balance.number}` : 'Open balance',
      due_date: balance.due_date,
    })
  }
}
