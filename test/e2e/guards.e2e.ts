import { expect, expectNoAxeViolations, test, tooSmall } from './fixtures.ts'
import { people } from './people.ts'
import { signIn } from './sign-in.ts'
import { alertOf, answer, newcomer, refused } from './way-in.ts'

// Who may open each page, and what everybody else sees there.

test.describe('guards', () => {
  test('shows that it is checking access, and explains a failed sign-in or profile @phone', async ({
    page,
  }) => {
    await signIn(page, people.owner)
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route('**/api/users/me', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/app/settings')
    await expect(page.getByText('Checking access…')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeHidden()
    letGo()
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    await page.unroute('**/api/users/me')

    await answer(page, '**/api/users/me', 404)
    await page.goto('/app/settings')
    await expect(alertOf(page)).toHaveText('Profile endpoint not found')
    await expectNoAxeViolations(page)
    await page.unroute('**/api/users/me')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()

    await answer(page, '**/api/users/me', 403, {
      error: 'This account was deactivated. Please ask your organization.',
      code: 'forbidden',
      request_id: 'x',
    })
    await page.goto('/app/settings')
    await expect(alertOf(page)).toHaveText(
      'This account was deactivated. Please ask your organization.',
    )
    await page.unroute('**/api/users/me')

    // The session expired and the provider can't be reached to renew it.
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('fieldhive.auth.user:'))!
      localStorage.setItem(
        key,
        JSON.stringify({ ...(JSON.parse(localStorage.getItem(key)!) as object), expires_at: 1 }),
      )
    })
    await page.route('**/idp/**', (route) => route.abort())
    await page.goto('/app/settings')
    await expect(alertOf(page)).toHaveText(/^Authentication error: .+/)
    await expectNoAxeViolations(page)
  })
  test('refuses an account without a role, with links onward; sends one setting up a business back to the setup', async ({
    page,
  }) => {
    const email = await newcomer(page, '/app/customers')
    await expect(page).toHaveURL('/unauthorized')
    await expect(page.getByText(refused)).toBeVisible()
    await expect(page.getByText(`You are signed in as ${email}.`)).toBeVisible()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Open invitation' }).click()
    await expect(page.getByText('Enter the link or the code from your invitation.')).toBeVisible()
    await page.getByLabel('I have an invitation').fill('made-up-code-123456')
    await page.getByRole('button', { name: 'Open invitation' }).click()
    await expect(page).toHaveURL('/signup/made-up-code-123456')

    await page.goto('/unauthorized')
    await page.getByRole('link', { name: 'Set up a business' }).click()
    await expect(page.getByText('Step 1 of 7')).toBeVisible()
    // From now on the app leads back to the setup until the account has a role.
    await page.goto('/app')
    await expect(page.getByText('Step 1 of 7')).toBeVisible()
    expect(new URL(page.url()).pathname).toMatch(/^\/admin\/owner-onboard\/.+/)
  })
  test('unknown app pages go to the start page; old URLs redirect', async ({ as }) => {
    const page = await as('owner')
    for (const [path, arrives] of [
      ['/app/no/such/place', '/app'],
      ['/invite', '/app'],
      [
        '/invoices/0190aaaa-0000-7000-8000-000000000000',
        '/app/invoices/0190aaaa-0000-7000-8000-000000000000',
      ],
    ] as const) {
      await page.goto(path)
      await expect(page.locator('main#content'), path).toBeVisible()
      expect(new URL(page.url()).pathname).toBe(arrives)
    }
    await page.goto('/invite/made-up')
    await expect(page).toHaveURL('/signup/made-up')
  })
  test('a dropdown opened in a sheet belongs to it and passes axe; Back closes the sheet @phone-only', async ({
    as,
  }) => {
    const page = await as('owner', '/app/settings')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Quick Edit' })
    await dialog.getByRole('combobox', { name: 'Industry' }).click()
    await expect(dialog.getByRole('option', { name: 'Pest Control' })).toBeVisible()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('option', { name: 'Pest Control' })).toBeHidden()
    await expect(dialog).toBeVisible()
    await page.evaluate(() => history.back())
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL('/app/settings')
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  })
  test('Back closes a calendar, then its sheet, then leaves the first page @phone-only', async ({
    as,
  }) => {
    const page = await as('owner', '/app/schedule')
    const back = () => page.evaluate(() => history.back())
    const actions = page.getByRole('dialog', { name: 'Quick Actions' })
    const add = page.getByRole('button', { name: 'Add to Schedule' }).first()
    await add.click()
    const dialog = page.getByRole('dialog', { name: 'Add to Schedule' })
    await dialog.getByRole('button', { name: 'Start date' }).click()
    const calendar = page.getByRole('dialog', { name: 'Start date' })
    await expect(calendar).toBeVisible()
    await expectNoAxeViolations(page)
    expect(await tooSmall(page)).toEqual([])
    await back()
    await expect(calendar).toBeHidden()
    await expect(dialog).toBeVisible()
    await back()
    await expect(dialog).toBeHidden()
    // Closed by its button, open during a reload, or left through a link: a sheet leaves no extra history entry.
    await add.click()
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await expect(dialog).toBeHidden()
    await add.click()
    await expect(dialog).toBeVisible()
    await page.reload()
    await back()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Quick Actions' }).last().click()
    await expect(actions).toBeVisible()
    await expectNoAxeViolations(page)
    await actions.getByRole('link', { name: 'Invoices' }).click()
    await expect(page).toHaveURL('/app/invoices')
    await back()
    await expect(page).toHaveURL('/app/schedule')
    await expect(add).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => (history.state as { __TSR_index: number }).__TSR_index))
      .toBe(0)
    await back()
    await expect(page).toHaveURL('about:blank')
  })
  test('tells staff of an organization with a lapsed subscription why it is read-only', async ({
    as,
  }) => {
    const page = await as('owner')
    await page.route('**/api/users/me', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({
        response: answer,
        json: { ...((await answer.json()) as object), read_only: true },
      })
    })
    await page.goto('/app/services')
    const notice = page.getByRole('region', { name: 'Read only' })
    await expect(notice).toContainText('The subscription has ended, so staff can only read.')
    await expectNoAxeViolations(page)
    await notice.getByRole('link', { name: 'Go to Billing' }).click()
    await expect(page.getByRole('heading', { name: 'Manage subscription' })).toBeVisible()
  })
  test('the shell fits a phone 320 px wide', async ({ as }) => {
    const page = await as('owner')
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/app/settings?tab=billing')
    await expect(page.getByRole('heading', { name: 'Payment method' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
})
