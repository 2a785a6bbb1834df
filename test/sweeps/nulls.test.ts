import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillTables, inShare, nullableColumns, readEverything, sweepNulls } from '../null-sweep.ts'
import { openWorld, type OpenWorld } from '../world.ts'

// A thirty-second of the tables, with people, and less on the slower embedded database; test/nulls.long.test.ts takes all of them.
let open: OpenWorld
beforeAll(async () => {
  open = await openWorld()
})
afterAll(() => open?.close())

it('every GET as every role answers while a column is null', async () => {
  await fillTables(open)
  const read = await readEverything(open)
  expect(read.made.filter(({ status }) => status >= 500)).toEqual([])
  const columns = (await nullableColumns(open)).filter((one) =>
    inShare(one, 0, open.app.store.kind === 'postgres' ? 32 : 64),
  )
  const { tried, calls, faults } = await sweepNulls(open, columns, read, false)
  console.log(`${tried} of ${columns.length} columns null once, ${calls} calls`)
  expect(tried).toBeGreaterThan(10)
  expect(faults).toEqual([])
})
