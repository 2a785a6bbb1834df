import { formatCents } from '../../src/domain/base/money.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { toasted } from './office-words.ts'
import { people } from './people.ts'
import { callsOf } from './sign-in.ts'

// Money by the hand of the office and of the customer, in a world of its own.
test.use({ world: 'paying-all' })

test('a customer pays all they owe at once, and the office keeps what was too much', async ({
  as,
  server,
  shot,
}) => {
  const office = await callsOf(server.url, people.owner)
  const { customers } = await office('GET', '/api/owner/customers?q=Casey')
  const bill = (description: string, unit_price_cents: number) =>
    office('POST', '/api/invoices', {
      customer_id: customers[0].id,
      lines: [{ description, unit_price_cents }],
      open: true,
    })
  const { invoice } = await bill('Hedges', 9000)
  await bill('Mulch', 4000)
  await bill('Plants', 2500)

  const desk = await as('owner', `/app/invoices/${invoice.id}`)
  await desk.getByRole('button', { name: 'More actions' }).click()
  await desk.getByRole('menuitem', { name: 'Mark paid' }).click()
  const sheet = desk.getByRole('dialog', { name: 'Mark paid' })
  await sheet.getByLabel('Amount').fill('110.00')
  await sheet.getByRole('button', { name: 'Mark paid' }).click()
  await expect(sheet.getByText(/At most \$90\.00 is owed/)).toBeVisible()
  await sheet.getByLabel('$20.00 more than owed: keep it as credit').check()
  await shot(desk, 'more-than-owed')
  await expectNoAxeViolations(desk)
  await sheet.getByRole('button', { name: 'Mark paid' }).click()
  await toasted(desk, 'Payment recorded')

  const page = await as('user', '/app/user/invoices')
  await page.setViewportSize({ width: 390, height: 844 })
  const owed = await callsOf(server.url, people.user)
  const { total_cents } = await owed('GET', '/api/users/billing/owed')
  const amount = formatCents(total_cents)
  await page.getByRole('button', { name: `Pay all ${amount}` }).click()
  const asking = page.getByRole('dialog', { name: `Pay ${amount} now?` })
  await expect(asking.getByText(/one by one/)).toBeVisible()
  await shot(page, 'pay-all')
  await expectNoAxeViolations(page)
  await asking.getByRole('button', { name: `Pay ${amount}` }).click()
  await expect(page.getByRole('button', { name: /^Pay all/ })).toHaveCount(0)
  await expect.poll(async () => (await owed('GET', '/api/users/billing/owed')).underway).toBe(0)
  await expect(page.getByText(/being paid/)).toHaveCount(0)
  await shot(page, 'paid-all')
})
