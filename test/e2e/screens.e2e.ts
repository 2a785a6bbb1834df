import { expect, expectNoAxeViolations, test, tooSmall } from './fixtures.ts'

// Every role opens its own screens and is refused on others. Each screen has its heading and passes axe.
const screens = {
  owner: {
    '/app': 'Today • All Teams',
    '/app/schedule': 'Schedule',
    '/app/customers': 'Customers',
    '/app/crews': 'Crews',
    '/app/services': 'Services',
    '/app/invoices': 'Invoices',
    '/app/payments': 'Payments',
    '/app/insights': 'Insights',
    '/app/onboard-customer': 'Onboard Customer',
    '/app/settings': 'Settings',
  },
  crew_leader: {
    '/app': 'Today',
    '/app/team': 'North Crew',
    '/app/crew-customers': 'Customers',
    '/app/crew-schedule': 'My Team Schedule',
  },
  crew_member: {
    '/app': 'Today',
    '/app/crew-schedule': 'My Team Schedule',
    '/app/my-hours': 'My hours',
  },
  user: {
    '/app': 'Self-Service Portal',
    '/app/user/invoices': 'Invoices',
    '/app/user/payments': 'Payment',
  },
  payee: { '/app': 'Payments' },
} as const

/** Roles without a main task: for them, `npm test` just opens their screens. */
const alone = { crew_member: true, payee: true }

for (const role of Object.keys(screens) as (keyof typeof screens)[]) {
  test(`${role} opens all their screens @phone${role in alone ? ' @role' : ''}`, async ({ as }) => {
    test.setTimeout(120_000)
    const page = await as(role)
    for (const [path, heading] of Object.entries(screens[role])) {
      await page.goto(path)
      await expect(
        page.getByRole('heading', { name: new RegExp(heading) }).first(),
        path,
      ).toBeVisible()
      await expectNoAxeViolations(page)
    }
  })
}

test('touch targets on the schedule and crew screens are 44 pixels high @phone-only', async ({
  as,
  shot,
}) => {
  test.setTimeout(120_000)
  const office = await as('owner', '/app/dashboard-owner')
  const fits = async (what: string) => {
    expect.soft(await tooSmall(office), what).toEqual([])
    expect
      .soft(
        await office.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        `${what} fits its width`,
      )
      .toBeLessThanOrEqual(0)
  }
  const sheet = (name: string) =>
    expect(office.getByRole('dialog', { name, exact: true })).toBeVisible()
  const more = office.getByRole('button', { name: /^More for/ }).first()
  await expect(more).toBeVisible()
  await fits('the dashboard')
  await shot(office, 'the dashboard')
  await office.getByRole('button', { name: 'Rain day' }).click()
  await sheet('Rain day')
  await expect(office.getByRole('button', { name: /^Move \d+ visits?$/ })).toBeEnabled()
  await office.keyboard.press('Escape')
  await expect(office.getByRole('dialog')).toBeHidden()
  await more.click()
  await expect(office.getByRole('menuitem', { name: 'Pay link' })).toBeVisible()
  await fits('what else can be done with a visit')
  await office.getByRole('menuitem', { name: 'Set time or team' }).click()
  await sheet('Appointment')
  await fits('the appointment')

  for (const view of ['board', 'day']) {
    await office.goto(`/app/schedule?inbox=1&view=${view}`)
    await expect(office.getByRole('button', { name: /^Add (on|for) / }).first()).toBeVisible()
    await fits(`the schedule as ${view}`)
    if (view === 'day') continue
    // The actions stay visible however far down the selection is.
    await office.getByRole('button', { name: 'Select' }).click()
    await office.getByRole('button', { name: 'Select', exact: true }).last().click()
    await expect(office.getByText('1 visit selected')).toBeInViewport()
    await fits('what was chosen')
  }
  for (const name of ['Organization Events', 'Add Misc Event', 'Rain day', 'Schedule settings']) {
    await office.getByRole('button', { name: 'More', exact: true }).first().click()
    await fits('the menu of the schedule')
    await office.getByRole('menuitem', { name }).click()
    await sheet(name)
    await fits(name)
    await office.keyboard.press('Escape')
    await expect(office.getByRole('dialog')).toBeHidden()
  }
  await office.getByRole('button', { name: 'Add to Schedule' }).click()
  await sheet('Add to Schedule')
  await fits('Add to Schedule')

  const leader = await as('crew_leader', '/app')
  await expect(leader.getByRole('button', { name: /^Clock/ })).toBeEnabled()
  await expect(leader.getByRole('link', { name: /^Map to/ }).first()).toBeVisible()
  expect(await tooSmall(leader)).toEqual([])
  // The day's misc events.
  await expect(leader.getByRole('region', { name: 'Events' })).toContainText('Blade sharpening')
  await shot(leader, 'on the road')

  const customer = await as('user', '/app')
  await expect(customer.getByRole('link', { name: /^Invoice #/ }).first()).toBeVisible()
  await customer.locator('main details summary').first().click()
  expect(await tooSmall(customer)).toEqual([])
})

test('touch targets on the customer and staff screens are 44 pixels high @phone-only', async ({
  as,
}) => {
  test.setTimeout(120_000)
  const owner = await as('owner')
  for (const [path, button] of [
    ['/app/customers?tab=overview&q=casey', 'Details of Casey Walker'],
    ['/app/customers?tab=teams', 'Edit Casey Walker'],
    ['/app/crews', 'Add'],
    ['/app/services', 'Edit Mowing'],
    ['/app/onboard-customer', 'Send email invite'],
  ] as const) {
    await owner.goto(path)
    await owner.getByRole('button', { name: button, exact: true }).click()
    expect.soft(await tooSmall(owner), path).toEqual([])
  }
  const leader = await as('crew_leader', '/app/crew-customers')
  expect.soft(await tooSmall(leader)).toEqual([])
  await leader.getByRole('heading', { name: 'Casey Walker' }).click()
  await expect(leader.getByRole('button', { name: 'Edit Casey Walker' })).toBeVisible()
  expect(await tooSmall(leader)).toEqual([])
})

test('touch targets on invoices and settings are 44 pixels high @phone-only', async ({ as }) => {
  const owner = await as('owner', '/app/settings')
  await expect(owner.getByRole('tab', { name: 'Billing' })).toBeVisible()
  await expect(owner.getByRole('textbox', { name: 'Website' })).toBeVisible()
  expect.soft(await tooSmall(owner), 'settings').toEqual([])
  await owner.goto('/app/payments')
  await owner
    .getByRole('link', { name: /^Invoice/ })
    .first()
    .click()
  await expect(owner.getByRole('link', { name: 'All invoices' })).toBeVisible()
  expect.soft(await tooSmall(owner), 'an invoice').toEqual([])
  await owner.goBack()
  await expect(owner.getByRole('link', { name: /^Invoice/ }).first()).toBeVisible()
  expect.soft(await tooSmall(owner), 'payments').toEqual([])
  const customer = await as('user', '/app/account?tab=organization')
  await expect(customer.getByRole('link', { name: /@/ }).first()).toBeVisible()
  expect(await tooSmall(customer), 'the organization').toEqual([])
})

test('with text twice as large nothing is cut off or wider than the phone @phone-only', async ({
  as,
}) => {
  for (const [role, path] of [
    ['crew_leader', '/app'],
    ['owner', '/app/dashboard-owner'],
    ['owner', '/app/schedule?view=board'],
    ['user', '/app'],
  ] as const) {
    const page = await as(role)
    // For the page that is like half the width.
    await page.setViewportSize({ width: 195, height: 422 })
    await page.goto(path)
    await expect(page.getByRole('article').first()).toBeVisible()
    const cut = await page.evaluate(() => [
      ...(document.documentElement.scrollWidth > 195
        ? [`${document.documentElement.scrollWidth} wide`]
        : []),
      ...[...document.querySelectorAll('.mantine-Button-label')]
        .filter((label) => label.scrollWidth > label.clientWidth + 1)
        .map((label) => label.textContent),
    ])
    expect.soft(cut, `${role} at ${path}`).toEqual([])
  }
})

test('with only the text enlarged nothing of a crew and a customer is cut off @phone-only', async ({
  as,
}) => {
  for (const [role, path] of [
    ['crew_leader', '/app'],
    ['crew_leader', '/app/crew-schedule'],
    ['user', '/app'],
  ] as const) {
    const page = await as(role)
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto(path)
    await expect(page.locator('article, li:has(> button)').first()).toBeVisible()
    // No media query notices it, unlike the browser's own setting.
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
      for (const fold of document.querySelectorAll('details')) fold.open = true
    })
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect.soft(await width(), `${role} at ${path}: how wide`).toBe(360)
    const middle = await page.evaluate(() =>
      [...document.querySelectorAll('main :is(button, a).mantine-Button-root')]
        .filter((button) => {
          const [box, label] = [button, button.querySelector('.mantine-Button-label')!].map((one) =>
            one.getBoundingClientRect(),
          ) as [DOMRect, DOMRect]
          return Math.abs(box.top + box.bottom - label.top - label.bottom) > 3
        })
        .map((button) => button.textContent),
    )
    expect.soft(middle, `${role} at ${path}: in the middle of the button`).toEqual([])
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('main :is(button, a).mantine-Button-root')]
        .filter((button) => {
          const label = button.querySelector('.mantine-Button-label')!
          return (
            label.scrollWidth > label.clientWidth + 1 || button.getBoundingClientRect().right > 360
          )
        })
        .map((button) => button.textContent),
    )
    expect.soft(cut, `${role} at ${path}`).toEqual([])
  }
})

test('selections are visible in forced-colors mode, too', async ({ as }) => {
  const page = await as('owner')
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/app/schedule')
  const ground = (name: string) =>
    page
      .getByText(name, { exact: true })
      .evaluate((element) => getComputedStyle(element).backgroundColor)
  await expect(page.getByRole('radio', { name: 'Week board' })).toBeChecked()
  expect(await ground('Week board')).not.toBe(await ground('Day board'))
})

test('refuses each role the screens of others', async ({ as }) => {
  const crew = await as('crew_member', '/app/payments')
  await expect(
    crew.getByText('Unauthorized. You do not have permission to access this page.'),
  ).toBeVisible()
  const customer = await as('user', '/app/customers')
  await expect(
    customer.getByText('Unauthorized. You do not have permission to access this page.'),
  ).toBeVisible()
})

test('public pages @phone', async ({ page }) => {
  for (const [path, text] of [
    ['/', 'Ready to get started'],
    ['/get-started', 'Your Name'],
    ['/legal/terms', 'Delaware'],
    ['/legal/privacy', 'seven years'],
    ['/support', 'support@fieldhive.example'],
    ['/signup/org/green-acres', 'Welcome to the Hive!'],
    ['/org/green-acres/info', 'Green Acres Lawn Care'],
    ['/no/such/page', 'Page not found'],
    ['/signup/00000000000000000000000000', 'Invite not found or expired'],
    ['/org/nobody-here/info', 'Organization not found.'],
  ]) {
    await page.goto(path!)
    await expect(page.getByText(text!).first(), path).toBeVisible()
    await expectNoAxeViolations(page)
  }
})
