import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type Caller, type OpenWorld } from '../../../../test/world.ts'
import type { AttachedPaper } from '../../messages/delivery-needs.ts'
import { drawAttached } from '../documents/attach.ts'
import { sendStatements } from './statements.ts'

let open: OpenWorld
let owner: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
})
afterAll(() => open?.close())

const rosa = () => open.world.green.customers['rosa']!.id
const mails = (customer_id = rosa()) =>
  open.rows<{ id: string; document: AttachedPaper }>(
    "select * from messages where template = 'statement' and customer_id = $1 order by id",
    [customer_id],
  )
const mail = () =>
  owner('POST /api/owner/customers/{id}/statement', { params: { id: rosa() }, body: {} })

describe('POST /api/owner/customers/{id}/statement', () => {
  it('mails the PDF with what is open and a link to pay what is due first', async () => {
    await owner('POST /api/invoices', {
      body: {
        customer_id: rosa(),
        lines: [{ description: 'Hedges', unit_price_cents: 5000 }],
        open: true,
      },
    })
    expect(await mail()).toMatchObject({ status: 200, body: { sent: true, reason: null } })
    const [letter] = await mails()
    expect(letter).toMatchObject({
      subject: expect.stringMatching(/^Your statement from Green Acres.* is due$/),
      text: expect.stringContaining('/pay/'),
      document: { kind: 'statement', id: rosa() },
    })
    const paper = await drawAttached(open.app.store, open.world.green.id, letter!.document)
    expect(paper.type).toBe('application/pdf')
    expect(Buffer.from(paper.bytes).subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('says why it does not go to a customer without an address', async () => {
    const email = 'rosa.delgado@mail.example'
    await open.rows('update customers set email = null where id = $1', [rosa()])
    expect((await mail()).body).toEqual({ sent: false, reason: expect.any(String) })
    await open.rows('update customers set email = $2 where id = $1', [rosa(), email])
  })
})

/** A customer whose bank debit takes longer than any test: the sandbox's bank settles its own within a minute. */
let paying: string
beforeAll(async () => {
  const made = await owner('POST /api/owner/customers', {
    body: { name: 'Paying By Bank', email: 'by.bank@mail.example' },
  })
  paying = made.body.id
  const lines = [{ description: 'Hedges', unit_price_cents: 4500 }]
  await owner('POST /api/invoices', { body: { customer_id: paying, lines, open: true } })
  await open.rows("update invoices set money = 'processing' where customer_id = $1", [paying])
})

describe('a bank debit on its way', () => {
  it('is not asked for', async () => {
    const { customers } = (await owner('GET /api/owner/receivables')).body
    expect(customers).toContainEqual(
      expect.objectContaining({ customer_id: paying, total_cents: 4500, underway_cents: 4500 }),
    )
    await owner('POST /api/owner/customers/{id}/statement', { params: { id: paying }, body: {} })
    expect(await mails(paying)).toMatchObject([
      { text: expect.stringContaining('You owe nothing') },
    ])
    await open.rows("delete from messages where template = 'statement' and customer_id = $1", [
      paying,
    ])
  })
})

describe('POST /api/owner/receivables/statements', () => {
  it('mails every customer who has something to pay, each once a day', async () => {
    const before = (await mails()).length
    const { customers } = (await owner('GET /api/owner/receivables')).body
    const owing = customers.filter(
      ({ total_cents, underway_cents }) => total_cents > underway_cents,
    )
    expect(owing.map(({ customer_id }: { customer_id: string }) => customer_id)).not.toContain(
      paying,
    )
    const all = () => owner('POST /api/owner/receivables/statements', { body: {} })
    expect((await all()).body).toEqual({ count: owing.length })
    await open.until(async () => (await mails()).length > before, 'the statement is written')
    // A job that was killed runs again.
    const job = {
      organization_id: open.world.green.id,
      customer_ids: owing.map(({ customer_id }: { customer_id: string }) => customer_id),
      to: open.world.green.today,
    }
    await Promise.all([sendStatements(open.app, job), sendStatements(open.app, job)])
    expect((await mails()).length).toBe(before + 1)
    for (const { customer_id } of owing) expect(await mails(customer_id)).not.toEqual([])
    expect(await mails(paying)).toEqual([])
  })
})
