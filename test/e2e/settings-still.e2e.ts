import { expect, test } from './fixtures.ts'

// Pages whose parts come one by one must not move under the reader.

test('the cards of the settings appear together, and nothing moves @phone', async ({ as }) => {
  const page = await as('owner')
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as { value?: number }).value ?? 0)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // Each answer takes longer than the one before.
  for (const [at, path] of ['tax-rates', 'brand', 'review-settings', 'sign-in-rules'].entries())
    await page.route(`**/api/owner/${path}`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 200 * (at + 1)))
      await route.continue()
    })
  await page.goto('/app/settings')
  for (const name of ['Payments & payouts', 'Sales tax', 'Message wording'])
    await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.waitForTimeout(500)
  const moved = await page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
  )
  expect(moved).toBeLessThanOrEqual(0.01)
})
