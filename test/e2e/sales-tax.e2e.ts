import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { toasted } from './office-words.ts'
import { people } from './people.ts'
import { callsOf } from './sign-in.ts'

// Sales tax and credits from the settings to the invoice, in a world of its own.
test.use({ world: 'tax' })

test('the owner sets a rate; an invoice has its tax, and a credit pays a part of it', async ({
  as,
  server,
  shot,
}) => {
  // A credit waits for the next invoice instead of paying what is open already.
  const calls = await callsOf(server.url, people.owner)
  await calls('PATCH', '/api/owner/schedule-settings', { credits_wait: true })
  const office = await as('owner', '/app/settings?section=tax')
  const card = office.getByRole('region', { name: 'Sales tax' })
  await expect(office.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(card).toBeVisible()
  await expect(card.getByRole('button', { name: 'Add rate' })).toBeVisible()
  await card.getByRole('button', { name: 'Add rate' }).click()
  await card.getByLabel('Name, rate 1').fill('Wake County')
  await card.getByLabel('Rate, rate 1').fill('7.25')
  await expect(card.getByLabel('Applies everywhere else')).toBeChecked()
  await card.getByRole('button', { name: 'Add rate' }).click()
  await office.getByRole('button', { name: 'Save Changes' }).click()
  await expect(card.getByText('Enter a rate like 6.25')).toBeVisible()
  await shot(office, 'tax-settings')
  await card.getByRole('button', { name: 'Remove rate 2' }).click()
  await office.getByRole('button', { name: 'Save Changes' }).click()
  await toasted(office, 'Organization saved')

  const known = Promise.withResolvers<void>()
  await office.route('**/api/owner/tax-rates', async (route) => {
    await known.promise
    await route.continue()
  })
  await office.goto('/app/customers?tab=overview')
  const details = office.getByRole('button', { name: 'Details of Rosa Delgado' })
  await expect(details).toBeVisible()
  await details.click()
  const give = office.getByRole('button', { name: 'Give Rosa Delgado a credit' })
  // What is shown stays where it is: nothing comes in above it later.
  await expect(details.locator('xpath=../following-sibling::*').getByText('Loading')).toBeAttached()
  await expect(give).toHaveCount(0)
  known.resolve()
  await expect(office.getByRole('button', { name: 'Tax exemption of Rosa Delgado' })).toBeVisible()
  await give.click()
  const giving = office.getByRole('dialog', { name: 'Give Rosa Delgado a credit' })
  await giving.getByLabel('Amount').fill('20')
  await giving.getByLabel('Reason').fill('The gate was left open')
  await giving.getByRole('button', { name: 'Give credit' }).click()
  await toasted(office, 'Credit given')
  const credits = office.getByRole('region', { name: 'Credits of Rosa Delgado' })
  await expect(credits.getByText('The gate was left open')).toBeVisible()

  await office.goto('/app/invoices')
  await office.getByRole('button', { name: 'New invoice' }).click()
  const sheet = office.getByRole('dialog', { name: 'New invoice' })
  await sheet.getByRole('combobox', { name: 'Customer' }).fill('Rosa')
  await office.getByRole('option', { name: /^Rosa Delgado/ }).click()
  await sheet.getByLabel('Description, line 1').fill('Plants')
  await sheet.getByLabel('Price, line 1').fill('100')
  await sheet.getByLabel('Taxable, line 1').check()
  await expect(sheet.getByLabel('Sum', { exact: true })).toHaveText('$100.00 + tax')
  await shot(office, 'tax-invoice-form')
  await sheet.getByRole('button', { name: 'Issue and send' }).click()
  await expect(office.getByRole('heading', { level: 1, name: /^Invoice #\d+/ })).toBeVisible()
  for (const text of ['Wake County 7.25%', '$107.25', 'Credit applied', '-$20.00', '$87.25'])
    await expect(office.getByText(text, { exact: true }).first()).toBeVisible()
  await shot(office, 'tax-invoice')
  await expectNoAxeViolations(office)

  await office.goto('/app/insights')
  const report = office.getByRole('region', { name: 'Sales tax' })
  await expect(
    report.getByRole('row', { name: /Wake County 7\.25% \$100\.00 \$7\.25/ }),
  ).toBeVisible()
  await shot(office, 'tax-report')
})
