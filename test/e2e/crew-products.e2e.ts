import { todayIn } from '../../src/domain/base/dates.ts'
import { openStop } from './crew-stop.ts'
import { expect, expectNoAxeViolations, test, tooSmall } from './fixtures.ts'
import { freeWork } from './free-work.ts'
import { people } from './people.ts'
import { callsOf, signIn } from './sign-in.ts'
import { hasFetched } from './way-in.ts'

// What was sprayed where: recorded on the phone, kept for an inspector.
test.use({
  world: 'crew-products',
  viewport: { width: 360, height: 780 },
  hasTouch: true,
  isMobile: true,
})
test.setTimeout(90_000)

const today = todayIn('America/New_York', new Date().toISOString())

test('the owner lists products, the crew records one and voids a mistake without a signal, and the office exports and voids it @dates', async ({
  page,
  server,
  as,
  shot,
}) => {
  const desk = await as('owner', '/app/products-applied')
  await desk.setViewportSize({ width: 1440, height: 900 })
  await desk.getByRole('button', { name: 'Add product' }).click()
  const adding = desk.getByRole('dialog', { name: 'Add product' })
  await adding.getByLabel('Name on the label').fill('Weed B Gon')
  await adding.getByLabel('EPA registration number').fill('2217570')
  await adding.getByRole('button', { name: 'Add product' }).click()
  await expect(adding.getByText('Enter it as on the label, such as 524-475.')).toBeVisible()
  await adding.getByLabel('EPA registration number').fill('2217-570')
  await adding.getByLabel('Unit').selectOption('gal')
  await adding.getByRole('button', { name: 'Add product' }).click()
  await expect(desk.getByRole('list', { name: 'Products', exact: true })).toContainText('2217-570')
  await desk.getByRole('button', { name: 'License of Luis Ortega' }).click()
  await desk.getByLabel('License number').fill('NC-12345')
  await desk.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByRole('list', { name: 'Applicators' })).toContainText('NC-12345')
  await expectNoAxeViolations(desk)

  const office = await callsOf(server.url, people.owner)
  const { services } = await office('GET', '/api/owner/services')
  const leaves = services.find(({ key }: { key: string }) => key === 'leaves')
  await office('PATCH', `/api/owner/services/${leaves.id}`, { records_products: true })
  const { teams } = await office('GET', '/api/owner/teams')
  const team_id = teams.find(({ name }: { name: string }) => name === 'North Crew').id
  await freeWork(office, 'Spray Spruce', { start_date: today, start_minutes: 400, team_id })

  await signIn(page, people.crew_leader)
  const card = await openStop(page, 'Spray Spruce')
  await card.getByRole('button', { name: 'Complete' }).click()
  const why = page.getByRole('dialog', { name: 'Still open: Spray Spruce' })
  await expect(why).toContainText('Products applied: nothing recorded')
  await page.keyboard.press('Escape')
  // Fetched ahead: where it is sprayed there may be no signal.
  await hasFetched(page, 'ProductForm')
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/api/products')),
  )
  await page.context().setOffline(true)
  await card.getByRole('button', { name: 'Products applied: Spray Spruce' }).click()
  const form = page.getByRole('dialog', { name: 'Products applied: Spray Spruce' })
  await expect(form.getByLabel('Product', { exact: true })).toContainText('Weed B Gon')
  await form.getByRole('button', { name: 'Record' }).click()
  await expect(form.getByText('Choose a product.')).toBeVisible()
  await form.getByLabel('Product', { exact: true }).selectOption('Weed B Gon')
  await expect(form.getByLabel('Unit')).toHaveValue('gal')
  await form.getByRole('button', { name: 'Record' }).click()
  await expect(form.getByText('Enter how much.')).toBeVisible()
  await form.getByLabel('Amount').fill('2.5')
  await form.getByLabel('Area treated').fill('Back lawn, 4,000 sq ft')
  await form.getByLabel('Against').fill('Crabgrass')
  await form.getByLabel('Wind (mph)').fill('4')
  await expectNoAxeViolations(page)
  expect(await tooSmall(page)).toEqual([])
  await shot(page, 'product-form')
  await form.getByRole('button', { name: 'Record' }).click()
  await expect(card.getByRole('button', { name: /^Products applied/ })).toContainText(
    'Products (1)',
  )
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBe(0)
  // Ten times too much: voided on the phone, with a reason.
  await card.getByRole('button', { name: /^Products applied/ }).click()
  await form.getByLabel('Product', { exact: true }).selectOption('Weed B Gon')
  await form.getByLabel('Amount').fill('25')
  await form.getByRole('button', { name: 'Record' }).click()
  await expect(card.getByRole('button', { name: /^Products applied/ })).toContainText(
    'Products (2)',
  )
  await card.getByRole('button', { name: /^Products applied/ }).click()
  await form.getByRole('button', { name: 'Void Weed B Gon, 25 gal' }).click()
  const voiding = page.getByRole('dialog', { name: 'Void Weed B Gon, 25 gal' })
  await expect(voiding).toContainText('Nothing is deleted')
  await voiding.getByRole('button', { name: 'Void', exact: true }).click()
  await expect(voiding).toContainText('Say why.')
  await voiding.getByText('Wrong amount').click()
  await expectNoAxeViolations(page)
  expect(await tooSmall(page)).toEqual([])
  await shot(page, 'void-product')
  await voiding.getByRole('button', { name: 'Void', exact: true }).click()
  await expect(voiding).toBeHidden()
  await expect(form.getByText('Weed B Gon, 25 gal')).toBeHidden()
  await expect(form.getByText('Weed B Gon, 2.5 gal').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Complete' }).click()
  await expect(card).toContainText('Completed')
  await page.context().setOffline(false)

  const record = desk.getByRole('list', { name: 'Products applied' })
  // The phone's last act: what it sent before is there, too.
  await expect(record.getByText(/Voided by/)).toHaveCount(1)
  await expect(record).toContainText('Weed B Gon, 2.5 gal')
  const mistake = record.getByRole('listitem').filter({ hasText: 'Weed B Gon, 25 gal' })
  await expect(mistake).toContainText(/Voided by Luis Ortega, .*: Wrong amount/)
  await expect(mistake.locator('s')).toHaveText('Weed B Gon, 25 gal')
  await expect(record).toContainText('Luis Ortega, license NC-12345')
  await expectNoAxeViolations(desk)
  await shot(desk, 'products-record')
  const download = desk.waitForEvent('download')
  await desk.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^products-applied-.*\.csv$/)
  await desk.getByRole('button', { name: 'Void Weed B Gon at Spray Spruce' }).click()
  await desk.getByLabel('Reason').fill('Wrong yard')
  await desk.getByRole('dialog').getByRole('button', { name: 'Void' }).click()
  await expect(record).toContainText(/Voided by Dana Green, .*: Wrong yard/)
  await desk.setViewportSize({ width: 390, height: 844 })
  expect(
    await desk.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBe(0)
  await shot(desk, 'products-record-phone')
})
