import type { Page } from '@playwright/test'
import { addDays, todayIn } from '../../src/domain/base/dates.ts'
import { completeStop, stop } from './crew-stop.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { freeWork } from './free-work.ts'
import { people } from './people.ts'
import { callsOf, signIn } from './sign-in.ts'
import { moveClock } from '../day.ts'
import { kept, savedCalls } from './kept-phone.ts'
import { countUnsent } from './unsent.ts'

// The application on a crew's phone, where there is no connection at all.
test.use({
  world: 'crew-app',
  serviceWorkers: 'allow',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})
test.setTimeout(90_000)

const today = todayIn('America/New_York', new Date().toISOString())
const tab = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).last()

test('opens cold without a connection and an old session, works on every screen, and sends once there is one @dates @by-day', async ({
  page,
  server,
}) => {
  const office = await callsOf(server.url, people.owner)
  const { teams } = await office('GET', '/api/owner/teams')
  const team_id = teams.find(({ name }: { name: string }) => name === 'North Crew').id
  const id = await freeWork(office, 'Valley View', { start_date: today, team_id })
  await freeWork(office, 'Later Larch', { start_date: addDays(today, 2), team_id })
  await signIn(page, people.crew_leader)
  await expect(stop(page, 'Valley View')).toBeVisible()
  await kept(page)

  const context = page.context()
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((one) => one.includes('auth.user:'))) {
      const session = JSON.parse(localStorage.getItem(key)!)
      const old = { ...session, expires_at: Math.floor(Date.now() / 1000) - 4 * 3600 }
      localStorage.setItem(key, JSON.stringify(old))
    }
  })
  await context.setOffline(true)
  await page.close()
  const phone = await context.newPage()
  await phone.goto('/app')
  await expect(stop(phone, 'Valley View')).toBeVisible()
  await expect(phone.getByText(/As of 10:\d\d AM/)).toBeVisible()
  await expectNoAxeViolations(phone)
  await completeStop(phone, 'Valley View')
  await expect(phone.getByText('1 change waiting for a connection.')).toBeVisible()
  await tab(phone, 'Team').click()
  await expect(phone.getByRole('heading', { name: 'North Crew', level: 1 })).toBeVisible()
  await tab(phone, 'Customers').click()
  await expect(phone.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
  await expect(phone.getByRole('listitem').filter({ hasText: 'Valley View' })).toBeVisible()
  await phone.goto(`/app/crew-schedule?date=${addDays(today, 2)}`)
  await expect(stop(phone, 'Later Larch')).toBeVisible()

  await context.setOffline(false)
  const status = async () => (await office('GET', `/api/schedule/${id}/visit`)).status
  await expect.poll(status).toBe('completed')
  await expect(phone.getByText(/waiting for a connection/)).toBeHidden()
})

test('shows the whole day at each of five cold openings over ten minutes without a connection @dates', async ({
  page,
  server,
}) => {
  const office = await callsOf(server.url, people.owner)
  const { teams } = await office('GET', '/api/owner/teams')
  const team_id = teams.find(({ name }: { name: string }) => name === 'North Crew').id
  await freeWork(office, 'Morning Maple', { start_date: today, team_id })
  await freeWork(office, 'Noon Nectar', { start_date: today, team_id })
  await signIn(page, people.crew_leader)
  await expect(stop(page, 'Noon Nectar')).toBeVisible()
  await kept(page)
  const calls = (await savedCalls(page)).toSorted()

  const context = page.context()
  await context.setOffline(true)
  await page.close()
  for (let opening = 1; opening <= 5; opening++) {
    await context.addInitScript(moveClock, 2 * 60_000)
    const phone = await context.newPage()
    await phone.goto('/app')
    await expect(stop(phone, 'Morning Maple')).toBeVisible()
    await expect(stop(phone, 'Noon Nectar')).toBeVisible()
    await expect(phone.getByText(/As of 10:\d\d AM/)).toBeVisible()
    expect((await savedCalls(phone)).toSorted()).toEqual(calls)
    await expect(phone.getByRole('main').getByRole('alert')).toBeHidden()
    if (opening === 1) {
      await phone.getByRole('button', { name: 'Clock in' }).click()
      await expect.poll(() => countUnsent(phone)).toBe(1)
    }
    await expect(phone.getByRole('button', { name: 'Clock out' })).toBeEnabled()
    await expect(phone.getByText('1 change waiting for a connection.')).toBeVisible()
    await phone.close()
  }
  await context.setOffline(false)
})

test('logging out without a connection leaves nothing of the day in any tab, and the next person must say who they are', async ({
  page,
}) => {
  await signIn(page, people.crew_leader)
  await kept(page)
  const other = await page.context().newPage()
  await other.goto('/app')
  await expect(other.getByRole('region', { name: 'Shift' })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL(/\/login/)
  expect(await savedCalls(page)).toEqual([])
  await page.goto('/app')
  await page.waitForURL(/\/login/)
  const unreachable = 'The sign-in page does not answer. Check your connection, then try again.'
  for (const tab of [page, other]) await expect(tab.getByText(unreachable)).toBeVisible()
  await expectNoAxeViolations(page)

  await page.context().setOffline(false)
  const password = page.locator('input[type=password]')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(password).toBeVisible()
  // Leaving the form is no way around it.
  await page.goto('/login')
  await expect(password).toBeVisible()
  await signIn(page, people.crew_member)
  await expect(page.getByRole('region', { name: 'Shift' })).toBeVisible()
  const { email } = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((one) => one.startsWith('fieldhive.auth.user:'))!
    return JSON.parse(localStorage.getItem(key)!).profile as { email: string }
  })
  expect(email).toBe(people.crew_member)
})
