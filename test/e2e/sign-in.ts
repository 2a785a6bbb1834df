import {
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test'
import { password as demoPassword } from './people.ts'

/** Signs in through the provider's page, as a person would; if its cookie is still there the page doesn't show. */
export async function signIn(page: Page, email: string, path = '/app'): Promise<void> {
  const password = page.locator('input[type=password]').first()
  const arrived = () => new URL(page.url()).pathname.startsWith('/app')
  const left = page.getByRole('region', { name: 'Not sent yet' })

  await page.goto(`/login?next=${encodeURIComponent(path)}`)
  await expect
    .poll(
      async () => {
        // A phone with unsent work shows it first.
        if (!arrived() && (await left.isVisible()))
          await page.getByRole('button', { name: 'Log in' }).click()
        return arrived() || (await password.isVisible())
      },
      { message: 'the sign-in page', timeout: 20_000 },
    )
    .toBe(true)
  if (arrived()) return
  await page
    .getByLabel(/e-?mail/i)
    .first()
    .fill(email)
  await password.fill(demoPassword)
  await password.press('Enter')
  await page.waitForURL((url) => url.pathname.startsWith('/app'))
}

/** An access token for a person, issued without a browser; it outlives any journey. */
export async function tokenOf(server: string, email: string): Promise<string> {
  const answer = await fetch(`${server}/idp/development/token`, {
    method: 'POST',
    headers: { 'x-fieldhive-development': '1' },
    body: new URLSearchParams({ email }),
  })
  if (!answer.ok) throw new Error(`No token for ${email}: ${answer.status} ${await answer.text()}`)
  return answer.text()
}

export type Call = <T = any>(method: string, path: string, data?: object) => Promise<T>

/** Calls as a person, without a browser: what a colleague or a customer does at the same time. */
export async function callsOf(server: string, email: string): Promise<Call> {
  const token = await tokenOf(server, email)
  return async (method, path, data) => {
    const answer = await fetch(`${server}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(data ? { 'content-type': 'application/json' } : {}),
      },
      ...(data ? { body: JSON.stringify(data) } : {}),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
}

/**
 * The browser storage of a signed-in person, for journeys about something else: without a page, a provider cookie or renewal. Signing in itself is tested in `public.e2e.ts`, `main-journey.e2e.ts` and wherever a password is typed.
 */
export async function signedIn(
  server: string,
  email: string,
): Promise<NonNullable<BrowserContextOptions['storageState']>> {
  const access_token = await tokenOf(server, email)
  const { authority, client_id, scope } = (await (
    await fetch(`${server}/api/public/config`)
  ).json()) as Record<'authority' | 'client_id' | 'scope', string>
  const profile = JSON.parse(Buffer.from(access_token.split('.')[1]!, 'base64url').toString()) as {
    exp: number
  }
  const value = JSON.stringify({
    access_token,
    token_type: 'Bearer',
    scope,
    profile,
    expires_at: profile.exp,
  })
  return {
    cookies: [],
    origins: [
      {
        origin: server,
        localStorage: [{ name: `fieldhive.auth.user:${authority}:${client_id}`, value }],
      },
    ],
  }
}

/** The same in an existing context: written when its first page opens, which saves the extra page Playwright opens for a storage state. */
export async function bringSignedIn(
  context: BrowserContext,
  server: string,
  email: string,
): Promise<void> {
  const { origins } = (await signedIn(server, email)) as {
    origins: { origin: string; localStorage: { name: string; value: string }[] }[]
  }
  await context.addInitScript((all) => {
    for (const { origin, localStorage: kept } of all) {
      // Only once, so that signing out lasts.
      if (origin !== location.origin || localStorage.getItem('journey')) continue
      localStorage.setItem('journey', 'begun')
      for (const { name, value } of kept) localStorage.setItem(name, value)
    }
  }, origins)
}
