import type { BrowserContext, Page } from '@playwright/test'
import { createServer } from 'vite'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { password, people } from './people.ts'
import { signIn } from './sign-in.ts'
import { alertOf, answer, newcomer, passwordField, refused } from './way-in.ts'

// Public pages: the landing page, sign-in, the callback from the identity provider, and their errors.

const providerEmail = (page: Page) => page.getByLabel('E-mail', { exact: true })

test.describe('landing page', () => {
  test('both forms ask for an e-mail, send the lead and continue to sign-up @phone', async ({
    page,
  }) => {
    const origins = ['hero', 'cta'] as const
    const formOf = (origin: (typeof origins)[number]) =>
      page.locator('form.start').nth(origins.indexOf(origin))
    await page.goto('/')
    for (const origin of origins) {
      const form = formOf(origin)
      const field = form.getByLabel('Work email')
      for (const [typed, sentence] of [
        ['', 'Please enter your email.'],
        ['   ', 'Please enter your email.'],
        ['nobody', 'Enter a valid email address.'],
        ['a@b', 'Enter a valid email address.'],
        ['a b@c.de', 'Enter a valid email address.'],
        [`${'a'.repeat(250)}@b.co`, 'Enter a valid email address.'],
      ] as const) {
        await field.fill(typed)
        await form.getByRole('button', { name: 'Get started' }).click()
        await expect(form.getByRole('alert'), typed).toHaveText(sentence)
        await expect(field).toHaveAttribute('aria-invalid', 'true')
        await expect(field).toBeFocused()
      }
    }
    await expectNoAxeViolations(page)
    for (const origin of origins) {
      if (origin === 'cta') await page.goto('/')
      const form = formOf(origin)
      const field = form.getByLabel('Work email')
      await field.fill('nobody')
      await field.press('Enter')
      const lead = page.waitForRequest('**/api/public/leads')
      await field.fill(' Ana@Example.com ')
      await expect(form.getByRole('alert')).toBeEmpty()
      await field.press('Enter')
      expect((await lead).postDataJSON()).toEqual({
        email: 'Ana@Example.com',
        source: 'get_started',
        origin,
        path: '/',
      })
      await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
      await expect(providerEmail(page)).toHaveValue('Ana@Example.com')
    }
  })
  test('continues even if the lead can’t be sent', async ({ page }) => {
    await page.route('**/api/public/leads', (route) => route.abort())
    await page.goto('/')
    await page.getByLabel('Work email').first().fill('ana@example.com')
    await page.getByRole('button', { name: 'Get started' }).first().click()
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  })
  test('links to its sections, log-in, legal pages and support, and loads none of the app’s code', async ({
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
      ['Value', 'value'],
    ] as const) {
      await page.getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(`/#${id}`)
      await expect(page.locator(`#${id}`)).toBeInViewport()
    }
    await expect(page.getByRole('heading', { name: 'Ready to get started' })).toBeVisible()
    const foot = page.getByRole('contentinfo')
    await expect(foot.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/legal/terms')
    await expect(foot.getByRole('link', { name: 'Privacy' })).toHaveAttribute(
      'href',
      '/legal/privacy',
    )
    await expect(foot.getByRole('link', { name: 'Support' })).toHaveAttribute(
      'href',
      'mailto:support@fieldhive.example',
    )
    await page.getByRole('link', { name: 'Log in' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })
})

test.describe('trial sign-up', () => {
  test('shows an error for each invalid value, then passes name and company on', async ({
    page,
  }) => {
    await page.goto('/get-started')
    const fields = {
      name: page.getByLabel('Your Name'),
      email: page.getByLabel('Work Email'),
      company: page.getByLabel('Company'),
    }
    const start = page.getByRole('button', { name: 'Start free trial' })
    const good = {
      name: 'Gus Trial',
      email: `gus.${Math.random().toString(36).slice(2, 10)}@trial.example`,
      company: 'Trial & Sons',
    }
    for (const [field, typed, sentence] of [
      ['name', '', 'Please enter your name.'],
      ['name', '  ', 'Please enter your name.'],
      ['email', '', 'Enter a valid email address.'],
      ['email', 'gus@', 'Enter a valid email address.'],
      ['company', '', 'Please enter your company.'],
    ] as const) {
      for (const [name, value] of Object.entries({ ...good, [field]: typed }))
        await fields[name as keyof typeof fields].fill(value)
      await start.click()
      await expect(page.getByRole('alert')).toHaveText('Please fix the errors below.')
      await expect(fields[field]).toHaveAttribute('aria-invalid', 'true')
      await expect(page.locator('.problem:not(:empty)'), `${field} ${typed}`).toHaveText([sentence])
    }
    await expectNoAxeViolations(page)
    for (const [name, value] of Object.entries(good))
      await fields[name as keyof typeof fields].fill(value)
    const lead = page.waitForRequest('**/api/public/leads')
    await start.click()
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
  test('says so when the identity provider cannot be reached', async ({ page }) => {
    await page.route('**/api/public/config', (route) => route.abort())
    await page.goto('/get-started')
    await page.getByLabel('Your Name').fill('Gus')
    await page.getByLabel('Work Email').fill('gus@trial.example')
    await page.getByLabel('Company').fill('Trial')
    await page.getByRole('button', { name: 'Start free trial' }).click()
    await expect(page.getByRole('alert')).toHaveText('Could not start the trial. Please try again.')
    await expect(page.getByRole('button', { name: 'Start free trial' })).toBeEnabled()
  })
})

test.describe('/login', () => {
  test('parameters choose the page and prefill the e-mail', async ({ context }) => {
    for (const [query, heading, email] of [
      ['', 'Sign in', ''],
      ['?login_hint=hint@mail.example', 'Sign in', 'hint@mail.example'],
      ['?email=typed@mail.example', 'Sign in', 'typed@mail.example'],
      ['?login_hint=hint@mail.example&email=typed@mail.example', 'Sign in', 'hint@mail.example'],
      ['?screen=signup', 'Create your account', ''],
      ['?screen=signup&email=typed@mail.example', 'Create your account', 'typed@mail.example'],
      ['?screen=other&email=not-an-address', 'Sign in', ''],
    ] as const) {
      // A new tab, with none of the previous one's session storage.
      const page = await context.newPage()
      await page.goto(`/login${query}`)
      await expect(page.getByRole('heading', { name: heading }), query).toBeVisible()
      await expect(providerEmail(page), query).toHaveValue(email)
      await page.close()
    }
  })
  test('uses the e-mail saved by sign-up when the URL has none', async ({ page }) => {
    await page.goto('/legal/terms')
    await page.evaluate(() =>
      sessionStorage.setItem('fieldhive.signup-email', 'saved@mail.example'),
    )
    await page.goto('/login')
    await expect(providerEmail(page)).toHaveValue('saved@mail.example')
  })
  test('shows a waiting message, and what failed', async ({ page }) => {
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
  })
  test('names the provider whose settings are wrong', async ({ page, server }) => {
    const config = await (await fetch(`${server.url}/api/public/config`)).json()
    await answer(page, '**/api/public/config', 200, { ...config, provider_name: 'Auth0' })
    await answer(page, '**/.well-known/openid-configuration', 404)
    await page.goto('/login')
    await expect(alertOf(page)).toHaveText(
      'Could not continue. Check console for Auth0 error (audience / scope).',
    )
  })
  test('the provider’s pages pass axe, light and dark @phone', async ({ page }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto('/login')
      await providerEmail(page).fill('nobody@mail.example')
      await passwordField(page).fill('wrong')
      await passwordField(page).press('Enter')
      await expect(page.getByRole('alert')).toHaveText('E-mail or password is wrong.')
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
      ['', '/app'],
      ['/login?next=/app/account', '/app'],
      ['//evil.example', '/app'],
      ['/\\evil.example', '/app'],
      ['javascript:alert(1)', '/app'],
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
  for (const path of ['/auth/callback', '/onboarding-callback', '/owner-onboarding-callback']) {
    test(`${path} shows the provider’s error as plain text, and what to do`, async ({ page }) => {
      for (const [query, sentence] of [
        ['', 'Login failed.'],
        ['?error=access_denied', 'Authentication error: access_denied'],
        [
          '?error=access_denied&error_description=<img src=x onerror=alert(1)>',
          'Authentication error: <img src=x onerror=alert(1)>',
        ],
        [`?error=e&error_description=${long}`, `Authentication error: ${long.slice(0, 200)}`],
        ['?code=made-up&state=made-up', 'Sign-in processing failed.'],
      ] as const) {
        await page.goto(path + query)
        await expect(alertOf(page), query).toHaveText(sentence)
      }
      await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute(
        'href',
        /^\/login/,
      )
      await expectNoAxeViolations(page)
    })
  }
  test('with a session: continues to the app or to `next`, or to /app if that is off-site', async ({
    as,
  }) => {
    const page = await as('owner')
    for (const [path, arrives] of [
      ['/auth/callback', '/app'],
      ['/auth/callback?code=used-already&state=used-already', '/app'],
      ['/onboarding-callback?next=/app/settings', '/app/settings'],
      ['/owner-onboarding-callback', '/app'],
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
  test('bootstraps by POST, then by GET; if both fail: Owner onboarding failed.', async ({
    page,
  }) => {
    await newcomer(page)
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
  })
  test('without an e-mail: six attempts, then a form that asks for it', async ({ page }) => {
    const email = await newcomer(page)
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
  test('an unknown URL says so and links to dashboard, customers and settings', async ({
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
  })
  for (const [path, statements] of [
    [
      '/legal/terms',
      [
        'You must be 18 or older',
        'The service is not directed to children under 16',
        'Owner, Admin, Manager and Crew',
        'The organization controls roles and visibility',
        'The authentication provider handles registration and login.',
        'The payment provider processes payments',
        'stores no full card numbers',
        'the price of the option you chose plus taxes and fees, capped at the displayed estimate unless you approve more work',
        'failed charges may be retried for a limited period',
        'a receipt is sent for every charge',
        'Invoice and transaction records may be retained for up to seven years.',
        'our total liability is capped at the fees paid to us in the twelve months',
        'Delaware law governs these terms',
        'Support is by e-mail: support@fieldhive.example',
      ],
    ],
    [
      '/legal/privacy',
      [
        'Users must be 18 or older',
        'The service is not directed to children under 16',
        'Invoice and transaction records may be retained for up to seven years',
        'The organization controls roles and visibility',
        'an Owner, Admin, Manager or member of a Crew',
        'The authentication provider handles registration and login',
        'The payment provider processes payments',
        'no full card numbers',
        'Location:',
        'Photos and access codes,',
        'support@fieldhive.example',
      ],
    ],
  ] as const) {
    test(`${path} contains every statement and the date of its last change`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByText(/^Last updated: [A-Z][a-z]+ \d{1,2}, 20\d\d$/)).toBeVisible()
      await expect(page.locator('time')).toHaveAttribute('datetime', /^20\d\d-\d\d-\d\d$/)
      for (const statement of statements)
        await expect(page.getByRole('main')).toContainText(statement)
    })
  }
  test('/support shows the contact address and whether the service is up', async ({ page }) => {
    await page.goto('/support')
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

test('in development, serves the app at its deep URLs and the landing page only at the root', async () => {
  const vite = await createServer({
    server: { port: 0, strictPort: false, watch: null, hmr: false },
    optimizeDeps: { noDiscovery: true },
    logLevel: 'silent',
  })
  try {
    await vite.listen()
    const page = async (path: string) =>
      (
        await fetch(new URL(path, vite.resolvedUrls!.local[0]), {
          headers: { accept: 'text/html' },
        })
      ).text()
    expect(await page('/')).toContain('Your whole field day')
    for (const path of ['/app/schedule', '/signup/org/green-acres', '/legal/terms', '/apiary'])
      expect(await page(path), path).toContain('/main.tsx')
  } finally {
    await vite.close()
  }
})
