import type { Page, Route } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { people } from './people.ts'
import { signIn } from './sign-in.ts'
import { atCardPage, fillCard } from './signups.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save card' })
const preparing = (page: Page) => page.getByRole('status', { name: 'Preparing the payment form' })
const setupIntent = '**/api/users/billing/setup-intent'
const payPage = '/signup/org/green-acres/pay'

test('every way the card form can fail to start has its message, and Retry starts it', async ({
  page,
}) => {
  await signIn(page, people.user)
  const error =
    (status: number, json: object = {}) =>
    (route: Route) =>
      route.fulfill({ status, json })
  let answer = error(503)
  await page.route(setupIntent, (route) => answer(route))
  await page.goto(payPage)
  const isLost = async (sentence: string) => {
    await expect(page.getByRole('alert')).toContainText('Failed to initialize payment form.')
    await expect(page.getByRole('alert')).toContainText(sentence)
    await expect(save(page)).toBeHidden()
    await expect(page.getByRole('link', { name: 'Contact support' }).first()).toHaveAttribute(
      'href',
      '/support',
    )
  }
  const retry = () => page.getByRole('button', { name: 'Retry' }).click()
  await isLost('Server error. Please try again.')
  for (const [sentence, status, body] of [
    ['You do not have access to this resource.', 403, {}],
    ['Resource not found.', 404, {}],
    ['Something went wrong.', 418, {}],
    ['{"ok":true}', 200, { ok: true }],
    [
      'Organization is not ready for billing',
      409,
      { error: 'Organization is not ready for billing', code: 'org_not_ready' },
    ],
    [
      'Stripe publishable key is not configured.',
      200,
      {
        ok: true,
        client_secret: 'seti_1_secret_2',
        setup_intent_id: 'seti_1',
        publishable_key: null,
        account_id: null,
        script_url: null,
      },
    ],
  ] as const) {
    answer = error(status, body)
    await retry()
    await isLost(sentence)
  }
  answer = (route) => route.abort()
  await page.context().setOffline(true)
  await retry()
  await isLost('You appear to be offline.')
  await page.context().setOffline(false)
  // An expired token is renewed silently.
  let asked = 0
  answer = (route) => (asked++ === 0 ? route.fulfill({ status: 401, json: {} }) : route.continue())
  await retry()
  await expect(save(page)).toBeEnabled()
  expect(asked).toBe(2)
})

test('the portal distinguishes a failure to start adding a method from a failure to open its form', async ({
  as,
}) => {
  const page = await as('user')
  await page.route(setupIntent, (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/app/user/payments')
  await page.getByRole('button', { name: 'Add payment method' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add payment method' })
  const alerts = sheet.getByRole('alert')
  await expect(alerts).toContainText('Failed to start add payment method')
  await expect(alerts).toContainText('Server error. Please try again.')
  await page.unroute(setupIntent)
  await page.route('**/stripe.js', (route) => route.abort())
  await sheet.getByRole('button', { name: 'Retry' }).click()
  await expect(alerts).toContainText('Could not open secure card form')
  await page.unroute('**/stripe.js')
  await sheet.getByRole('button', { name: 'Retry' }).click()
  await expect(sheet.getByRole('button', { name: 'Save card' })).toBeEnabled()
})

test('times out: the server after eight seconds, the payment library after six', async ({ as }) => {
  const [slowServer, slowLibrary] = [await as('user'), await as('user')]
  await slowServer.route(setupIntent, () => new Promise(() => {}))
  await slowLibrary.route('**/stripe.js', () => new Promise(() => {}))
  await Promise.all(
    [slowServer, slowLibrary].map(async (page) => {
      await page.clock.install()
      await page.goto(payPage)
      await expect(preparing(page)).toBeVisible()
    }),
  )
  await Promise.all([slowLibrary.clock.fastForward(6_000), slowServer.clock.fastForward(8_000)])
  await expect(slowLibrary.getByRole('alert')).toContainText(
    'The payment form took too long to load.',
  )
  await expect(slowServer.getByRole('alert')).toContainText('Failed to initialize payment form.')
  await slowLibrary.unrouteAll({ behavior: 'ignoreErrors' })
  await slowLibrary.getByRole('button', { name: 'Retry' }).click()
  await expect(save(slowLibrary)).toBeEnabled()
  await slowServer.unrouteAll({ behavior: 'ignoreErrors' })
})

test('an unfinished business setup is mentioned but doesn’t block the sign-up', async ({ as }) => {
  const page = await as('user')
  let changes: object = {}
  await page.route('**/api/users/billing/status', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), ...changes } })
  })
  for (const [status, sentence] of [
    [
      { canCollect: false },
      'Green Acres Lawn Care has not finished setting up payments. You can still add a card.',
    ],
    [
      { disabled_reason: 'requirements.past_due' },
      'Payouts to Green Acres Lawn Care are not fully active yet (requirements past due). You can still add a card.',
    ],
  ] as const) {
    changes = status
    await page.goto(payPage)
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(save(page)).toBeEnabled()
  }
})

test('shows the provider’s decline messages until a card is saved; then the sign-up continues', async ({
  page,
}) => {
  test.setTimeout(90_000)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(setupIntent, (route) => held.then(() => route.continue()))
  await atCardPage(page, { autopay_authorized: true })
  await expect(
    page.getByText('Nothing is charged today. Automatic payments are capped at $45.00 per visit.'),
  ).toBeVisible()
  await expect(preparing(page)).toBeVisible()
  await expect(save(page)).toBeDisabled()
  letGo()
  await expect(save(page)).toBeEnabled()
  await expect(page.getByLabel('Email me my invoices')).toBeChecked()

  await save(page).click()
  await expect(page.getByText('Your card number is incomplete.').first()).toBeVisible()
  for (const [number, sentence] of [
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
    ['4000 0000 0000 0069', 'Your card has expired.'],
    ['4000 0000 0000 0127', "Your card's security code is incorrect."],
  ] as const) {
    await fillCard(page, number)
    await save(page).click()
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
    await expect(save(page)).toBeEnabled()
  }

  for (const [answer, sentence] of [
    [
      { status: 400, json: { error: { type: 'validation_error' } } },
      'Please check your card details.',
    ],
    [{ status: 500, json: { error: { type: 'api_error' } } }, 'Failed to save card.'],
    [
      { status: 200, json: { object: 'setup_intent', id: 'seti_1', status: 'canceled' } },
      'Unexpected status: canceled',
    ],
  ] as const) {
    await page.route('**/setup_intents/*/confirm*', (route) => route.fulfill(answer))
    await save(page).click()
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
    await page.unrouteAll()
  }

  // The bank asks the cardholder: no, then yes.
  const bank = page.getByRole('dialog')
  await fillCard(page, '4000 0025 0000 3155')
  await save(page).click()
  await bank.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: 'We are unable to authenticate your payment method.' }),
  ).toBeVisible()
  await fillCard(page, '4000 0025 0000 3155')
  // The server may fail to record a card the provider already saved; the same button retries only that.
  await page.route('**/api/users/billing/saved', (route) => route.abort())
  await save(page).click()
  await bank.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to save card.' })).toBeVisible()
  await page.unrouteAll()
  let note = () => {}
  const noting = new Promise<void>((resolve) => (note = resolve))
  await page.route('**/api/users/billing/saved', (route) => noting.then(() => route.continue()))
  await save(page).click()
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible()
  note()
  await expect(page.getByText('Card saved')).toBeVisible()
  await expect(page.getByText('Step 7 of 8')).toBeVisible()
  await page.goto(`${new URL(page.url()).pathname}/done`)
  await expect(page.getByText('On; charged after each service')).toBeVisible()
})

test('a bank account waits for verification, and the consent takes effect with it', async ({
  page,
}) => {
  test.setTimeout(90_000)
  await atCardPage(page, { autopay_authorized: true })
  await page.getByRole('tab', { name: 'US bank account' }).click()
  await page.getByLabel('Account holder name').fill('Cara Card')
  await page.getByLabel('Routing number').fill('110000000')
  await page.getByLabel('Account number').fill('000123456789')
  await page.getByLabel(/two small deposits/).check()
  await save(page).click()
  await expect(page.getByText('Card saved')).toBeVisible()
  await expect(
    page.getByText('Your bank account is being verified and cannot be charged until that is done.'),
  ).toBeVisible()
  const deposits = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Confirm their amounts' }).click()
  const bank = await deposits
  await bank.getByLabel('First deposit, in cents').waitFor()

  // Until then there is no usable method and no autopay.
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Step 7 of 8')).toBeVisible()
  const signup = new URL(page.url()).pathname
  await page.goto('/app/user/payments')
  await expect(page.getByText('Being verified')).toBeVisible()
  await page.goto(`${signup}/done`)
  await expect(page.getByText('Authorized; it begins once a payment method is ready')).toBeVisible()

  await bank.getByLabel('First deposit, in cents').fill('32')
  await bank.getByLabel('Second deposit, in cents').fill('45')
  await bank.getByRole('button', { name: 'Verify' }).click()
  await expect(bank.getByText('Your bank account is verified')).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('On; charged after each service')).toBeVisible({
      timeout: 1500,
    })
  }).toPass()
  await page.goto('/app/user/payments')
  await expect(page.getByText('Being verified')).toBeHidden()
})

test('staff save a card without a sign-up, and are done', async ({ as }) => {
  const page = await as('crew_member', payPage)
  await expect(save(page)).toBeEnabled()
  await fillCard(page, '5555 5555 5555 4444')
  await save(page).click()
  await expect(page.getByRole('heading', { name: "You're all set!" })).toBeVisible()
  const sales = await as('sales', payPage)
  await expect(
    sales.getByText('Unauthorized. You do not have permission to access this page.'),
  ).toBeVisible()
})
