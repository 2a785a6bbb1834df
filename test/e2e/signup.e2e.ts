import type { Browser, Page } from '@playwright/test'
import type { SignupStep } from '../../src/domain/signup.ts'
import { outOfAreaRefusal, signupStepPlace } from '../../src/domain/signup.ts'
import { expect, test } from './fixtures.ts'
import { address, atCardPage, mailedLink, newEmail, permanentCode, signupAt } from './signups.ts'

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true })
const expectText = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible()
function isAt(page: Page, step: SignupStep) {
  const { at, of } = signupStepPlace(step)
  return expect(page.getByText(`Step ${at} of ${of}`)).toBeVisible()
}
const widths = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

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

test('the first question accepts only an e-mail address', async ({ page }) => {
  await page.goto('/signup/org/green-acres')
  for (const wrong of [
    '',
    'nobody',
    'no body@mail.example',
    'a@b',
    `${'x'.repeat(250)}@mail.example`,
  ]) {
    await page.getByLabel('Email').fill(wrong)
    await next(page).click()
    await expectText(page, 'Enter a valid email')
    await expect(page.getByLabel('Email')).toBeFocused()
    await isAt(page, 'email')
    await page.getByLabel('Email').fill('x')
    await expect(page.getByText('Enter a valid email')).toBeHidden()
  }
  await expect(page.getByRole('button', { name: 'Back' })).toBeHidden()
  // A bot that fills in every field gives itself away.
  await page.getByLabel('Email').fill('robot@mail.example')
  await page.locator('#website').fill('http://spam.example', { force: true })
  const sent = page.waitForRequest('**/lead')
  await next(page).click()
  expect((await sent).postDataJSON()).toEqual({
    email: 'robot@mail.example',
    locale: 'en',
    website: 'http://spam.example',
  })
})

test('shows an error for each invalid field of the address', async ({ page }) => {
  await page.goto((await signupAt(page.request, 'address')).path)
  await next(page).click()
  for (const text of [
    'Enter your street address',
    'Enter your city',
    'Use 2-letter state code (e.g., NC)',
    'Enter a valid 5-digit ZIP',
  ])
    await expectText(page, text)
  await expect(page.getByLabel('Street')).toBeFocused()
  const good = {
    Street: address.street,
    ZIP: address.zip,
    City: address.city,
    State: address.state,
  }
  for (const [label, wrong, text] of [
    ['Street', '   ', 'Enter your street address'],
    ['City', ' ', 'Enter your city'],
    ['State', 'N', 'Use 2-letter state code (e.g., NC)'],
    ['State', 'ZZ', 'Use 2-letter state code (e.g., NC)'],
    ['ZIP', '2760', 'Enter a valid 5-digit ZIP'],
    ['ZIP', 'abcde', 'Enter a valid 5-digit ZIP'],
  ] as const) {
    for (const [name, value] of Object.entries(good)) await page.getByLabel(name).fill(value)
    await page.getByLabel(label).fill(wrong)
    await next(page).click()
    await expectText(page, text)
    await expect(page.getByLabel(label)).toBeFocused()
    await isAt(page, 'address')
  }
  const state = page.getByLabel('State')
  for (const [name, code] of [
    ['New York', 'NY'],
    ['missouri', 'MO'],
  ] as const) {
    await state.fill('')
    await state.pressSequentially(name)
    await state.press('Tab')
    await expect(state).toHaveValue(code)
  }
})

test('the ZIP fills in city and state, but doesn’t overwrite input', async ({ page }) => {
  await page.goto((await signupAt(page.request, 'address')).path)
  const [zip, city, state] = ['ZIP', 'City', 'State'].map((label) => page.getByLabel(label)) as [
    ReturnType<Page['getByLabel']>,
    ...ReturnType<Page['getByLabel']>[],
  ]
  const shows = async (...values: [string, string, string]) => {
    for (const [at, field] of [zip, city!, state!].entries())
      await expect(field).toHaveValue(values[at]!)
  }
  await zip.fill('27601-1234')
  await shows('27601', 'Raleigh', 'NC')
  await zip.fill('96813')
  await shows('96813', 'Honolulu', 'HI')
  await zip.fill('00000')
  await expectText(page, 'ZIP not found. Please enter city/state.')
  await shows('00000', '', '')
  await city!.fill('Elsewhere')
  await zip.fill('27601')
  await shows('27601', 'Elsewhere', 'NC')
  await expect(page.getByText('ZIP not found')).toBeHidden()
  await zip.fill('00000')
  await shows('00000', 'Elsewhere', '')
  // Input made while the lookup is in flight stays, too.
  await city!.fill('')
  let answer = () => {}
  await page.route('**/api/public/zip/10001', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/public/zip/10001')
  await zip.fill('10001')
  await asked
  await city!.fill('Brooklyn')
  answer()
  await shows('10001', 'Brooklyn', 'NY')
})

test('offers the days the business is open, with their hours', async ({ page }) => {
  await page.goto((await signupAt(page.request, 'availability')).path)
  await expect(page.getByRole('checkbox')).toHaveCount(6)
  await expect(page.getByRole('checkbox', { name: 'Sunday' })).toBeHidden()
  await expect(page.getByRole('checkbox', { name: 'Saturday' })).toContainText('8:00 AM – 1:00 PM')
  await expectText(page, 'Selected 0 / 6')
  await page.getByRole('checkbox', { name: 'Monday' }).click()
  await expectText(page, 'Selected 1 / 6')
  await page.getByRole('button', { name: 'Select all' }).click()
  await expectText(page, 'Selected 6 / 6')
  await next(page).click()
  await isAt(page, 'services')
  await page.getByRole('button', { name: 'Back' }).click()
  await expectText(page, 'Selected 6 / 6')
})

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

test('a business without hours or services doesn’t block the sign-up', async ({ page }) => {
  await page.route(/\/api\/public\/signup\/\w+(\?|$)/, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { organization: object }
    await route.fulfill({
      response,
      json: { ...body, services: [], organization: { ...body.organization, business_hours: null } },
    })
  })
  await page.goto((await signupAt(page.request, 'availability')).path)
  await expect(
    page.getByText('Green Acres Lawn Care has not published business hours yet.'),
  ).toBeVisible()
  await next(page).click()
  await expectText(page, 'No services are currently offered.')
  await next(page).click()
  await isAt(page, 'disclosures')
})

test('without a service, nothing is asked about how often or agreed about charges @phone', async ({
  page,
}) => {
  await page.goto((await signupAt(page.request, 'services')).path)
  await next(page).click()
  await expectText(page, 'Choose a service, or decide later.')
  await page.getByRole('button', { name: 'Decide later' }).click()
  await isAt(page, 'disclosures')
  await expect(page.getByText('There is no price to agree to yet.')).toBeVisible()
  await expect(page.getByText('$0.00')).toBeHidden()
  await expect(page.getByRole('checkbox')).toHaveCount(1)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('checkbox', { name: 'Mowing' }).click()
  await expect(page.getByText('Choose a service, or decide later.')).toBeHidden()
  await next(page).click()
  await isAt(page, 'frequency')
  await next(page).click()
  await isAt(page, 'disclosures')
  await expect(page.getByRole('checkbox')).toHaveCount(3)
})

test('shows the total of the services per visit; those without a price show none', async ({
  page,
}) => {
  await page.route(/\/api\/public\/signup\/\w+(\?|$)/, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { services: object[] }
    const free = { key: 'look', label: 'A look', price_cents: 0, currency: 'USD', active: true }
    await route.fulfill({ response, json: { ...body, services: [...body.services, free] } })
  })
  await page.goto((await signupAt(page.request, 'services')).path)
  const total = page.getByRole('status').filter({ hasText: 'Estimated per-visit total' })
  await expect(total).toContainText('$0.00')
  await page.getByRole('checkbox', { name: 'Mowing' }).click()
  await expect(total).toContainText('$45.00')
  await page.getByRole('checkbox', { name: 'Edging & trimming' }).click()
  await expect(total).toContainText('$70.00')
  await expect(page.getByRole('checkbox', { name: 'A look' })).not.toContainText('$')
  await page.getByRole('checkbox', { name: 'Mowing' }).click()
  await expect(total).toContainText('$25.00')
  await expectText(page, 'Taxes and discounts may apply.')
})

test('every few weeks accepts 1 to 26, and defaults to 2', async ({ page }) => {
  const signup = await signupAt(page.request, 'frequency')
  await page.goto(signup.path)
  await expect(page.getByRole('radio', { name: 'Weekly' })).toBeChecked()
  await expect(page.getByRole('radio')).toHaveCount(5)
  await page.getByRole('radio', { name: 'Every X weeks' }).click()
  const weeks = page.getByLabel('Weeks between visits')
  await expect(weeks).toHaveValue('2')
  for (const [typed, kept] of [
    ['40', 26],
    ['', 2],
    ['7', 7],
  ] as const) {
    await weeks.fill(typed)
    await next(page).click()
    await isAt(page, 'disclosures')
    const lead = await page.request.get(
      `/api/public/signup/${signup.code}/lead?lead_token=${signup.token}`,
    )
    expect(await lead.json()).toMatchObject({
      service_frequency: 'every_x_weeks',
      service_interval: kept,
    })
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(weeks).toHaveValue(String(kept))
  }
})

test('a step that fails to save says so and stays, then continues on retry', async ({ page }) => {
  const signup = await signupAt(page.request, 'email')
  await page.goto(`/signup/${signup.code}`)
  const steps: [SignupStep, string, (() => Promise<unknown>)?][] = [
    ['email', 'Could not save email', () => page.getByLabel('Email').fill(newEmail())],
    [
      'address',
      'Could not save address',
      async () => {
        await page.getByLabel('Street').fill(address.street)
        await page.getByLabel('ZIP').fill(address.zip)
        await expect(page.getByLabel('City')).toHaveValue('Raleigh')
      },
    ],
    ['availability', 'Could not save availability'],
    [
      'services',
      'Could not save services',
      () => page.getByRole('checkbox', { name: 'Mowing' }).click(),
    ],
    ['frequency', 'Could not save frequency'],
    ['disclosures', 'Could not save your info'],
  ]
  for (const [step, sentence, answer] of steps) {
    await isAt(page, step)
    await answer?.()
    const go = page.getByRole('button', {
      name: step === 'disclosures' ? 'Next Step' : 'Next',
      exact: true,
    })
    await page.route(/\/api\/public\/signup\/\w+(\/lead|$)/, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    )
    await go.click()
    await expectText(page, sentence)
    await isAt(page, step)
    await page.unrouteAll()
    if (step !== 'disclosures') await go.click()
  }
})

test('questions after the sign-in are validated and saved the same way', async ({ page, as }) => {
  const signup = await afterCard(page, { sms_opt_in: true })
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { name: 'Add payment method' })).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await isAt(page, 'postauth_name')
  await page.route('**/api/users/signup/finish', (route) => route.abort())
  await next(page).click()
  await expectText(page, 'Could not save your info')
  await isAt(page, 'postauth_name')
  await page.unrouteAll()
  await next(page).click()
  await isAt(page, 'postauth_phone')
  const phone = page.getByLabel('Phone number')
  const finish = page.getByRole('button', { name: 'Finish' })
  // SMS was chosen, so the number is required.
  for (const wrong of ['', '12345', '          ', '555-0100 ext', '()()()....']) {
    await phone.fill(wrong)
    await finish.click()
    await expectText(page, 'Enter a valid phone number')
    await isAt(page, 'postauth_phone')
  }
  await page.route('**/api/users/signup/finish', (route) => route.abort())
  await phone.fill('(919) 555-0161')
  await finish.click()
  await expectText(page, 'Could not save your info')
  await page.unrouteAll()
  await finish.click()
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

test('an address outside the service area gets a notice or is refused, depending on the business', async ({
  page,
}) => {
  const signup = await signupAt(page.request, 'availability')
  await page.route('**/lead?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      json: { ...((await response.json()) as object), out_of_area: true },
    })
  })
  await page.goto(signup.path)
  await expectText(page, "Your address is outside our usual area; we'll confirm.")
  await page.getByRole('button', { name: 'Back' }).click()
  await page.route('**/lead', (route) =>
    route.fulfill({
      status: 422,
      json: { error: outOfAreaRefusal, code: 'invalid', fields: { zip: outOfAreaRefusal } },
    }),
  )
  await next(page).click()
  await expectText(page, 'We do not come to this ZIP yet')
  await expect(page.getByLabel('ZIP')).toBeFocused()
  await isAt(page, 'address')
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

test('the link in the e-mail continues the sign-up on another device', async ({
  page,
  browser,
}) => {
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

const fresh = async (browser: Browser, viewport = widths[0]!): Promise<Page> =>
  (await browser.newContext({ viewport })).newPage()

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
  as,
}) => {
  const owner = await as('owner')
  const email = newEmail('hand')
  await owner.goto('/app/crews')
  const member = owner.getByRole('region', { name: 'Create crew member' })
  await member.getByRole('textbox', { name: 'Email' }).fill(email)
  await member.getByRole('textbox', { name: 'Name', exact: true }).fill('Hanna Hand')
  await member.getByRole('button', { name: 'Create crew member' }).click()
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

test('a rotated link is gone and the URL by name keeps working; a closed business accepts no sign-ups', async ({
  page,
  as,
}) => {
  const old = await permanentCode(page.request)
  const owner = await as('owner', '/app/onboard-customer')
  await owner.getByRole('button', { name: 'Rotate Link' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Rotate Link' }).click()
  await expect(owner.getByText('Permanent link rotated')).toBeVisible()
  const expectGone = async (code: string) => {
    await page.goto(`/signup/${code}`)
    await expectText(page, 'Invite not found or expired')
    await page.goto(`/public-signup/${code}`)
    await expectText(page, 'Invalid or expired invitation.')
  }
  await expectGone(old)
  await page.goto('/signup/org/green-acres')
  await isAt(page, 'email')

  const code = await permanentCode(page.request)
  const setOpen = async (isOpen: boolean) => {
    await owner.goto('/app/settings')
    const box = owner.getByRole('switch', { name: 'Take sign-ups' })
    await box.setChecked(isOpen)
    await owner.getByRole('button', { name: 'Save Changes' }).click()
    await expect(owner.getByText('Organization saved')).toBeVisible()
  }
  await setOpen(false)
  try {
    await expectGone(code)
    for (const path of ['/signup/org/green-acres', '/org/green-acres/info']) {
      await page.goto(path)
      await expectText(page, 'Organization not found.')
    }
  } finally {
    await setOpen(true)
  }
  await page.goto(`/signup/${code}`)
  await isAt(page, 'email')
})
