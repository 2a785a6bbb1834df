import { addDays, todayIn } from '../../src/domain/base/dates.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { toasted } from './office-words.ts'
import { people } from './people.ts'
import { callsOf } from './sign-in.ts'

// The owner raises prices, a customer agrees with one tap, and the owner takes it back, in a world of its own. @dates
test.use({ world: 'campaign' })

test('the owner previews, raises and undoes prices, and a customer agrees with one tap @dates', async ({
  as,
  server,
  shot,
}) => {
  test.setTimeout(180_000)
  // Somebody whom no letter reaches.
  const call = await callsOf(server.url, people.owner)
  const { id: customer_id } = await call('POST', '/api/owner/customers', {
    name: 'Petra Phone',
    status: 'active',
    phone_number: '(919) 555-0177',
  })
  await call('POST', '/api/schedule', {
    customer_id,
    service_key: 'mowing',
    pattern: 'weekly',
    start_date: addDays(todayIn('America/New_York', new Date().toISOString()), 3),
    price_cents: 4500,
  })
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
  const unreached = office.getByRole('region', { name: /^No message reaches/ })
  await expect(unreached.getByRole('listitem').filter({ hasText: 'Petra Phone' })).toContainText(
    '(919) 555-0177',
  )
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

  const calls = office.getByRole('region', { name: 'To tell in person' })
  const petra = calls.getByRole('listitem').filter({ hasText: 'Petra Phone' })
  const told = petra.getByRole('button', { name: 'Told Petra Phone in person' })
  await told.click()
  await toasted(office, 'Told in person')
  await expect(petra).toBeHidden()

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
