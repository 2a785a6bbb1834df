import { todayIn } from '../../src/domain/base/dates.ts'
import { openStop } from './crew-stop.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { people } from './people.ts'
import { callsOf } from './sign-in.ts'

// A gate code from the office's form to the crew at the gate, and to the customer who reads who saw it.
test.use({ world: 'gate-codes' })
test.setTimeout(90_000)

const phone = { width: 390, height: 844 }
const today = todayIn('America/New_York', new Date().toISOString())

test('the office types a gate code, the crew sees it at the stop, without a connection as well, and the customer reads who did @dates', async ({
  as,
  server,
  shot,
}) => {
  const calls = await callsOf(server.url, people.owner)
  const [casey] = (await calls('GET', '/api/owner/customers?q=Casey%20Walker')).customers
  const { teams } = await calls('GET', '/api/owner/teams')
  const { first_visit } = await calls('POST', '/api/schedule', {
    customer_id: casey.id,
    service_key: 'edging',
    pattern: 'once',
    start_date: today,
    team_id: teams.find(({ name }: { name: string }) => name === 'North Crew').id,
  })

  const office = await as('owner', `/app/customers/${casey.id}`)
  await office.getByRole('button', { name: /^Edit/ }).first().click()
  await office.getByLabel('Gate code').fill('4711#')
  await shot(office, 'gate-code-form')
  await office.getByRole('button', { name: 'Save' }).click()
  const section = office.getByRole('region', { name: 'Gate code' })
  await expect(section).toContainText('Nobody has looked at it yet.')
  await expect(office.getByText('4711#')).toHaveCount(0)
  await section.getByRole('button', { name: 'Show gate code' }).click()
  await expect(section).toContainText('4711#')
  await expect(section.getByRole('listitem')).toContainText('Dana Green (office) looked at it')
  await expectNoAxeViolations(office)
  await shot(office, 'gate-code-customer')
  await office.setViewportSize(phone)
  await section.scrollIntoViewIfNeeded()
  await shot(office, 'gate-code-customer-phone')

  const crew = await as('crew_leader', '/app')
  await crew.setViewportSize(phone)
  const got = crew.waitForResponse(/\/api\/crew\/gate-codes$/)
  await crew.goto('/app/crew')
  expect((await got).status()).toBe(200)
  const stop = await openStop(crew, /No time.*Casey Walker/)
  await expect(crew.getByText('4711#')).toHaveCount(0)
  await shot(crew, 'gate-code-stop-phone')
  await stop.getByRole('button', { name: 'Show gate code' }).click()
  await expect(stop).toContainText('4711#')
  await stop.scrollIntoViewIfNeeded()
  await shot(crew, 'gate-code-shown-phone')

  await crew.reload()
  await expect(stop.getByRole('button', { name: 'Show gate code' })).toBeVisible()
  await crew.context().setOffline(true)
  await stop.getByRole('button', { name: 'Show gate code' }).click()
  await expect(stop).toContainText('4711#')
  const kept = () => crew.evaluate(() => localStorage.getItem('fieldhive.gate-codes'))
  expect(await kept()).toContain(first_visit.occurrence_id)
  await crew.context().setOffline(false)
  await stop.getByRole('button', { name: 'Complete', exact: true }).click()
  await expect.poll(kept).not.toContain(first_visit.occurrence_id)

  const portal = await as('user', '/app')
  const own = portal.getByRole('region', { name: 'Your gate code' })
  await expect(own).toContainText('Luis Ortega (North Crew) looked at your gate code')
  await expect(own).toContainText(
    'Luis Ortega (North Crew) got your gate code on their phone for the day',
  )
  await expect(own).toContainText('Dana Green (office) looked at your gate code')
  await expectNoAxeViolations(portal)
  await shot(portal, 'gate-code-portal')
  await portal.setViewportSize(phone)
  await own.scrollIntoViewIfNeeded()
  await shot(portal, 'gate-code-portal-phone')

  // Whoever signs out leaves no code behind.
  await crew.goto('/app/crew')
  // This session can't be renewed, so the page begins with nothing that was kept, and gets the codes anew.
  await expect.poll(async () => (await kept()) ?? '').toContain('4711#')
  await crew.getByRole('button', { name: /^Account menu/ }).click()
  await crew.getByRole('menuitem', { name: 'Log out' }).click()
  await crew.waitForURL((url) => !url.pathname.startsWith('/app'))
  expect(await kept()).toBeNull()
})
