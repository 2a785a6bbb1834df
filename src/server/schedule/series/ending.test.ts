import { afterAll, beforeAll, expect, it } from 'vitest'
import { inDays, openTestBed, type TestBed } from '../visits/test-bed.ts'

let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

const ending = async (): Promise<string[]> =>
  (await bed.ask('olga', 'GET /api/schedule/ending')).body.items.map(
    (one: { rule_id: string }) => one.rule_id,
  )
let n = 0
const rule = async (end_date: string | null) =>
  bed.addRule({ customer_id: await bed.addCustomer(`Ending ${n++}`), end_date })
const edit = (ref: string, body: object) => bed.ask('olga', `PATCH /api/schedule/${ref}`, body)

it('warns of a series that runs out, and not of one the office ended', async () => {
  const runsOut = await rule(inDays(20))
  const [ended, shortened, endless] = [await rule(null), await rule(inDays(200)), await rule(null)]
  await bed.ask('olga', `POST /api/schedule/${ended.rule_id}/end`, { end_date: inDays(14) })
  await edit(shortened.rule_id, { scope: 'all', end_date: inDays(14) })
  await edit(endless.rule_id, { scope: 'all', end_date: inDays(14) })
  expect(await ending()).toEqual([runsOut.rule_id])
})

it('warns again of an end that was moved out, and once ending it is undone', async () => {
  const [moved, undone] = [await rule(inDays(25)), await rule(inDays(25))]
  await edit(moved.rule_id, { scope: 'all', end_date: inDays(7) })
  const end = await bed.ask('olga', `POST /api/schedule/${undone.rule_id}/end`, {
    end_date: inDays(7),
  })
  const known = await ending()
  expect(known).not.toContain(moved.rule_id)
  expect(known).not.toContain(undone.rule_id)
  await edit(moved.rule_id, { scope: 'all', end_date: inDays(21) })
  await bed.ask('olga', `POST /api/schedule/edits/${end.body.edit_id}/undo`)
  expect(await ending()).toEqual(expect.arrayContaining([moved.rule_id, undone.rule_id]))
})
