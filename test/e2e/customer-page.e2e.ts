import { expect, expectNoAxeViolations, test } from './fixtures.ts'

// One page about one customer, and the links that lead there.
test.use({ world: 'customer-page' })
test.setTimeout(120_000)

test('everything about a customer is on their page @phone', async ({ as, shot, isMobile }) => {
  const page = await as('owner', '/app/customers?tab=overview&q=rosa')
  await page.getByRole('link', { name: 'Rosa Delgado', exact: true }).click()
  await expect(page).toHaveURL(/\/app\/customers\/[\w-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Rosa Delgado' })).toBeVisible()
  for (const name of ['Next visits', 'Recurring work', 'Last visits', 'Invoices', 'Payments'])
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Addresses' })).toBeVisible()
  await expectNoAxeViolations(page)
  await shot(page, isMobile ? 'customer-page-390' : 'customer-page-1440')
  await page.getByRole('button', { name: 'Add address' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add address' })
  const label = isMobile ? 'Shop' : 'Rental'
  await sheet.getByLabel('Name').fill(label)
  await sheet.getByLabel('Street').fill(isMobile ? '7 Elm St' : '9 Pine St')
  await sheet.getByLabel('ZIP').fill('27601')
  await expect(sheet.getByLabel('City')).toHaveValue('Raleigh')
  await shot(page, 'customer-address')
  await sheet.getByRole('button', { name: 'Add address' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: `Remove ${label}` })).toBeVisible()
  await page.getByRole('button', { name: 'New invoice' }).click()
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Customer' })).toHaveValue(
    'Rosa Delgado',
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Message' }).click()
  await expect(page).toHaveURL(/\/app\/inbox\?thread=/)
  await expect(page.getByLabel('Answer Rosa Delgado')).toBeVisible()
})

test('a payee opens the money of a customer from what is owed', async ({ as }) => {
  const page = await as('payee', '/app/receivables')
  await page.getByRole('link', { name: 'Rosa Delgado', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rosa Delgado' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Invoices' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Next visits' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New invoice' })).toHaveCount(0)
})

test('the table sorts, sums what the filter finds, and changes many at once @phone', async ({
  as,
  shot,
  isMobile,
}) => {
  const page = await as('owner', '/app/customers')
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(11)
  await page.getByRole('button', { name: 'Balance' }).click()
  await expect(page.getByRole('columnheader', { name: 'Balance' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await expect(page).toHaveURL(/sort=balance/)
  await expect(rows.first().locator('td').last()).not.toHaveText('$0.00')
  await expect(
    page.getByText(/^11 customers · \$[\d,.]+ owed · \$[\d,.]+ paid so far$/),
  ).toBeVisible()
  await expectNoAxeViolations(page)
  await shot(page, isMobile ? 'customers-table-390' : 'customers-table-1440')
  // Whoever is archived is only found.
  await page.getByLabel('Search customers').fill('casey walker')
  await expect(rows).toHaveCount(1)
  await expect(page.getByText(/^1 customer · /)).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(rows).toHaveCount(11)
  const tag = isMobile ? 'autumn' : 'spring'
  for (const name of ['Casey Walker', 'Rosa Delgado'])
    await page.getByLabel(`Select ${name}`).check()
  const bar = page.getByRole('region', { name: 'Selected customers' })
  await bar.getByLabel('Tag').fill(tag)
  await bar.getByRole('button', { name: 'Add tag' }).click()
  await expect(page.getByText('2 changed')).toBeVisible()
  await shot(page, 'customers-selected')
  await bar.getByRole('button', { name: 'Message' }).click()
  await expect(page.getByText('To the 2 customers you chose')).toBeVisible()
  await page.goto(`/app/customers?tag=${tag}`)
  await expect(rows).toHaveCount(2)
})
