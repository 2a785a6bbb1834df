import { afterAll, beforeAll, expect, it } from 'vitest'
import { noAnswers, type ImportAnswers } from '../src/domain/flows/import-answers.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

// What a file leaves open is asked, and written as the office says.

let open: OpenWorld
let owner: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
})
afterAll(() => open?.close())

// Not a day that is past, whatever day is played.
const year = new Date().getUTCFullYear() + 1
const file = [
  'Client,Cell,Archived,Service,How often,Next date,Crew',
  `"Asked, Ann",(919) 555-2301,,Mowing,26ish,7/8/${year},Crew Two`,
  `"Asked, Bob",(919) 555-2302,,Mowing,26ish,9/10/${year},Crew Two`,
  `"Asked, Cy",(919) 555-2303,yes,Mowing,weekly,7/8/${year},Crew Two`,
  '',
].join('\r\n')
const upload = async (text = file) => {
  const { body } = await owner('POST /api/owner/imports', {
    body: text,
    headers: { 'content-type': 'application/octet-stream' },
    query: { file_name: 'asked.csv' },
  })
  return { id: body.id, sample: body.sample }
}
const check = async ({ id }: { id: string }, answers?: ImportAnswers) =>
  (
    await owner('POST /api/owner/imports/{id}/dry-run', {
      params: { id },
      body: answers ? { answers } : {},
    })
  ).body

it('is said once for all rows, with the cell to correct and the team to make', async () => {
  const { check: found } = await check(await upload())
  expect(found?.questions.map(({ about, answer }) => [about, answer])).toEqual([
    ['names', 'turned'],
    ['days', 'month_first'],
    ['archived', 'left_out'],
  ])
  expect(found?.counts).toMatchObject({ customers_new: 2, work: 0, left_out: 1 })
  expect(found?.doubts).toMatchObject([
    { row: 2, rows: 2, column: 'How often', cell: { column: 4, text: '26ish' } },
    { row: 4, sentence: 'Cy Asked is left out: Archived is “yes”.' },
  ])
})

it('and written as it is answered; the answers stay for the next check', async () => {
  const params = { id: (await upload()).id }
  const answers: ImportAnswers = {
    ...noAnswers,
    turns_names: false,
    days: { 5: 'day_first' },
    brings_archived: true,
    corrections: [{ column: 4, row: null, text: '26ish', as: 'every 2 weeks' }],
  }
  expect((await check(params, answers)).check?.doubts).toMatchObject([
    { sentence: expect.stringContaining('“Crew Two”'), team: 'Crew Two', rows: 2 },
    { sentence: 'Asked, Cy is imported as archived: Archived is “yes”.' },
    { sentence: 'Asked, Cy is archived. Their work is not put on the schedule.' },
  ])
  await owner('POST /api/owner/teams', { body: { name: 'Crew Two' } })
  const again = await check(params)
  expect(again.answers).toEqual(answers)
  expect(again.check?.doubts.filter(({ team }) => team)).toEqual([])
  const done = await owner('POST /api/owner/imports/{id}/commit', { params, body: {} })
  expect(done).toMatchObject({ status: 200, body: { result: { customers_new: 3, work: 2 } } })
  expect(
    await open.rows(
      `select c.name, c.status, c.archived_at is not null as gone, r.pattern, r.interval, r.start_date, t.name as team
       from customers c left join rules r on r.customer_id = c.id left join teams t on t.id = r.team_id
       where c.name like 'Asked,%' order by c.name`,
    ),
  ).toMatchObject([
    {
      name: 'Asked, Ann',
      status: 'active',
      interval: 2,
      start_date: `${year}-08-07`,
      team: 'Crew Two',
    },
    {
      name: 'Asked, Bob',
      status: 'active',
      interval: 2,
      start_date: `${year}-10-09`,
      team: 'Crew Two',
    },
    { name: 'Asked, Cy', status: 'archived', gone: true, team: null },
  ])
  await owner('POST /api/owner/imports/{id}/undo', { params, body: {} })
  expect(await open.rows(`select 1 from customers where name like 'Asked,%'`)).toEqual([])
})

it('columns that are said anew are checked anew, with what was answered', async () => {
  const params = { id: (await upload()).id }
  const { mapping, answers } = await check(params, { ...noAnswers, turns_names: false })
  const mapped = await owner('POST /api/owner/imports/{id}/map', { params, body: { mapping } })
  expect(mapped.body).toMatchObject({ mapping, answers, check: null })
  expect(await owner('POST /api/owner/imports/{id}/commit', { params, body: {} })).toMatchObject({
    status: 409,
    body: { code: 'import_unchecked' },
  })
  expect((await check(params)).answers).toEqual(answers)
})

it('a file shows its first five rows', async () => {
  const names = ['Ann', 'Bob', 'Cy', 'Dee', 'Eve', 'Flo']
  const { sample } = await upload(['Name,City', ...names.map((one) => `${one},Cary`)].join('\n'))
  expect(sample.map(([name]) => name)).toEqual(names.slice(0, 5))
})

it('what must be settled is said first, and the rest in the order of the rows', async () => {
  const { check: found } = await check(
    await upload(
      [
        'Invoice #,Client name,Client email,Subject,Status,Balance ($),Due date',
        '91,Paid Already,,Mowing,Paid,0.00,',
        '92,Nobody Known,,Mowing,Late,10.00,',
        '93,Nobody Clear,,Mowing,Late,ten,',
        '94,Nobody Else,,Mowing,Late,12.00,',
        '',
      ].join('\r\n'),
    ),
  )
  expect(found?.doubts.map(({ row, stops }) => [row, stops])).toEqual([
    [3, true],
    [5, true],
    [2, false],
    [4, false],
  ])
})

/** What each table holds, but for the counters of its rows' changes. */
async function contents(): Promise<Map<string, string>> {
  const tables = await open.rows<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const found = new Map<string, string>()
  for (const { name } of tables) {
    const [row] = await open.rows<{ hash: string }>(
      `select coalesce(md5(string_agg(line, '|' order by line)), '') as hash
       from (select (to_jsonb(t) - 'version')::text as line from "${name}" t) l`,
    )
    found.set(name, row!.hash)
  }
  return found
}

it('an undo leaves every table as it was, but for what says that there was an import', async () => {
  const [known] = await open.rows<{ name: string; email: string }>(
    `select name, email from customers where organization_id = $1 and email is not null and status = 'active' order by id limit 1`,
    [open.world.green.id],
  )
  const params = {
    id: (
      await owner('POST /api/owner/imports', {
        body: [
          'Client,Email,Cell,Tags,Notes,Address,Service,How often,Next date,Archived',
          `Back One,back.one@example.com,(919) 555-2311,lawn,Likes dogs,"1 Back St, Durham, NC 27701; 2 Back St, Durham, NC 27701",Backing,Weekly,${year}-07-08,`,
          'Back Two,back.two@example.com,,,,,,,,yes',
          `${known!.name},${known!.email},(919) 555-2313,imported,Known,"3 Back St, Durham, NC 27701",Backing,Monthly,${year}-07-08,`,
          '',
        ].join('\r\n'),
        headers: { 'content-type': 'application/octet-stream' },
        query: { file_name: 'back.csv' },
      })
    ).body.id,
  }
  const before = await contents()
  await check(params, { ...noAnswers, brings_archived: true })
  const done = await owner('POST /api/owner/imports/{id}/commit', { params, body: {} })
  expect(done.body.result).toMatchObject({
    customers_new: 2,
    customers_updated: 1,
    services: 1,
    work: 2,
    notes: 2,
  })
  expect((await owner('POST /api/owner/imports/{id}/undo', { params, body: {} })).status).toBe(200)
  const after = await contents()
  expect([...after].flatMap(([name, hash]) => (before.get(name) === hash ? [] : name))).toEqual([
    'audit',
    'events',
    'import_rows',
    'imports',
    'organizations',
    'record_changes',
  ])
})
