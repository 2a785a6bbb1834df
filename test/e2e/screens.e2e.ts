import { expect, expectNoAxeViolations, test } from './fixtures.ts'

// Every role opens what is theirs; what is not theirs says so. Each screen has its heading and nothing for axe to find.
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
  crew_leader: { '/app': 'Today', '/app/team': 'North Crew', '/app/crew-customers': 'Customers', '/app/crew-schedule': 'My Team Schedule' },
  crew_member: { '/app': 'Today', '/app/crew-schedule': 'My Team Schedule' },
  user: { '/app': 'Self-Service Portal', '/app/user/invoices': 'Invoices', '/app/user/payments': 'Payment' },
  payee: { '/app': 'Payments' },
} as const

for (const role of Object.keys(screens) as (keyof typeof screens)[]) {
  test(`${role} opens every screen of theirs @phone`, async ({ as }) => {
    test.setTimeout(120_000)
    const page = await as(role)
    for (const [path, heading] of Object.entries(screens[role])) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: new RegExp(heading) }).first(), path).toBeVisible({ timeout: 15_000 })
      await expectNoAxeViolations(page)
    }
  })
}

test('what is not theirs is refused', async ({ as }) => {
  const crew = await as('crew_member', '/app/payments')
  await expect(crew.getByText('Unauthorized. You do not have permission to access this page.')).toBeVisible()
  const customer = await as('user', '/app/customers')
  await expect(customer.getByText('Unauthorized. You do not have permission to access this page.')).toBeVisible()
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
    await expect(page.getByText(text!).first(), path).toBeVisible({ timeout: 15_000 })
    await expectNoAxeViolations(page)
  }
})
