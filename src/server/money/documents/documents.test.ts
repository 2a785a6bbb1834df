import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { headerOf, openMailServer } from '../../../../test/mail-server.ts'
import { byDay } from '../../../../test/clock.ts'
import { openWorld, type Caller, type OpenWorld } from '../../../../test/world.ts'

byDay()
let open: OpenWorld
let owner: Caller
let mail: Awaited<ReturnType<typeof openMailServer>>
beforeAll(async () => {
  mail = await openMailServer()
  open = await openWorld({ SMTP_URL: mail.url })
  owner = await open.as('owner@green-acres.example')
})
afterAll(async () => {
  await open?.close()
  mail?.close()
})

const rosa = () => open.world.green.customers['rosa']!.id
const written = async (more: object = {}) =>
  (
    await owner('POST /api/invoices', {
      body: {
        customer_id: rosa(),
        lines: [
          { description: 'Hedge', quantity: 1.5, unit_price_cents: 4000, discount_cents: 500 },
          { description: 'Łukasiewicz Zoë Олена 🌱', unit_price_cents: 1000 },
        ],
        ...more,
      },
    })
  ).body.invoice
const settings = (body: object) => owner('PATCH /api/owner/schedule-settings', { body })

/** The bytes, because the usual caller reads text. */
async function fetchPdf(path: string, email = 'owner@green-acres.example') {
  const token = await open.app.identity!.issueToken(email)
  const answer = await fetch(`${open.url}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    name: answer.headers.get('content-disposition'),
    bytes: new Uint8Array(await answer.arrayBuffer()),
  }
}

async function textOf(bytes: Uint8Array): Promise<{ pages: number; text: string }> {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(bytes)
    const pages = document.getPageCount()
    const texts = Array.from({ length: pages }, (_, at) => document.getPage(at).getText())
    return { pages, text: texts.join('\n') }
  } finally {
    library.destroy()
  }
}

describe('GET /api/invoices/{id}/pdf', () => {
  it('shows number with prefix, lines, sums, notes and terms', async () => {
    expect(await settings({ invoice_prefix: 'GA 1' })).toMatchObject({ status: 422 })
    await settings({ invoice_prefix: 'GA-', invoice_terms: 'Payable within 14 days.' })
    const invoice = await written({ notes: 'Thank you.' })
    expect(invoice.number_prefix).toBe('GA-')
    await settings({ invoice_prefix: '' })
    const pdf = await fetchPdf(`/api/invoices/${invoice.id}/pdf`)
    expect(pdf).toMatchObject({ status: 200, type: 'application/pdf' })
    expect(pdf.name).toContain(`invoice-GA-${invoice.number}.pdf`)
    if (process.env['PDF_OUT']) writeFileSync(process.env['PDF_OUT'], pdf.bytes)
    const { pages, text } = await textOf(pdf.bytes)
    expect(pages).toBe(1)
    for (const part of [
      `GA-${invoice.number}`,
      'Green Acres',
      'Rosa Delgado',
      'Discount $5.00',
      'Łukasiewicz Zoë Олена 🌱',
      '$65.00',
      'Thank you.',
      'Payable within 14 days.',
      'Page 1 of 1',
    ])
      expect(text).toContain(part)
  })

  it('has a subtotal only if something comes between it and the total', async () => {
    const shows = async (line: object) => {
      const { id } = await written({ lines: [{ description: 'Hedge', ...line }] })
      return (await textOf((await fetchPdf(`/api/invoices/${id}/pdf`)).bytes)).text
    }
    const discounted = await shows({ unit_price_cents: 4000, discount_cents: 500 })
    expect(discounted).toContain('Subtotal')
    expect(discounted).toContain('$35.00')
    const plain = await shows({ unit_price_cents: 4000 })
    expect(plain).toContain('$40.00')
    expect(plain).not.toContain('Subtotal')
  })

  it('prints names in any script, and stays small', async () => {
    const names = [
      '李小龙 龍門清潔有限公司（台北）',
      '髙橋さくら ラーメン店',
      '김민준 서울특별시',
      'عمر الفاروق',
      'דוד בן־גוריון',
      'लक्ष्मी देवी',
      'สมชาย',
      'Zoë 🏠 👨‍👩‍👧 🇺🇸',
    ]
    const lines = names.map((description) => ({ description, unit_price_cents: 1000 }))
    const { bytes } = await fetchPdf(`/api/invoices/${(await written({ lines })).id}/pdf`)
    const { text } = await textOf(bytes)
    for (const name of names) expect(text).toContain(name)
    expect(text).not.toContain('?')
    expect(bytes.length).toBeLessThan(100_000)
  })

  it('reads in the customer’s language', async () => {
    await open.rows("update customers set locale = 'es' where id = $1", [rosa()])
    const { text } = await textOf(
      (await fetchPdf(`/api/invoices/${(await written()).id}/pdf`)).bytes,
    )
    await open.rows('update customers set locale = null where id = $1', [rosa()])
    expect(text).toContain('Factura')
    expect(text).toContain('Página 1 de 1')
    expect(text).not.toContain('Invoice')
  })

  it('breaks over pages and repeats the titles; the same paper has the same bytes', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => ({
      description: `Line ${at + 1}`,
      unit_price_cents: 100,
    }))
    const { id } = await written({ lines })
    const [one, two] = await Promise.all([
      fetchPdf(`/api/invoices/${id}/pdf`),
      fetchPdf(`/api/invoices/${id}/pdf`),
    ])
    const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
    expect(hash(one.bytes)).toBe(hash(two.bytes))
    const { pages, text } = await textOf(one.bytes)
    expect(pages).toBeGreaterThan(1)
    expect(text.match(/Description/g)).toHaveLength(pages)
    expect(text).toContain(`Page ${pages} of ${pages}`)
  })

  it('customers get their own, nobody another’s; 409 nothing_paid', async () => {
    const invoice = await written()
    const path = `/api/invoices/${invoice.id}`
    expect((await fetchPdf(`${path}/pdf`, 'customer@green-acres.example')).status).toBe(404)
    expect((await fetchPdf(`${path}/pdf`, 'owner@bright-side.example')).status).toBe(404)
    expect((await fetchPdf(`${path}/pdf`, 'crew@green-acres.example')).status).toBe(403)
    expect((await fetchPdf(`${path}/receipt`)).status).toBe(409)
    const own = await open.row<{ id: string }>(
      "select i.id from invoices i join customers c on c.id = i.customer_id join people p on p.id = c.person_id where p.email = 'customer@green-acres.example' and i.paid_cents > 0 limit 1",
    )
    const receipt = await fetchPdf(
      `/api/invoices/${own.id}/receipt`,
      'customer@green-acres.example',
    )
    expect(receipt.status).toBe(200)
    expect((await textOf(receipt.bytes)).text).toContain('Receipt')
  })

  it('opens by a pay link too', async () => {
    const { id } = await written()
    const link = await owner('POST /api/invoices/{id}/paylink', { params: { id }, body: {} })
    const token = link.body.url.split('/').at(-1)
    const page = (
      await open.anonymous('GET /api/public/pay/{token}', { params: { token: token! } })
    ).body
    expect(page.items[0]).toMatchObject({ discount_cents: 500, total_cents: 5500 })
    const answer = await fetch(`${open.url}/api/public/pay/${token}/pdf`)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect((await fetch(`${open.url}/api/public/pay/nothing/pdf`)).status).toBe(404)
  })
})

describe('the mail of a bill', () => {
  it('carries the invoice as PDF; a receipt carries the receipt', async () => {
    const { id, number } = await written()
    await owner('POST /api/invoices/{id}/send', { params: { id }, body: {} })
    const bill = await open.until(
      async () => mail.letters.find((letter) => letter.includes(`invoice-${number}.pdf`)),
      'the bill arrived',
    )
    expect(headerOf(bill, 'Content-Type')).toContain('multipart/mixed')
    expect(bill).toContain('application/pdf')
    const body = /filename=[^\n]*\n(?:[^\n]+\n)*\n([A-Za-z0-9+/=\n]+)\n--/.exec(bill)?.[1] ?? ''
    const { text } = await textOf(new Uint8Array(Buffer.from(body, 'base64')))
    expect(text).toContain('Rosa Delgado')
  })
})
