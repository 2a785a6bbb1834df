import type { Page } from '@playwright/test'
import { todayIn } from '../../src/domain/base/dates.ts'
import { moveClock } from '../day.ts'
import { closedStop, completeStop, openStop, stop } from './crew-stop.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { freeWork } from './free-work.ts'
import { kept, savedCalls } from './kept-phone.ts'
import { people } from './people.ts'
import { longDay, shortDay } from './schedule-desk.ts'
import { callsOf, signIn } from './sign-in.ts'
import { countUnsent } from './unsent.ts'

// A crew's phone that was away for days, or whose clock is wrong.
test.use({
  world: 'crew-clock',
  serviceWorkers: 'allow',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})
test.setTimeout(90_000)

const today = todayIn('America/New_York', new Date().toISOString())
const weekday = longDay(today).split(',')[0]!

const hours_ms = 3_600_000
/** Ends this page; the next one is opened by a clock so much further ahead, on the same phone. */
async function openLater(page: Page, ahead_ms: number, isOnline: boolean): Promise<Page> {
  const context = page.context()
  await context.setOffline(!isOnline)
  await page.close()
  await context.addInitScript(moveClock, ahead_ms)
  const phone = await context.newPage()
  await phone.goto('/app')
  return phone
}

test('after 80 hours without a connection shows the old day, as of its day, and what is not sent @dates', async ({
  page,
  server,
  shot,
}) => {
  const office = await callsOf(server.url, people.owner)
  const { teams } = await office('GET', '/api/owner/teams')
  const team_id = teams.find(({ name }: { name: string }) => name === 'North Crew').id
  await freeWork(office, 'Olden Oak', { start_date: today, team_id })
  await freeWork(office, 'Elder Elm', { start_date: today, team_id })
  await signIn(page, people.crew_leader)
  await kept(page)
  await page.context().setOffline(true)
  await completeStop(page, 'Olden Oak')
  await expect(page.getByText('1 change waiting for a connection.')).toBeVisible()

  const phone = await openLater(page, 80 * hours_ms, false)
  await expect(phone.getByRole('heading', { name: 'My Team Schedule', level: 1 })).toBeVisible()
  await expect(phone.getByText(longDay(today), { exact: true })).toBeVisible()
  await expect(phone.getByText(`As of ${weekday}`, { exact: true })).toBeVisible()
  await expect(stop(phone, 'Elder Elm')).toBeVisible()
  const unsent = phone.getByRole('list', { name: 'What was not sent yet' })
  await expect(unsent.getByRole('listitem')).toContainText(['Completed'])
  await expect(unsent).toContainText('Olden Oak')
  await expect(phone.getByText(/clock is/)).toBeHidden()
  await expectNoAxeViolations(phone)
  await shot(phone, 'old-day')

  // The clock was wrong, and nobody had noticed.
  await phone.context().setOffline(false)
  await phone.reload()
  await expect(phone.getByRole('heading', { name: "Today's Schedule", level: 1 })).toBeVisible()
  await expect(phone.getByText(longDay(today), { exact: true })).toBeVisible()
  await expect(phone.getByText("This phone's clock is 3 days ahead.")).toBeVisible()
  await expect.poll(() => countUnsent(phone)).toBe(0)
  await expect(unsent).toBeHidden()
})

test('a phone that kept nothing says so without a connection, lists what is not sent, and opens with one @dates', async ({
  page,
  server,
  shot,
}) => {
  const office = await callsOf(server.url, people.owner)
  const { teams } = await office('GET', '/api/owner/teams')
  const team_id = teams.find(({ name }: { name: string }) => name === 'North Crew').id
  await freeWork(office, 'Gone Grove', { start_date: today, team_id })
  await signIn(page, people.crew_leader)
  await kept(page)
  await page.context().setOffline(true)
  await completeStop(page, 'Gone Grove')
  await expect.poll(() => countUnsent(page)).toBe(1)

  const phone = await openLater(page, 15 * 24 * hours_ms, false)
  await expect(phone.getByText('Your day is not on this phone.')).toBeVisible()
  const unsent = phone.getByRole('list', { name: 'What was not sent yet' })
  await expect(unsent.getByRole('listitem')).toContainText(['Gone Grove'])
  await expect(phone.getByText('Checking access…')).toBeHidden()
  expect(await savedCalls(phone)).toEqual([])
  await expectNoAxeViolations(phone)
  await shot(phone, 'nothing-kept')
  await phone.context().setOffline(false)
  await expect(phone.getByRole('heading', { name: "Today's Schedule", level: 1 })).toBeVisible()
  await expect.poll(() => countUnsent(phone)).toBe(0)
})

for (const [days, way] of [
  [2, 'ahead'],
  [-2, 'behind'],
] as const)
  test(`a phone whose clock is two days ${way} shows the business’s day and right times @dates`, async ({
    page,
    server,
    shot,
  }) => {
    const office = await callsOf(server.url, people.owner)
    const { teams } = await office('GET', '/api/owner/teams')
    const team_id = teams.find(({ name }: { name: string }) => name === 'North Crew').id
    const id = await freeWork(office, `Clock ${way}`, { start_date: today, team_id })
    await page.context().addInitScript(moveClock, days * 24 * hours_ms)
    await signIn(page, people.crew_leader)
    await expect(page.getByText(longDay(today), { exact: true })).toBeVisible()
    await expect(page.getByText(`This phone's clock is 2 days ${way}.`)).toBeVisible()
    await expect(stop(page, `Clock ${way}`)).toBeVisible()
    const shift = page.getByRole('region', { name: 'Shift' })
    await expect(shift.getByRole('button', { name: /^Clock (In|Out)$/ })).toBeEnabled()
    const isOn = await shift.getByRole('button', { name: 'Clock Out' }).isVisible()
    if (!isOn) await shift.getByRole('button', { name: 'Clock In' }).click()
    await expect(shift.getByRole('timer')).toHaveText(/^\d+ min$|^1?\d h \d\d min$/)
    const work = await openStop(page, `Clock ${way}`)
    await work.getByRole('button', { name: 'Complete' }).click()
    const visit = () => office('GET', `/api/schedule/${id}/visit`)
    await expect.poll(async () => (await visit()).status).toBe('completed')
    expect(Math.abs(Date.parse((await visit()).completed_at) - Date.now())).toBeLessThan(120_000)
    await (await closedStop(page, `Clock ${way}`)).getByRole('button').click()
    const done = page.getByRole('dialog', { name: `Clock ${way}` })
    await expect(done.getByRole('button', { name: /^Undo/ })).toBeVisible()
    await expectNoAxeViolations(page)
    await shot(page, `clock-${way}`)
  })

test.describe('on an office computer', () => {
  test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false, isMobile: false })

  test('whose clock is two days ahead the schedule shows and plans the business’s day @dates', async ({
    page,
    server,
    shot,
  }) => {
    const office = await callsOf(server.url, people.owner)
    await freeWork(office, 'Clock office', { start_date: today })
    await page.context().addInitScript(moveClock, 2 * 24 * hours_ms)
    await signIn(page, people.owner)
    await expect(page.getByText(longDay(today))).toBeVisible()
    await expect(stop(page, 'Clock office')).toBeVisible()
    await page.goto('/app/schedule?view=board')
    const tabs = page.getByRole('navigation', { name: 'Days' })
    await expect(tabs.locator('[data-today]')).toContainText(shortDay(today))
    await page.getByRole('button', { name: 'Add to Schedule' }).click()
    const add = page.getByRole('dialog', { name: 'Add to Schedule' })
    const start = add.getByRole('combobox', { name: 'Start date', exact: true })
    await start.fill('today')
    await page.keyboard.press('Tab')
    await expect(start).toHaveValue(new RegExp(`^${shortDay(today)}`))
    await shot(page, 'clock-office')
  })
})
