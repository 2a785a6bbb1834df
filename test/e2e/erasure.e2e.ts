import { expect, expectNoAxeViolations, test } from './fixtures.ts'

test.use({ world: 'erasure' })

test('a customer asks for the deletion of their data, and takes it back', async ({ as, shot }) => {
  const customer = await as('user', '/app/account?tab=account')
  const card = customer.getByRole('region', { name: 'Delete my data' })
  await card.getByRole('button', { name: 'Delete my data' }).click()
  const dialog = customer.getByRole('dialog', { name: 'Delete your personal data?' })
  await expectNoAxeViolations(customer)
  await shot(customer, 'erasure-dialog')
  await dialog.getByRole('button', { name: 'Delete my data' }).click()
  await expect(card.getByText('Your personal data will be deleted on')).toBeVisible()
  await customer.setViewportSize({ width: 390, height: 844 })
  await card.scrollIntoViewIfNeeded()
  await shot(customer, 'erasure-phone')

  const office = await as('owner', '/app/people')
  const list = office.getByRole('list', { name: 'Deletion requests' })
  await expect(list).toContainText('Casey Walker (customer)')
  await expectNoAxeViolations(office)
  await shot(office, 'erasure-office')

  await card.getByRole('button', { name: 'Keep my data' }).click()
  await expect(card.getByRole('button', { name: 'Delete my data' })).toBeVisible()
})
