import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

// Helpers for the office's messages and buttons on the people screens, and for failing calls.

export const expectText = (page: Page, text: string | RegExp): Promise<void> =>
  expect(page.getByText(text).first()).toBeVisible()
/** Waits for a toast, then closes it if it's still there, so that the next identical one can be detected. */
export async function toasted(page: Page, text: string): Promise<void> {
  const message = page.locator('.mantine-Notification-root').filter({ hasText: text }).first()
  await expect(message).toBeVisible()
  await message
    .getByRole('button', { name: 'Dismiss' })
    .click({ timeout: 1500 })
    .catch(() => undefined)
  await expect(message).toBeHidden()
}
/** While `act` runs, calls to this path fail without a message, as behind a broken proxy. */
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
  // Wait for the list to close first.
  await expect(page.getByRole('option')).toHaveCount(0)
}
/** Opens the form behind the Add button of the crews' page. */
export async function addCrew(page: Page, line: string, title: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: line }).click()
  return page.getByRole('dialog', { name: title })
}
/** Makes a call as the person signed in on this page. */
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
