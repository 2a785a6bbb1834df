import type { Browser, Page } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { keysOf } from './keys.ts'

// Setting up a business: saved progress, billing, and every step by keyboard. `steps.test.tsx` has what each step refuses and sends.
test.setTimeout(120_000)

/** For addresses that aren't used yet. */
const some = () => Math.random().toString(36).slice(2, 10)
const secret = 'a long enough secret'
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true })
const at = (page: Page, step: number) => expect(page.getByText(`Step ${step} of 7`)).toBeVisible()
const openWizard = /\/admin\/owner-onboard\/[^/?]+/
const failing = {
  status: 500,
  json: { error: 'Server error. Please try again.', code: 'internal', request_id: 'x' },
}

type Founder = { page: Page; email: string; code: string }

/** A new person at the first step of the setup. */
async function founder(page: Page, email = `founder.${some()}@lawns.example`): Promise<Founder> {
  await page.goto(`/login?screen=signup&flow=owner&email=${encodeURIComponent(email)}`)
  const password = page.locator('input[type=password]')
  await password.fill(secret)
  await password.press('Enter')
  await page.waitForURL(openWizard)
  await at(page, 1)
  return { page, email, code: new URL(page.url()).pathname.split('/').at(-1)! }
}

/** Takes a founder to a step through the API; other tests go through the steps themselves. */
async function skipTo({ page, code }: Founder, step: 'kyc' | 'billing'): Promise<void> {
  const token = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('fieldhive.auth.user:'))!
    return (JSON.parse(localStorage.getItem(key)!) as { access_token: string }).access_token
  })
  const bodies = [
    { step: 'org_name', organization_name: 'Quick Lawns', industry: 'Lawncare' },
    { step: 'phone', phone_number: '(919) 555-0123' },
    { step: 'address', street: '12 Linden Way', city: 'Raleigh', state: 'NC', zip: '27601' },
    ...(step === 'kyc'
      ? []
      : [
          { step: 'kyc' },
          {
            step: 'hours',
            business_hours: { monday: { open: '9:00 AM', close: '5:00 PM', closed: false } },
          },
          { step: 'org_stub', estimated_customers: 12 },
        ]),
  ]
  for (const data of bodies) {
    const answer = await page.request.post(`/api/public/owner-onboard/${code}/accept`, {
      data,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  await page.goto(`/admin/owner-onboard/${code}`)
}

const elsewhere = async (browser: Browser, baseURL: string): Promise<Page> =>
  (await browser.newContext({ baseURL })).newPage()

test('progress survives a reload, the bare URL and another browser, and shows on the dashboard', async ({
  page,
  browser,
  baseURL,
}) => {
  const me = await founder(page)
  await skipTo(me, 'kyc')
  await at(page, 4)
  await page.getByRole('button', { name: 'Back' }).click()
  await at(page, 3)
  await page.reload()
  await at(page, 3)
  await page.goto('/admin/owner-onboard')
  await page.waitForURL(openWizard)
  await at(page, 4)

  const other = await elsewhere(browser, baseURL!)
  await other.goto('/app')
  await other.getByLabel('Email', { exact: true }).fill(me.email)
  await other.locator('input[type=password]').fill(secret)
  await other.locator('input[type=password]').press('Enter')
  const left = other.getByRole('region', { name: 'Finish setting up your business' })
  await expect(left.getByRole('link', { name: 'Your business hours' })).toBeVisible()
  await expect(left.getByRole('link', { name: /Verification/ })).toBeVisible()
  await expect(left.getByRole('listitem')).toHaveCount(2)
  await expectNoAxeViolations(other)
  await left.getByRole('link', { name: 'Continue setup' }).click()
  await at(other, 4)
  await expect(other).toHaveURL(new RegExp(me.code))
  await other.context().close()
})

test('billing: method, subscription, cancel and restart; then the business is open even if the last call fails', async ({
  page,
}) => {
  const me = await founder(page)
  await skipTo(me, 'billing')
  await at(page, 7)
  const method = page.getByRole('region', { name: 'Payment method' })
  const subscription = page.getByRole('region', { name: 'Manage subscription' })
  await expect(method.getByText('Missing')).toBeVisible()
  await expect(subscription.getByText('Trial')).toBeVisible()
  // Nobody pays anything before it is started, and then staff can only read.
  await expect(subscription).toContainText(/Start the subscription by \w+ \d+, \d+,/)
  await expect(subscription).not.toContainText('Next payment')
  await expect(
    page.getByText('The fee is invoiced automatically to the payment method on file.'),
  ).toBeVisible()
  await expectNoAxeViolations(page)
  await method.getByRole('button', { name: 'Add payment method' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add payment method' })
  await dialog.getByLabel('Card number').fill('4242 4242 4242 4242')
  await dialog.getByLabel('Expiration date').fill('12 / 34')
  await dialog.getByLabel('Security code').fill('123')
  await dialog.getByLabel('ZIP code').fill('27601')
  await dialog.getByLabel('Billing name').fill(' ')
  await dialog.getByRole('button', { name: 'Save payment method' }).click()
  await expect(dialog.getByText('Enter the name on the bill')).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Billing name').fill('Quick Lawns')
  // Our own save is lost once; the same button repeats only that.
  await page.route('**/save-payment-method', (route) => route.fulfill(failing))
  await dialog.getByRole('button', { name: 'Save payment method' }).click()
  await expect(dialog.getByText('Save failed (will retry via webhook).')).toBeVisible()
  await page.unroute('**/save-payment-method')
  await dialog.getByRole('button', { name: 'Save payment method' }).click()
  await expect(dialog).toBeHidden()
  await expect(method.getByText('On file')).toBeVisible()
  await expect(method.getByText(/Visa •••• 4242/)).toBeVisible()
  await expect(method.getByRole('button', { name: 'Update payment method' })).toBeVisible()

  await subscription.getByRole('button', { name: 'Start subscription' }).click()
  await expect(page.getByText('Subscription active', { exact: true })).toBeVisible()
  await expect(subscription).toContainText('Next payment on')
  await subscription.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByRole('heading', { name: 'Cancel at period end?' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(
    page.getByText('Subscription set to cancel at period end', { exact: true }),
  ).toBeVisible()
  await subscription.getByRole('button', { name: 'Restart subscription' }).click()
  await expect(page.getByText('Subscription restarted', { exact: true })).toBeVisible()

  // Both calls that report completion are lost; the dashboard opens anyway, and the next load reports it again.
  await page.route('**/complete', (route) => route.fulfill(failing))
  await page.route('**/accept', (route) => route.fulfill(failing))
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByRole('heading', { name: 'Today • All Teams' })).toBeVisible()
  const left = page.getByRole('region', { name: 'Finish setting up your business' })
  await expect(left.getByRole('link', { name: 'Continue setup' })).toBeVisible()
  await page.unroute('**/complete')
  await page.reload()
  await expect(left.getByRole('link', { name: 'Continue setup' })).toBeHidden()
  await expect(left.getByRole('link', { name: /Verification/ })).toHaveAttribute(
    'href',
    '/app/settings?section=payments',
  )
  // A used code can't edit anything.
  await page.goto(`/admin/owner-onboard/${me.code}`)
  await expect(page.getByText('Failed to load onboarding link')).toBeVisible()
  await expect(page).toHaveURL('/app')
})

test('somebody else’s link asks for the address it was made for and reveals nothing else', async ({
  page,
  browser,
  baseURL,
}) => {
  const me = await founder(page, `private.${some()}@lawns.example`)
  const visitor = await elsewhere(browser, baseURL!)
  await visitor.goto(`/admin/owner-onboard/${me.code}`)
  await expect(visitor.getByRole('button', { name: 'Create your account' })).toBeVisible()
  await expect(visitor.getByText(/p•••@l…/)).toBeVisible()
  await expectNoAxeViolations(visitor)
  await founder(visitor)
  await visitor.goto(`/admin/owner-onboard/${me.code}`)
  await expect(visitor.getByText('This link was created for p•••@l…')).toBeVisible()
  await expect(visitor.getByLabel('Company')).toBeHidden()
  await expectNoAxeViolations(visitor)
  await visitor.context().close()
})

test('from the first page to the dashboard with only the keyboard', async ({ page }) => {
  const { tabTo, press, type } = keysOf(page)
  await page.goto('/')
  await type(page.getByLabel('Work email').first(), `keys.${some()}@lawns.example`)
  await page.keyboard.press('Enter')
  await type(page.locator('input[type=password]'), secret)
  await page.keyboard.press('Enter')

  await at(page, 1)
  // A new step moves focus to its heading.
  await expect(page.getByRole('heading', { name: 'Company' })).toBeFocused()
  await type(page.getByLabel('Company'), 'Key Lawns')
  await tabTo(page.getByRole('radio', { name: 'Other' }))
  for (let back = 0; back < 4; back++) await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: 'Lawncare' })).toBeChecked()
  await expectNoAxeViolations(page)
  await press(next(page))
  await at(page, 2)
  await expect(page.getByRole('heading', { name: 'Phone' })).toBeFocused()
  await type(page.getByLabel('Phone'), '9195550123')
  await page.keyboard.press('Enter')
  await at(page, 3)
  await press(next(page))
  await expect(page.getByText('Enter your street address')).toBeVisible()
  await expectNoAxeViolations(page)
  await type(page.getByLabel('Street'), '12 Linden Way')
  await type(page.getByLabel('ZIP'), '27601')
  await expect(page.getByLabel('City')).toHaveValue('Raleigh')
  await press(next(page))
  await at(page, 4)
  await press(page.getByRole('button', { name: 'Continue to Stripe' }))
  await page.waitForURL(/\/sandbox\/payments\/onboarding\//)
  await press(page.getByRole('button', { name: /complete|submit/i }).first())
  await at(page, 5)
  // Hours and the estimate at the width of a phone.
  const wide = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  await type(page.getByRole('textbox', { name: 'Monday opens' }), '730')
  await type(page.getByRole('textbox', { name: 'Monday closes' }), '4')
  await expectNoAxeViolations(page)
  await press(page.getByRole('switch', { name: 'Saturday open' }), 'Space')
  await expect(page.getByRole('textbox', { name: 'Saturday opens' })).toBeEnabled()
  await press(next(page))
  await at(page, 6)
  await type(page.getByLabel('Estimated customers'), '20')
  await expectNoAxeViolations(page)
  await page.setViewportSize(wide)
  await press(next(page))
  await at(page, 7)
  await press(page.getByRole('button', { name: 'Add payment method' }))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Billing name')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add payment method' })).toBeFocused()
  await press(page.getByRole('button', { name: 'Finish' }))
  await expect(page.getByRole('heading', { name: 'Today • All Teams' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Finish setting up your business' })).toBeHidden()
})
