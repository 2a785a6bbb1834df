import { expect, type Page } from '@playwright/test'
import { password as demoPassword } from './people.ts'

/** Signs in as a person would, through the provider's own page; with its cookie still there, that page never shows. */
export async function signIn(page: Page, email: string, path = '/app'): Promise<void> {
  const password = page.locator('input[type=password]').first()
  const arrived = () => new URL(page.url()).pathname.startsWith('/app')

  await page.goto(`/login?next=${encodeURIComponent(path)}`)
  await expect.poll(async () => arrived() || (await password.isVisible()), { message: 'the sign-in page', timeout: 20_000 }).toBe(true)
  if (arrived()) return
  await page
    .getByLabel(/e-?mail/i)
    .first()
    .fill(email)
  await password.fill(demoPassword)
  await password.press('Enter')
  await page.waitForURL((url) => url.pathname.startsWith('/app'), { timeout: 20_000 })
}
