import type { Page } from '@playwright/test'

/** Opens the list of what waits for the office, on the dashboard. */
export async function openNeeds(page: Page): Promise<void> {
  const line = page.getByRole('button', { name: /^Needs you \(/ })
  if ((await line.getAttribute('aria-expanded')) === 'false') await line.click()
}
