import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

// What the office reads and presses when it looks after its people, and calls that fail on the way.

export const said = (page: Page, text: string | RegExp): Promise<void> =>
  expect(page.getByText(text).first()).toBeVisible()
/** Waits for a message; then takes it away, unless it went by itself, so that the same one can be seen to come again. */
export async function toasted(page: Page, text: string): Promise<void> {
  const message = page.locator('.mantine-Notification-root').filter({ hasText: text }).first()
  await expect(message).toBeVisible()
  await message
    .getByRole('button', { name: 'Dismiss' })
    .click({ timeout: 1500 })
    .catch(() => undefined)
  await expect(message).toBeHidden()
}
/** While `act` runs, calls to this path fail without a word, as behind a broken proxy. */
export async function broken(
  page: Page,
  path: RegExp,
  act: () => Promise<void>,
  answer = { status: 400, body: '{}' },
): Promise<void> {
  await page.route(path, (route) => route.fulfill({ ...answer, contentType: 'application/json' }))
  await act()
  await page.unroute(path)
}
export const choose = async (page: Page, field: Locator, option: string): Promise<void> => {
  await field.and(page.getByRole('combobox')).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  // The list is gone before anything else is looked at.
  await expect(page.getByRole('option')).toHaveCount(0)
}
/** One call as whoever is signed in on this page. */
export async function call(page: Page, method: string, path: string, data?: object) {
  const token = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.includes('user:'))
    return (
      (JSON.parse(localStorage.getItem(key ?? '') ?? '{}') as { access_token?: string })
        .access_token ?? ''
    )
  })
  const answer = await page.request.fetch(path, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(data ? { data } : {}),
  })
  return (await answer.json()) as Record<string, any>
}
