import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { broken, choose, toasted } from './office-words.ts'

// The platform's administrator: people, businesses, invitations of owners, and acting as somebody else.
test.use({ world: 'admin' })
test.setTimeout(120_000)

test('an administrator creates people, changes them and locks them out @role', async ({
  as,
  shot,
}) => {
  const page = await as('admin', '/app')
  await expect(
    page.getByText('You don’t have permission to view the owner dashboard.'),
  ).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Admin Panel' }).click()
  const users = page.getByRole('table', { name: 'Users' })
  await expect(users.getByText('owner@green-acres.example')).toBeVisible()
  await expectNoAxeViolations(page)
  await shot(page, 'admin-users')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(users.getByText('Owner · Green Acres Lawn Care')).toBeVisible()
  await expect(users.getByRole('columnheader')).toHaveText(['Person', 'Change'])
  await expectNoAxeViolations(page)
  await shot(page, 'admin-users-phone')
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('button', { name: 'Create user' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Create user' }).click()
  await expect(sheet.getByText('Email is required')).toBeVisible()
  await expect(sheet.getByText('Choose an organization')).toBeVisible()
  await sheet.getByRole('textbox', { name: 'Email' }).fill('nia@mail.example')
  await sheet.getByLabel('Name').fill('Nia Moss')
  await choose(page, sheet.getByLabel('Organization'), 'Green Acres Lawn Care')
  await broken(page, /create-user$/, async () => {
    await sheet.getByRole('button', { name: 'Create user' }).click()
    await expect(sheet.getByText('Failed to create user')).toBeVisible()
  })
  await expectNoAxeViolations(page)
  await sheet.getByRole('button', { name: 'Create user' }).click()
  await toasted(page, 'User created')
  const nia = users.getByRole('row').filter({ hasText: 'nia@mail.example' })
  await expect(nia).toContainText('Manager')
  await expect(nia).toContainText('Invited')

  await page.getByLabel('Search users').fill('nia moss')
  await expect(users.locator('tbody tr')).toHaveCount(1)
  await nia.getByRole('button', { name: 'Edit Nia Moss' }).click()
  await choose(page, sheet.getByLabel('Role'), 'Payee')
  await choose(page, sheet.getByLabel('Status'), 'Inactive')
  await sheet.getByRole('button', { name: 'Save changes' }).click()
  await toasted(page, 'User saved')
  await expect(nia).toContainText('Payee')
  await expect(nia).toContainText('Inactive')

  await page.getByLabel('Search users').fill('dana green')
  await users.getByRole('button', { name: 'Edit Dana Green' }).click()
  await expect(sheet.getByText('An owner cannot be set inactive.')).toBeVisible()
  await page.keyboard.press('Escape')
  await broken(page, /admin\/users/, async () => {
    await page.getByLabel('Search users').fill('nobody at all')
    await expect(page.getByText('Failed to fetch users')).toBeVisible()
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No one matches')).toBeVisible()
})

test('an administrator closes a business under its staff’s eyes and opens it again', async ({
  as,
  shot,
}) => {
  const owner = await as('owner', '/app/customers?tab=overview')
  await expect(owner.getByRole('heading', { name: 'Customers', exact: true })).toBeVisible()
  const page = await as('admin', '/app/admin?tab=organizations')
  const list = page.getByRole('list', { name: 'Organizations' })
  const green = list.getByRole('listitem').filter({ hasText: 'Green Acres Lawn Care' })
  await expect(green).toContainText('Owner: Dana Green')
  await expectNoAxeViolations(page)
  await shot(page, 'admin-organizations')

  await page.getByRole('button', { name: 'Create organization' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Name').fill('Tidy Yards')
  await sheet.getByRole('button', { name: 'Create organization' }).click()
  await toasted(page, 'Organization created')
  await list.getByRole('button', { name: 'Edit Tidy Yards' }).click()
  await sheet.getByLabel('State').fill('tx')
  await sheet.getByRole('button', { name: 'Save changes' }).click()
  await toasted(page, 'Organization saved')
  const tidy = list.getByRole('listitem').filter({ hasText: 'Tidy Yards' })
  await expect(tidy).toContainText('TX')
  await tidy.getByRole('button', { name: 'Set owner of Tidy Yards' }).click()
  await sheet.getByRole('textbox', { name: 'Email' }).fill('tara@tidy-yards.example')
  await sheet.getByLabel('Name').fill('Tara Young')
  await sheet.getByRole('button', { name: 'Make owner' }).click()
  await toasted(page, 'The organization has an owner now')
  await expect(tidy).toContainText('Owner: Tara Young')

  await green.getByRole('button', { name: 'Deactivate Green Acres Lawn Care' }).click()
  await broken(page, /update-organization$/, async () => {
    await sheet.getByRole('button', { name: 'Deactivate', exact: true }).click()
    await toasted(page, 'Failed to update organization status')
  })
  await sheet.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await toasted(page, 'Organization deactivated')
  await expect(
    owner.getByRole('heading', { name: 'Green Acres Lawn Care is deactivated' }),
  ).toBeVisible()
  await expectNoAxeViolations(owner)
  await shot(owner, 'deactivated')
  const saving = owner.waitForEvent('download')
  await owner.getByRole('button', { name: 'Download customers' }).click()
  expect((await saving).suggestedFilename()).toBe('customers.csv')
  const customer = await as('user', '/app/user/invoices')
  await expect(customer.getByRole('heading', { name: 'Invoices' })).toBeVisible()
  await customer.goto('/app')
  await expect(customer.getByText(/is not working at the moment/)).toBeVisible()

  await green.getByRole('button', { name: 'Activate Green Acres Lawn Care' }).click()
  await sheet.getByRole('button', { name: 'Activate', exact: true }).click()
  await toasted(page, 'Organization activated')
  await owner.getByRole('button', { name: 'Check again' }).click()
  await expect(owner.getByRole('heading', { name: 'Customers', exact: true })).toBeVisible()
})

test('an administrator sees which businesses did not pay their bill', async ({ as }) => {
  const page = await as('admin', '/app/admin')
  await page.route('**/api/admin/organizations?*', async (route) => {
    const response = await route.fetch()
    const { organizations, ...counted } = (await response.json()) as { organizations: object[] }
    const unpaid = organizations.map((one) => ({ ...one, subscription_status: 'past_due' }))
    await route.fulfill({ response, json: { ...counted, organizations: unpaid } })
  })
  await page.goto('/app/admin?tab=organizations')
  await expect(
    page
      .getByRole('list', { name: 'Organizations' })
      .getByRole('listitem')
      .filter({ hasText: 'Bright Side' }),
  ).toContainText('Bill past due')
})

test('an administrator invites an owner and sees what became of it', async ({ as }) => {
  const page = await as('admin', '/app/admin?tab=invitations')
  await expect(page.getByText('No one was invited yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Send owner invitation' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Owner’s email').fill('founder@mail.example')
  await page.getByLabel('Organization name').fill('Founders Lawn')
  await broken(page, /owner-invitations$/, async () => {
    await page.getByRole('button', { name: 'Send owner invitation' }).click()
    await expect(page.getByText('Failed to create owner invite')).toBeVisible()
  })
  await page.getByRole('button', { name: 'Send owner invitation' }).click()
  await toasted(page, 'Owner invitation sent')
  const invites = page.getByRole('list', { name: 'Owner invitations' })
  await expect(invites.getByRole('listitem')).toContainText('Sent')
  await expectNoAxeViolations(page)
})

test('an administrator acts as a manager, with a banner, until they stop', async ({ as, shot }) => {
  const page = await as('admin', '/app/impersonate')
  await expect(page.getByRole('heading', { name: 'Impersonate' })).toBeVisible()
  const users = page.getByRole('list', { name: 'Users' })
  await expect(users.getByRole('button', { name: 'Impersonate Ada Minter' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.getByLabel('Search users').fill('morgan')
  await expect(users.getByRole('listitem')).toHaveCount(1)
  await expectNoAxeViolations(page)
  await shot(page, 'impersonate')
  await users.getByRole('button', { name: 'Impersonate Morgan Ellis' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Start impersonating' }).click()
  await expect(sheet.getByText('Say why, for the record')).toBeVisible()
  await sheet.getByLabel('Reason').fill('Their question about the board')
  await broken(page, /impersonate\/start$/, async () => {
    await sheet.getByRole('button', { name: 'Start impersonating' }).click()
    await expect(sheet.getByText('Failed to impersonate')).toBeVisible()
  })
  await sheet.getByRole('button', { name: 'Start impersonating' }).click()
  const banner = page.getByRole('region', { name: 'Impersonation' })
  await expect(banner).toContainText('Morgan Ellis')
  await expect(banner).toContainText('Ada Minter')
  await page.goto('/app/customers?tab=overview')
  await expect(page.getByRole('heading', { name: 'Customers', exact: true })).toBeVisible()
  await page.goto('/app/admin')
  await expect(page).toHaveURL('/unauthorized')
  await page.goto('/app/settings')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Morgan Ellis')
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden()
  await page.goto('/app')
  await page.getByRole('button', { name: 'Stop impersonating' }).click()
  await expect(page).toHaveURL('/app/impersonate')
  await expect(banner).toBeHidden()
})
