import type { Locator, Page } from '@playwright/test'
import { addDays, startOfWeek, todayIn, type LocalDate } from '../../src/domain/base/dates.ts'
import { expect, test } from './fixtures.ts'
import { freeWork } from './free-work.ts'
import { people } from './people.ts'
import { longDay, shortDay } from './schedule-desk.ts'
import { startServer, type RunningServer } from './server.ts'
import { callsOf, signIn } from './sign-in.ts'

// The owner is in Tokyo, where it is Monday; at the business in New York it is Sunday evening. The business's days count everywhere.
test.use({ timezoneId: 'Asia/Tokyo', viewport: { width: 1440, height: 900 } })
test.setTimeout(90_000)

const zone = 'America/New_York'
const sunday = addDays(startOfWeek(todayIn(zone, new Date().toISOString())), 14)
/** 6:30 pm, in standard or daylight saving time: barely tomorrow in Tokyo. */
const now = Date.parse(`${sunday}T23:00:00Z`)

let own: RunningServer
test.beforeAll(async () => {
  own = await startServer({ ownClock: true })
})
test.afterAll(() => own.stop())

const expectDate = (sheet: Locator, name: string, date: LocalDate) =>
  expect(sheet.getByRole('combobox', { name, exact: true })).toHaveValue(
    new RegExp(`^${shortDay(date)}`),
  )
async function more(page: Page, act: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

test('seen from another time zone, the schedule’s days and “today” are the business’s @dates', async ({
  browser,
}) => {
  await own.putAhead(now - Date.now())
  expect(todayIn('Asia/Tokyo', new Date(now).toISOString())).toBe(addDays(sunday, 1))
  const office = await callsOf(own.url, people.owner)
  const id = await freeWork(office, 'Toshi Far', { start_date: sunday, start_minutes: 1110 })

  const context = await browser.newContext({
    baseURL: own.url,
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  await page.clock.install({ time: now })
  await signIn(page, people.owner)
  await expect(page.getByText(longDay(sunday))).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: 'Toshi Far' })).toContainText('6:30 PM')
  await page.getByRole('button', { name: 'Rain day' }).click()
  const lost = page.getByRole('dialog', { name: 'Rain day' })
  await expectDate(lost, 'Date', sunday)
  await expect(lost.getByRole('cell', { name: /Toshi Far/ })).toBeVisible()

  // The day board: today, the current-time line, and newly added work.
  await page.goto('/app/schedule?view=board')
  const tabs = page.getByRole('navigation', { name: 'Days' })
  await expect(tabs.locator('[data-today]')).toContainText(shortDay(sunday))
  await expect(tabs.locator('[aria-current]')).toContainText(shortDay(sunday))
  const line = page.locator('[class*=_now_]').first()
  const card = page.locator(`[data-visit="${id}"]`)
  const left = async (one: typeof line) => (await one.boundingBox())!.x
  await expect(line).toBeAttached()
  // The line is at six in winter and at seven in summer, the card at half past six.
  expect(Math.abs((await left(line)) - (await left(card)))).toBeLessThan(80)
  await page.getByRole('button', { name: 'Add to Schedule' }).click()
  const add = page.getByRole('dialog', { name: 'Add to Schedule' })
  // The business is closed on Sundays.
  await expectDate(add, 'Start date', addDays(sunday, 1))
  await page.keyboard.press('Escape')
  await expect(add).toBeHidden()
  await more(page, 'Add Misc Event')
  const misc = page.getByRole('dialog', { name: 'Add Misc Event' })
  await expectDate(misc, 'Date', sunday)
  await misc.getByRole('combobox', { name: 'Date', exact: true }).fill('tomorrow')
  await page.keyboard.press('Tab')
  await expectDate(misc, 'Date', addDays(sunday, 1))
  await misc.getByRole('combobox', { name: 'Date', exact: true }).fill('today')
  await page.keyboard.press('Tab')
  await expectDate(misc, 'Date', sunday)
  await misc.getByLabel('Title').fill('Sunday meeting')
  await misc.getByRole('button', { name: 'Add Misc Event' }).click()
  await expect(page.getByRole('button', { name: /Sunday meeting/ })).toBeVisible()
  expect(
    (await office('GET', `/api/schedule/org-events?from=${sunday}&days=1&q=Sunday meeting`)).items,
  ).toMatchObject([{ date: sunday }])

  // A deep link, the first day a visit may be moved to, and the tray.
  await page.goto(`/app/schedule?inbox=1&date=${sunday}&occurrence_id=${id}`)
  const appointment = page.getByRole('dialog', { name: 'Appointment', exact: true })
  await expect(appointment).toContainText(longDay(sunday))
  await appointment.getByRole('button', { name: 'Reschedule' }).click()
  const sheet = page.getByRole('dialog', { name: 'Reschedule', exact: true })
  await expect(sheet.getByText(shortDay(addDays(sunday, 1)), { exact: true })).toBeVisible()
  await expect(sheet.getByText(shortDay(sunday), { exact: true })).toBeHidden()
  await page.keyboard.press('Escape')
  await office('POST', `/api/schedule/${id}/hold`, { reason: 'Waits for a part' })
  await page.goto('/app/schedule?view=team')
  await page.getByRole('button', { name: /^On hold/ }).click()
  await expect(
    page
      .getByRole('list', { name: 'Visits on hold' })
      .getByRole('listitem')
      .filter({ hasText: 'Toshi Far' }),
  ).toContainText(shortDay(sunday))
  await context.close()
})
