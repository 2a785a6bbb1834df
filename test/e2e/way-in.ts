import type { Page } from '@playwright/test'

// Helpers for signing in: the provider's page, new accounts, and faked responses.

export const passwordField = (page: Page) => page.locator('input[type=password]').first()
export const refused = 'Unauthorized. You do not have permission to access this page.'
export const alertOf = (page: Page) => page.locator('.plain-alert')

/** A new account, signed in and without a role. */
export async function newcomer(
  page: Page,
  next = '/app',
  email = `new.${Math.random().toString(36).slice(2, 10)}@mail.example`,
): Promise<string> {
  await page.goto(
    `/login?screen=signup&email=${encodeURIComponent(email)}&next=${encodeURIComponent(next)}`,
  )
  await passwordField(page).fill('a long enough secret')
  await passwordField(page).press('Enter')
  await page.waitForURL((url) => !/^\/(idp|login|auth)/.test(url.pathname))
  return email
}

/** Fakes a call's response. */
export const answer = (page: Page, path: string, status: number, body?: object) =>
  page.route(path, (route) =>
    body
      ? route.fulfill({ status, json: body })
      : route.fulfill({ status, contentType: 'text/html', body: '<p>Nothing here</p>' }),
  )

/** A page fetches by itself, once its first screen is shown, what may open over it: this file, and the frame of every sheet. */
export async function hasFetched(page: Page, file: string): Promise<void> {
  for (const part of [file, 'SheetFrame'])
    await page.waitForFunction(
      (name) => performance.getEntriesByType('resource').some((one) => one.name.includes(name)),
      `/${part}-`,
    )
}
