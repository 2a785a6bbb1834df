import { expect, expectNoAxeViolations, test } from './fixtures.ts'

// Ctrl+K does anything: finds records, opens pages and starts actions, by keyboard only.
test.use({ world: 'command' })
test.setTimeout(120_000)

test('the owner finds an invoice and a person, and starts actions, all with Ctrl+K', async ({
  as,
  shot,
}) => {
  const page = await as('owner', '/app/invoices')
  const shown = await page
    .getByRole('link', { name: /Invoice #\d+/ })
    .first()
    .innerText()
  const number = /#(\d+)/.exec(shown)![1]!
  const field = page.getByRole('combobox', { name: 'Search everything' })
  const found = page.getByRole('option')
  const find = async (words: string, first: RegExp) => {
    await page.keyboard.press('Control+k')
    await field.fill(words)
    await expect(found.filter({ hasText: first }).first()).toBeVisible()
    const before = await found.allInnerTexts()
    for (let at = before.findIndex((text) => first.test(text)); at > 0; at--)
      await field.press('ArrowDown')
    await expect(found.and(page.locator('[aria-selected=true]'))).toHaveText(first)
    await field.press('Enter')
    await expect(field).toBeHidden()
  }

  await page.keyboard.press('Control+k')
  await expect(found.filter({ hasText: 'New invoice' })).toContainText('Action')
  await expectNoAxeViolations(page)
  await shot(page, 'command')
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()

  // Whose number it is comes before whose phone number contains it.
  await page.keyboard.press('Control+k')
  await field.fill(number)
  await expect(found.first()).toHaveText(new RegExp(`^Invoice #${number}(?!\\d)`))
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await find(number, new RegExp(`^Invoice #${number}(?!\\d)`))
  await expect(page).toHaveURL(/\/app\/invoices\/[\w-]{36}$/)
  await expect(page).toHaveTitle(`Invoice #${number} · Fieldhive`)
  await expect(page.locator('#content')).toBeFocused()

  await find('new invoice', /^New invoice/)
  await expect(page.getByRole('dialog', { name: /invoice/i })).toBeVisible()
  await page.keyboard.press('Escape')

  await find('invite customer', /^Invite customer/)
  await expect(page).toHaveURL(/\/app\/onboard-customer$/)

  await find('luis ortega', /Person/)
  await expect(page).toHaveURL(/\/app\/people$/)

  // Opened lately comes first, without a word.
  await page.keyboard.press('Control+k')
  await expect(found.first()).toContainText('Person')
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()

  await find('casey walker', /^.*Casey Walker[\s\S]*Visit/)
  await expect(page).toHaveURL(/\/app\/schedule\?.*occurrence_id=/)
  const visit = page.getByRole('dialog').filter({ hasText: 'Casey Walker' })
  await expect(visit).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(visit).toBeHidden()

  // Two keys one after the other.
  await page.goto('/app/people')
  await expect(page.getByRole('button', { name: 'Search…' })).toBeVisible()
  await page.keyboard.press('n')
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/\/app\/customers\?.*sheet=add-customer/)
})

test('a manager sees no action that only the owner may take', async ({ as, shot }) => {
  const page = await as('manager', '/app/customers')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Search…' }).click()
  const field = page.getByRole('combobox', { name: 'Search everything' })
  await field.fill('invite customer')
  await expect(page.getByRole('option').first()).toHaveText(/^Invite customer/)
  await shot(page, 'command-phone')
  await field.fill('export everything')
  await expect(page.getByText('Nothing found for “export everything”.')).toBeVisible()
  const box = await page.getByRole('dialog').boundingBox()
  expect(box!.height).toBe(844)
})

test('keys pressed before the search is fetched open it', async ({ as }) => {
  const page = await as('owner', '/app/people')
  await page.route(/\/assets\/(Palette|items)[\w-]*\.js/i, async (route) => {
    await new Promise((go) => setTimeout(go, 1000))
    await route.continue()
  })
  await page.reload()
  await page.locator('.shell-head').waitFor()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeVisible()
})
