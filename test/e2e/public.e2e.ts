import type { BrowserContext, Page } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { password, people } from './people.ts'
import { signIn } from './sign-in.ts'
import { alertOf, answer, newcomer, passwordField, refused } from './way-in.ts'

// Public pages: the landing page, sign-in, the callback from the identity provider, and their errors.

const providerEmail = (page: Page) => page.getByLabel('Email', { exact: true })

// `landing.test.ts` has what its forms refuse and send, and the links in its foot.
test('landing page: loads none of the app’s code, scrolls to its sections, and both forms continue to sign-up', async ({
  page,
}) => {
  await page.goto('/')
  const bytes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ initiatorType }) => initiatorType === 'script')
      .map(({ decodedBodySize }) => decodedBodySize),
  )
  expect(bytes.length).toBeGreaterThan(0)
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(5_000)
  for (const [name, id] of [
    ['Features', 'features'],
    ['Pricing', 'value'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(`/#${id}`)
    await expect(page.locator(`#${id}`)).toBeInViewport()
  }
  await expect(page.getByRole('row', { name: '120 $290' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')

  for (const origin of ['hero', 'cta']) {
    const form = page.locator('form.start').nth(origin === 'hero' ? 0 : 1)
    const field = form.getByLabel('Work email')
    await field.fill('nobody')
    await field.press('Enter')
    await expect(form.getByRole('alert')).toHaveText('Enter a valid email address.')
    await expect(field).toBeFocused()
    if (origin === 'hero') await expectNoAxeViolations(page)
    // The second one continues even if its lead can't be sent.
    else await page.route('**/api/public/leads', (route) => route.abort())
    const lead = page.waitForRequest('**/api/public/leads')
    await field.fill(' Ana@Example.com ')
    await expect(form.getByRole('alert')).toBeEmpty()
    await field.press('Enter')
    expect((await lead).postDataJSON()).toMatchObject({ email: 'Ana@Example.com', origin })
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
    await expect(providerEmail(page)).toHaveValue('Ana@Example.com')
    if (origin === 'hero') await page.goto('/')
  }
})

// `plain.test.tsx` has what the form refuses, `visitor.e2e.ts` what it says when it cannot go on.
test('trial sign-up passes name and company on to the setup', async ({ page }) => {
  await page.goto('/get-started')
  const good = {
    name: 'Gus Trial',
    email: `gus.${Math.random().toString(36).slice(2, 10)}@trial.example`,
    company: 'Trial & Sons',
  }
  await page.getByLabel('Your Name').fill(good.name)
  await page.getByLabel('Work Email').fill(good.email)
  await page.getByLabel('Company').fill(good.company)
  const lead = page.waitForRequest('**/api/public/leads')
  await page.getByRole('button', { name: 'Start free trial' }).click()
  expect((await lead).postDataJSON()).toEqual({
    ...good,
    phone: null,
    source: 'trial',
    path: '/get-started',
  })
  await expect(providerEmail(page)).toHaveValue(good.email)
  await passwordField(page).fill('a long enough secret')
  await passwordField(page).press('Enter')
  await expect(page.getByText('Step 1 of 7')).toBeVisible()
  await expect(page.getByLabel('Company')).toHaveValue(good.company)
})

test.describe('/login', () => {
  test('parameters choose the page and prefill the email, or the one saved by sign-up does', async ({
    context,
  }) => {
    for (const [query, heading, email] of [
      ['?login_hint=hint@mail.example&email=typed@mail.example', 'Sign in', 'hint@mail.example'],
      ['?screen=signup&email=typed@mail.example', 'Create your account', 'typed@mail.example'],
      ['?screen=other&email=not-an-address', 'Sign in', ''],
      ['', 'Sign in', 'saved@mail.example'],
    ] as const) {
      // A new tab, with none of the previous one's session storage.
      const page = await context.newPage()
      if (query === '')
        await page.addInitScript(() =>
          sessionStorage.setItem('fieldhive.signup-email', 'saved@mail.example'),
        )
      await page.goto(`/login${query}`)
      await expect(page.getByRole('heading', { name: heading }), query).toBeVisible()
      await expect(providerEmail(page), query).toHaveValue(email)
      await page.close()
    }
  })
  test('goes on to the sign-in form without loading the application', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/login?next=%2Fapp%2Fcustomers')
    await expect(passwordField(page)).toBeVisible()
    const before = asked.slice(0, asked.indexOf('/idp/auth'))
    expect(before).toContain('/login')
    expect(before.filter((path) => /^\/(assets|api)\//.test(path))).toEqual([])
    expect(asked.filter((path) => /\/(app|core)-[^/]+$/.test(path))).toEqual([])
    await providerEmail(page).fill(people.manager)
    await passwordField(page).fill(password)
    await passwordField(page).press('Enter')
    await expect(page).toHaveURL('/app/customers')
  })
  test('says in the language of the device what it waits for', async ({ page }) => {
    // As if the browser took long to make the keys.
    await page.addInitScript(() => (crypto.subtle.digest = () => new Promise(() => {})))
    for (const [locale, text] of [
      ['en', 'Finishing sign in…'],
      ['es', 'Terminando el inicio de sesión…'],
    ] as const) {
      await page.addInitScript((chosen) => localStorage.setItem('fieldhive.locale', chosen), locale)
      await page.goto('/login')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text, {
        useInnerText: true,
      })
      await expectNoAxeViolations(page)
    }
  })
  test('with a session to renew: shows a waiting message, what failed, and whose settings are wrong', async ({
    page,
    server,
  }) => {
    const config = await (await fetch(`${server.url}/api/public/config`)).json()
    await page.addInitScript(
      ({ authority, client_id }) =>
        localStorage.setItem(
          `fieldhive.auth.user:${authority}:${client_id}`,
          JSON.stringify({ access_token: 'x', refresh_token: 'x', profile: {}, expires_at: 1 }),
        ),
      config,
    )
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route('**/api/public/config', async (route) => {
      await held
      await route.abort()
    })
    await page.goto('/login')
    await expect(page.getByText('Finishing sign in…')).toBeVisible()
    await expectNoAxeViolations(page)
    letGo()
    await expect(alertOf(page)).toHaveText(
      'The sign-in page does not answer. Check your connection, then try again.',
    )
    await expectNoAxeViolations(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await answer(page, '**/api/public/config', 200, { ...config, provider_name: 'Auth0' })
    await answer(page, '**/.well-known/openid-configuration', 404)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(alertOf(page)).toHaveText(
      'Could not continue. Check console for Auth0 error (audience / scope).',
    )
  })
  test('Back after signing in stays in the application, then leads to the page before', async ({
    page,
  }) => {
    await page.goto('/support')
    await signIn(page, people.manager, '/app/customers')
    await page.goBack()
    await expect(page).toHaveURL('/app')
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/support')
  })
  test('the provider’s pages pass axe, light and dark', async ({ page }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto('/login')
      await providerEmail(page).fill('nobody@mail.example')
      await passwordField(page).fill('wrong')
      await passwordField(page).press('Enter')
      await expect(page.getByRole('alert')).toHaveText('Email or password is wrong.')
      await expectNoAxeViolations(page)
      await page.getByRole('link', { name: 'Create an account' }).click()
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(page.getByText('Use at least 10 characters.')).toBeVisible()
      await expectNoAxeViolations(page)
    }
  })
  // `safe-path.test.ts` covers all other forms of off-site URLs.
  test('a signed-in person continues to `next`, but never off this site', async ({
    as,
    server,
  }) => {
    const page = await as('user')
    for (const [next, arrives] of [
      ['/app/user/invoices?status=open#top', '/app/user/invoices'],
      ['/\\evil.example', '/app'],
    ] as const) {
      await page.goto(`/login?next=${encodeURIComponent(next)}`)
      await page.waitForURL((url) => url.pathname !== '/login')
      await expect(page.locator('main#content'), next).toBeVisible()
      expect([new URL(page.url()).origin, new URL(page.url()).pathname], next).toEqual([
        server.url,
        arrives,
      ])
    }
  })
  test('signing in returns to the original page', async ({ page }) => {
    await page.goto('/app/account?tab=notifications')
    await expect(passwordField(page)).toBeVisible()
    await providerEmail(page).fill(people.user)
    await passwordField(page).fill(password)
    await passwordField(page).press('Enter')
    await expect(page).toHaveURL(/\/app\/account\?tab=notifications$/)
  })
})

test.describe('callbacks', () => {
  const long = 'x'.repeat(300)
  test('show the provider’s error as plain text, and what to do', async ({ page }) => {
    for (const [path, sentence] of [
      ['/auth/callback', 'Login failed.'],
      ['/auth/callback?error=access_denied', 'Authentication error: access_denied'],
      [
        '/onboarding-callback?error=access_denied&error_description=<img src=x onerror=alert(1)>',
        'Authentication error: <img src=x onerror=alert(1)>',
      ],
      [
        `/auth/callback?error=e&error_description=${long}`,
        `Authentication error: ${long.slice(0, 200)}`,
      ],
      ['/owner-onboarding-callback?code=made-up&state=made-up', 'Sign-in processing failed.'],
    ] as const) {
      await page.goto(path)
      await expect(alertOf(page), path).toHaveText(sentence)
      await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute(
        'href',
        /^\/login/,
      )
    }
    await expectNoAxeViolations(page)
  })
  test('with a session: continues to the app or to `next`, or to /app if that is off-site', async ({
    as,
  }) => {
    const page = await as('owner')
    for (const [path, arrives] of [
      ['/auth/callback?code=used-already&state=used-already', '/app'],
      ['/onboarding-callback?next=/app/settings', '/app/settings'],
      ['/owner-onboarding-callback?next=//evil.example', '/app'],
    ] as const) {
      await page.goto(path)
      await expect(page.locator('main#content'), path).toBeVisible()
      expect(new URL(page.url()).pathname, path).toBe(arrives)
    }
  })
  test('remembers the requested page when the provider refuses', async ({ page }) => {
    await page.goto('/app/settings')
    await expect(passwordField(page)).toBeVisible()
    const state = await page.evaluate(() =>
      Object.keys(localStorage)
        .find((key) => key.startsWith('fieldhive.authstate.'))!
        .replace('fieldhive.authstate.', ''),
    )
    await page.goto(
      `/auth/callback?error=access_denied&error_description=You+said+no&state=${state}`,
    )
    await expect(alertOf(page)).toHaveText('Authentication error: You said no')
    await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute(
      'href',
      `/login?next=${encodeURIComponent('/app/settings')}`,
    )
  })
  test('bootstraps by POST, then by GET; without an email tries six times, then asks for it', async ({
    page,
  }) => {
    const email = await newcomer(page)
    await expect(page.getByText(refused)).toBeVisible()
    const asked: string[] = []
    await page.route('**/api/public/owner-onboard/bootstrap*', (route) => {
      asked.push(route.request().method())
      return route.fulfill({
        status: 500,
        json: { error: 'Server error. Please try again.', code: 'internal', request_id: 'x' },
      })
    })
    await page.goto('/owner-onboarding-callback')
    await expect(alertOf(page)).toHaveText('Owner onboarding failed.')
    expect(asked).toEqual(['POST', 'GET'])
    await page.unrouteAll({ behavior: 'ignoreErrors' })

    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('fieldhive.auth.user:'))!
      const user = JSON.parse(localStorage.getItem(key)!) as { profile: { email?: string } }
      delete user.profile.email
      localStorage.setItem(key, JSON.stringify(user))
    })
    const began = Date.now()
    await page.goto('/owner-onboarding-callback')
    await expect(page.getByText('Preparing your account…')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'One more thing' })).toBeVisible()
    expect(Date.now() - began).toBeGreaterThan(6 * 75 + 50 * 15)
    await expectNoAxeViolations(page)
    await page.getByLabel('Work Email').fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Step 1 of 7')).toBeVisible()
  })
})

test.describe('plain pages', () => {
  test('an unknown URL says so and links on; support says whether the service is up', async ({
    page,
  }) => {
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect(page).toHaveTitle(/Page not found/)
    for (const [name, href] of [
      ['Dashboard', '/app'],
      ['Customers', '/app/customers'],
      ['Settings', '/app/settings'],
      ['Support', '/support'],
    ] as const)
      await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', href)

    await page.getByRole('main').getByRole('link', { name: 'Support' }).click()
    await expect(page.getByRole('link', { name: 'support@fieldhive.example' })).toHaveAttribute(
      'href',
      'mailto:support@fieldhive.example',
    )
    await expect(page.getByText('our service is up and running.')).toBeVisible()
    await page.route('**/api/public/config', (route) => route.abort())
    await page.reload()
    await expect(page.getByText('our service is not responding right now.')).toBeVisible()
  })
  test('logging out ends the session in every tab', async ({ browser, server }) => {
    const context: BrowserContext = await browser.newContext({ baseURL: server.url })
    const page = await context.newPage()
    await signIn(page, people.manager)
    const other = await context.newPage()
    await other.goto('/app/account')
    await expect(other.getByRole('heading', { name: 'Account' }).first()).toBeVisible()
    await page.getByRole('button', { name: /Account menu/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/')
    await expect(other).toHaveURL('/')
    await other.goto('/app')
    await expect(passwordField(other)).toBeVisible()
    await context.close()
  })
})
