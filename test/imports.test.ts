import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../src/domain/base/dates.ts'
import { openWorld, type BodyFor, type BodyFrom, type Caller, type OpenWorld } from './world.ts'
import { rounds } from './rounds.ts'

let open: OpenWorld
let owner: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
})
afterAll(() => open?.close())

const headers = { 'content-type': 'application/octet-stream' }
const upload = (body: string | Uint8Array, file_name = 'list.csv') =>
  owner('POST /api/owner/imports', { body, headers, query: { file_name } })
const lines = (...rows: string[]) => `${rows.join('\r\n')}\r\n`
/** Uploads and checks a file. */
async function checked(text: string, choices: Choices = {}) {
  const { status, body } = await upload(text)
  expect([status, body.error]).toEqual([201, undefined])
  const dry = await check(body.id, choices)
  expect(dry.status).toBe(200)
  return dry.body
}
type Choices = NonNullable<BodyFor<'POST /api/owner/imports/{id}/dry-run'>['choices']>
const check = (id: string, choices: Choices = {}) =>
  owner('POST /api/owner/imports/{id}/dry-run', { params: { id }, body: { choices } })
const commit = (id: string, body = {}) =>
  owner('POST /api/owner/imports/{id}/commit', { params: { id }, body })
const undo = (id: string, body = {}) =>
  owner('POST /api/owner/imports/{id}/undo', { params: { id }, body })
const org = () => open.world.green.id
const inDays = (days: number) => addDays(open.world.green.today, days)
const count = async (table: string) =>
  (
    await open.rows(`select count(*)::int as n from ${table} where organization_id = $1`, [org()])
  )[0]!.n as number

const template =
  'Customer ID,Name,Email,Phone,Tags,Notes,Gate code,Address name,Street,City,State,ZIP,Service,Every,Next date,Start time,Minutes,Price,Team,Work notes,Open balance,Balance due'

/** Two customers, three addresses, three series, a balance. */
const town = (first = inDays(2)) =>
  lines(
    template,
    `7,Ann Import,ann.import@example.com,(919) 555-2134,"gate, dog",Likes Tuesdays,1234,Home,12 Import St,Durham,NC,27701,Mowing,2 weeks,${first},9:00 AM,45,52.00,,,52.00,`,
    `7,Ann Import,,,,,,Rental,9 Import Ave,Durham,NC,27705,Mowing,monthly,${first},,30,38.00,,Side gate,,`,
    `8,Bo Import,bo.import@example.com,919-555-2135,,,,,5 Import Rd,Durham,North Carolina,27701,Gutter flush,quarterly,${first},,,120,,,,`,
  )

describe('a file from the template', () => {
  let id: string
  it('is recognized, and checked without writing anything', async () => {
    const before = [await count('customers'), await count('rules'), await count('invoices')]
    const view = await checked(town())
    id = view.id
    expect(view).toMatchObject({ source: 'fieldhive', row_count: 3, state: 'uploaded' })
    expect(view.check!.counts).toMatchObject({
      customers_new: 2,
      places: 3,
      services: 1,
      work: 3,
      balances: 1,
      balance_cents: 5200,
      notes: 1,
      left_out: 0,
    })
    expect(view.check!.new_services).toEqual(['Gutter flush'])
    expect(view.check).toMatchObject({
      unread: [],
      reached: { customers: 2, email: 2, phone: 2, address: 2 },
      kinds: [
        { kind: 'Every 2 weeks', count: 1 },
        { kind: 'Monthly', count: 1 },
        { kind: 'Every 3 months', count: 1 },
      ],
    })
    expect(view.check!.doubts).toEqual([])
    expect([await count('customers'), await count('rules'), await count('invoices')]).toEqual(
      before,
    )
  })

  it('is written whole: customers, addresses, work, and a balance the books agree with', async () => {
    const { status, body } = await commit(id)
    expect([status, body.error]).toEqual([200, undefined])
    expect(body).toMatchObject({ state: 'committed', first_date: inDays(2), invitable: 2 })
    const [ann] = await open.rows<{ id: string; status: string }>(
      `select c.*, (select array_agg(label order by label) from service_locations l where l.customer_id = c.id) as places
       from customers c where name = 'Ann Import'`,
    )
    expect(ann).toMatchObject({
      status: 'active',
      email: 'ann.import@example.com',
      phone_number: '+19195552134',
      tags: ['gate', 'dog'],
      gate_code: null,
      gate_code_sealed: expect.any(String),
      reminder_opt_in: false,
      sms_opt_in: false,
      autopay_enabled: false,
      address_text: '12 Import St Durham NC 27701',
      places: ['Home', 'Rental'],
    })
    const rules = await open.rows(
      `select r.pattern, r.interval, r.start_minutes, r.price_cents, r.start_date, l.label from rules r
       left join service_locations l on l.id = r.location_id where r.customer_id = $1 order by r.pattern`,
      [ann!.id],
    )
    expect(rules).toMatchObject([
      { pattern: 'every_x_weeks', interval: 2, start_minutes: 540, label: null },
      { pattern: 'monthly', interval: 1, price_cents: 3800, label: 'Rental' },
    ])
    const [invoice] = await open.rows('select * from invoices where customer_id = $1', [ann!.id])
    expect(invoice).toMatchObject({
      doc: 'open',
      source: 'import',
      total_cents: 5200,
      sent_at: null,
    })
    expect(
      await open.rows(
        'select account, amount_cents from ledger_entries where invoice_id = $1 order by account',
        [invoice!.id],
      ),
    ).toEqual([
      { account: 'receivable', amount_cents: 5200 },
      { account: 'revenue', amount_cents: -5200 },
    ])
    expect(await open.rows('select 1 from messages where customer_id = $1', [ann!.id])).toEqual([])
    const books = await owner('GET /api/owner/customers/{id}', { params: { id: ann!.id } })
    expect(books.body.outstanding_balance_cents).toBe(5200)
  })

  it('once: committing again changes nothing', async () => {
    const before = await count('customers')
    expect((await commit(id)).status).toBe(200)
    expect(await count('customers')).toBe(before)
    expect(await check(id)).toMatchObject({ status: 409, body: { code: 'import_committed' } })
  })

  it('409 import_empty for the same file again; a changed row changes its customer', async () => {
    const again = await checked(town())
    expect(again.check!.counts).toMatchObject({
      customers_new: 0,
      customers_updated: 0,
      customers_known: 2,
      work: 0,
      balances: 0,
    })
    expect(await commit(again.id)).toMatchObject({ status: 409, body: { code: 'import_empty' } })
    const changed = await checked(town().replace('919-555-2135', '919-555-2136'))
    expect(changed.check!.counts).toMatchObject({ customers_new: 0, customers_updated: 1, work: 0 })
    expect((await commit(changed.id)).status).toBe(200)
    const [bo] = await open.rows("select phone_number from customers where name = 'Bo Import'")
    expect(bo!.phone_number).toBe('+19195552136')
    expect((await undo(changed.id)).status).toBe(200)
    const [as] = await open.rows("select phone_number from customers where name = 'Bo Import'")
    expect(as!.phone_number).toBe('+19195552135')
  })

  it('409 import_touched names who changed since; the rest is taken back, and the number stays', async () => {
    const bo = await open.row<{ id: string; version: number }>(
      "select id, version from customers where name = 'Bo Import'",
    )
    await owner('PUT /api/owner/customers/{id}', {
      params: { id: bo.id },
      body: { name: 'Bo Touched', version: bo.version },
    })
    const plan = await owner('GET /api/owner/imports/{id}/undo', { params: { id } })
    expect(plan.body).toMatchObject({ takes: 1, keeps: [{ name: 'Bo Touched' }] })
    expect(await undo(id)).toMatchObject({ status: 409, body: { code: 'import_touched' } })
    expect(await undo(id, { keep_touched: true })).toMatchObject({
      status: 200,
      body: { state: 'undone' },
    })
    const [ann] = await open.rows("select id, status from customers where name = 'Ann Import'")
    expect(ann!.status).toBe('archived')
    expect(await open.rows('select doc from invoices where customer_id = $1', [ann!.id])).toEqual([
      { doc: 'void' },
    ])
    expect(await open.rows('select 1 from rules where customer_id = $1', [ann!.id])).toEqual([])
    expect(await open.rows("select 1 from customers where name = 'Bo Touched'")).toHaveLength(1)
    expect(
      await open.rows(
        'select fact from ledger_entries where organization_id = $1 group by fact having sum(amount_cents) <> 0',
        [org()],
      ),
    ).toEqual([])
  })

  it('brings back who was archived by the undo', async () => {
    const again = await checked(town())
    expect(again.check!.counts).toMatchObject({
      customers_new: 0,
      customers_updated: 2,
      balances: 1,
    })
    expect((await commit(again.id)).status).toBe(200)
    const [ann] = await open.rows("select status from customers where name = 'Ann Import'")
    expect(ann!.status).toBe('active')
    expect(
      await open.rows(
        "select count(*)::int as n from customers where name in ('Ann Import', 'Bo Import', 'Bo Touched')",
      ),
    ).toEqual([{ n: 2 }])
  })
})

describe('possible duplicates', () => {
  const people = 'Customer ID,Name,Email,Phone,Street,City,State,ZIP'
  const row = (...cells: string[]) => cells.join(',')
  type Rosa = Record<
    'name' | 'email' | 'phone_number' | 'street' | 'city' | 'state' | 'zip',
    string
  >
  const rosa = () =>
    open.row<Rosa>(
      `select c.*, l.street, l.city, l.state, l.zip from customers c join service_locations l on l.customer_id = c.id and l.is_default where c.id = $1`,
      [open.world.green.customers['rosa']!.id],
    )

  it.each<[string, (r: Rosa) => string, [number, number, number], number]>([
    ['one email and name: filled in', (r) => row('', r.name, r.email), [0, 0, 1], 0],
    ['one email, another name', (r) => row('', 'Juan Else', r.email), [1, 0, 0], 1],
    [
      'one phone and street: filled in',
      (r) => row('', 'R. Delgado', '', r.phone_number, r.street, r.city, r.state, r.zip),
      [0, 0, 1],
      0,
    ],
    ['one phone only', (r) => row('', 'Juan Else', '', r.phone_number), [1, 0, 0], 1],
    [
      'one address only',
      (r) => row('', 'Juan Else', '', '', r.street, r.city, r.state, r.zip),
      [1, 0, 0],
      1,
    ],
    ['nothing in common', () => row('', 'Juan Else', 'juan@else.example'), [1, 0, 0], 0],
  ])('%s', async (_, line, [added, updated, known], asked) => {
    const { check } = await checked(lines(people, line(await rosa())))
    expect([check!.counts, check!.duplicate_count]).toMatchObject([
      { customers_new: added, customers_updated: updated, customers_known: known },
      asked,
    ])
  })

  it('are settled row by row', async () => {
    const { email, name } = await rosa()
    const file = lines(people, row('', 'Juan Else', email), row('', 'Kim New', 'kim@new.example'))
    const asked = await checked(file)
    expect(asked.check!.duplicates).toMatchObject([
      { row: 2, choice: 'add', choices: ['add', 'update', 'skip'] },
    ])
    expect(asked.check!.duplicates[0]!.sentence).toContain(`${name} (active) has the same email`)
    expect(asked.check!.doubts[0]!.sentence).toContain('belongs to another customer')
    const counts = async (choice: Choices[string]) =>
      (await check(asked.id, { '2': choice })).body.check!.counts
    expect(await counts('skip')).toMatchObject({ customers_new: 1, left_out: 1 })
    expect(await counts('update')).toMatchObject({ customers_new: 1, customers_known: 1 })
    expect(await counts('add')).toMatchObject({ customers_new: 2 })
  })

  it('within the file: one number is one customer, two numbers are asked about', async () => {
    const { check } = await checked(
      lines(
        people,
        row('1', 'Al Twin', 'al@twin.example'),
        row('1', 'Al Twin', '', '(919) 555-7001'),
        row('2', 'Bea Twin', 'al@twin.example'),
        row('3', 'Al Twin', '', '(919) 555-7001'),
      ),
    )
    expect(check!.counts.customers_new).toBe(3)
    expect(check!.duplicates.map(({ row: at, sentence }) => [at, sentence])).toEqual([
      [4, 'Row 2, Al Twin, has the same email address.'],
      [5, 'Row 2, Al Twin, has the same phone number.'],
    ])
  })
})

describe('open balances of Jobber’s invoices', () => {
  const head = 'Invoice #,Client name,Client email,Subject,Status,Balance ($),Due date'
  it('409 import_blocked for a customer nobody knows, until the row is left out', async () => {
    const { id } = open.world.green.customers['rosa']!
    const known = await open.row<{ name: string; email: string }>(
      'select name, email from customers where id = $1',
      [id],
    )
    expect([known.name, known.email]).not.toContain(null)
    const view = await checked(
      lines(
        head,
        `88,${known.name},${known.email},Mowing,Late,120.50,"Mar 01, 2026"`,
        `88,${known.name},${known.email},Edging,Late,120.50,"Mar 01, 2026"`,
        '89,Nobody Known,,Mowing,Late,10.00,',
        '90,Paid Already,,Mowing,Paid,0.00,',
        'Report totals:,,,,,130.50,',
      ),
    )
    expect(view).toMatchObject({ source: 'jobber', holds: 'Invoices', row_count: 4 })
    expect(view.check).toMatchObject({
      stop_count: 1,
      counts: { balances: 1, balance_cents: 12050, customers_new: 0 },
      doubts: [
        { row: 4, stops: true },
        { row: 5, stops: false },
      ],
    })
    expect(await commit(view.id)).toMatchObject({ status: 409, body: { code: 'import_blocked' } })
    await check(view.id, { '4': 'skip' })
    expect(await commit(view.id)).toMatchObject({
      status: 200,
      body: { result: { balances: 1, left_out: 2 } },
    })
    const [invoice] = await open.rows(
      "select i.total_cents, i.due_date, l.description from invoices i join invoice_lines l on l.invoice_id = i.id where i.customer_id = $1 and i.source = 'import'",
      [id],
    )
    expect(invoice).toEqual({
      total_cents: 12050,
      due_date: '2026-03-01',
      description: 'Open balance of invoice 88',
    })
    expect((await undo(view.id)).status).toBe(200)
    expect(await open.rows('select status from customers where id = $1', [id])).toEqual([
      { status: 'active' },
    ])
  })
})

describe('the columns of a file', () => {
  it('are said by hand where nobody knows them', async () => {
    const { body } = await upload(lines('Who,Where to write', 'Max 7,max@hand.example'))
    expect(body).toMatchObject({
      source: 'other',
      // The values say what the header does not, or nothing.
      mapping: [null, { field: 'email', place: 1 }],
    })
    const mapped = await owner('POST /api/owner/imports/{id}/map', {
      params: { id: body.id },
      body: { source: 'service_autopilot', mapping: [{ field: 'name' }, { field: 'email' }] },
    })
    expect(mapped.body).toMatchObject({ source: 'service_autopilot', check: null })
    expect((await check(body.id)).body.check!.counts.customers_new).toBe(1)
    expect(
      await owner('POST /api/owner/imports/{id}/map', {
        params: { id: body.id },
        body: { mapping: [{ field: 'name' }] },
      }),
    ).toMatchObject({ status: 422, body: { fields: { mapping: expect.any(String) } } })
  })

  it('409 import_unchecked, import_open and import_undone', async () => {
    const { body } = await upload(lines('Name,Email', 'Nan Order,nan@order.example'))
    expect(await commit(body.id)).toMatchObject({ status: 409, body: { code: 'import_unchecked' } })
    expect(await undo(body.id)).toMatchObject({ status: 409, body: { code: 'import_open' } })
    await check(body.id)
    expect((await commit(body.id, { reminders: true })).status).toBe(200)
    expect(
      await open.rows("select reminder_opt_in from customers where name = 'Nan Order'"),
    ).toEqual([{ reminder_opt_in: true }])
    expect((await undo(body.id)).body.state).toBe('undone')
    expect(await open.rows("select 1 from customers where name = 'Nan Order'")).toEqual([])
    expect(await undo(body.id)).toMatchObject({ status: 409, body: { code: 'import_undone' } })
  })

  it('409 undo_expired after seven days', async () => {
    const { id } = await checked(lines('Name,Email', 'Old Order,old@order.example'))
    await commit(id)
    await open.rows("update imports set committed_at = now() - interval '8 days' where id = $1", [
      id,
    ])
    expect(await undo(id)).toMatchObject({ status: 409, body: { code: 'undo_expired' } })
  })

  it('409 file_gone after a month', async () => {
    const { id } = await checked(lines('Name,Email', 'Late Order,late@order.example'))
    await open.rows('delete from import_files where import_id = $1', [id])
    expect(await check(id)).toMatchObject({ status: 409, body: { code: 'file_gone' } })
  })

  it('the template is recognized as it is', async () => {
    const { body } = await owner('GET /api/owner/imports/template')
    const view = await checked(body)
    expect(view).toMatchObject({ source: 'fieldhive' })
    expect(view.check).toMatchObject({
      counts: { customers_new: 1, places: 2, work: 2 },
      doubts: [],
    })
  })
})

describe('invitations to save a card', () => {
  it('go to every imported customer once', async () => {
    const { id } = await checked(
      lines('Name,Email', 'Ivy Card,ivy@card.example', 'Jo Card,jo@card.example', 'Ken Card,'),
    )
    const invite = () => owner('POST /api/owner/imports/{id}/invite', { params: { id }, body: {} })
    expect(await invite()).toMatchObject({ status: 409, body: { code: 'import_open' } })
    expect((await commit(id)).body.invitable).toBe(2)
    // Nobody without an address is out of the area.
    expect(
      await open.rows("select out_of_area from customers where name like '% Card' order by 1"),
    ).toEqual([{ out_of_area: false }, { out_of_area: false }, { out_of_area: false }])
    const told = () => open.rows("select number from events where type = 'invitation.changed'")
    expect((await invite()).body).toEqual({ sent: 2, left: 0 })
    const before = await told()
    expect(before).not.toEqual([])
    expect((await invite()).body).toEqual({ sent: 0, left: 0 })
    // Nobody was invited, so no screen has anything to ask again.
    expect(await told()).toEqual(before)
    expect(
      await open.rows(
        "select template, recipient from messages where recipient like '%@card.example' order by recipient",
      ),
    ).toEqual([
      { template: 'customer_invite', recipient: 'ivy@card.example' },
      { template: 'customer_invite', recipient: 'jo@card.example' },
    ])
  })
})

describe('hostile files', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1')
  it.each([
    ['nothing', '', 422, 'Choose a file.'],
    ['one column', 'Weather\nsunny', 422, 'no columns'],
    ['no rows', 'Name,Email\n', 422, 'no rows'],
    ['an Excel file', latin('PK\x03\x04rest'), 422, 'Excel'],
    ['a PDF', '%PDF-1.7 x', 422, 'PDF'],
    ['a compressed file', Buffer.from([0x1f, 0x8b, 8, 0]), 422, 'compressed'],
    ['a picture', Buffer.from([0x89, 1, 2, 0, 5, 0, 0, 3, 9]), 422, 'not text'],
    [
      'a quotation mark that never closes',
      `Name,Email\n"Ann,x\n${'a,b\n'.repeat(99)}`,
      422,
      'Row 2',
    ],
    ['a cell of a megabyte', `Name,Email\nAnn,"${'x'.repeat(1 << 20)}"`, 422, 'Row 2'],
    ['a million columns', `${'a,'.repeat(1e6)}\n`, 422, 'Row 1'],
    ['2,000 columns', `${'a,'.repeat(2000)}\n${'1,'.repeat(2000)}`, 422, '2001 columns'],
    ['51 MB', Buffer.alloc(51_000_000, 'a,b\n'), 413, 'at most 50 MB'],
  ])('%s: a clear sentence', async (_, file, status, sentence) => {
    const reply = await upload(file)
    expect([reply.status, reply.body.error]).toEqual([status, expect.stringContaining(sentence)])
  })

  it.each([
    ['utf-16le', Buffer.from('\ufeffName,Email\nJosé,j@x.com\n', 'utf16le')],
    ['utf-16le', Buffer.from('Name,Email\nJosé,j@x.com\n', 'utf16le')],
    ['windows-1252', latin('Name;Email\nJos\xe9;j@x.com\n')],
    ['utf-8', '\ufeffName\tEmail\nJosé\tj@x.com\n'],
  ])('%s is read', async (encoding, file) => {
    const { body } = await upload(file)
    expect(body).toMatchObject({ encoding, sample: [['José', 'j@x.com']] })
  })

  it('formulas stay text, and are escaped again on the way out; __proto__ is a header', async () => {
    const { id } = await checked(
      lines('__proto__,Name,Email', 'x,"=HYPERLINK(""http://x"")",f@formula.example'),
    )
    expect((await commit(id)).status).toBe(200)
    const { body } = await owner('GET /api/owner/customers/export', { query: { q: 'f@formula' } })
    expect(body).toContain(`"'=HYPERLINK(""http://x"")"`)
  })

  it('no mutation of an export crashes', async () => {
    for (let seed = 1; seed <= rounds(50); seed++) {
      const file = mutated(Buffer.from(town()), seed)
      const reply = await upload(file)
      expect([201, 422], `seed ${seed}`).toContain(reply.status)
      if (reply.status === 422) expect(reply.body.error, `seed ${seed}`).toMatch(/\.$/)
      else expect((await check(reply.body.id)).status, `seed ${seed}`).toBe(200)
    }
  }, 300_000)
})

/** A file with some bytes replaced, removed or doubled, the same for each seed. */
function mutated(file: Buffer, seed: number): Buffer {
  let state = seed * 2_654_435_761
  const chance = (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 12_345) >>> 0
    return state % below
  }
  const odd = [0, 9, 10, 34, 39, 44, 59, 61, 92, 128, 195, 255]
  let bytes = Buffer.from(file)
  for (let times = 1 + chance(12); times > 0; times--) {
    const at = chance(bytes.length)
    const kind = chance(3)
    if (kind === 0) bytes[at] = odd[chance(odd.length)]!
    const length = 1 + chance(60)
    if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])
    if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)])
    if (!bytes.length) bytes = Buffer.from(file)
  }
  return bytes
}

describe('what would cost money or lose a customer', () => {
  type View = BodyFrom<'POST /api/owner/imports/{id}/dry-run'>
  const sentences = (view: View): string[] => view.check!.doubts.map(({ sentence }) => sentence)
  it.each([
    ['N/A', []],
    ['Cash', ['“Cash” is the account number of 3 of 3 rows with different names. It is not used.']],
  ])('%s in every account number joins nobody', async (id, said) => {
    const view = await checked(
      lines(
        'Account Number,Client Name,Email,Phone',
        `${id},Ann One,ann.one@example.com,(919) 555-2201`,
        `${id},Bob Two,bob.two@example.com,(919) 555-2202`,
        `${id},Cy Three,cy.three@example.com,(919) 555-2203`,
      ),
    )
    expect(view.check!.counts.customers_new).toBe(3)
    expect(sentences(view)).toEqual(said)
  })

  it('one number of two people, or of other addresses, is a doubt; one customer’s properties are not', async () => {
    const view = await checked(
      lines(
        template,
        '1,Ann One,ann.one@example.com,(919) 555-2201,,,,,1 Elm St,Durham,NC,27701,,,,,,,,,,',
        '1,Ann One,,,,,,,2 Elm St,Durham,NC,27701,,,,,,,,,,',
        '1,,,,,,,,3 Elm St,Durham,NC,27701,,,,,,,,,,',
        '1,Bob Two,bob.two@example.com,(919) 555-2202,,,,,,,,,,,,,,,,,,',
        '2,Dee Four,dee@example.com,(919) 555-2204,,,,,,,,,,,,,,,,,,',
        '2,Dee Four,other@example.com,(919) 555-2205,,,,,,,,,,,,,,,,,,',
        '3,Eve Five,,,,,,,,,,,,,,,,,,,,',
        '4,Flo Six,,,,,,,,,,,,,,,,,,,,',
        '5,Gus Seven,,,,,,,,,,,,,,,,,,,,',
      ),
    )
    expect(view.check!.counts).toMatchObject({ customers_new: 7, places: 3 })
    expect(sentences(view).filter((one) => one.includes('kept apart'))).toEqual([
      'Row 2, Ann One, has the account number “1”, too. They are kept apart.',
      'Row 6, Dee Four, has the account number “2”, too. They are kept apart.',
    ])
  })

  it('a job still to be done, or canceled, owes nothing yet', async () => {
    const header =
      'Job number,Customer name,Job name,Job status,Job scheduled start date,Job amount,Due amount'
    const job = (status: string, n: number) =>
      `${n},Pat Job ${n},Windows,${status},${inDays(9)},$150.00,$150.00`
    const owing = ['Completed', 'Complete unrated', 'Paid']
    const waiting = ['Scheduled', 'Unscheduled', 'In progress', 'user canceled', 'Not completed']
    const reported = (statuses: readonly string[]) =>
      checked(lines(header, ...statuses.map((status, at) => job(status, at + 1))))
    const doubtsOf = (view: View) =>
      sentences(view).filter((one) => one.includes('nothing is owed'))
    expect(doubtsOf(await reported(owing))).toEqual([])
    const view = await reported(waiting)
    expect(view.source).toBe('housecall_pro')
    expect(view.check!.counts.balances).toBe(0)
    expect(doubtsOf(view)).toEqual(
      waiting.map(
        (status) =>
          `The job is “${status}”, so nothing is owed for it yet. Its balance is not imported.`,
      ),
    )
  })

  it('a balance repeated for each property counts once', async () => {
    const owing = (name: string, street: string, balance: string, due = '') =>
      `,${name},${name.toLowerCase().replace(' ', '.')}@example.com,,,,,,${street},Durham,NC,27701,,,,,,,,,${balance},${due}`
    const view = await checked(
      lines(
        template,
        owing('Ola Owes', '1 Fir St', '310.00'),
        owing('Ola Owes', '2 Fir St', '310.00'),
        owing('Ida Owes', '3 Fir St', '45.00', inDays(3)),
        owing('Ida Owes', '3 Fir St', '45.00', inDays(33)),
        owing('Ida Owes', '3 Fir St', '46.00', inDays(33)),
      ),
    )
    expect(view.check!.counts.balances).toBe(4)
    expect(sentences(view)).toEqual([
      'Row 2 has the same balance of $310.00 for Ola Owes. It counts once.',
    ])
  })

  it('a state that does not fit its ZIP is a doubt; an extension stays with its number', async () => {
    const at = (name: string, phone: string, state: string, zip: string) =>
      `,${name},,${phone},,,,,1 Elm St,Town,${state},${zip},,,,,,,,,,`
    const view = await checked(
      lines(
        template,
        at('Ann Apt', '919-555-2301 x89', 'New York', '27701'),
        at('Bob Fits', '919/555-2302', 'D.C.', '20001'),
        at('Cy Long', '(919) 555-23031', 'NC', '27701-1234'),
      ),
    )
    expect(sentences(view)).toEqual([
      'ZIP 27701 is in NC, not in NY. Both are kept. Check this address.',
      '“(919) 555-23031” is not a phone number. It is left out.',
    ])
  })
})
