import type { Locator, Page } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { open, list, button, expectText, failing } from './customer-list.ts'
import { people } from './people.ts'
import { callsOf } from './sign-in.ts'

// The office and its customers: finding, filtering, converting, archiving, pausing, messaging. `card.test.tsx` has what each act says when it fails.
test.setTimeout(90_000)
const names = (
  page: Page,
  name: 'Active & Paused' | 'Leads' | 'Archived' = 'Active & Paused',
): Locator => list(page, name).getByRole('heading', { level: 3 })
const card = (page: Page, name: string): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) })
const details = async (page: Page, name: string): Promise<Locator> => {
  await button(page, `Details of ${name}`).click()
  return card(page, name)
}
const choose = async (page: Page, field: Locator, option: string): Promise<void> => {
  await field.click()
  await page.getByRole('option', { name: option, exact: true }).click()
  // Wait for the list to close first.
  await expect(page.getByRole('option')).toHaveCount(0)
}
/** Adds leads without a browser. */
async function addLeads(server: string, ...leads: string[]): Promise<void> {
  const owner = await callsOf(server, people.owner)
  for (const name of leads) await owner('POST', '/api/owner/customers', { name, status: 'lead' })
}

test('the owner searches customers; filters survive a reload and Back @phone', async ({
  as,
  isMobile,
}) => {
  const page = await as('owner')
  await open(page)
  await expect(page.getByText('Active/Paused')).toBeVisible()
  await expect(names(page).first()).toBeVisible()
  const everybody = await names(page).count()
  expect(everybody).toBeGreaterThanOrEqual(9)
  const search = page.getByRole('searchbox', { name: 'Search customers' })
  for (const [typed, found] of [
    ['walkr', 'Casey Walker'],
    ['0107', 'Ivy Castellano'],
  ] as const) {
    await search.fill(typed)
    await expect(names(page), typed).toHaveText([found])
  }
  await expect(page).toHaveURL(/[?&]q=0107/)
  await button(page, 'Clear search').click()
  await expect(page).not.toHaveURL(/q=/)
  await expect(names(page)).toHaveCount(everybody)

  await button(page, 'Filters').click()
  const filters = page.getByRole('region', { name: 'Filters' })
  await choose(page, filters.getByRole('combobox', { name: 'Team' }), 'South Crew')
  await choose(page, filters.getByRole('combobox', { name: 'Frequency' }), 'Weekly')
  await choose(page, filters.getByRole('combobox', { name: 'Service' }), 'Mowing')
  await filters.getByRole('checkbox', { name: 'Balance due' }).click()
  await expect(names(page)).toHaveText(['Rosa Delgado'])
  await expect(page).toHaveURL(/team=[\w-]{36}.*service=mowing.*frequency=weekly.*due=1|due=1/)
  const kept = page.url()
  await page.reload()
  await expect(names(page)).toHaveText(['Rosa Delgado'])
  await expect(filters.getByRole('combobox', { name: 'Team' })).toHaveValue('South Crew')
  await expect(filters.getByRole('checkbox', { name: 'Balance due' })).toBeChecked()
  await expectNoAxeViolations(page)
  await page.goto('/app/invoices')
  await expect(page.getByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible()
  await page.goBack()
  expect(page.url()).toBe(kept)
  await expect(names(page)).toHaveText(['Rosa Delgado'])
  await expect(page.getByText('Total CLTV').locator('xpath=..')).toContainText('$0.00')

  await button(page, 'Clear filters').click()
  await expect(names(page)).toHaveCount(everybody)
  await expect(page).toHaveURL(/\/app\/customers\?tab=overview$/)
  await filters.getByRole('textbox', { name: 'Tags' }).fill('DOG, gate code')
  await expect(names(page)).toHaveText(['Casey Walker'])
  await expect(page.getByText('Total CLTV').locator('xpath=..')).toContainText('$120.00')
  await choose(page, filters.getByRole('combobox', { name: 'Status' }), 'Lead')
  await expect(list(page, 'Active & Paused')).toBeHidden()
  await expect(page.getByText('No one here matches the filters.')).toBeVisible()
  await expect(filters.getByRole('checkbox', { name: 'Autopay on' })).not.toBeChecked()

  // The other tab is in the URL, too.
  await page.goto('/app/customers?tab=overview')
  if (isMobile) await choose(page, page.getByRole('combobox', { name: 'View' }), 'Teams')
  else await page.getByRole('tab', { name: 'Teams' }).click()
  await expect(page).toHaveURL(/tab=teams/)
  await expect(page.getByRole('heading', { name: 'Unassigned Crew' })).toBeVisible()
})

test('turning the phone keeps what was typed about a customer', async ({ as }) => {
  const page = await as('owner')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '?q=casey')
  await expectNoAxeViolations(page)
  await button(page, 'Edit Casey Walker').click()
  const name = page.getByRole('dialog', { name: /^Edit/ }).getByLabel('Name')
  await name.fill('Casey Walker-Lake')
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(page.getByRole('tab', { name: 'Teams', includeHidden: true })).toBeAttached()
  await expect(name).toHaveValue('Casey Walker-Lake')
})

test('a card shows every field and opens its details', async ({ as, shot }) => {
  const page = await as('owner')
  await open(page)
  const casey = await details(page, 'Casey Walker')
  for (const text of [
    '1203 Hillsborough St, Raleigh, NC 27603',
    'Autopay',
    'Active',
    'Frequency',
    'Next visit',
    'CLTV',
    '$120.00',
    'North Crew',
    'Mowing',
    '#dog',
    '(919) 555-0101',
    'customer@green-acres.example',
  ])
    await expect(casey.getByText(text).first(), text).toBeVisible()
  await expect(casey.getByRole('link', { name: 'Call Casey Walker' })).toHaveAttribute(
    'href',
    'tel:+19195550101',
  )
  await expect(casey.getByRole('link', { name: 'Email Casey Walker' })).toHaveAttribute(
    'href',
    'mailto:customer@green-acres.example',
  )
  await expect(casey.getByRole('link', { name: 'Map of Casey Walker' })).toHaveAttribute(
    'href',
    /Hillsborough/,
  )
  await expect(casey.getByText('Last visits')).toBeVisible()
  await expect(casey.getByText('Side gate sticks: lift and push.')).toBeVisible()
  // Leads show their preferences as text.
  await expect(card(page, 'Lee Hartmann')).toContainText('Every 2 weeks')
  await expect(
    card(page, 'Lee Hartmann').getByRole('list', { name: 'Services' }).getByRole('listitem'),
  ).toHaveText(['Mowing', 'Edging & trimming'])
  await expectNoAxeViolations(page)
  await shot(page, 'customers')
})

test('changes notes, reminders, tags and team, and sends a promo, from the card', async ({
  as,
}) => {
  const page = await as('owner')
  await open(page, '?q=casey')
  const casey = await details(page, 'Casey Walker')

  const note = casey.getByRole('textbox', { name: 'Add a note about Casey Walker' })
  await expect(casey.getByRole('button', { name: 'Add note' })).toBeDisabled()
  for (const text of ['New dog: Biscuit', 'Two', 'Three', 'Four', 'Five']) {
    await note.fill(text)
    await casey.getByRole('button', { name: 'Add note' }).click()
    await expect(note).toHaveValue('')
  }
  const notes = casey.getByRole('list', { name: 'Notes about Casey Walker' }).getByRole('listitem')
  await expect(notes).toHaveCount(5)
  await expect(notes.first()).toContainText('Five')
  await casey.getByRole('button', { name: 'Show all notes' }).click()
  await expect(notes).toHaveCount(6)
  await expect(notes.last()).toContainText('Side gate sticks')

  await button(page, 'Send promo to Casey Walker').click()
  const offer = page.getByRole('dialog', { name: 'Send promo to Casey Walker' })
  await offer.getByRole('button', { name: 'Send promo' }).click()
  await expect(offer.getByText('Write a message')).toBeVisible()
  await offer.getByLabel('Message').fill('Ten percent off aeration this week.')
  await expectNoAxeViolations(page)
  await offer.getByRole('button', { name: 'Send promo' }).click()
  await expectText(page, 'Promo queued.')
  await expect(offer).toBeHidden()

  const reminders = casey.getByRole('switch', { name: 'Visit reminders for Casey Walker' })
  await expect(reminders).toBeChecked()
  await reminders.click()
  await expectText(page, 'Saved')
  await expect(reminders).not.toBeChecked()

  const tags = casey.getByRole('combobox', { name: 'Tags of Casey Walker' })
  await failing(page, /\/tags$/, async () => {
    await tags.fill('VIP')
    await tags.press('Enter')
    await expectText(page, 'Failed to save')
  })
  await tags.fill('VIP')
  await tags.press('Enter')
  await expectText(page, 'Saved')
  await expect(casey.getByText('#VIP')).toBeVisible()
  await tags.press('Backspace')
  await expectText(page, 'Saved')
  await expect(casey.getByText('#VIP')).toBeHidden()

  const team = casey.getByRole('combobox', { name: 'Assign Casey Walker to a team' })
  await choose(page, team, 'Unassigned')
  await expectText(page, 'Removed from team')
  await choose(page, team, 'North Crew')
  await expectText(page, 'Customer assigned to team')
})

test('pauses a customer until a date, changes the pause and ends it @dates', async ({ as }) => {
  const page = await as('manager')
  await open(page, '?q=quinn')
  const quinn = await details(page, 'Quinn Abara')
  await button(page, 'Pause Quinn Abara').click()
  const sheet = page.getByRole('dialog', { name: 'Pause Quinn Abara?' })
  await sheet.getByRole('button', { name: 'Resume on' }).click()
  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('button', { name: /^20 / }).click()
  await sheet.getByLabel('Reason').fill('New patio')
  await expect(sheet.getByText('Visits resume on that day.')).toBeVisible()
  await expectNoAxeViolations(page)
  await sheet.getByRole('button', { name: 'Pause', exact: true }).click()
  await expectText(page, 'Customer paused')
  await expect(quinn.getByText(/^Paused from .* until .* 20\. New patio$/)).toBeVisible()
  await expect(quinn.getByText('Paused', { exact: true })).toBeVisible()

  await button(page, 'Change the pause of Quinn Abara').click()
  const change = page.getByRole('dialog', { name: 'Pause of Quinn Abara' })
  await change.getByRole('button', { name: 'Clear date' }).click()
  await change.getByRole('button', { name: 'Save' }).click()
  await expectText(page, 'Customer paused')
  await expect(quinn.getByText(/until resumed\. New patio$/)).toBeVisible()

  await button(page, 'Resume Quinn Abara').click()
  await expectText(page, 'Customer resumed')
  await expect(quinn.getByText(/^Paused from/)).toBeHidden()
})

test('converts leads singly and in bulk, with a result for each', async ({ as, server }) => {
  const page = await as('owner')
  // Live events are blocked, so that the list gets stale.
  await page.context().route('**/api/sse**', (route) => route.abort())
  await addLeads(server.url, 'Lead One', 'Lead Two', 'Lead Three', 'Lead Four', 'Lead Five')
  await open(page)
  await expect(button(page, 'Convert selected to Active')).toHaveAttribute('aria-disabled', 'true')

  await button(page, 'Convert to Active: Lead One').click()
  await expectText(page, 'Converted to active.')
  await expect(
    list(page, 'Active & Paused').getByRole('heading', { name: 'Lead One' }),
  ).toBeVisible()

  for (const name of ['Lead Two', 'Lead Three'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await button(page, 'Convert 2 to Active').click()
  await expectText(page, 'Selected leads converted to active.')
  await expect(names(page, 'Leads').filter({ hasText: /Two|Three/ })).toHaveCount(0)

  const manager = await as('manager')
  await open(manager)
  await button(manager, 'Archive Lead Four').click()
  await manager.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await expectText(manager, 'Customer archived')
  for (const name of ['Lead Four', 'Lead Five'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await button(page, 'Convert 2 to Active').click()
  await expectText(page, '1 converted, 1 failed')
  const notice = page.getByRole('alert').filter({ hasText: 'Not converted' })
  await expect(notice.getByRole('listitem')).toHaveText(['Lead Four – This customer is archived.'])
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toBeHidden()
})

test('archiving lists what it ends, and can be undone', async ({ as }) => {
  const page = await as('owner')
  await open(page, '?q=harper')
  await button(page, 'Archive Harper Nguyen').click()
  const ask = page.getByRole('dialog', { name: 'Archive Harper Nguyen?' })
  await expect(ask.getByRole('listitem')).toHaveText([
    'Their work ends today: Mowing.',
    'Visits after today are removed.',
    'The visit on today’s schedule stays there.',
    'Autopay is turned off.',
    'They get no message about it, unless they asked to leave. Tell them yourself.',
    'History, invoices, credit and notes are kept.',
  ])
  await expectNoAxeViolations(page)
  await ask.getByRole('button', { name: 'Archive' }).click()
  await expectText(page, 'Customer archived')
  await expect(names(page, 'Archived')).toHaveText(['Harper Nguyen'])
  await expect(card(page, 'Harper Nguyen').getByText('Autopay')).toBeHidden()

  await button(page, 'Unarchive Harper Nguyen').click()
  await expectText(page, 'Customer unarchived')
  await expect(names(page)).toHaveText(['Harper Nguyen'])
})

test('adds a customer, with a hint about likely duplicates, and edits them', async ({ as }) => {
  const page = await as('owner')
  const name = 'Dora Desk'
  await open(page)
  await button(page, 'Add customer').click()
  const sheet = page.getByRole('dialog', { name: 'Add customer' })
  await sheet.getByRole('button', { name: 'Add customer' }).click()
  await expect(sheet.getByText('Enter a name')).toBeVisible()
  await sheet.getByLabel('Name').fill(name)
  await sheet.getByLabel('Phone').fill('919-555-0108')
  await expect(
    sheet.getByText('Noah Feld (active) has the same phone number. Is this someone new?'),
  ).toBeVisible()
  await sheet.getByLabel('Email').fill('noah.feld@mail.example')
  await expect(
    sheet.getByText('Noah Feld (active) has the same email. Is this someone new?'),
  ).toBeVisible()
  // The hint links to the existing customer.
  await sheet.getByRole('button', { name: 'Show Noah Feld' }).first().click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Noah Feld' })).toBeVisible()
  await open(page)
  await button(page, 'Add customer').click()
  await sheet.getByLabel('Name').fill(name)
  await sheet.getByLabel('Email').fill('noah.feld@mail.example')
  await expectNoAxeViolations(page)
  await sheet.getByRole('button', { name: 'Add customer' }).click()
  await expect(sheet.getByText('Another customer has this email address.')).toBeVisible()
  await sheet.getByLabel('Email').fill('')
  await sheet.getByRole('button', { name: 'Add customer' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Customer added' })).toBeVisible()
  await button(page, 'Show').click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await open(page, `?q=${encodeURIComponent(name)}`)
  await expect(names(page)).toHaveText([name])
  await button(page, `Edit ${name}`).click()
  const edit = page.getByRole('dialog', { name: `Edit ${name}` })
  await edit.getByLabel('Street').fill('5 Elm St')
  await failing(page, /\/api\/owner\/customers\/[\w-]{36}$/, async () => {
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(edit.getByText('Failed to save')).toBeVisible()
  })
  await edit.getByRole('button', { name: 'Save' }).click()
  await expectText(page, 'Saved')
  await expect(card(page, name)).toContainText('5 Elm St')
  // Changed fields are checked for duplicates, too; unchanged ones aren't.
  await button(page, `Edit ${name}`).click()
  await edit.getByLabel('Phone').fill('919 555 0107')
  await expect(
    edit.getByText('Ivy Castellano (active) has the same phone number. Is this someone new?'),
  ).toBeVisible()
  await edit.getByLabel('Phone').fill('')
  await expect(edit.getByText('Is this someone new?')).toBeHidden()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expectText(page, 'Saved')
  // Customers without an address can't be e-mailed.
  await details(page, name)
  await expect(button(page, `Send promo to ${name}`)).toHaveAttribute('aria-disabled', 'true')
})

test('merges two records of the same person', async ({ as, server }) => {
  const page = await as('owner')
  const owner = await callsOf(server.url, people.owner)
  for (const name of ['Mel Twin', 'Melanie Twin'])
    await owner('POST', '/api/owner/customers', {
      name,
      status: 'active',
      phone_number: '984 555 0144',
    })
  await page.goto('/app/customers?tab=overview&q=twin')
  await expect(names(page)).toHaveText(['Melanie Twin', 'Mel Twin'])
  const twin = await details(page, 'Mel Twin')
  await expect(twin).toContainText('Melanie Twin (active) has the same phone number.')
  await button(page, 'Merge Mel Twin with Melanie Twin').click()
  const sheet = page.getByRole('dialog', { name: 'Merge two customers' })
  await expect(sheet.getByRole('radio', { name: /^Keep Mel Twin/ })).toBeChecked()
  await sheet.getByRole('radio', { name: /^Keep Melanie Twin/ }).click()
  await expect(sheet).toContainText('Moves to Melanie Twin')
  await expect(sheet).toContainText('A note keeps the other details: Mel Twin.')
  await expect(sheet).toContainText('This cannot be undone.')
  await expectNoAxeViolations(page)
  await sheet.getByRole('button', { name: 'Merge' }).click()
  await expectText(page, 'Merged into Melanie Twin')
  await expect(names(page)).toHaveText(['Melanie Twin'])
  await expect(await details(page, 'Melanie Twin')).toContainText('Merged with Mel Twin.')
})

test('schedules a customer in one step from the card, or right after adding them', async ({
  as,
}) => {
  const page = await as('owner')
  const sheet = page.getByRole('dialog', { name: 'Add to Schedule' })
  const customer = sheet.getByRole('combobox', { name: 'Customer' })
  const team = sheet.getByRole('combobox', { name: 'Team' })
  await open(page, '?q=rosa')
  await page.getByRole('link', { name: 'Schedule Rosa Delgado' }).click()
  await expect(customer).toHaveValue('Rosa Delgado')
  await expect(team).toHaveValue('South Crew')
  await sheet.getByRole('button', { name: 'Close' }).last().click()
  await expect(page).toHaveURL(/\/app\/schedule$/)
  await expect(sheet).toBeHidden()
  await button(page, 'Add to Schedule').click()
  await expect(customer).toHaveValue('')

  // A lead is converted along the way.
  const added = 'Mr. Moeller'
  await open(page)
  await button(page, 'Add customer').click()
  const adding = page.getByRole('dialog', { name: 'Add customer' })
  await adding.getByLabel('Name').fill(added)
  await choose(page, adding.getByRole('combobox', { name: 'Status' }), 'Lead')
  await adding.getByLabel('Name').press('Enter')
  await button(page, 'Schedule').click()
  await expect(customer).toHaveValue(added)
  await choose(page, sheet.getByRole('combobox', { name: 'Service' }), 'Mowing')
  await button(page, 'More options').click()
  await sheet.getByLabel('Price of a visit').fill('52')
  // One press does both, and what was chosen stays if the second fails.
  await failing(page, /\/api\/schedule$/, async () => {
    await sheet.getByRole('button', { name: 'Convert and schedule' }).click()
    await expect(sheet.getByText('Failed to add to schedule')).toBeVisible()
  })
  await expect(sheet.getByLabel('Price of a visit')).toHaveValue('52')
  await sheet.getByRole('button', { name: 'Add to Schedule' }).click()
  await expectText(page, 'Added to schedule')
  await open(page, `?q=${added.slice(-7)}`)
  await expect(card(page, added)).toContainText('Weekly')

  // Someone who is not there yet is added in place, with a price of their own and billing by period.
  await page.goto('/app/schedule?add=1')
  const hank = 'Peggy Strickland'
  await choose(page, sheet.getByRole('combobox', { name: 'Service' }), 'Mowing')
  await customer.fill(hank)
  // Pressed while the customer is still being added, the button waits and goes on by itself.
  const creating = Promise.withResolvers<void>()
  await page.route(/\/api\/owner\/customers$/, (route) =>
    creating.promise.then(() => route.fallback()),
  )
  await page.getByRole('option', { name: `Add “${hank}” as a new customer` }).click()
  await button(page, 'More options').click()
  await sheet.getByLabel('Price of a visit').fill('61.50')
  await choose(
    page,
    sheet.getByRole('combobox', { name: 'Billing' }),
    'Visits of a period together',
  )
  const submit = sheet.getByRole('button', { name: 'Add to Schedule' })
  await submit.click()
  await expect(submit).toHaveAttribute('data-loading', 'true')
  await expect(sheet.getByText('Select a customer')).toBeHidden()
  creating.resolve()
  await expectText(page, 'Added to schedule')
  await open(page, `?q=${encodeURIComponent(hank)}`)
  await page.getByRole('link', { name: hank, exact: true }).click()
  const work = page.getByRole('region', { name: 'Recurring work' })
  await expect(work.getByText('$61.50')).toBeVisible()

  // For a paused customer, or an unknown id in the URL, the sheet opens without a customer selected.
  for (const id of ['00000000-0000-7000-8000-000000000000', 'nobody']) {
    await page.goto(`/app/schedule?add=1&customer=${id}`)
    await expect(customer).toHaveValue('')
  }
})
