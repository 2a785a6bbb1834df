import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { people } from './people.ts'
import { callsOf, signIn, tokenOf } from './sign-in.ts'

test.use({ world: 'history' })

test('the owner reads what was done, narrows it down, and takes it out as a file', async ({
  page,
  server,
  shot,
}) => {
  await signIn(page, people.owner, '/app/account')
  const token = await tokenOf(server.url, people.owner)
  await page.request.post(`${server.url}/api/owner/teams`, {
    headers: { authorization: `Bearer ${token}` },
    data: { name: 'History team' },
  })
  await page.goto('/app/settings?tab=history')
  const entries = page.getByRole('list', { name: 'History' }).locator('> li')
  await expect(entries.first()).toContainText('name: History team')
  await expect(entries.first()).toContainText('Dana Green')
  await expectNoAxeViolations(page)
  await shot(page, 'history')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await file).suggestedFilename()).toBe('history.csv')
  await page.getByRole('combobox', { name: 'About' }).click()
  await page.getByRole('option', { name: 'Invoices and payments' }).click()
  await expect(page.getByText('name: History team')).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await shot(page, 'history-phone')
})

test('the office reads what changed in a customer, an invoice and a person', async ({
  page,
  server,
  shot,
}) => {
  await signIn(page, people.owner, '/app/account')
  const office = await callsOf(server.url, people.owner)
  const [casey] = (await office('GET', '/api/owner/customers?q=Casey%20Walker')).customers
  await office('PUT', `/api/owner/customers/${casey.id}`, { gate_code: '4711', city: 'Durham' })

  await page.goto(`/app/customers/${casey.id}`)
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByText('Gate code: changed')).toBeVisible()
  await expect(history).toContainText('Dana Green')
  await expect(history.getByText('4711')).toHaveCount(0)
  await expectNoAxeViolations(page)
  await shot(page, 'history-customer')
  await page.setViewportSize({ width: 390, height: 844 })
  await history.scrollIntoViewIfNeeded()
  await shot(page, 'history-customer-phone')
  await page.setViewportSize({ width: 1440, height: 900 })

  const { items } = await office('GET', '/api/invoices?limit=50')
  const invoice = items.find(({ status }: { status: string }) => status === 'open')
  await office('POST', `/api/invoices/${invoice.id}/void`, { reason: 'Billed twice' })
  await page.goto(`/app/invoices/${invoice.id}`)
  await page.getByText('History', { exact: true }).click()
  await expect(page.getByRole('list', { name: 'History' })).toContainText(/Document: open.*void/)
  await shot(page, 'history-invoice')

  await page.goto('/app/people')
  await page
    .getByRole('button', { name: /^More about/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  await expect(page.getByRole('dialog', { name: /^History of/ })).toBeVisible()
  await expectNoAxeViolations(page)
  await shot(page, 'history-person')
})
