import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

// Helpers for the customer list: opening it, pressing buttons, waiting for messages, and failing calls.

export const open = async (page: Page, query = ''): Promise<void> => {
  await page.goto(`/app/customers?tab=overview${query.replace('?', '&')}`)
  await expect(page.getByRole('list', { name: /^Active & Paused/ })).toBeVisible()
}
export const list = (page: Page, name: 'Active & Paused' | 'Leads' | 'Archived'): Locator =>
  page.getByRole('list', { name: new RegExp(`^${name}`) })
export const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true })
/** A toast, or a message that stays. */
export const expectText = async (page: Page, message: string): Promise<void> => {
  const toast = page
    .getByRole('alert')
    .or(page.getByRole('status'))
    .filter({ hasText: message })
    .first()
  await expect(toast).toBeVisible()
  // So that a later message with the same text isn't mistaken for this one.
  const dismiss = page
    .locator('.mantine-Notification-root')
    .filter({ hasText: message })
    .getByRole('button', { name: 'Dismiss' })
  for (let left = await dismiss.count(); left > 0; left--) await dismiss.first().click()
  await expect(page.locator('.mantine-Notification-root').filter({ hasText: message })).toHaveCount(
    0,
  )
}
/** While `act` runs the call fails, as when the server has trouble. */
export async function failing(
  page: Page,
  call: RegExp,
  act: () => Promise<unknown>,
  answer = { status: 500, code: 'internal', error: 'Server error. Please try again.' },
): Promise<void> {
  const { status, ...body } = answer
  await page.route(call, (route) =>
    route.fulfill({ status, json: { ...body, request_id: 'journey' } }),
  )
  await act()
  await page.unroute(call)
}
