import { addDays } from '../../src/domain/dates.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { toasted } from './office-words.ts'

// The owner raises prices, a customer agrees with one tap, and the owner takes it back, in a world of its own. @dates
test.use({ world: 'campaign' })

test('the owner previews, raises and undoes prices, and a customer agrees with one tap @dates', async ({
  as,
  shot,
}) => {
  test.setTimeout(180_000)
  const office = await as('owner', '/app/services')
  await office.getByRole('link', { name: 'Raise prices' }).click()
  await office.getByRole('button', { name: 'New campaign' }).click()
  await office.getByRole('button', { name: 'Preview every customer' }).click()
  await expect(office.getByText('Choose a day')).toBeVisible()
  await expectNoAxeViolations(office)
  await office.getByRole('textbox', { name: 'Percent' }).fill('60')
  const day = await office.evaluate(() => new Date().toISOString().slice(0, 10))
  await office.getByRole('combobox', { name: 'First day at the new price' }).fill(addDays(day, 30))
  await office.getByLabel('Subject').click()
  await office.getByRole('button', { name: 'Preview every customer' }).click()
  const table = office.getByRole('table', { name: 'Preview' })
  await expect(table).toBeVisible()
  await expect(office.getByText(/a month on average/).first()).toBeVisible()
  await shot(office, 'price-campaign-preview')
  await office.setViewportSize({ width: 390, height: 844 })
  await shot(office, 'price-campaign-preview-phone')
  await office.setViewportSize({ width: 1440, height: 900 })
  await office.getByRole('button', { name: /^Raise \d+ prices?$/ }).click()
  await toasted(office, 'Prices raised')
  await expect(office.getByText('Planned', { exact: true })).toBeVisible()
  await expect(office.getByRole('table', { name: 'Customers' })).toBeVisible()
  await shot(office, 'price-campaign-running')
  await expectNoAxeViolations(office)

  const casey = await as('user', '/app')
  const agree = casey.getByRole('button', { name: /^Agree to/ }).first()
  await expect(agree).toBeVisible({ timeout: 90_000 })
  await agree.click()
  const row = office
    .getByRole('row')
    .filter({ hasText: 'Casey Walker' })
    .filter({ hasText: 'Agreed' })
  await expect(row.first()).toBeVisible({ timeout: 30_000 })

  await office.getByRole('button', { name: 'Undo', exact: true }).click()
  await office.getByRole('button', { name: 'Put the prices back' }).click()
  await toasted(office, 'Prices are back')
  await expect(office.getByText('Undone', { exact: true })).toBeVisible()
  await shot(office, 'price-campaign-undone')
})
