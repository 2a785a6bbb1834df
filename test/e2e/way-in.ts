import type { Page } from '@playwright/test'

// The way in: the provider's page, somebody new, and answers the server would not give.

export const passwordField = (page: Page) => page.locator('input[type=password]').first()
export const refused = 'Unauthorized. You do not have permission to access this page.'
export const alertOf = (page: Page) => page.locator('.plain-alert')

/** An account of its own: signed in, and nobody to us yet. */
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

/** The answer a call gets, whatever the server would have said. */
export const answer = (page: Page, path: string, status: number, body?: object) =>
  page.route(path, (route) =>
    body
      ? route.fulfill({ status, json: body })
      : route.fulfill({ status, contentType: 'text/html', body: '<p>Nothing here</p>' }),
  )
