import { addDays, todayIn } from '../../src/domain/base/dates.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { people } from './people.ts'
import { callsOf } from './sign-in.ts'

// Visits that other journeys leave would be among these.
test.use({ world: 'self-care' })

test('a customer moves a visit to an open day on a phone, keeps their choice when the day fills, and the office learns of it @dates', async ({
  as,
  server,
  shot,
}) => {
  const office = await callsOf(server.url, people.owner)
  const today = todayIn('America/New_York', new Date().toISOString())
  const [casey] = (await office('GET', '/api/owner/customers?q=Casey%20Walker')).customers
  const rule = { customer_id: casey.id, service_key: 'hedges', pattern: 'once' }
  const { first_visit } = await office('POST', '/api/schedule', {
    ...rule,
    start_date: addDays(today, 25),
  })
  const customer = await as('user')
  await customer.setViewportSize({ width: 360, height: 780 })
  const services = customer.getByRole('region', { name: 'Upcoming services' })
  const visit = services.getByRole('listitem').filter({ hasText: 'Hedge trimming' })
  await customer.goto('/app')
  await visit.locator('summary').click()
  await visit.getByRole('button', { name: 'Request a Reschedule' }).click()
  const sheet = customer.getByRole('dialog', { name: 'Request a Reschedule' })
  const days = sheet.getByRole('group', { name: 'Open days' })
  await sheet.getByRole('button', { name: 'Move the visit' }).click()
  await expect(sheet.getByText('Pick a day')).toBeVisible()
  await days.getByRole('radio').first().check()
  await shot(customer, 'move-phone')
  await expectNoAxeViolations(customer)

  // The office closes the day before the customer presses.
  const taken = await days.getByRole('radio').first().inputValue()
  const { closed_dates } = await office('GET', '/api/owner/my-organization')
  const closing = { closed_dates: [...closed_dates, taken] }
  await office('POST', '/api/owner/organization/update', closing)
  // The list may have been refreshed by then, or the server refuses.
  await sheet.getByRole('button', { name: /^Move / }).click()
  await expect(sheet.getByText(/^This day is no longer free/)).toBeVisible()
  await expect(days.getByRole('radio').first()).not.toHaveValue(taken)
  const next = await days.getByRole('radio').first().inputValue()
  await days.getByRole('radio').first().check()
  await sheet.getByRole('button', { name: /^Move to / }).click()
  await expect(sheet.getByText(/^Moved to /)).toBeVisible()
  await expect(sheet).toBeHidden()
  await expect(visit.getByText('Rescheduled', { exact: true })).toBeVisible()
  expect(
    (await office('GET', `/api/schedule?from=${next}&to=${next}`)).occurrences.map(
      (one: { occurrence_id: string }) => one.occurrence_id,
    ),
  ).toContain(first_visit.occurrence_id)

  await office('POST', '/api/owner/organization/update', { closed_dates })
  await office('POST', `/api/schedule/${first_visit.occurrence_id}/skip`, {})
})

test('a customer pauses their service until a day and resumes it, and sees before joining another business what it gets to know', async ({
  as,
  shot,
}) => {
  const customer = await as('user', '/app')
  await customer.setViewportSize({ width: 390, height: 844 })
  await customer.getByRole('button', { name: 'Pause my service' }).click()
  const sheet = customer.getByRole('dialog', { name: 'Pause your service' })
  await sheet.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(sheet.getByText('Choose the day on which your service resumes')).toBeVisible()
  await shot(customer, 'pause-phone')
  await expectNoAxeViolations(customer)
  const resumeOn = sheet.getByRole('combobox', { name: 'Resume on' })
  await sheet.getByText('2 weeks', { exact: true }).click()
  await expect(resumeOn).not.toHaveValue('')
  await expect(sheet.getByText('Choose the day on which your service resumes')).toBeHidden()
  await resumeOn.fill('in 3 weeks')
  await resumeOn.press('Tab')
  await expect(sheet.getByRole('radio', { name: '2 weeks' })).not.toBeChecked()
  await sheet.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(sheet).toBeHidden()
  const resume = customer.getByRole('button', { name: 'Resume now' })
  await expect(resume).toBeVisible()
  await shot(customer, 'home-paused-phone')
  await resume.click()
  await expect(resume).toBeHidden()
  await shot(customer, 'home-phone')
  await expectNoAxeViolations(customer)
  await customer.setViewportSize({ width: 1440, height: 900 })
  await shot(customer, 'home-desk')
  await customer.emulateMedia({ colorScheme: 'dark' })
  await shot(customer, 'home-desk-dark')
  await customer.emulateMedia({ colorScheme: 'light' })
  await customer.setViewportSize({ width: 390, height: 844 })

  await customer.goto('/app/account')
  const business = customer.getByRole('button', { name: 'Organization' })
  await expect(customer.getByRole('button', { name: 'Account Casey Walker' })).toBeVisible()
  await expect(business).toContainText('Green Acres Lawn Care')
  await shot(customer, 'account-phone')
  await expectNoAxeViolations(customer)
  await business.click()
  // Unfolded, the section says it itself.
  await expect(business).toHaveText('Organization', { useInnerText: true })
  await customer.getByRole('combobox', { name: 'Industry' }).click()
  await customer.getByRole('option', { name: 'Cleaning', exact: true }).click()
  await customer.getByRole('button', { name: 'Search' }).click()
  await customer.getByRole('button', { name: 'Choose Bright Side Cleaning' }).click()
  const join = customer.getByRole('dialog', {
    name: 'Become a customer of Bright Side Cleaning?',
  })
  await expect(join).toContainText('will see your name, your email and your phone number')
  await shot(customer, 'join-phone')
  await expectNoAxeViolations(customer)
  await join.getByRole('button', { name: 'Cancel' }).click()
  await expect(join).toBeHidden()
})

test('turning the phone keeps what was typed in the account', async ({ as }) => {
  const customer = await as('user')
  await customer.setViewportSize({ width: 390, height: 844 })
  await customer.goto('/app/account?tab=account')
  const name = customer.getByRole('region', { name: 'Profile' }).getByLabel('Name')
  await name.fill('Casey Walker-Lake')
  await customer.setViewportSize({ width: 844, height: 390 })
  await expect(name).toHaveValue('Casey Walker-Lake')
})
