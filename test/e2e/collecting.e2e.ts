import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { toasted } from './office-words.ts'

// What the office collects, in a world of its own.
test.use({ world: 'collecting' })

test('the office charges a declined invoice again, and takes back cash that never came', async ({
  as,
  shot,
}) => {
  const office = await as('owner', '/app/invoices/to-bill?tab=declined')
  const row = office.getByRole('listitem').filter({ hasText: 'Declan' }).first()
  await row.getByRole('button', { name: /^Charge / }).click()
  await expect(office.getByText('Charging…')).toBeVisible()
  await shot(office, 'to-bill-declined')
  await expect(row.getByRole('button', { name: /^Charge / })).toBeEnabled()
  await expectNoAxeViolations(office)

  await row.getByRole('link', { name: /^Invoice #/ }).click()
  await office.getByRole('button', { name: 'More actions' }).click()
  await office.getByRole('menuitem', { name: 'Mark paid' }).click()
  const paying = office.getByRole('dialog', { name: 'Mark paid' })
  await paying.getByRole('button', { name: 'Mark paid' }).click()
  await toasted(office, 'Payment recorded')
  const history = office.getByRole('region', { name: 'Payment history' })
  await history.getByRole('button', { name: 'Undo payment' }).click()
  const sheet = office.getByRole('dialog', { name: 'Undo payment' })
  await sheet.getByRole('button', { name: 'Undo payment' }).click()
  await expect(sheet.getByText('Enter a reason.')).toBeVisible()
  await sheet.getByLabel('Reason').fill('Recorded on the wrong invoice')
  await shot(office, 'take-back')
  await expectNoAxeViolations(office)
  await sheet.getByRole('button', { name: 'Undo payment' }).click()
  await toasted(office, 'Payment undone')
  await expect(history.getByText('Undone: Recorded on the wrong invoice')).toBeVisible()
  await shot(office, 'payment-history')
  await office.setViewportSize({ width: 390, height: 844 })
  await shot(office, 'payment-history-phone')

  await office.goto('/app/payments')
  await expect(office.getByText(/Your books match Stripe/)).toBeVisible()
})
