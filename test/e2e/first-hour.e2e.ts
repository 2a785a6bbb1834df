import { expect, expectNoAxeViolations, test } from './fixtures.ts'

// What a new owner meets in the first hour: the list of first steps, and services from a template.
test.use({ world: 'first-hour' })
test.setTimeout(120_000)

test('the first steps lead to where they are done and back @phone', async ({
  as,
  shot,
  isMobile,
}) => {
  const page = await as('owner', '/app')
  const card = page.getByRole('region', { name: 'Your first hour' })
  // Most of it is done in this business, so it is one line.
  await page.getByRole('button', { name: /^First steps: \d of 7 done$/ }).click()
  await expect(card.getByText(/^\d of 7 done$/)).toBeVisible()
  await expectNoAxeViolations(page)
  await shot(page, isMobile ? 'first-steps-390' : 'first-steps-1440')
  await card.getByRole('link', { name: /Show your logo/ }).click()
  await expect(page).toHaveURL(/\/app\/settings/)
  const back = page.getByRole('link', { name: 'Back to your first steps' })
  await back.click()
  await expect(card).toBeVisible()
  // Elsewhere it is out of the way.
  await card.getByRole('link', { name: /Show your logo/ }).click()
  await expect(back).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Schedule', exact: true })
    .click()
  await expect(page).toHaveURL(/\/app\/schedule/)
  await expect(back).toHaveCount(0)
  await page.goto('/app/services')
  await page.getByRole('button', { name: 'Start from a template' }).click()
  const sheet = page.getByRole('dialog', { name: 'Start from a template' })
  await sheet.getByRole('combobox', { name: 'Trade' }).click()
  await page.getByRole('option', { name: isMobile ? 'Cleaning' : 'Pest Control' }).click()
  const first = isMobile ? 'Deep' : 'Mosquito'
  await sheet.getByLabel(`Price of ${first}`).fill('81')
  await sheet.getByLabel(isMobile ? 'Carpet' : 'Wasps', { exact: true }).uncheck()
  await expectNoAxeViolations(page)
  await shot(page, isMobile ? 'template-390' : 'template-1440')
  await sheet.getByRole('button', { name: /^Add \d services$/ }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByText(first, { exact: true })).toBeVisible()
  await expect(page.getByText('$81.00')).toBeVisible()
  if (isMobile) return
  await page.goto('/app')
  await card.getByRole('button', { name: 'Hide' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hide' }).click()
  await expect(card).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Today/ })).toBeVisible()
  await expect(card).toHaveCount(0)
})
