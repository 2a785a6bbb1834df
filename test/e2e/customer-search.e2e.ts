import { greenAcres } from '../../demo/data.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { open, list, button, expectText, failing } from './customer-list.ts'

// Finding customers: in the export, from any page, when loading fails, and as an admin.
test.setTimeout(90_000)

test('exports the filtered customers', async ({ as }) => {
  const page = await as('owner')
  await open(page, '?due=1')
  const waiting = page.waitForEvent('download')
  await button(page, 'Export CSV').click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await waiting).createReadStream()) chunks.push(chunk as Buffer)
  const lines = Buffer.concat(chunks).toString('utf8').trim().split('\r\n')
  expect(lines[0]).toContain('Name,Status,Email,Phone')
  expect(lines.slice(1).map((line) => line.split(',')[0])).toContain('Rosa Delgado')
  expect(lines.slice(1).some((line) => line.startsWith('Casey Walker'))).toBe(false)
  await failing(page, /customers\/export/, async () => {
    await button(page, 'Export CSV').click()
    await expectText(page, 'CSV export failed')
  })
})

test('finds a customer from any page, with links to everything about them', async ({
  as,
  shot,
}) => {
  const page = await as('owner', '/app/services')
  const words = page.getByRole('combobox', { name: 'Search everything' })
  const found = page.getByRole('option')
  await expect(button(page, 'Search…')).toBeVisible()
  await page.keyboard.press('/')
  await words.fill('casye walkr')
  await expect(found.first()).toHaveText(/^Casey Walker/)
  await expectNoAxeViolations(page)
  await shot(page, 'find-customer')
  await words.fill('zzzz')
  await expect(page.getByRole('dialog').getByText('Nothing found for “zzzz”.')).toBeVisible()
  await failing(page, /\/api\/find\/visits\?/, async () => {
    await words.fill('Harper')
    await expect(page.getByRole('dialog').getByText('Failed to load some of it')).toBeVisible()
    await expect(found.first()).toContainText('Harper')
  })
  await page.keyboard.press('Escape')
  await expect(words).toBeHidden()
  await page.keyboard.press('Control+k')
  await words.fill('raleigh')
  await expect(found.first()).toContainText('Raleigh')
  await expect(found.first()).toHaveAttribute('aria-selected', 'true')
  const second = await found.nth(1).locator('strong').innerText()
  await words.press('ArrowDown')
  await expect(words).toHaveAttribute(
    'aria-activedescendant',
    (await found.nth(1).getAttribute('id'))!,
  )
  await words.press('Enter')
  await expect(page).toHaveURL(/\/app\/customers\/[\w-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible()
  // An old link to the list shows that one customer, with everything about them.
  await page.goto(page.url().replace('/customers/', '/customers?customer='))
  await expect(button(page, `Details of ${second}`)).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([second])
  // A new search leaves the selected customer.
  await page.getByLabel('Search customers').fill('quinn')
  await expect(page).toHaveURL(/\/app\/customers\?q=quinn$/)
  // People who dictate, or hit keys by accident, can turn single-key shortcuts off.
  await page.goto('/app/settings?tab=user')
  await expect(button(page, 'Search…')).toBeVisible()
  await page.getByLabel('Open things with single keys').uncheck()
  await button(page, 'Save').click()
  await expect(page.getByText('Profile updated')).toBeVisible()
  await page.getByRole('heading', { name: 'Keyboard' }).click()
  await page.keyboard.press('/')
  await page.keyboard.press('Shift+K')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(words).toBeVisible()
})

test('shows what failed to load, and loads it on retry', async ({ as }) => {
  const page = await as('owner')
  // Live events about changes made elsewhere would make the page reload by itself.
  await page.route('**/api/sse**', (route) => route.abort())
  await failing(page, /\/api\/owner\/customers(\/totals)?\?/, async () => {
    await page.goto('/app/customers?tab=overview')
    await expect(page.getByText('Failed to load customers').first()).toBeVisible()
    await page.goto('/app/customers?tab=teams')
    await expect(page.getByText('Failed to load teams/customers').first()).toBeVisible()
  })
  await page
    .getByRole('region', { name: 'North Crew' })
    .getByRole('button', { name: 'Retry' })
    .click()
  await expect(
    page.getByRole('list', { name: 'Customers of North Crew' }).getByText('Casey Walker'),
  ).toBeVisible()
})

test('an admin sees customers without being able to change them; without an organization a message says what to do', async ({
  as,
}) => {
  const admin = await as('admin', '/app/customers?tab=overview')
  await expect(admin.getByText('No organization is chosen')).toBeVisible()
  await expect(admin.getByRole('main').getByRole('link', { name: 'Impersonate' })).toHaveAttribute(
    'href',
    '/app/impersonate',
  )
  await expectNoAxeViolations(admin)
  for (const [path, sentence] of [
    ['/app/invoices', 'No organization is chosen'],
    ['/app/crews', 'No organization is chosen'],
    ['/app/dashboard-owner', 'You don’t have permission to view the owner dashboard.'],
    ['/app/settings', 'Email notifications'],
  ] as const) {
    await admin.goto(path)
    await expect(admin.getByText(sentence).first(), path).toBeVisible()
    await expect(admin.getByRole('button', { name: 'Retry' })).toBeHidden()
  }

  // An admin viewing an organization's data sees it read-only.
  const page = await as('owner')
  await page.route('**/api/users/me', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), role: 'admin', roles: ['admin'] },
    })
  })
  await open(page)
  await expect(page.getByText(`View customers in ${greenAcres.name}.`)).toBeVisible()
  await expect(page.getByText('Leads', { exact: true }).locator('xpath=..')).toContainText('–')
  await expect(list(page, 'Leads')).toBeHidden()
  await expect(
    page.getByRole('button', { name: /^(Archive|Edit|Add customer|Export CSV)/ }),
  ).toHaveCount(0)
})
