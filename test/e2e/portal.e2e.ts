import type { Locator, Page } from '@playwright/test'
import { addDays, todayIn } from '../../src/domain/base/dates.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { openNeeds } from './needs.ts'
import { people } from './people.ts'
import { callsOf } from './sign-in.ts'
import { address, newEmail, permanentCode } from './signups.ts'

const phone = { width: 390, height: 844 }
/** Shows what can be done about a visit: of the next one that is always there. */
async function unfold(visit: Locator): Promise<void> {
  const button = visit.getByRole('button').first()
  const line = visit.locator('summary')
  await expect(button.or(line).first()).toBeVisible()
  if (!(await button.isVisible())) await line.click()
}
const toasted = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible()
const card = (page: Page, name = 'Casey Walker') =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, level: 3 }) })

test('a customer edits addresses and preferences on a phone, and the office sees what changed @role', async ({
  as,
  shot,
}) => {
  const customer = await as('user')
  await customer.setViewportSize(phone)
  await customer.goto('/app/account?tab=account')
  await customer.getByRole('button', { name: 'Add address' }).click()
  const sheet = customer.getByRole('dialog', { name: 'Add address' })
  await sheet.getByLabel('Name').fill('Cabin')
  await sheet.getByRole('button', { name: 'Add address' }).click()
  await expect(sheet.getByRole('alert')).toHaveText('Please complete street, city, state, and ZIP.')
  await sheet.getByLabel('Street').fill('9 Lake Rd')
  await sheet.getByLabel('ZIP').fill('27601')
  await expect(sheet.getByLabel('City')).toHaveValue('Raleigh')
  await expectNoAxeViolations(customer)
  await sheet.getByRole('button', { name: 'Add address' }).click()
  await toasted(customer, 'Address added')
  // The default address can't be removed while work is scheduled there.
  await customer.getByRole('button', { name: 'Remove Home' }).click()
  await customer.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await toasted(customer, 'Services are scheduled at this address.')
  await customer.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await customer.getByRole('button', { name: 'Make Cabin the default' }).click()
  await toasted(customer, 'Default address changed')
  await shot(customer, 'account-phone')

  await customer.getByRole('button', { name: 'Schedule' }).click()
  for (const day of ['Sunday', 'Monday'])
    await customer.getByRole('checkbox', { name: day }).setChecked(day === 'Sunday')
  await customer
    .getByRole('region', { name: 'Available days' })
    .getByRole('button', { name: 'Save' })
    .click()
  await toasted(customer, 'Saved')
  await customer.getByRole('radio', { name: 'Every 2 weeks' }).click()
  await customer
    .getByRole('region', { name: 'How often' })
    .getByRole('button', { name: 'Save' })
    .click()
  await expect(
    customer.getByRole('region', { name: 'How often' }).getByRole('button', { name: 'Save' }),
  ).toBeDisabled()
  await expectNoAxeViolations(customer)

  await customer.getByRole('button', { name: 'Organization' }).click()
  await customer.getByRole('button', { name: 'Search' }).click()
  await expect(customer.getByText('Choose an industry to search')).toBeVisible()
  await customer.getByRole('combobox', { name: 'Industry' }).click()
  await customer.getByRole('option', { name: 'Cleaning', exact: true }).click()
  await customer.getByRole('button', { name: 'Search' }).click()
  await expect(customer.getByRole('button', { name: 'Choose Bright Side Cleaning' })).toBeVisible()
  await expectNoAxeViolations(customer)

  const owner = await as('owner', '/app/customers?tab=overview')
  await expect(owner.getByText('A customer changed their preferences.')).toBeVisible()
  await owner.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(card(owner)).toContainText('How often: Every 2 weeks instead of Not specified')
  await expect(card(owner)).toContainText('9 Lake Rd, Raleigh, NC 27601')
  await shot(owner, 'wishes-changed')
  await expectNoAxeViolations(owner)
  await owner.getByRole('button', { name: 'Mark the wishes of Casey Walker as seen' }).click()
  await expect(card(owner)).toHaveCount(0)
})

test('paused visits are listed by date before the next one, and a request about one can be withdrawn', async ({
  as,
}) => {
  const customer = await as('user')
  await customer.setViewportSize(phone)
  await customer.route(/upcoming-services/, async (route) => {
    const answer = await route.fetch()
    const { items, ...rest } = (await answer.json()) as { items: object[] }
    const request = {
      id: '00000000-0000-7000-8000-000000000001',
      action: 'reschedule',
      status: 'requested',
      resolution_reason: null,
    }
    const resting = items.slice(0, 2).map((item, at) => ({
      ...item,
      state: 'paused',
      status: 'skipped',
      skipped: true,
      request: at === 1 ? request : null,
    }))
    await route.fulfill({
      response: answer,
      json: { ...rest, items: [...resting, ...items.slice(2)] },
    })
  })
  await customer.goto('/app')
  const services = customer.getByRole('region', { name: 'Upcoming services' })
  const resting = services.getByRole('listitem').filter({ hasText: 'Paused' })
  await expect(resting).toHaveCount(2)
  const [last, next] = await Promise.all([
    resting.nth(1).boundingBox(),
    services.getByRole('article').boundingBox(),
  ])
  expect(last!.y + last!.height).toBeLessThan(next!.y)
  await expect(resting.nth(0).locator('summary')).toHaveCount(0)
  await resting.nth(1).locator('summary').click()
  await expect(resting.nth(1).getByRole('button')).toHaveText(['Withdraw request'])
  await customer.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a paused customer resumes and the office sees it live; an archived one can see history and pay', async ({
  as,
  shot,
}) => {
  const owner = await as('owner', '/app/customers?tab=overview&q=declan')
  const customer = await as('leaver', '/app')
  await customer.setViewportSize(phone)
  await expect(customer.getByRole('button', { name: 'Request a Reschedule' }).first()).toBeVisible()

  // Both pages stay open without a reload.
  await card(owner, 'Declan Price').getByRole('button', { name: 'Details of Declan Price' }).click()
  await card(owner, 'Declan Price').getByRole('button', { name: 'Pause Declan Price' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(customer.getByText('Paused', { exact: true }).first()).toBeVisible()
  await expect(customer.getByRole('button', { name: 'Request a Reschedule' })).toHaveCount(0)
  await shot(customer, 'paused-phone')
  await expectNoAxeViolations(customer)
  await customer.getByRole('button', { name: 'Resume now' }).click()
  await expect(customer.getByRole('button', { name: 'Request a Reschedule' }).first()).toBeVisible()
  await expect(
    card(owner, 'Declan Price').getByText('Resumed the work in their account.'),
  ).toBeVisible()
  await expect(card(owner, 'Declan Price').getByText('Active', { exact: true })).toBeVisible()

  await card(owner, 'Declan Price').getByRole('button', { name: 'Archive Declan Price' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await expect(
    customer.getByText(
      'Your account here is closed. You can still see your history and pay your invoices.',
    ),
  ).toBeVisible()
  await expect(customer.getByRole('button', { name: 'Request a Reschedule' })).toHaveCount(0)
  await shot(customer, 'closed-phone')
  await customer.goto('/app/account?tab=account')
  await expect(customer.getByRole('button', { name: 'Add address' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await customer.goto('/app/user/payments')
  await expect(customer.getByRole('button', { name: 'Add payment method' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expect(customer.getByRole('heading', { name: 'Autopay' })).toHaveCount(0)
  await expectNoAxeViolations(customer)

  // Restore an active customer for the next test; autopay stays off, and ended work stays ended.
  await owner.getByRole('button', { name: 'Unarchive Declan Price' }).click()
  await expect(customer.getByRole('heading', { name: 'Autopay' })).toBeVisible()
})

test('a customer asks to leave, is asked to stay, and leaves; both sides see it live', async ({
  as,
  shot,
}) => {
  const owner = await as('owner', '/app/customers?tab=overview&q=declan')
  const customer = await as('leaver', '/app/account?tab=organization')
  await customer.setViewportSize(phone)
  const leave = customer.getByRole('region', { name: 'Leave Green Acres Lawn Care' })
  const asked = owner.getByRole('region', { name: 'Customers who want to leave' })
  const ask = async (reason: string) => {
    await leave.getByRole('button', { name: 'Close my account' }).click()
    const dialog = customer.getByRole('dialog', { name: 'Leave Green Acres Lawn Care?' })
    await expect(dialog.getByText(/^You (still )?owe/)).toBeVisible()
    await expect(dialog.getByText('You can still see your history.')).toBeVisible()
    await dialog.getByLabel('Why are you leaving?').fill(reason)
    await shot(customer, 'leave-dialog-phone')
    await expectNoAxeViolations(customer)
    await dialog.getByRole('button', { name: 'Ask to close my account' }).click()
    await expect(
      leave.getByText('You asked Green Acres Lawn Care to close your account'),
    ).toBeVisible()
  }

  await ask('We move away.')
  await shot(customer, 'leave-waiting-phone')
  await expectNoAxeViolations(customer)
  await expect(asked).toContainText('Declan Price asks to close their account“We move away.”')
  await leave.getByRole('button', { name: 'Take it back' }).click()
  await toasted(customer, 'Your account stays open')
  await expect(asked).toHaveCount(0)

  await ask('Too expensive.')
  const wish = card(owner, 'Declan Price').getByRole('group', {
    name: 'Declan Price asks to close their account',
  })
  await expect(wish).toContainText('“Too expensive.”')
  await shot(owner, 'leave-asked')
  await expectNoAxeViolations(owner)
  await owner.setViewportSize(phone)
  await shot(owner, 'leave-asked-phone')
  await owner.setViewportSize({ width: 1440, height: 900 })
  await wish.getByRole('button', { name: 'Ask Declan Price to stay' }).click()
  const answer = owner.getByRole('dialog', { name: 'Ask Declan Price to stay' })
  await answer.getByRole('button', { name: 'Send answer' }).click()
  await expect(answer.getByText('Write a message to the customer')).toBeVisible()
  await answer.getByLabel('Your message').fill('The first month is on us.')
  await shot(owner, 'leave-keep')
  await answer.getByRole('button', { name: 'Send answer' }).click()
  await expect(wish).toHaveCount(0)
  await expect(leave.getByText('The first month is on us.')).toBeVisible()
  await shot(customer, 'leave-kept-phone')

  await customer.setViewportSize({ width: 1440, height: 900 })
  await ask('We are sure.')
  await shot(customer, 'leave-waiting')
  await owner.goto('/app')
  await openNeeds(owner)
  await asked.getByRole('link', { name: 'Answer Declan Price' }).click()
  // On their own page.
  await owner.getByRole('button', { name: 'Close the account of Declan Price' }).click()
  await owner
    .getByRole('dialog', { name: 'Archive Declan Price?' })
    .getByRole('button', { name: 'Archive' })
    .click()
  await expect(
    customer.getByText(
      'Your account here is closed. You can still see your history and pay your invoices.',
    ),
  ).toBeVisible()
  await expect(leave.getByRole('button', { name: 'Close my account' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expect(asked).toHaveCount(0)
  await shot(customer, 'left')
  await owner.goto('/app/customers?tab=overview&q=declan')
  await owner.getByRole('button', { name: 'Unarchive Declan Price' }).click()
  await expect(leave.getByRole('button', { name: 'Close my account' })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test('a customer refers a friend by link, and the office sees who referred whom', async ({
  as,
  page,
  shot,
}) => {
  const customer = await as('user')
  await customer.setViewportSize(phone)
  // Devices with a share sheet: here it is dismissed without a choice.
  await customer.addInitScript(() => {
    const share = (what: ShareData): Promise<void> => {
      sessionStorage.setItem('shared', String(what.url))
      return Promise.reject(new DOMException('', 'AbortError'))
    }
    Object.assign(navigator, { share })
  })
  await customer.goto('/app')
  const refer = customer.getByRole('region', { name: 'Refer a friend' })
  await expect(refer).toContainText('One friend has joined through your link so far.')
  await customer.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await refer.getByRole('button', { name: 'Copy link' }).click()
  await expect(refer.getByRole('button', { name: 'Copied' })).toBeVisible()
  const link = await customer.evaluate(() => navigator.clipboard.readText())
  await refer.getByRole('button', { name: 'Share' }).click()
  await expect.poll(() => customer.evaluate(() => sessionStorage.getItem('shared'))).toBe(link)
  await expectNoAxeViolations(customer)
  await shot(customer, 'refer-phone')

  // The first answer sends the referral code to the server; later steps don't need it.
  const email = newEmail('friend')
  await page.goto(new URL(link).pathname + new URL(link).search)
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    /%3Fref%3D[0-9a-z]{12}$/,
  )
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Where should we come?' })).toBeVisible()
  const code = await permanentCode(page.request)
  expect(
    (
      await page.request.post(`/api/public/signup/${code}`, {
        data: { email, name: 'Fran Friend', ...address },
      })
    ).ok(),
  ).toBe(true)

  const owner = await as('owner', `/app/customers?tab=overview&q=${encodeURIComponent(email)}`)
  await owner.getByRole('button', { name: 'Details of Fran Friend' }).click()
  await expect(card(owner, 'Fran Friend')).toContainText('Referred byCasey Walker')
  await owner.goto('/app/customers?tab=overview&q=casey')
  await owner.getByRole('button', { name: 'Details of Casey Walker' }).click()
  await owner.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await owner.getByRole('button', { name: 'Copy referral link of Casey Walker' }).click()
  await expect.poll(() => owner.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await expectNoAxeViolations(owner)
  await shot(owner, 'referral-office')
})

test('a customer asks for another day, cancels before the cutoff, and asks to cancel after it @dates', async ({
  as,
  server,
  shot,
}) => {
  const office = await callsOf(server.url, people.owner)
  const today = todayIn('America/New_York', new Date().toISOString())
  const [casey] = (await office('GET', '/api/owner/customers?q=Casey%20Walker')).customers
  const hedges = async (start_date: string, start_minutes: number | null) => {
    const rule = {
      customer_id: casey.id,
      service_key: 'hedges',
      pattern: 'once',
      start_date,
      start_minutes,
    }
    return (await office('POST', '/api/schedule', rule)).first_visit.occurrence_id as string
  }
  const [near, far, moved] = [
    await hedges(today, 1439),
    await hedges(addDays(today, 10), null),
    await hedges(addDays(today, 12), 600),
  ]

  const customer = await as('user', '/app')
  await customer.setViewportSize(phone)
  await expect(customer.getByRole('heading', { name: 'Self-Service Portal' })).toBeVisible()
  await expect(customer.getByRole('heading', { name: 'More Upcoming' })).toBeVisible()
  const named = (date: string, length: 'short' | 'long') =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: 'UTC',
      weekday: length,
      month: length,
      day: 'numeric',
    }).format(new Date(`${date}T12:00:00Z`))
  const visit = (date: string) =>
    customer
      .locator('main')
      .locator('article, li')
      .filter({ hasText: 'Hedge trimming' })
      .filter({ hasText: new RegExp(`${named(date, 'short')}|${named(date, 'long')}`) })
  const failing = (path: RegExp) =>
    customer.route(path, (route) =>
      route.fulfill({
        status: 500,
        json: { error: 'Server error.', code: 'internal', request_id: 'x' },
      }),
    )
  const later = visit(addDays(today, 10))
  await expect(later).toContainText('Unscheduled')

  // Escape and a tap outside close the sheet without sending a request.
  const sheet = customer.getByRole('dialog', { name: 'Request a Reschedule' })
  const open = () => later.getByRole('button', { name: 'Request a Reschedule' }).click()
  await unfold(later)
  await open()
  await expect(sheet).toBeVisible()
  await customer.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await open()
  await expect(sheet).toBeVisible()
  await customer.mouse.click(phone.width / 2, 8)
  await expect(sheet).toBeHidden()

  await open()
  await sheet.getByRole('button', { name: 'None of these days suits me' }).click()
  const days = sheet.getByRole('group', { name: /^Days that would suit/ })
  await expect(days).toBeVisible()
  const offered = await days
    .getByRole('checkbox')
    .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))
  const wished = offered.slice(0, 3)
  for (const day of wished.toReversed())
    await days.getByText(named(day, 'short'), { exact: true }).click()
  await expect(days.getByRole('checkbox', { name: named(offered[3]!, 'short') })).toBeDisabled()
  await expect(days.getByRole('checkbox', { name: named(wished[0]!, 'short') })).toBeEnabled()
  await expect(
    days.getByRole('checkbox', { name: named(addDays(today, 10), 'short') }),
  ).toHaveCount(0)
  await sheet.getByLabel('Note').fill('x'.repeat(501))
  await expect(sheet.getByLabel('Note')).toHaveValue('x'.repeat(500))
  await sheet.getByLabel('Note').fill('We have guests')
  await shot(customer, 'request-phone')
  await expectNoAxeViolations(customer)
  await failing(/\/request-reschedule/)
  await sheet.getByRole('button', { name: 'Send Request' }).click()
  await expect(sheet.getByText('Failed to submit request')).toBeVisible()
  await customer.unrouteAll()
  await sheet.getByRole('button', { name: 'Send Request' }).click()
  await expect(sheet.getByText('Request Sent')).toBeVisible()
  await expect(sheet).toBeHidden()
  await expect(later.getByRole('button', { name: 'Request Sent' })).toBeDisabled()
  const asked = (await office('GET', '/api/owner/customer-requests')).items.find(
    (request: { occurrence_id: string }) => request.occurrence_id === far,
  )
  expect(asked).toMatchObject({
    action: 'reschedule',
    reason: 'We have guests',
    preferred_dates: wished,
  })
  await failing(/\/withdraw/)
  await later.getByRole('button', { name: 'Withdraw request' }).click()
  await toasted(customer, 'Failed to submit request')
  await customer.unrouteAll()
  let withdrawals = 0
  await customer.route(/\/withdraw/, (route) => {
    withdrawals++
    return route.continue()
  })
  await later.getByRole('button', { name: 'Withdraw request' }).dblclick()
  await toasted(customer, 'Request withdrawn')
  await expect(later.getByRole('button', { name: 'Request a Reschedule' })).toBeEnabled()
  expect(withdrawals, 'two taps are one act').toBe(1)

  // Before the cutoff it is cancelled immediately, and no more requests about it are possible.
  const question = customer.getByRole('dialog', { name: 'Cancel this service?' })
  await later.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(question).toContainText('It is cancelled right away.')
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(question).toBeHidden()
  await later.getByRole('button', { name: 'Cancel', exact: true }).click()
  await failing(/\/cancel-service/)
  await question.getByRole('button', { name: 'Cancel service' }).click()
  await toasted(customer, 'Failed to cancel service')
  await customer.unrouteAll()
  await question.getByRole('button', { name: 'Cancel service' }).click()
  await toasted(customer, 'Service cancelled')
  await expect(later).toContainText('Cancelled')
  for (const name of ['Request a Reschedule', 'Cancel'])
    await expect(later.getByRole('button', { name, exact: true })).toBeDisabled()

  // Close to the start it is a request, which is denied with a reason; then it can be asked again.
  const soon = visit(today)
  await unfold(soon)
  await soon.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(question).toContainText('this is a request')
  await question.getByRole('button', { name: 'Ask to cancel' }).click()
  await toasted(customer, 'Request Sent')
  await expect(soon).toContainText('Cancellation requested')
  await expect(soon.getByRole('button', { name: 'Request a Reschedule' })).toBeDisabled()
  const [late] = (await office('GET', '/api/owner/customer-requests')).items.filter(
    (request: { occurrence_id: string }) => request.occurrence_id === near,
  )
  await office('POST', `/api/owner/customer-requests/${late.id}/resolve`, {
    status: 'denied',
    reason: 'The crew is on its way',
  })
  await expect(soon).toContainText('Your last request could not be met: The crew is on its way')
  await expect(soon.getByRole('button', { name: 'Request a Reschedule' })).toBeEnabled()

  // A visit moved meanwhile is cancelled, or asked about, on its new date, and chosen days are kept.
  const last = visit(addDays(today, 12))
  await unfold(last)
  await last.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(question).toContainText(named(addDays(today, 12), 'long'))
  await office('POST', `/api/schedule/${moved}/reschedule`, { to_date: addDays(today, 13) })
  await expect(question).toContainText(named(addDays(today, 13), 'long'))
  await question.getByRole('button', { name: 'Keep it' }).click()
  await unfold(visit(addDays(today, 13)))
  await visit(addDays(today, 13)).getByRole('button', { name: 'Request a Reschedule' }).click()
  await sheet.getByRole('button', { name: 'None of these days suits me' }).click()
  const first = days.getByRole('checkbox').first()
  const chosen = named(await first.inputValue(), 'short')
  await days.getByText(chosen, { exact: true }).click()
  await office('POST', `/api/schedule/${moved}/reschedule`, { to_date: addDays(today, 20) })
  await expect(sheet).toContainText(named(addDays(today, 20), 'long'))
  await expect(days.getByRole('checkbox', { name: chosen, exact: true })).toBeChecked()
  await expect(first).toHaveAccessibleName(chosen)
  await customer.keyboard.press('Escape')
  await customer.getByRole('button', { name: 'Discard' }).click()
  await expect(visit(addDays(today, 20)).getByText('Rescheduled', { exact: true })).toBeVisible()
  await expectNoAxeViolations(customer)

  await failing(/\/upcoming-services/)
  await customer.reload()
  await expect(customer.getByText('Failed to load upcoming services')).toBeVisible()
})
