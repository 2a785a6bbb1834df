import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { openNeeds } from './needs.ts'
import { people } from './people.ts'
import { callsOf } from './sign-in.ts'

const phone = { width: 390, height: 844 }

test('a customer asks for a visit, the office schedules it in one step, and the customer sees the day @dates', async ({
  as,
}) => {
  const customer = await as('user', '/app')
  await customer.setViewportSize(phone)
  await customer.getByRole('button', { name: 'Request a visit' }).click()
  const sheet = customer.getByRole('dialog', { name: 'Request a visit' })
  await sheet.getByRole('button', { name: 'Send request' }).click()
  await expect(sheet.getByText('Choose a service, or something else')).toBeVisible()
  await sheet.getByRole('combobox', { name: 'Service' }).click()
  await customer.getByRole('option', { name: /^Fertilization, \$/ }).click()
  await sheet.getByLabel('Note').fill('Behind the shed as well')
  await expectNoAxeViolations(customer)
  await sheet.getByRole('button', { name: 'Send request' }).click()
  await expect(customer.getByText('Request sent', { exact: true })).toBeVisible()
  const asked = customer
    .getByRole('region', { name: 'Visits you asked for' })
    .getByRole('listitem')
    .filter({ hasText: 'Behind the shed as well' })
  await expect(asked).toContainText('Waiting for an answer')

  const office = await as('owner', '/app')
  await openNeeds(office)
  const banner = office.getByRole('region', { name: 'Visits asked for' })
  await expect(banner).toContainText('Casey Walker asks for a visit: Fertilization, any day')
  await expectNoAxeViolations(office)
  await banner.getByRole('link', { name: 'Schedule the visit Casey Walker asks for' }).click()
  const add = office.getByRole('dialog', { name: 'Add to Schedule' })
  await expect(add.getByLabel('Notes')).toHaveValue('Behind the shed as well')
  await expect(add.getByRole('radio', { name: 'One-off' })).toBeChecked()
  await add.getByRole('button', { name: 'Add to Schedule' }).click()
  await expect(office.getByText('Added to schedule', { exact: true })).toBeVisible()
  await expect(banner).toBeHidden()
  await expect(asked).toContainText('Planned for')
})

test('the office declines with a reason that the customer reads; an open request can be withdrawn', async ({
  as,
  server,
}) => {
  const ask = await callsOf(server.url, people.user)
  await ask('POST', '/api/users/visit-requests', { note: 'Cut the oak down' })
  await ask('POST', '/api/users/visit-requests', { note: 'Rake the leaves' })
  const office = await as('owner', '/app/schedule')
  const banner = office.getByRole('region', { name: 'Visits asked for' })
  const line = (of: typeof banner, text: string) =>
    of.getByRole('listitem').filter({ hasText: text })
  await banner.getByRole('button', { name: 'Review' }).click()
  await line(banner, 'Cut the oak down')
    .getByRole('button', { name: /^Decline/ })
    .click()
  const sheet = office.getByRole('dialog', { name: 'Decline the visit' })
  await sheet.getByRole('button', { name: 'Decline and tell them' }).click()
  await expect(sheet.getByText('Write the customer a reason')).toBeVisible()
  await sheet.getByLabel('Reason').fill('We do not cut trees.')
  await sheet.getByRole('button', { name: 'Decline and tell them' }).click()
  await expect(office.getByText('Request declined', { exact: true })).toBeVisible()

  const customer = await as('user', '/app/account?tab=schedule')
  const own = customer.getByRole('region', { name: 'Visits you asked for' })
  await expect(line(own, 'Cut the oak down')).toContainText('Answer: We do not cut trees.')
  await line(own, 'Rake the leaves').getByRole('button', { name: 'Withdraw request' }).click()
  await expect(customer.getByText('Request withdrawn', { exact: true })).toBeVisible()
  await expect(line(own, 'Rake the leaves')).toHaveCount(0)
  await expect(banner).toBeHidden()
})
