import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { call, choose, toasted } from './office-words.ts'

// What the office writes by hand, in a world of its own.
test.use({ world: 'bills' })

test('the office writes an invoice, corrects it, gives it up and opens it again', async ({
  as,
  shot,
}) => {
  const office = await as('owner', '/app/invoices')
  await office.getByRole('button', { name: 'New invoice' }).click()
  const sheet = office.getByRole('dialog', { name: 'New invoice' })
  await sheet.getByRole('button', { name: 'Issue and send' }).click()
  await expect(sheet.getByText('Choose a customer')).toBeVisible()
  await sheet.getByRole('combobox', { name: 'Customer' }).fill('Rosa')
  await office.getByRole('option', { name: /^Rosa Delgado/ }).click()
  const first = sheet.getByLabel('Description, line 1')
  await first.fill('Mow')
  await office.getByRole('option').first().click()
  await expect(sheet.getByLabel('Price, line 1')).not.toHaveValue('')
  await sheet.getByLabel('Price, line 1').fill('60')
  await sheet.getByLabel('Quantity, line 1').fill('1.5')
  await sheet.getByLabel('Discount, line 1').fill('10')
  await sheet.getByRole('button', { name: 'Add line' }).click()
  await sheet.getByLabel('Description, line 2').fill('Haul away')
  await sheet.getByLabel('Price, line 2').fill('25.50')
  await expect(sheet.getByLabel('Sum', { exact: true })).toHaveText('$105.50')
  await sheet.getByLabel('Notes').fill('Thank you for your patience')
  await shot(office, 'invoice-editor')
  await expectNoAxeViolations(office)
  await office.setViewportSize({ width: 390, height: 844 })
  await shot(office, 'invoice-editor-phone')
  await office.setViewportSize({ width: 1440, height: 900 })
  await sheet
    .getByRole('switch', { name: 'Issue and send at once' })
    .setChecked(false, { force: true })
  await sheet.getByRole('button', { name: 'Keep as draft' }).click()
  await toasted(office, 'Draft created')

  await office.getByRole('button', { name: 'Edit draft' }).click()
  const editing = office.getByRole('dialog', { name: 'Edit draft' })
  await editing.getByRole('button', { name: 'Remove line 2' }).click()
  await editing.getByRole('button', { name: 'Save draft' }).click()
  await toasted(office, 'Draft saved')
  await expect(office.getByText('Haul away')).toBeHidden()
  await office.getByRole('button', { name: 'Finalize' }).click()
  await expect(office.getByRole('heading', { level: 1, name: /^Invoice #\d+/ })).toBeVisible()
  const timeline = office.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByRole('listitem').first()).toContainText('Created')
  await shot(office, 'invoice')

  await office.getByRole('button', { name: 'More actions' }).click()
  await office.getByRole('menuitem', { name: 'Void and replace' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Void and replace' }).click()
  await toasted(office, 'A draft replaces it')
  await expect(office.getByText('Thank you for your patience')).toBeVisible()
  await office.getByRole('button', { name: 'Finalize' }).click()
  await expect(office.getByRole('button', { name: 'Finalize' })).toBeHidden()

  await office.getByRole('button', { name: 'More actions' }).click()
  await office.getByRole('menuitem', { name: 'Write off' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Write off' }).click()
  await toasted(office, 'Invoice written off')
  await expect(office.getByLabel('Status')).toContainText('Written off')
  await office.getByRole('button', { name: 'More actions' }).click()
  await office.getByRole('menuitem', { name: 'Open again' }).click()
  await toasted(office, 'Invoice opened again')
  await expect(office.getByLabel('Status')).not.toContainText('Written off')
})

test('the office sets prefix and terms, and downloads the invoice as PDF', async ({ as, shot }) => {
  const office = await as('owner', '/app/settings?section=invoices')
  await office.getByLabel('Number prefix').fill('GA-')
  await office.getByLabel('Terms', { exact: true }).fill('Payable within 14 days.')
  const save = office.getByRole('button', { name: 'Save Changes' })
  await save.click()
  // It stands at the foot, on a phone in the header's place: what comes next there is under the thumb.
  const message = office.locator('.mantine-Notification-root')
  await expect.poll(async () => (await message.boundingBox())?.y).toBeGreaterThan(600)
  await toasted(office, 'Organization saved')
  await shot(office, 'settings-bills')
  await office.setViewportSize({ width: 390, height: 844 })
  await office.getByLabel('Terms', { exact: true }).fill('Payable within 14 days')
  await office.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(message).toBeVisible()
  const head = (await office.locator('.shell-head').boundingBox())!
  const { y, height } = (await message.boundingBox())!
  expect(y + height).toBeLessThanOrEqual(head.y + head.height)
  await toasted(office, 'Organization saved')
  await office.setViewportSize({ width: 1440, height: 900 })

  const { items } = await call(office, 'GET', '/api/invoices?group=open&limit=1')
  await office.goto(`/app/invoices/${items[0].id}`)
  await office.getByRole('button', { name: 'More actions' }).click()
  const [file] = await Promise.all([
    office.waitForEvent('download'),
    office.getByRole('menuitem', { name: 'Download PDF' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^invoice-.+\.pdf$/)

  const { url } = await call(office, 'POST', `/api/invoices/${items[0].id}/paylink`, {})
  await office.goto(new URL(url).pathname)
  const [paper] = await Promise.all([
    office.waitForEvent('download'),
    office.getByRole('link', { name: 'Download PDF' }).click(),
  ])
  expect(paper.suggestedFilename()).toMatch(/\.pdf$/)
})

test('each open invoice stands on one tile, which shows it alone', async ({ as, shot }) => {
  const office = await as('owner', '/app/invoices')
  const tiles = office.getByRole('region', { name: 'Open invoices' })
  const sums = (await call(office, 'GET', '/api/owner/billing/summary')) as Record<
    string,
    { count: number }
  >
  const names = { overdue: 'Overdue', declined: 'Declined', draft: 'Drafts', sent: 'Sent' }
  await shot(office, 'invoices')
  for (const [tile, name] of Object.entries(names)) {
    await tiles.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    await expect(office).toHaveURL(new RegExp(`tile=${tile}`))
    await expect(office.getByRole('heading', { name: 'Paid', exact: true })).toBeHidden()
    await expect(office.locator('main').getByRole('link', { name: /Invoice #|Draft/ })).toHaveCount(
      sums[tile]!.count,
    )
  }
  await expectNoAxeViolations(office)
  await tiles.getByRole('button', { name: /^All open/ }).click()
  await expect(office).toHaveURL(/\/app\/invoices$/)
  await office.setViewportSize({ width: 390, height: 844 })
  await shot(office, 'invoices-phone')
  await office.setViewportSize({ width: 1440, height: 900 })
  await office.getByRole('link', { name: 'To bill' }).click()
  await expect(office.getByRole('tab', { name: /^Drafts/ })).toBeVisible()
  await shot(office, 'to-bill')
})

test('receivables by age with a statement, and revenue by service', async ({ as, shot }) => {
  const office = await as('owner', '/app/invoices')
  await office.getByRole('link', { name: 'Receivables' }).click()
  await expect(office.getByRole('heading', { name: 'Receivables', level: 1 })).toBeVisible()
  const statement = office.getByRole('button', { name: 'Statement of Rosa Delgado' })
  await expect(statement).toBeVisible()
  await expectNoAxeViolations(office)
  await shot(office, 'receivables')
  const [file] = await Promise.all([office.waitForEvent('download'), statement.click()])
  expect(file.suggestedFilename()).toBe('statement.pdf')
  await office.setViewportSize({ width: 390, height: 844 })
  await expectNoAxeViolations(office)
  await shot(office, 'receivables-phone')
  await office.setViewportSize({ width: 1440, height: 900 })

  await office.goto('/app/insights')
  const revenue = office.getByRole('region', { name: 'Revenue' })
  await choose(office, revenue.getByLabel('By', { exact: true }), 'Service')
  await expect(revenue.getByRole('rowheader', { name: 'Mowing' })).toBeVisible()
  await expectNoAxeViolations(office)
  await shot(office, 'revenue')
  await office.setViewportSize({ width: 390, height: 844 })
  await shot(office, 'revenue-phone')
})

test('a page shown in dark colors is printed in light ones', async ({ as }) => {
  const office = await as('owner')
  await office.emulateMedia({ colorScheme: 'dark' })
  await office.goto('/app/invoices')
  await expect(office.getByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible()
  const ground = () => office.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await ground()
  await office.evaluate(() =>
    addEventListener('beforeprint', () => {
      document.title = getComputedStyle(document.body).backgroundColor
    }),
  )
  await office.pdf()
  await expect.poll(() => office.title()).toBe('rgb(250, 249, 246)')
  await expect.poll(ground).toBe(dark)
  expect(dark).not.toBe('rgb(250, 249, 246)')
})
