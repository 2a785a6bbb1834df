import { expect, expectNoAxeViolations, test } from './fixtures.ts'

// The month at a glance: how full each day is, by keyboard and on a phone.
test.use({ world: 'command' })
test.setTimeout(120_000)

test('the owner looks at a month, goes through it by keyboard and opens a day @dates', async ({
  as,
  shot,
}) => {
  const page = await as('owner', '/app/schedule')
  await page.getByText('Month', { exact: true }).click()
  await expect(page).toHaveURL(/view=month/)
  const days = page.getByRole('table').getByRole('button')
  await expect(days.filter({ hasText: 'visit' }).first()).toBeVisible()
  await expect(page.getByRole('table').locator('[aria-current=date]')).toHaveCount(1)
  await expectNoAxeViolations(page)
  await shot(page, 'month')
  await page.emulateMedia({ colorScheme: 'dark' })
  await shot(page, 'month-dark')

  // A link to a month shows the same, and arrows go into the next one.
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText('Overbooked')
  // While another month loads, the one before stays in its place, and Today leads back.
  const came = Promise.withResolvers<void>()
  await page.route(/\/api\/schedule\/(month|week)/, (route) =>
    came.promise.then(() => route.fallback()),
  )
  const table = await page.getByRole('table').elementHandle()
  await page.getByRole('button', { name: 'Next month' }).click()
  await expect(page.locator('[aria-busy=true]').getByRole('table')).toBeVisible()
  came.resolve()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  expect(await table?.evaluate((one) => one.isConnected)).toBe(true)
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await expect(page.getByRole('table').locator('[aria-current=date]')).toHaveCount(1)
  await page.getByRole('button', { name: 'Next month' }).click()
  await expect(page).toHaveURL(/date=\d{4}-\d{2}-01/)
  await page.reload()
  const first = page.getByRole('table').locator('button[tabindex="0"]')
  await first.focus()
  await page.keyboard.press('ArrowRight')
  await expect(first).toBeFocused()
  await expect(first).toHaveAttribute('id', /-02$/)
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown']) {
    const was = (await first.getAttribute('id'))!
    await page.keyboard.press(key)
    await expect(first).not.toHaveAttribute('id', was)
    await expect(first).toBeFocused()
  }
  await expect(first).toHaveAttribute('id', /-02$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/view=board/)
  await expect(page).toHaveURL(/date=\d{4}-\d{2}-02/)

  await page.goBack()
  await expect(page.getByRole('table')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(days.first()).toBeVisible()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  await shot(page, 'month-phone')
})
