import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillTables, nullableColumns, readEverything, sweepNulls } from './null-sweep.ts'
import { openWorld, type OpenWorld } from './world.ts'

/** Reads that need a file, a secret or a moment the demo world does not have: only refusals are seen. May only shrink. */
const unanswered = [
  'GET /api/public/calendar/{token}',
  'GET /api/owner/exports/{id}/archive',
  'GET /api/photos/{id}',
  'GET /api/owner/imports/{id}/undo',
  'GET /api/public/invitations/{code}',
  'GET /api/public/owner-onboard/bootstrap',
  'GET /api/public/owner-onboard/{code}',
  'GET /api/public/logos/{id}/{hash}',
  'GET /api/people/{id}/pictures/{hash}',
  'GET /api/users/open-dates',
  'GET /api/public/signup/{code}/lead',
]

let open: OpenWorld
beforeAll(async () => {
  open = await openWorld()
})
afterAll(() => open?.close())

it('every GET as every role answers while any column is null', async () => {
  const bare = await fillTables(open)
  const read = await readEverything(open)
  expect(read.made.filter(({ status }) => status >= 500)).toEqual([])
  expect(read.unanswered).toEqual(unanswered)
  const columns = await nullableColumns(open)
  const found = await sweepNulls(open, columns, read, false)
  console.log(
    `${columns.length} columns: ${found.tried} null once in ${found.calls} calls, ${found.empty} null already (tables without a row: ${bare.join(', ')}), kept filled by constraints: ${found.forbidden.join(', ')}.`,
  )
  expect(found.tried).toBeGreaterThan(300)
  expect(found.faults).toEqual([])
}, 600_000)

it('every GET that looks at people answers while a column of people is null', async () => {
  const read = await readEverything(open)
  const columns = (await nullableColumns(open)).filter(({ table }) => table === 'people')
  const { calls, faults } = await sweepNulls(open, columns, read, true)
  console.log(`${columns.length} columns of people in ${calls} calls`)
  expect(faults).toEqual([])
}, 600_000)
