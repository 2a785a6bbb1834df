import { expect, expectNoAxeViolations, test } from './fixtures.ts'

test.use({ world: 'erasure' })

test('a customer asks for the deletion of their data, hears of their credit, and takes it back', async ({
  as,
  shot,
}) => {
  const office = await as('owner', '/app/customers?tab=overview&q=casey')
  await office.getByRole('button', { name: 'Details of Casey Walker' }).click()
  await office.getByRole('button', { name: 'Give Casey Walker a credit' }).click()
  const giving = office.getByRole('dialog', { name: 'Give Casey Walker a credit' })
  await giving.getByLabel('Amount').fill('25')
  await giving.getByLabel('Reason').fill('Rain')
  await giving.getByRole('button', { name: 'Give credit' }).click()
  await expect(giving).toBeHidden()
  const customer = await as('user', '/app/account?tab=account')
  const card = customer.getByRole('region', { name: 'Delete my data' })
  await card.getByRole('button', { name: 'Delete my data' }).click()
  const dialog = customer.getByRole('dialog', { name: 'Delete your personal data?' })
  await expect(dialog).toContainText(
    '$25.00 of unused credit with Green Acres Lawn Care ends with your data.',
  )
  await expectNoAxeViolations(customer)
  await shot(customer, 'erasure-dialog')
  await dialog.getByRole('button', { name: 'Delete my data' }).click()
  await expect(card.getByText('Your personal data will be deleted on')).toBeVisible()
  await customer.setViewportSize({ width: 390, height: 844 })
  await card.scrollIntoViewIfNeeded()
  await shot(customer, 'erasure-phone')

  await office.goto('/app/people')
  const list = office.getByRole('list', { name: 'Deletion requests' })
  await expect(list).toContainText('Casey Walker (customer)')
  await expect(list).toContainText('$25.00 of unused credit is dropped that day')
  await expectNoAxeViolations(office)
  await shot(office, 'erasure-office')

  await card.getByRole('button', { name: 'Keep my data' }).click()
  await expect(card.getByRole('button', { name: 'Delete my data' })).toBeVisible()
})
