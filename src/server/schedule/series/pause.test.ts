import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCustomer } from '../../customers/read.ts'
import { inDays, openTestBed, windowOf, type TestBed } from '../visits/test-bed.ts'

let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

const post = (who: 'olga' | 'lea' | 'bob', call: string, body: object = {}) =>
  bed.ask(who, `POST ${call}`, body)
const move = (visit: string, days: number) =>
  post('olga', `/api/schedule/${visit}/reschedule`, { to_date: inDays(days) })
const pause = (rule_id: string, from: number, until: number) =>
  post('olga', `/api/schedule/${rule_id}/pause`, { from: inDays(from), resume_on: inDays(until) })
const rowsOf = (series_id: string) =>
  bed.owner((tx) =>
    tx.selectFrom('visits').selectAll().where('series_id', '=', series_id).execute(),
  )
type Seen = { id: string; date: string; status: string; skip_reason: string | null; pause: object }
const onBoard = async (id: string, days: number, who: 'olga' | 'lea' = 'olga') =>
  ((await bed.ask(who, windowOf(inDays(days), inDays(days)))).body.occurrences as Seen[]).find(
    (visit) => visit.id === id,
  )
let n = 0
/** Monthly work, so that no other visit of the series is near; each at its own time, so that none is a duplicate. */
const monthly = (given: object = {}) =>
  bed.addRule({
    pattern: 'monthly',
    start_date: inDays(10),
    start_minutes: 480 + n++ * 60,
    ...given,
  })

describe('a visit that was moved', () => {
  it('into what becomes a pause is paused until the pause is undone, and its row never changes', async () => {
    const { rule_id, series_id, first } = await monthly()
    await move(first, 6)
    const before = await rowsOf(series_id)
    const { edit_id } = (await pause(rule_id, 6, 20)).body
    expect(await onBoard(first, 6)).toMatchObject({
      status: 'skipped',
      skip_reason: 'paused',
      pause: { by: 'rule', until: inDays(20) },
    })
    // Also on a board that starts after its original date, and for its crew.
    expect(await onBoard(first, 6, 'lea')).toMatchObject({ skip_reason: 'paused' })
    expect(
      await post('olga', `/api/schedule/${first}/complete`, { confirm_future: true }),
    ).toMatchObject({ status: 409, body: { code: 'visit_paused' } })
    expect(await post('olga', `/api/schedule/${first}/seed-invoice`)).toMatchObject({
      status: 409,
      body: { code: 'visit_paused' },
    })
    const upcoming = await bed.ask(
      'bob',
      `GET /api/users/upcoming-services?from=${inDays(6)}&to=${inDays(6)}`,
    )
    expect(upcoming.body.items).toMatchObject([{ occurrence_id: first, state: 'paused' }])
    expect(await rowsOf(series_id)).toEqual(before)
    await post('olga', `/api/schedule/edits/${edit_id}/undo`)
    expect(await onBoard(first, 6)).toMatchObject({ status: 'scheduled', pause: null })
    expect(await rowsOf(series_id)).toEqual(before)
  })

  it('comes back where it is when the work resumes early', async () => {
    const { rule_id, first } = await monthly()
    await move(first, 7)
    await pause(rule_id, 5, 20)
    expect(await onBoard(first, 7)).toMatchObject({ skip_reason: 'paused' })
    await post('olga', `/api/schedule/${rule_id}/resume`)
    expect(await onBoard(first, 7)).toMatchObject({ status: 'scheduled', pause: null })
  })

  it('out of the pause takes place, though it was planned in it', async () => {
    const { rule_id, first } = await monthly()
    await move(first, 4)
    await pause(rule_id, 8, 20)
    expect(await onBoard(first, 4)).toMatchObject({ status: 'scheduled', pause: null })
  })

  it('from outside the pause into it is paused, too', async () => {
    const { rule_id, first } = await monthly({ start_date: inDays(24) })
    await move(first, 15)
    await pause(rule_id, 8, 20)
    expect(await onBoard(first, 15)).toMatchObject({ skip_reason: 'paused' })
  })

  it('is paused by the customer’s own pause and by that of the whole customer', async () => {
    const { series_id, first } = await monthly()
    await move(first, 6)
    expect(
      (
        await post('bob', '/api/users/series/pause', {
          series_ids: [series_id],
          from: inDays(6),
          resume_on: inDays(20),
        })
      ).status,
    ).toBe(200)
    expect(await onBoard(first, 6)).toMatchObject({ pause: { by: 'rule' } })

    const customer_id = await bed.addCustomer('Away')
    const theirs = await monthly({ customer_id })
    await move(theirs.first, 6)
    await bed.write((tx) =>
      tx
        .updateTable('customers')
        .set({ status: 'paused', paused_from: inDays(5), resume_on: inDays(9) })
        .where('id', '=', customer_id)
        .execute(),
    )
    // Its original date lies after the pause.
    expect(await onBoard(theirs.first, 6)).toMatchObject({ pause: { by: 'customer' } })
  })

  it('into a pause is not the customer’s next visit', async () => {
    const customer_id = await bed.addCustomer('Next')
    const { rule_id, first } = await bed.addRule({
      customer_id,
      pattern: 'once',
      start_date: inDays(10),
    })
    const next = async () => (await bed.write((tx) => readCustomer(tx, customer_id))).next_visit_at
    await move(first, 6)
    expect(await next()).toBe(inDays(6))
    await pause(rule_id, 5, 9)
    expect(await next()).toBeNull()
    await post('olga', `/api/schedule/${rule_id}/resume`)
    expect(await next()).toBe(inDays(6))
  })

  it('does not stop the crew that is at work there', async () => {
    const { rule_id, first } = await monthly()
    await move(first, 0)
    await bed.write((tx) =>
      tx
        .updateTable('visits')
        .set({ status: 'in_progress', started_at: new Date().toISOString() })
        .where('series_id', '=', first.slice(0, 36))
        .execute(),
    )
    await pause(rule_id, 0, 20)
    expect(await onBoard(first, 0)).toMatchObject({ status: 'in_progress', pause: null })
  })
})

describe('a move into a pause', () => {
  it('is refused to the office and never offered to the customer', async () => {
    const { rule_id, first } = await monthly()
    await pause(rule_id, 14, 20)
    expect(await move(first, 15)).toMatchObject({
      status: 409,
      body: {
        code: 'visit_paused',
        error: 'This work is paused on that date — choose another, or end the pause first.',
      },
    })
    const { dates } = (await bed.ask('bob', `GET /api/users/open-dates?occurrence_id=${first}`))
      .body as { dates: { date: string }[] }
    expect(dates.length).toBeGreaterThan(0)
    expect(dates.filter(({ date }) => date >= inDays(14) && date < inDays(20))).toEqual([])
    expect((await move(first, 20)).status).toBe(200)
  })

  it('that only takes the last move back leaves the visit paused', async () => {
    const { rule_id, first } = await monthly()
    await move(first, 4)
    await pause(rule_id, 8, 20)
    expect((await move(first, 10)).body.visit).toMatchObject({ skip_reason: 'paused' })
  })
})
