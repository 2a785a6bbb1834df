import { addDays, todayIn } from '../../src/domain/base/dates.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { people } from './people.ts'
import { callsOf } from './sign-in.ts'
import { broken, choose, toasted } from './office-words.ts'

// Salespeople and their leads.
test.use({ world: 'admin' })
test.setTimeout(120_000)
const yesterday = addDays(todayIn('America/New_York', new Date().toISOString()), -1)

test('a salesperson claims a lead that arrives live, works it and gives it back @role', async ({
  as,
  browser,
  shot,
}) => {
  const page = await as('sales', '/app')
  await expect(page).toHaveURL('/app/sales')
  await expect(page.getByRole('heading', { name: 'Sales CRM' })).toBeVisible()
  const leads = page.getByRole('list', { name: 'Leads' })
  const tidy = leads.getByRole('listitem').filter({ hasText: 'Tidy Yards' })
  await expect(tidy).toBeVisible()
  await expect(page.getByRole('tab', { name: 'All' })).toBeHidden()
  await expectNoAxeViolations(page)
  await shot(page, 'sales')

  // Somebody asks on the website meanwhile.
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(new URL('/get-started', page.url()).href)
  await visitor.request.post(new URL('/api/public/leads', page.url()).href, {
    data: {
      email: 'kim@quickmow.example',
      name: 'Kim Moss',
      company: 'Quick Mow',
      source: 'trial',
    },
  })
  await visitor.context().close()
  const quick = leads.getByRole('listitem').filter({ hasText: 'Quick Mow' })
  await expect(quick).toBeVisible()

  await broken(page, /claim$/, async () => {
    await quick.getByRole('button', { name: 'Claim Quick Mow' }).click()
    await toasted(page, 'Could not claim lead')
  })
  await quick.getByRole('button', { name: 'Claim Quick Mow' }).click()
  await toasted(page, 'Lead claimed')
  await expect(quick).toBeHidden()
  await page.getByRole('tab', { name: 'My Pipeline' }).click()
  await quick.getByRole('button', { name: 'High priority: Quick Mow' }).click()
  await expect(quick.getByRole('button', { name: 'High priority: Quick Mow' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await quick.getByRole('button', { name: 'Open Quick Mow' }).click()
  const sheet = page.getByRole('dialog')
  await expectNoAxeViolations(page)
  await choose(page, sheet.getByLabel('Stage'), 'Proposal')
  await sheet.getByLabel('Next action').fill(`${yesterday}T09:00`)
  await sheet.getByLabel('Meeting').fill('http://unsafe.example')
  await sheet.getByRole('button', { name: 'Save changes' }).click()
  await expect(sheet.getByText('Use an https:// address')).toBeVisible()
  await sheet.getByLabel('Meeting').fill('https://meet.example/kim')
  await broken(page, /sales\/leads\/[^/]+$/, async () => {
    await sheet.getByRole('button', { name: 'Save changes' }).click()
    await expect(sheet.getByText('Update failed')).toBeVisible()
  })
  await sheet.getByRole('button', { name: 'Save changes' }).click()
  await toasted(page, 'Lead saved')
  await expect(quick).toContainText('Proposal')
  await expect(quick).toContainText('Overdue')
  await expect(quick.getByRole('link', { name: 'Meeting' })).toHaveAttribute(
    'href',
    'https://meet.example/kim',
  )

  await quick.getByRole('button', { name: 'Open Quick Mow' }).click()
  await sheet.getByLabel('New note').fill('Wants a demo on Friday')
  await broken(page, /notes$/, async () => {
    await sheet.getByRole('button', { name: 'Add note' }).click()
    await toasted(page, 'Could not add note')
  })
  await sheet.getByRole('button', { name: 'Add note' }).click()
  await expect(sheet.getByRole('listitem')).toContainText('Wants a demo on Friday')
  await expect(sheet.getByRole('listitem')).toContainText('Sal Esposito')
  await shot(page, 'sales-lead')
  await broken(page, /assign$/, async () => {
    await choose(page, sheet.getByLabel('Assigned to'), 'Nobody')
    await toasted(page, 'Assign failed')
  })
  await choose(page, sheet.getByLabel('Assigned to'), 'Nobody')
  await toasted(page, 'Back in the pool')
  await expect(sheet).toBeHidden()
})

test('an administrator sees all leads and assigns any; a lead added by hand is one’s own', async ({
  as,
}) => {
  const page = await as('admin', '/app/sales?tab=all')
  const leads = page.getByRole('list', { name: 'Leads' })
  await expect(leads.getByRole('listitem').filter({ hasText: 'Bug Gone' })).toContainText('Lost')
  await page.getByLabel('Search leads').fill('shiny')
  await expect(leads.getByRole('listitem')).toHaveCount(1)
  await leads.getByRole('button', { name: 'Open Shiny Windows' }).click()
  const sheet = page.getByRole('dialog')
  await choose(page, sheet.getByLabel('Assigned to'), 'Ada Minter')
  await toasted(page, 'Assigned to Ada Minter')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add lead' }).click()
  await sheet.getByRole('button', { name: 'Add to my pipeline' }).click()
  await expect(sheet.getByText('Email is required')).toBeVisible()
  await sheet.getByLabel('Email').fill('fair@mail.example')
  await sheet.getByLabel('Company').fill('Fair Fences')
  await sheet.getByRole('button', { name: 'Add to my pipeline' }).click()
  await toasted(page, 'Lead added')
  await page.getByRole('tab', { name: 'My Pipeline' }).click()
  await expect(leads.getByRole('listitem').filter({ hasText: 'Fair Fences' })).toBeVisible()
})

test('saving a lead keeps a note that was not added and what a colleague changed meanwhile', async ({
  as,
  server,
}) => {
  const sales = await callsOf(server.url, people.sales)
  const admin = await callsOf(server.url, people.admin)
  const { lead } = await sales('POST', '/api/sales/leads', {
    email: 'two@mail.example',
    company: 'Two Hands',
  })
  const page = await as('sales', '/app/sales?tab=mine')
  const row = page.getByRole('listitem').filter({ hasText: 'Two Hands' })
  await row.getByRole('button', { name: 'Open Two Hands' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Name', { exact: true }).fill('Tia Hands')
  await sheet.getByLabel('New note').fill('Calls back on Monday')
  await admin('PATCH', `/api/sales/leads/${lead.id}`, { stage: 'proposal' })
  await expect(row).toContainText('Proposal')
  await sheet.getByRole('button', { name: 'Save changes' }).click()
  await toasted(page, 'Lead saved')
  await expect(row).toContainText('Tia Hands')
  await expect(row).toContainText('Proposal')

  await row.getByRole('button', { name: 'Open Two Hands' }).click()
  await expect(sheet.getByRole('listitem')).toContainText('Calls back on Monday')
  await sheet.getByLabel('New note').fill('Half a thought')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible()
})
