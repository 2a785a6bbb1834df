import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import type { Browser, Locator, Page } from '@playwright/test'
import jsqr from 'jsqr'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { address, atCardPage, newEmail, permanentCode, signupAt } from './signups.ts'

const expectText = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible()

test('the simple form works without scripts: errors per field, then a thank-you page', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  const path = `/public-signup/${await permanentCode(page.request, 'green-acres')}`
  await page.goto(path)
  await expect(
    page.getByRole('heading', { name: 'Sign up with Green Acres Lawn Care' }),
  ).toBeVisible()
  await expectText(page, 'Welcome to the Hive!')
  await page.getByLabel('Mowing').check()
  const email = newEmail('plain')
  const good = {
    'Full name': 'Pia Plain',
    Email: email,
    Phone: '(919) 555-0155',
    Street: address.street,
    City: address.city,
    State: 'nc',
    ZIP: '27601-1234',
  }
  for (const [label, wrong, sentence] of [
    ['Email', 'nobody', 'Enter a valid email'],
    ['Phone', '555-0100', 'Enter a valid phone number'],
    ['Street', ' ', 'Enter your street address'],
    ['City', '', 'Enter your city'],
    ['State', 'ZZ', 'Use 2-letter state code (e.g., NC)'],
    ['ZIP', '2760', 'Enter a valid 5-digit ZIP'],
  ] as const) {
    for (const [name, value] of Object.entries(good))
      await page.getByLabel(name, { exact: true }).fill(value)
    await page.getByLabel(label, { exact: true }).fill(wrong)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expectText(page, sentence)
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Mowing')).toBeChecked()
    await expect(page.getByLabel('Full name')).toHaveValue('Pia Plain')
  }
  await page.getByLabel('ZIP').fill('27601-1234')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectText(page, 'Thanks! Green Acres Lawn Care has your details and will be in touch.')
  await expect(page.getByRole('link', { name: 'Create my account' })).toHaveAttribute(
    'href',
    /^\/signup\/\w+\/pay$/,
  )

  // Another site embeds it in a frame.
  const site = await otherSite(`<iframe src="${baseURL}${path}" width="380" height="800"></iframe>`)
  await page.goto(site.url)
  const frame = page.frameLocator('iframe')
  await frame.getByRole('button', { name: 'Submit' }).click()
  await expect(frame.getByText('Enter your street address')).toBeVisible()
  site.close()
  await context.close()
})

test('"Copy embed anchor" copies a link that works on any site', async ({ as }) => {
  const owner = await as('owner')
  await owner.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await owner.goto('/app/onboard-customer')
  await owner.getByRole('button', { name: 'Copy embed anchor' }).click()
  await expect
    .poll(() => owner.evaluate(() => navigator.clipboard.readText()))
    .toContain('<a href=')
  const anchor = await owner.evaluate(() => navigator.clipboard.readText())
  const site = await otherSite(`<p>${anchor}</p>`)
  await owner.goto(site.url)
  await owner.getByRole('link', { name: 'Sign up with Green Acres Lawn Care' }).click()
  await expect(
    owner.getByRole('heading', { name: 'Sign up with Green Acres Lawn Care' }),
  ).toBeVisible()
  await expect(owner.getByLabel('Street')).toBeVisible()
  site.close()
})

/** A page on another origin. It must be a real one: browsers don't let a made-up site access this machine. */
async function otherSite(html: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(html),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  }
}

test('a customer signs up with only the keyboard @role', async ({ page }) => {
  test.setTimeout(90_000)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const reach = async (target: Locator) => {
    await expect(target).toBeVisible()
    for (let tabs = 0; tabs < 40; tabs++) {
      if (
        await target.evaluate(
          (element) => (element.getRootNode() as Document).activeElement === element,
        )
      )
        return
      await press('Tab')
    }
    throw new Error(`${target.toString()} cannot be reached with Tab`)
  }
  const type = async (label: string, text: string) => {
    await reach(page.getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }
  await page.goto('/signup/org/green-acres')
  await type('Email', newEmail('keys'))
  await press('Enter')
  await expect(page.getByRole('heading', { name: 'Where should we come?' })).toBeFocused()
  await press('Tab', 'Enter')
  await expect(page.getByLabel('Street')).toBeFocused()
  await type('Street', address.street)
  await type('ZIP', address.zip)
  await press('Tab')
  await expect(page.getByLabel('City')).toHaveValue('Raleigh')
  await press('Enter')
  await expect(page.getByRole('heading', { name: 'Which days suit you?' })).toBeFocused()
  await reach(page.getByRole('button', { name: 'Select all' }))
  await press('Space')
  await expectText(page, 'Selected 6 / 6')
  await reach(page.getByRole('checkbox', { name: 'Friday' }))
  await press('Space')
  await expectText(page, 'Selected 5 / 6')
  await reach(page.getByRole('button', { name: 'Next', exact: true }))
  await press('Enter')
  await reach(page.getByRole('checkbox', { name: 'Mowing' }))
  await press('Space')
  await expect(page.getByRole('checkbox', { name: 'Mowing' })).toBeChecked()
  await reach(page.getByRole('button', { name: 'Next', exact: true }))
  await press('Enter')
  await reach(page.getByRole('radio', { name: 'Weekly', exact: true }))
  await press('ArrowUp')
  await expect(page.getByRole('radio', { name: 'Every X weeks' })).toBeChecked()
  await reach(page.getByLabel('Weeks between visits'))
  await press('ArrowUp')
  await expect(page.getByLabel('Weeks between visits')).toHaveValue('3')
  await reach(page.getByRole('button', { name: 'Next', exact: true }))
  await press('Enter')
  for (const label of [
    /^Charge my saved payment method/,
    /^Also for one-time services/,
    /^I agree to receive text messages/,
  ]) {
    await reach(page.getByLabel(label))
    await press('Space')
    await expect(page.getByLabel(label)).toBeChecked()
  }
  await reach(page.getByRole('button', { name: 'Next Step' }))
  await press('Enter')
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await type('Password', 'a long enough secret')
  await press('Enter')
  await expect(page.getByRole('heading', { name: 'Add payment method' })).toBeVisible()
  await type('Card number', '4242424242424242')
  await type('Expiration date', '1234')
  await type('Security code', '123')
  await type('ZIP code', '27601')
  await reach(page.getByRole('button', { name: 'Save card' }))
  await press('Enter')
  await expect(page.getByText('Step 7 of 8')).toBeVisible()
  await type('Your name', 'Kay Board')
  await press('Enter')
  await type('Phone number', '(919) 555-0156')
  await press('Enter')
  await expect(page.getByRole('heading', { name: 'Self-Service Portal' })).toBeVisible()
})

const looks = [
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
] as const

/** Passes axe, and nothing is cut off at the side. */
async function isInOrder(page: Page): Promise<void> {
  await expectNoAxeViolations(page)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    `${page.url()} fits its width`,
  ).toBeLessThanOrEqual(0)
}

for (const look of looks) {
  test(`every sign-up page passes axe and fits, ${look.viewport.width} wide and ${look.colorScheme}`, async ({
    browser,
  }) => {
    test.setTimeout(120_000)
    const page = await newPage(browser, look)
    const code = await permanentCode(page.request)
    for (const [path, text] of [
      ['/signup/org/green-acres', 'What is your email?'],
      [(await signupAt(page.request, 'address')).path, 'Where should we come?'],
      [(await signupAt(page.request, 'availability')).path, 'Which days suit you?'],
      [(await signupAt(page.request, 'services')).path, 'What can we do for you?'],
      [(await signupAt(page.request, 'frequency')).path, 'How often?'],
      [(await signupAt(page.request, 'disclosures')).path, 'Billing & Disclosures'],
      [`/public-signup/${code}`, 'Contact'],
      ['/org/green-acres/info', 'Scan to sign up'],
      [
        '/signup/org/green-acres/done',
        'Your summary with Green Acres Lawn Care appears here once you have signed up. If you have already, log in to see it.',
      ],
      ['/signup/nothing-here', 'Invite not found or expired'],
    ] as const) {
      await page.goto(path)
      await expectText(page, text)
      await isInOrder(page)
    }
    await page.goto((await signupAt(page.request, 'address')).path)
    await page.getByRole('button', { name: 'Next' }).click()
    await expectText(page, 'Enter your street address')
    await isInOrder(page)

    await atCardPage(page)
    await expect(page.getByRole('button', { name: 'Save card' })).toBeEnabled()
    await isInOrder(page)
    await page.getByRole('tab', { name: 'US bank account' }).click()
    await isInOrder(page)
    await page.getByRole('button', { name: 'Not now' }).click()
    await expectText(page, 'Step 7 of 8 · Green Acres Lawn Care')
    await isInOrder(page)
    await page.getByRole('button', { name: 'Next' }).click()
    await expectText(page, 'Step 8 of 8 · Green Acres Lawn Care')
    await isInOrder(page)
    await page.goto(`/signup/${code}/done`)
    await expectText(
      page,
      'Thank you for signing up with Green Acres Lawn Care. They will be in touch about your first service.',
    )
    await isInOrder(page)
    await page.context().close()
  })
}

const newPage = async (browser: Browser, look: (typeof looks)[number]): Promise<Page> =>
  (await browser.newContext(look)).newPage()

/** The printed result: number of sheets, their size, and the code as a camera sees it at this many pixels per millimeter. */
async function onPaper(pdf: Buffer, pixelsPerMm: number) {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(pdf)
    const { width, height, data } = await document
      .getPage(0)
      .render({ scale: (pixelsPerMm * 25.4) / 72, render: 'bitmap' })
    const found = jsqr.default(new Uint8ClampedArray(data), width, height)
    const { topLeftCorner: left, topRightCorner: right } = found?.location ?? {
      topLeftCorner: { x: 0, y: 0 },
      topRightCorner: { x: 0, y: 0 },
    }
    const { originalWidth, originalHeight } = document.getPage(0).getOriginalSize()
    const mm = (points: number) => Math.round((points / 72) * 25.4)
    return {
      sheets: document.getPageCount(),
      size: [mm(originalWidth), mm(originalHeight)],
      text: found?.data,
      code_mm: Math.hypot(right.x - left.x, right.y - left.y) / pixelsPerMm,
    }
  } finally {
    library.destroy()
  }
}

test('the flyer prints on one sheet of either size, with a code readable from three meters', async ({
  page,
  baseURL,
}) => {
  // A business with more services than fit on the sheet.
  await page.route('**/api/public/org/green-acres', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { organization: object; services: object[] }
    const many = Array.from({ length: 60 }, (_, at) => ({
      key: `s${at}`,
      label: `Service ${at} that goes by a long name`,
      price_cents: 100 * at,
      currency: 'USD',
      active: true,
    }))
    const name =
      'Green Acres Lawn Care, Landscaping, Irrigation and Snow Removal of Greater Raleigh and Durham'
    await route.fulfill({
      response,
      json: page.url().includes('many')
        ? { ...body, services: many, organization: { ...body.organization, name } }
        : body,
    })
  })
  for (const query of ['', '?many']) {
    await page.goto(`/org/green-acres/info${query}`)
    await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
    for (const [format, size] of [
      ['A4', [210, 297]],
      ['Letter', [216, 279]],
    ] as const) {
      const pdf = await page.pdf({ format })
      const close = await onPaper(pdf, 1)
      expect(close).toMatchObject({ sheets: 1, size, text: `${baseURL}/signup/org/green-acres` })
      // 33 modules of 4 mm each.
      expect(close.code_mm).toBeGreaterThan(130)
      // From three meters, a camera with 3000 pixels and 65° has three quarters of a pixel per millimeter. Phones have better ones.
      const faraway = await onPaper(pdf, 3000 / (2 * 3000 * Math.tan((32.5 * Math.PI) / 180)))
      expect(faraway.text).toBe(`${baseURL}/signup/org/green-acres`)
    }
  }
})
