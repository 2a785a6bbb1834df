import type { Page } from '@playwright/test'
import { todayIn } from '../../src/domain/base/dates.ts'
import { closedStop, completeStop, stop } from './crew-stop.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { freeWork } from './free-work.ts'
import { savedCalls } from './kept-phone.ts'
import { password as worldPassword, people } from './people.ts'
import { callsOf, signIn, type Call } from './sign-in.ts'
import { hasFetched } from './way-in.ts'

// A crew whose access ends while their phone holds work that is not sent.
test.use({
  world: 'crew-access',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})

const today = todayIn('America/New_York', new Date().toISOString())
const left = (page: Page) => page.getByRole('region', { name: 'Not sent yet' })

/** Signs in from the page that shows what waits. */
async function enter(page: Page, email: string, to: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Log in' }).click()
  const password = page.locator('input[type=password]').first()
  await page
    .getByLabel(/e-?mail/i)
    .first()
    .fill(email)
  await password.fill(worldPassword)
  await password.press('Enter')
  await page.waitForURL(to)
}

/** Free work for today, for customers no other test relies on. */
async function works(office: Call, names: readonly string[]) {
  const { teams } = await office('GET', '/api/owner/teams')
  const { id: team_id } = teams.find(({ name }: { name: string }) => name === 'North Crew')
  const ids: string[] = []
  for (const name of names)
    ids.push(await freeWork(office, name, { start_date: today, start_minutes: 600, team_id }))
  return async () => {
    const { occurrences } = await office('GET', `/api/schedule?from=${today}&to=${today}`)
    return ids.map((id) => occurrences.find((one: { id: string }) => one.id === id).status)
  }
}

test('somebody who lost their access reads what waits on their phone, nobody else does, and it is sent once they are back @dates', async ({
  page,
  server,
  as,
  shot,
}) => {
  const office = await callsOf(server.url, people.owner)
  const names = ['Barred Birch', 'Barred Beech'] as const
  const statuses = await works(office, names)
  const leader = await callsOf(server.url, people.crew_leader)
  const { id } = await leader('GET', '/api/users/me')
  const access = (what: string) => office('POST', `/api/owner/people/${id}/${what}`, {})
  await signIn(page, people.crew_leader)
  await expect(stop(page, names[1])).toBeVisible()
  await hasFetched(page, 'SheetFrame')
  await expect.poll(() => savedCalls(page)).toContain('GET /api/users/me')
  await page.context().setOffline(true)
  for (const name of names) {
    await completeStop(page, name)
    await expect(stop(page, name)).toContainText('Not sent yet')
  }

  const desk = await as('owner', '/app/people')
  await desk.getByRole('button', { name: 'More about Luis Ortega' }).click()
  await desk.getByRole('menuitem', { name: 'Deactivate' }).click()
  const dialog = desk.getByRole('dialog')
  await expect(dialog).toContainText('may still be on their phone; we cannot see it from here')
  await expectNoAxeViolations(desk)
  await shot(desk, 'deactivate')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(dialog).toBeHidden()

  const sent: string[][] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/crew/commands')) return
    const { commands } = request.postDataJSON() as { commands: { label: string }[] }
    sent.push(commands.map(({ label }) => label))
  })
  await page.context().setOffline(false)
  await page.waitForURL(/\/login/)
  await expect(left(page)).toContainText('2 changes on this phone are not sent yet.')
  await expect(left(page).getByRole('listitem')).toHaveText([
    /^Barred Birch, Leaf removalCompleted/,
    /^Barred Beech, Leaf removalCompleted/,
  ])
  await expectNoAxeViolations(page)
  await shot(page, 'login')

  await enter(page, people.crew_leader, /\/unauthorized/)
  await expect(left(page)).toContainText('once you can sign in here as a crew member again')
  await expect(left(page).getByRole('listitem')).toHaveCount(2)
  // Their work stays, what they may no longer read does not.
  await expect.poll(() => savedCalls(page)).toEqual([])
  await expectNoAxeViolations(page)
  await shot(page, 'unauthorized')
  const tries = sent.length
  expect(tries).toBeLessThan(3)

  // Another person of the crew borrows the phone.
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/login')
  await expect(left(page)).toContainText('2 changes of someone else wait on this phone')
  await expect(left(page)).not.toContainText('Barred')
  await enter(page, people.crew_member, /\/app/)
  await expect(stop(page, names[0])).toBeVisible()
  await expect(stop(page, names[0])).not.toContainText('Not sent yet')
  await expect(page.getByText(/not sent yet|waiting for a connection/i)).toBeHidden()
  expect(sent).toHaveLength(tries)
  expect(await statuses()).toEqual(['scheduled', 'scheduled'])
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL((url) => url.pathname === '/')

  await access('reactivate')
  await page.goto('/login')
  await enter(page, people.crew_leader, /\/app/)
  for (const name of names) await expect(await closedStop(page, name)).toContainText('Completed')
  await expect.poll(statuses).toEqual(['completed', 'completed'])
  await expect(page.getByText(/not sent yet/i)).toHaveCount(0)
  expect(sent.slice(tries).flat()).toEqual(names.map((name) => `${name}, Leaf removal`))
})

test('work refused for want of access stays in sight, with what it is, and goes out with the next page @dates', async ({
  page,
  server,
}) => {
  const office = await callsOf(server.url, people.owner)
  const statuses = await works(office, ['Switch Spruce'])
  await signIn(page, people.crew_leader)
  await expect(stop(page, 'Switch Spruce')).toBeVisible()
  let refused = 0
  await page.route(/\/api\/crew\/commands$/, (route) => {
    if (refused++ > 0) return route.continue()
    return route.fulfill({
      status: 403,
      json: { error: 'This was done in another business.', code: 'other_worker', request_id: 'x' },
    })
  })
  await completeStop(page, 'Switch Spruce')
  await expect(page.getByText('1 change on this phone is not sent yet.')).toBeVisible()
  await expectNoAxeViolations(page)
  expect(refused).toBe(1)
  await page.reload()
  await expect(await closedStop(page, 'Switch Spruce')).toContainText('Completed')
  await expect.poll(statuses).toEqual(['completed'])
})

test('somebody whose account was deactivated reads what waits on the page that says so', async ({
  page,
  server,
  shot,
}) => {
  const admin = await callsOf(server.url, people.admin)
  const member = await callsOf(server.url, people.crew_member)
  const { id } = await member('GET', '/api/users/me')
  const become = (status: 'active' | 'inactive') =>
    admin('POST', '/api/admin/update-user', { id, status })
  await signIn(page, people.crew_member)
  const shift = page.getByRole('region', { name: 'Shift' })
  await expect(shift).toContainText('Off the clock')
  await expect.poll(() => savedCalls(page)).toContain('GET /api/users/me')
  await page.context().setOffline(true)
  await shift.getByRole('button', { name: 'Clock In' }).click()
  await expect(page.getByText('1 change waiting for a connection.')).toBeVisible()

  await become('inactive')
  await page.context().setOffline(false)
  await page.waitForURL(/\/login/)
  await enter(page, people.crew_member, /\/app/)
  await expect(page.getByRole('alert')).toContainText('This account was deactivated.')
  await expect(left(page)).toContainText('1 change on this phone is not sent yet.')
  await expect(left(page).getByRole('listitem')).toHaveText(/^Clocked in/)
  await expect.poll(() => savedCalls(page)).toEqual([])
  await expectNoAxeViolations(page)
  await shot(page, 'deactivated-account')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  // The page that asks who it is on the way lists the same work.
  await expect(page.getByRole('alert')).toContainText('This account was deactivated.')
  await expect(left(page).getByRole('listitem')).toHaveText(/^Clocked in/)
  await expectNoAxeViolations(page)
  await shot(page, 'deactivated-account-dark')

  await become('active')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(shift).toContainText('On the clock')
  await expect(page.getByText(/not sent yet/i)).toHaveCount(0)
})
