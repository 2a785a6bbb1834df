import type { Page } from '@playwright/test'
import { todayIn } from '../../src/domain/base/dates.ts'
import { closedStop, closeStop, openStop } from './crew-stop.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { people } from './people.ts'
import { callsOf } from './sign-in.ts'

// A crew's customers and members, as its leader sees them on a phone.
test.setTimeout(120_000)

const expectText = (page: Page, text: string | RegExp): Promise<void> =>
  expect(page.getByText(text).first()).toBeVisible()
/** While `act` runs, calls to this path fail without a message, as behind a broken proxy. */
async function broken(
  page: Page,
  path: RegExp,
  act: () => Promise<void>,
  answer = { status: 400, body: '{}' },
): Promise<void> {
  await page.route(path, (route) => route.fulfill({ ...answer, contentType: 'application/json' }))
  await act()
  await page.unroute(path)
}

test('what was typed just before a sheet opened is still there when it closes @phone', async ({
  as,
}) => {
  const page = await as('crew_leader', '/app/crew-customers')
  const search = page.getByRole('searchbox', { name: 'Search customers' })
  const sheet = page.getByRole('dialog', { name: 'Harper Nguyen' })
  for (const close of [
    () => sheet.getByRole('button', { name: 'Close' }).first().click(),
    () => page.goBack(),
  ]) {
    await search.fill('')
    await expect(page).toHaveURL('/app/crew-customers')
    // Both in one go: the text reaches the URL a moment after the sheet has.
    await search.evaluate((field: HTMLInputElement) => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
      set.call(field, 'harper')
      field.dispatchEvent(new Event('input', { bubbles: true }))
      document.querySelector<HTMLElement>('[aria-label="Edit Harper Nguyen"]')!.click()
    })
    await expect(page).toHaveURL(/q=harper.*sheet=|sheet=.*q=harper/)
    await expect(sheet).toBeVisible()
    await close()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL('/app/crew-customers?q=harper')
    await expect(search).toHaveValue('harper')
  }
})

test('a leader finds, calls and edits the team’s customers, and sees the team’s members @phone @role', async ({
  as,
  isMobile,
}) => {
  const page = await as('crew_leader', '/app/crew-customers')
  const search = page.getByRole('searchbox', { name: 'Search customers' })
  const names = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(page.getByText(/^\d+ active customers?$/)).toBeVisible()
  for (const [typed, found] of [
    ['555 0101', 'Casey Walker'],
    ['hilsborough', 'Casey Walker'],
    ['HARPER', 'Harper Nguyen'],
  ] as const) {
    await search.fill(typed)
    await expect(names, typed).toHaveText([found])
  }
  await search.fill('zzzz')
  await expectText(page, 'No one found')
  await search.fill('harper')
  await expect(page.getByRole('link', { name: 'Call Harper Nguyen' })).toHaveAttribute(
    'href',
    'tel:+19195550103',
  )
  await expect(page.getByRole('link', { name: 'Map to Harper Nguyen' })).toHaveAttribute(
    'href',
    /Glenwood/,
  )

  // Two ways for each customer at hand; a tap on the name shows the rest.
  const edit = page.getByRole('button', { name: 'Edit Harper Nguyen' })
  await expect(edit).toBeHidden()
  await page.getByRole('heading', { name: 'Harper Nguyen' }).click()
  await expect(page.getByRole('link', { name: 'Email Harper Nguyen' })).toBeVisible()
  await expectText(page, '(919) 555-0103')
  await expectNoAxeViolations(page)
  await edit.click()
  const sheet = page.getByRole('dialog', { name: 'Harper Nguyen' })
  const street = isMobile ? '2214 Glenwood Ave' : '2212 Glenwood Ave'
  await expect(sheet.getByLabel('Phone')).toHaveValue('(919) 555-0103')
  await sheet.getByLabel('Phone').fill('12')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByText('Enter a valid phone number')).toBeVisible()
  await sheet.getByLabel('Phone').fill('(919) 555-0103')
  await sheet.getByLabel('Street').fill(street)
  await expectNoAxeViolations(page)
  await broken(page, /crew\/customers\/[\w-]+$/, async () => {
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(sheet.getByText('Failed to save')).toBeVisible()
  })
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expectText(page, new RegExp(street))

  await page.goto('/app/team')
  await expect(page.getByRole('listitem').filter({ hasText: '(you)' })).toContainText('Crew leader')
  await expect(page.getByRole('link', { name: 'Call Cam Reyes' })).toHaveAttribute(
    'href',
    /^tel:\+1919555\d{4}$/,
  )
  await expect(page.getByRole('main')).not.toContainText(/ St\b| Ave\b/)
  for (const [path, call, sentence] of [
    ['/app/team', /crew\/team$/, 'Failed to load team'],
    ['/app/crew-customers', /crew\/customers$/, 'Failed to load customers'],
  ] as const) {
    await broken(page, call, async () => {
      await page.goto(path)
      await expectText(page, sentence)
    })
    await broken(
      page,
      call,
      async () => {
        await page.goto(path)
        await expectText(page, 'You are not assigned to a team yet')
      },
      {
        status: 404,
        body: JSON.stringify({
          error: 'You are not assigned to a team yet',
          code: 'no_team',
          request_id: 'journey',
        }),
      },
    )
  }
})

test('offline, a page that was never opened waits for a connection; stops completed meanwhile are sent and nothing is lost @dates', async ({
  as,
  server,
}) => {
  // Its own free work, so that other customers' balances don't change.
  const office = await callsOf(server.url, people.owner)
  const [customer] = (await office('GET', `/api/owner/customers?q=${people.leaver}`)).customers
  const [team] = (await office('GET', '/api/owner/teams')).teams.filter(
    ({ name }: { name: string }) => name === 'North Crew',
  )
  const work = {
    customer_id: customer.id,
    service_key: 'leaves',
    pattern: 'once',
    start_date: todayIn('America/New_York', new Date().toISOString()),
  }
  await office('POST', '/api/schedule', { ...work, team_id: team.id, billing_mode: 'none' })
  const page = await as('crew_leader', '/app')
  const name = new RegExp(`No time.*${customer.name}`)
  const stop = await openStop(page, name)
  await page.evaluate(() => Object.assign(window, { same: true }))
  await page.context().setOffline(true)
  await stop.getByRole('button', { name: 'Complete' }).click()
  await closeStop(page)
  await expectText(page, '1 change waiting for a connection.')
  await page
    .getByRole('navigation')
    .getByRole('link', { name: 'Team', exact: true })
    .first()
    .click()
  await expectText(page, 'You appear to be offline. The page opens when you are online again.')
  await expectText(page, customer.name)
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'North Crew', level: 1 })).toBeVisible()
  expect(await page.evaluate(() => 'same' in window)).toBe(true)
  await page
    .getByRole('navigation')
    .getByRole('link', { name: 'Home', exact: true })
    .first()
    .click()
  await expect(await closedStop(page, name)).toContainText('Completed')
})
