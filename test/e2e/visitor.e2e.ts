import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolations, test, tooSmall } from './fixtures.ts'
import { password, people } from './people.ts'
import { address, newEmail, permanentCode, signupAt } from './signups.ts'

// What forms don't expect of visitors: arriving in the middle, going back, rotating the phone, losing the connection.

const isAt = (page: Page, step: number) => expect(page.getByText(`Step ${step} of 6`)).toBeVisible()
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click()

test('the card page sends visitors to sign in, by name and by code, and back', async ({ page }) => {
  const code = await permanentCode(page.request)
  for (const path of [`/signup/${code}/pay`, '/signup/org/green-acres/pay?from=flyer']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
    await expect(page.getByLabel('Card number')).toBeHidden()
  }
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill(people.user)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Add payment method' })).toBeVisible()
  await expect(page).toHaveURL('/signup/org/green-acres/pay?from=flyer')
  await expect(page.getByRole('button', { name: 'Save card' })).toBeEnabled()
})

test('Back and Forward move between sign-up questions; a reload stays on the same one @phone', async ({
  page,
}) => {
  await page.goto('/org/green-acres/info')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await isAt(page, 1)
  await page.getByLabel('Email').fill(newEmail('back'))
  await next(page)
  await isAt(page, 2)
  await page.getByLabel('Street').fill(address.street)
  await page.getByLabel('ZIP').fill(address.zip)
  await expect(page.getByLabel('City')).toHaveValue('Raleigh')
  await next(page)
  await isAt(page, 3)
  await page.goBack()
  await isAt(page, 2)
  await expect(page.getByLabel('Street')).toHaveValue(address.street)
  await page.goBack()
  await isAt(page, 1)
  await page.goForward()
  await isAt(page, 2)
  await page.goForward()
  await isAt(page, 3)
  await page.reload()
  await isAt(page, 3)
  // A question and its buttons fit a rotated phone with its keyboard open.
  await page.goBack()
  await isAt(page, 2)
  await page.setViewportSize({ width: 844, height: 300 })
  await page.getByLabel('State').focus()
  await expect(page.getByLabel('State')).toBeInViewport({ ratio: 1 })
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 390, height: 844 })
  for (let question = 0; question < 2; question++) await page.goBack()
  await expect(page.getByText('Scan to sign up')).toBeVisible()
})

test('the last page thanks people who are done, and sends everybody else to their step', async ({
  page,
  as,
  shot,
}) => {
  const done = '/signup/org/green-acres/done'
  await page.goto(done)
  await expect(
    page.getByText(
      'Your summary with Green Acres Lawn Care appears here once you have signed up. If you have already, log in to see it.',
    ),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    `/login?next=${encodeURIComponent(done)}`,
  )
  await shot(page, 'signup-done-stranger')
  await page.getByRole('link', { name: 'Sign up', exact: true }).click()
  await page.getByLabel('Email').fill(newEmail('halfway'))
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Where should we come?' })).toBeVisible()
  await page.goto(done)
  await expect(page.getByRole('heading', { name: 'Where should we come?' })).toBeVisible()
  await expect(page).toHaveURL('/signup/org/green-acres')
  await page.goto('/signup/nothing-here/done')
  await expect(page.getByText('Invite not found or expired')).toBeVisible()

  const customer = await as('user', done)
  await expect(
    customer.getByText('Thank you for signing up with Green Acres Lawn Care.'),
  ).toBeVisible()
  await shot(customer, 'signup-done-customer')
  const sales = await as('sales', done)
  await expect(sales.getByRole('link', { name: 'Sign up', exact: true })).toBeVisible()
  await expect(sales.getByRole('link', { name: 'Log in' })).toBeHidden()
})

test('a failed prefetch loses no input', async ({ page }) => {
  let lost = 0
  await page.route('**/assets/WishSteps-*.js', (route) =>
    lost++ === 0 ? route.abort() : route.continue(),
  )
  await page.goto('/signup/org/green-acres')
  await page.getByLabel('Email').fill(newEmail('patchy'))
  await expect.poll(() => lost).toBe(1)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Street').fill(address.street)
  await page.getByLabel('ZIP').fill(address.zip)
  await expect(page.getByLabel('City')).toHaveValue(address.city)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Which days suit you?' })).toBeVisible()
})

test('a sign-up that can’t be loaded blames the connection, not the invitation, and starts when it is back', async ({
  page,
}) => {
  await page.route('**/api/public/org/*', (route) => route.abort())
  await page.goto('/signup/org/green-acres')
  await expect(page.getByText('We could not reach the server. Please try again.')).toBeVisible()
  await expect(page.getByText('Organization not found.')).toBeHidden()
  await page.unroute('**/api/public/org/*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await isAt(page, 1)
})

test('touch targets on public pages are 44 pixels high, and nothing is wider than the phone @phone-only', async ({
  page,
}) => {
  const code = await permanentCode(page.request)
  for (const [path, text] of [
    ['/', 'Ready to get started'],
    ['/get-started', 'Your Name'],
    ['/support', 'I have an invitation'],
    ['/unauthorized', 'I have an invitation'],
    ['/no/such/page', 'Page not found'],
    [
      `/owner-onboarding-callback?error=e&error_description=${'x'.repeat(300)}`,
      'That did not work',
    ],
    ['/login', 'Welcome back to the hive.'],
    ['/idp/forgot', 'Forgot your password?'],
    ['/signup/org/green-acres', 'What is your email?'],
    [(await signupAt(page.request, 'address')).path, 'Where should we come?'],
    [(await signupAt(page.request, 'availability')).path, 'Which days suit you?'],
    [(await signupAt(page.request, 'frequency')).path, 'How often?'],
    [(await signupAt(page.request, 'disclosures')).path, 'Billing & Disclosures'],
    [`/public-signup/${code}`, 'Contact'],
    ['/org/green-acres/info', 'Scan to sign up'],
    ['/org/nobody-here/info', 'Organization not found.'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(text).first()).toBeVisible()
    expect(await tooSmall(page), path).toEqual([])
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      `${path} fits its width`,
    ).toBeLessThanOrEqual(0)
  }
})

test('the trial form focuses the first invalid field, says when it cannot go on, and its button is enabled again after Back', async ({
  page,
}) => {
  await page.goto('/get-started')
  await page.getByLabel('Your Name').fill('Gus')
  await page.getByRole('button', { name: 'Start free trial' }).click()
  await expect(page.getByLabel('Work Email')).toBeFocused()
  await expect(page.getByLabel('Work Email')).toHaveAccessibleDescription(
    'Enter a valid email address.',
  )
  await expectNoAxeViolations(page)
  await page.getByLabel('Work Email').fill('gus@trial.example')
  await page.getByLabel('Company').fill('Trial')
  await page.route('**/api/public/config', (route) => route.abort())
  await page.getByRole('button', { name: 'Start free trial' }).click()
  await expect(page.getByRole('alert')).toHaveText('Could not start the trial. Please try again.')
  await page.unroute('**/api/public/config')
  await page.route('**/.well-known/openid-configuration', () => new Promise(() => {}))
  await page.getByRole('button', { name: 'Start free trial' }).click()
  await expect(page.getByRole('button', { name: 'One moment…' })).toBeDisabled()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page.getByRole('button', { name: 'Start free trial' })).toBeEnabled()
})

test('an owner whose session ended during setup is sent to sign in and back to the same step', async ({
  page,
}) => {
  await page.goto(`/login?screen=signup&flow=owner&email=${newEmail('ended')}`)
  await page.getByLabel('Password').fill('a long enough secret')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Step 1 of 7')).toBeVisible()
  await page.getByLabel('Company').fill('Ended & Sons')
  await next(page)
  await expect(page.getByText('Step 2 of 7')).toBeVisible()
  const denied = {
    error: 'Your session expired. Please log in again.',
    code: 'unauthorized',
    request_id: 'x',
  }
  await page.route('**/accept', (route) => route.fulfill({ status: 401, json: denied }))
  await page.getByLabel('Phone').fill('(919) 555-0123')
  await next(page)
  await expect(page.getByRole('alert')).toHaveText('Your session expired. Please log in again.')
  await page.unroute('**/accept')
  await page.getByRole('link', { name: 'Log in and come back to this step' }).click()
  await expect(page.getByText('Step 2 of 7')).toBeVisible()
  await expect(page.getByText('Ended & Sons').first()).toBeVisible()
})
