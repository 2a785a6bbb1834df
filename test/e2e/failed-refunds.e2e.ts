import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { toasted } from './office-words.ts'
import { people } from './people.ts'
import { callsOf } from './sign-in.ts'

test.use({ world: 'failed refunds' })

test('the office settles a refund that the bank sent back, and the customer sees where it is', async ({
  as,
  browser,
  server,
  shot,
}) => {
  const office = await callsOf(server.url, people.owner)
  const { customers } = await office('GET', '/api/owner/customers?q=Rosa')
  const { invoice } = await office('POST', '/api/invoices', {
    customer_id: customers[0].id,
    lines: [{ description: 'Hedge trimming', unit_price_cents: 8000 }],
    open: true,
  })
  const { url } = await office('POST', `/api/invoices/${invoice.id}/paylink`, {})
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(url)
  await page.getByLabel('Card number').fill('4000 0000 0000 5126')
  await page.getByLabel('Expiration date').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('ZIP code').fill('27601')
  await page.getByRole('button', { name: 'Pay $80.00' }).click()
  await expect(page.getByText('Paid — thank you')).toBeVisible()

  const { items } = await office('GET', '/api/owner/stripe/payments')
  const made = items.find((one: { invoice_id: string }) => one.invoice_id === invoice.id)
  await office('POST', '/api/owner/stripe/refund', {
    payment_intent: made.payment_intent_id,
    amount_minor: 8000,
  })
  await server.run('sandbox:advance')
  const payments = await as('owner', '/app/payments')
  const failed = payments.getByRole('region', { name: 'Refunds that failed (1)' })
  await expect(failed).toContainText('The customer was told.')
  await page.reload()
  const due = page.getByText('A refund of $80.00 could not be delivered.')
  await expect(due).toBeVisible()
  await shot(page, 'refund-due-customer')
  await shot(payments, 'failed-refunds')
  await failed.getByRole('button', { name: 'Settle the refund of Rosa Delgado' }).click()
  const sheet = payments.getByRole('dialog', { name: 'Settle a failed refund' })
  await expectNoAxeViolations(payments)
  await shot(payments, 'settle-refund')
  await payments.setViewportSize({ width: 390, height: 844 })
  await shot(payments, 'settle-refund-phone')
  await sheet.getByRole('radio', { name: 'Paid by check' }).click()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await toasted(payments, 'Refund settled')
  await expect(failed).toBeHidden()
  await page.reload()
  await expect(page.getByText('Hedge trimming')).toBeVisible()
  await expect(due).toBeHidden()
  await context.close()
})
