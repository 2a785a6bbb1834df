import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { people } from './people.ts'
import { callsOf } from './sign-in.ts'

// Input made while a request is in flight. Nothing is saved on the server, so other journeys aren't affected.

/** Holds writes to a URL until released; `answer` then builds the response from the request. */
async function hold<Sent extends object>(
  page: Page,
  address: RegExp,
  answer: (sent: Sent) => object,
): Promise<() => void> {
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(address, async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    await gone
    await route.fulfill({ json: answer(route.request().postDataJSON() as Sent) })
  })
  return letGo
}

test('a customer’s choice during a request stays, and doesn’t count as saved', async ({
  as,
  server,
}) => {
  const own = await callsOf(server.url, people.user)
  const customer = await as('user', '/app/account?tab=schedule')
  const wishes = await own('GET', '/api/users/preferences')
  const saved = await hold<{ available_days: string[] }>(
    customer,
    /\/api\/users\/preferences/,
    ({ available_days }) => ({ ...wishes, available_days }),
  )
  const days = customer.getByRole('region', { name: 'Available days' })
  const save = days.getByRole('button', { name: 'Save' })
  await days.getByLabel('Saturday').click()
  await save.click()
  const tuesday = !(await days.getByLabel('Tuesday').isChecked())
  await days.getByLabel('Tuesday').click()
  saved()
  await expect(customer.getByText('Saved', { exact: true })).toBeVisible()
  await expect(days.getByLabel('Tuesday')).toBeChecked({ checked: tuesday })
  await expect(save).toBeEnabled()

  await customer.goto('/app/user/payments')
  const settings = await own('GET', '/api/users/billing-settings')
  const kept = await hold<object>(customer, /\/api\/users\/billing-settings/, () => ({
    ...settings,
    invoice_email_opt_in: !settings.invoice_email_opt_in,
  }))
  const autopay = customer.getByRole('region', { name: 'Autopay' })
  const pays = autopay.getByRole('switch', { name: 'Pay my invoices automatically' })
  await autopay.getByLabel('Email me my invoices').setChecked(!settings.invoice_email_opt_in)
  await autopay.getByRole('button', { name: 'Save' }).click()
  await pays.setChecked(!settings.autopay_enabled)
  kept()
  await expect(customer.getByText('Saved', { exact: true })).toBeVisible()
  await expect(autopay.getByLabel('Email me my invoices')).toBeChecked({
    checked: !settings.invoice_email_opt_in,
  })
  await expect(pays).toBeChecked({ checked: !settings.autopay_enabled })
})

test('an owner’s input while the organization is being saved stays, and counts as a new change', async ({
  as,
  server,
}) => {
  const organization = await (
    await callsOf(server.url, people.owner)
  )('GET', '/api/owner/my-organization')
  const owner = await as('owner', '/app/settings')
  const saved = await hold<{ website: string }>(owner, /\/organization\/update/, ({ website }) => ({
    ...organization,
    website,
    version: organization.version + 1,
  }))
  const to = (name: string) => owner.getByRole('link', { name, exact: true }).click()
  const website = owner.getByRole('textbox', { name: 'Website' })
  const street = owner.getByRole('textbox', { name: 'Street', exact: true })
  await website.fill('https://lawns.example')
  const save = owner.getByRole('button', { name: 'Save Changes' })
  await save.click()
  await to('Address and area')
  await street.fill('77 Typed While Saving')
  saved()
  await expect(owner.getByText('Organization saved')).toBeVisible()
  await expect(street).toHaveValue('77 Typed While Saving')
  await to('Business')
  await expect(website).toHaveValue('https://lawns.example')
  await expect(owner.getByRole('link', { name: 'Address and area (not saved)' })).toBeVisible()
  await expect(save).toBeEnabled()
})
