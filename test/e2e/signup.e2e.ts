import type { Browser, Page } from '@playwright/test'
import type { SignupStep } from '../../src/domain/flows/signup.ts'
import { signupStepPlace } from '../../src/domain/flows/signup.ts'
import { expect, test } from './fixtures.ts'
import { people } from './people.ts'
import { callsOf } from './sign-in.ts'
import { address, atCardPage, mailedLink, newEmail, permanentCode, signupAt } from './signups.ts'

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true })
const expectText = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible()
function isAt(page: Page, step: SignupStep) {
  const { at, of } = signupStepPlace(step)
  return expect(page.getByText(`Step ${at} of ${of}`)).toBeVisible()
}

/** The wizard of a signed-in person who skipped the card, at the next question. */
async function afterCard(
  page: Page,
  agreed: { sms_opt_in?: boolean } = {},
): Promise<{ path: string }> {
  const signup = await atCardPage(page, agreed)
  await page.getByRole('button', { name: 'Not now' }).click()
  await isAt(page, 'postauth_name')
  return signup
}

test('what is typed or picked in a step survives a reload, until it is saved', async ({ page }) => {
  await page.goto((await signupAt(page.request, 'address')).path)
  await page.getByLabel('Street').fill('12 Half Way')
  await page.reload()
  await expect(page.getByLabel('Street')).toHaveValue('12 Half Way')
  await page.goto((await signupAt(page.request, 'services')).path)
  const mowing = page.getByRole('checkbox', { name: /^Mowing/ })
  await expect(mowing).toHaveAccessibleDescription(/\w/)
  await mowing.click()
  await page.reload()
  await expect(mowing).toBeChecked()
  await next(page).click()
  await isAt(page, 'frequency')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(mowing).toBeChecked()
})

test('questions after the sign-in are saved, and the link shows the summary from then on', async ({
  page,
  as,
}) => {
  const signup = await afterCard(page, { sms_opt_in: true })
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { name: 'Add payment method' })).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await isAt(page, 'postauth_name')
  await next(page).click()
  await isAt(page, 'postauth_phone')
  await page.getByLabel('Phone number').fill('(919) 555-0161')
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByRole('heading', { name: 'Self-Service Portal' })).toBeVisible()
  await page.getByRole('link', { name: 'See your summary' }).click()
  await expect(page.getByRole('heading', { name: "You're all set!" })).toBeVisible()
  await expect(page.getByText('Thank you for signing up with Green Acres Lawn Care.')).toBeVisible()
  await expect(page.getByText('$45.00 per visit')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to my account' })).toHaveAttribute(
    'href',
    '/app/user/invoices',
  )
  // The link leads there from now on; nothing is asked again.
  await page.goto(signup.path)
  await expect(page.getByRole('heading', { name: "You're all set!" })).toBeVisible()
  // The next person with that link, or in that browser, starts a new sign-up.
  const other = await as('user', signup.path)
  await isAt(other, 'email')
  await expect(other.getByLabel('Email')).toHaveValue('customer@green-acres.example')
})

test('a price that changes while the consent is shown must be reviewed again before agreeing', async ({
  page,
}) => {
  await page.goto((await signupAt(page.request, 'disclosures')).path)
  await expect(page.getByText('estimate of $45.00 per visit')).toBeVisible()
  await page.route('**/lead/consents', async (route) => {
    const sent = JSON.stringify(route.request().postDataJSON()).replaceAll('$45.00', '$40.00')
    await route.continue({ postData: sent })
  })
  await page.getByLabel(/^Charge my saved payment method/).check()
  await page.getByRole('button', { name: 'Next Step' }).click()
  await expect(page.getByText('Prices have changed since you saw them.')).toBeVisible()
  await expect(page.getByLabel(/^Charge my saved payment method/)).not.toBeChecked()
  await isAt(page, 'disclosures')
})

test('the link in the email continues the sign-up on another device', async ({ page, browser }) => {
  const email = newEmail('mover')
  await page.goto('/signup/org/green-acres')
  await page.getByLabel('Email').fill(email)
  await next(page).click()
  await page.getByLabel('Street').fill(address.street)
  await page.getByLabel('ZIP').fill(address.zip)
  await expect(page.getByLabel('City')).toHaveValue('Raleigh')
  await next(page).click()
  await isAt(page, 'availability')

  const link = new URL(await mailedLink(page.request, email, /\?resume=/))
  const phone = await fresh(browser)
  await phone.goto(link.href)
  await isAt(phone, 'availability')
  await phone.getByRole('button', { name: 'Select all' }).click()
  await next(phone).click()
  await isAt(phone, 'services')
  await phone.getByRole('button', { name: 'Back' }).click()
  await phone.getByRole('button', { name: 'Back' }).click()
  await expect(phone.getByLabel('Street')).toHaveValue(address.street)
  await page.reload()
  await isAt(page, 'services')
  // A visitor without the link starts over.
  const stranger = await fresh(browser)
  await stranger.goto('/signup/org/green-acres')
  await isAt(stranger, 'email')
  await phone.context().close()
  await stranger.context().close()
})

const fresh = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()

test('signed-in people keep their address; staff keep their role', async ({ as, browser }) => {
  const customer = await as('user', '/signup/org/bright-side')
  await expect(customer.getByLabel('Email')).toHaveValue('customer@green-acres.example')
  await expect(customer.getByLabel('Email')).toHaveAttribute('readonly', '')
  await expect(customer.getByRole('link', { name: 'Log in', exact: true })).toBeHidden()
  const crew = await as('crew_member', '/signup/org/green-acres')
  await expect(
    crew.getByText('You work for Green Acres Lawn Care, so you keep your role here.'),
  ).toBeVisible()
  await expect(crew.getByLabel('Email')).toBeHidden()
  // At another business they can be a customer like anybody else.
  await crew.goto('/signup/org/bright-side')
  await isAt(crew, 'email')
  const visitor = await fresh(browser)
  await visitor.goto('/signup/org/bright-side')
  await expect(visitor.getByRole('link', { name: 'Log in', exact: true })).toHaveAttribute(
    'href',
    '/login?next=%2Fsignup%2Forg%2Fbright-side',
  )
  await visitor.context().close()
})

test('other kinds of codes redirect to their pages, and an invalid code is reported as gone', async ({
  page,
  server,
}) => {
  const email = newEmail('hand')
  const owner = await callsOf(server.url, people.owner)
  await owner('POST', '/api/owner/invitations', { email, role: 'crew_member' })
  const staff = new URL(
    await mailedLink(page.request, email, /\/invite\/accept\?code=/),
  ).searchParams.get('code')!
  const boot = await page.request.post('/api/public/owner-onboard/bootstrap', {
    data: { email: newEmail('boss') },
  })
  const { code: owners } = (await boot.json()) as { code: string }

  for (const path of [`/signup/${staff}`, `/invite/${staff}`]) {
    await page.goto(path)
    await page.waitForURL(`**/invite/accept?code=${staff}`)
  }
  await page.goto(`/signup/${owners}`)
  await page.waitForURL(`**/admin/owner-onboard/${owners}`)
  await page.goto(`/invite/${await permanentCode(page.request)}`)
  await isAt(page, 'email')
  await page.goto('/invite/accept')
  await expect(page).toHaveURL(/\/invite\/accept$/)
  for (const [path, sentence] of [
    ['/signup/00000000000000000000000000', 'Invite not found or expired'],
    ['/signup/00000000000000000000000000/pay', 'Invite not found or expired'],
    ['/signup/org/nobody-here', 'Organization not found.'],
    ['/org/nobody-here/info', 'Organization not found.'],
    ['/public-signup/00000000000000000000000000', 'Invalid or expired invitation.'],
    [`/public-signup/${staff}`, 'Invalid or expired invitation.'],
  ] as const) {
    await page.goto(path)
    await expectText(page, sentence)
  }
})
