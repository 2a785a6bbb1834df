import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { people } from './people.ts'
import { signIn, tokenOf } from './sign-in.ts'

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
