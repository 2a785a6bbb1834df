import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinWeek, type ScheduleWeek } from '../src/api/week.ts'
import { addDays } from '../src/domain/base/dates.ts'
import { type Visit } from '../src/domain/schedule/visit.ts'
import { VisitCustomer } from '../src/domain/customers/contact-fields.ts'
import { reviewHolds } from '../src/server/money/bill-reminders/hold.ts'
import { sandboxes } from '../src/server/main.ts'
import { startServer, type Running } from '../src/server/start.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

// A write acknowledged by one process is visible on the other, in plain and conditional reads.
const many = process.env['THOROUGH'] ? 200 : 60
const calls = ['/api/schedule', '/api/schedule/week'] as const

let open: OpenWorld
let second: Running
let token: string
beforeAll(async () => {
  open = await openWorld()
  const { DATA_DIR: _, ...config } = open.app.config
  const INSTALLATION_SECRET = open.app.secret.toString('base64url')
  // The same database under another URL: caches are keyed by it, so the two share nothing.
  second = await startServer(
    { ...config, INSTALLATION_SECRET, DATA_DIR: 'memory://', ROLE: 'web' },
    sandboxes,
    { store: { ...open.app.store }, pages: false },
  )
  token = await open.app.identity!.issueToken('owner@green-acres.example')
})
afterAll(async () => {
  await second?.close()
  await open?.close()
})

/** A write, and what the visit must look like afterwards. */
const written = {
  time: (visit: Visit) => visit.start_minutes,
  team: (visit: Visit) => visit.team_id,
  name: (visit: Visit) => visit.customer.name,
}

it(`none of ${many} acknowledged writes on either of two processes is missing from a read on either`, async () => {
  const { today, customers, teams } = open.world.green
  const casey = customers['casey']!
  const rule_id = casey.rules[0]!.id
  const date = addDays(today, 14)
  const path = (call: string) => `${call}?from=${addDays(date, -3)}&to=${addDays(date, 3)}`
  const headers = { authorization: `Bearer ${token}` }
  const urls = [open.url, second.url] as const
  const step = fc.record({
    write: fc.constantFrom('time', 'time', 'time', 'team', 'name'),
    value: fc.nat(35),
    writer: fc.nat(1),
    reader: fc.nat(1),
    call: fc.constantFrom(...calls),
    names: fc.boolean(),
  })
  const steps = fc.sample(step, { numRuns: many, seed: 20_261_122 })
  const send = async (url: string, method: string, at: string, body: object) => {
    const answer = await fetch(url + at, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status, `${method} ${at}`).toBe(200)
  }
  /** The last ETag of each call on any process: a browser may reach a different one each time. */
  const seen = new Map<string, { etag: string; text: string }>()
  const stale: string[] = []
  for (const [n, { write, value, writer, reader, call, names }] of steps.entries()) {
    const teamIds = Object.values(teams)
    const wished = {
      time: (32 + value) * 15,
      team: teamIds[value % teamIds.length]!,
      name: `Casey ${value}`,
    }[write]
    const url = urls[writer]!
    if (write === 'time')
      await send(url, 'POST', '/api/schedule/set-time', { rule_id, date, start_minutes: wished })
    else if (write === 'team')
      await send(url, 'PATCH', `/api/schedule/${rule_id}/team`, { team_id: wished })
    else await send(url, 'PUT', `/api/owner/customers/${casey.id}`, { name: wished })
    const known = names ? seen.get(call) : undefined
    const read = await fetch(urls[reader] + path(call), {
      headers: { ...headers, ...(known ? { 'if-none-match': known.etag } : {}) },
    })
    const text = read.status === 304 ? known!.text : await read.text()
    seen.set(call, { etag: read.headers.get('etag') ?? '', text })
    const window =
      call === calls[0]
        ? (JSON.parse(text) as { occurrences: Visit[] })
        : joinWeek(JSON.parse(text) as ScheduleWeek)
    const shown = window.occurrences.find(
      (visit) => visit.customer.id === casey.id && visit.original_date === date,
    )
    if (!shown || written[write](shown) !== wished)
      stale.push(`${n}: ${call} ${read.status}, ${shown && written[write](shown)} for ${wished}`)
  }
  expect(stale).toEqual([])
}, 120_000)

type Field = Exclude<keyof VisitCustomer, 'id'>
type Edit = (by: { owner: Caller; customer: Caller }, id: string) => Promise<unknown>
const change =
  (body: object): Edit =>
  ({ owner }, id) =>
    owner('PUT /api/owner/customers/{id}', { params: { id }, body })
/** How to edit the fields that aren't plain text set by the office. */
const edits: Partial<Record<Field, Edit>> = {
  has_gate_code: change({ gate_code: '4711#' }),
  email: change({ email: 'casey.ruiz@mail.example' }),
  phone_number: change({ phone_number: '(919) 555-0177' }),
  state: change({ state: 'VA' }),
  zip: change({ zip: '27511' }),
  available_days: ({ customer }) =>
    customer('PUT /api/users/preferences', { body: { available_days: ['tue', 'thu'] } }),
  held_since: async ({ owner, customer }, id) => {
    await customer('PATCH /api/users/billing-settings', { body: { autopay_enabled: false } })
    await owner('PATCH /api/owner/schedule-settings', { body: { hold_after_days: 14 } })
    const lines = [{ description: 'Hedges', unit_price_cents: 9000 }]
    const due_date = addDays(open.world.green.today, -40)
    await owner('POST /api/invoices', { body: { customer_id: id, lines, due_date, open: true } })
    await reviewHolds(open.app)
  },
  has_card_on_file: async ({ customer }) => {
    await customer('PATCH /api/users/billing-settings', { body: { autopay_enabled: false } })
    const { body } = await customer('GET /api/users/billing/status')
    for (const { id } of body.paymentMethods)
      await customer('POST /api/users/billing/detach', { body: { payment_method_id: id } })
  },
}

it.each(Object.keys(VisitCustomer.shape).filter((field) => field !== 'id') as Field[])(
  'a customer’s new %s is on the board immediately',
  async (field) => {
    const edit = edits[field] ?? change({ [field]: '9 Elm 4711#' })
    const { today, customers } = open.world.green
    const { id } = customers['casey']!
    const by = {
      owner: await open.as('owner@green-acres.example'),
      customer: await open.as('customer@green-acres.example'),
    }
    const query = { from: today, to: addDays(today, 20) }
    const shown = async () => {
      const { occurrences } = (await by.owner('GET /api/schedule', { query })).body
      const visits = occurrences.filter((visit: Visit) => visit.customer.id === id)
      return visits.map((visit: Visit) => visit.customer[field])
    }
    const before = await shown()
    expect(before.length).toBeGreaterThan(1)
    await edit(by, id)
    for (const value of await shown()) expect(value).not.toEqual(before[0])
  },
)
