import type { Page } from '@playwright/test'
import { addDays, startOfWeek, todayIn } from '../../src/domain/base/dates.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { freeWork } from './free-work.ts'
import { people } from './people.ts'
import { callsOf, signIn } from './sign-in.ts'

// A page that outlives its session or its version of the app.
test.setTimeout(90_000)

const misc = (page: Page) => page.getByRole('dialog', { name: 'Add Misc Event' })
async function typed(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Add Misc Event' }).click()
  await misc(page).getByLabel('Title').fill(title)
}
/** From now on the provider renews nothing, and the page's token has expired. */
async function endSession(page: Page): Promise<void> {
  await page
    .context()
    .route(/\/idp\/token/, (route) =>
      (route.request().postData() ?? '').includes('refresh_token')
        ? route.fulfill({ status: 400, json: { error: 'invalid_grant' } })
        : route.continue(),
    )
  await page.clock.fastForward(10 * 60_000)
}

test('an ended session leads to sign-in and back to the same page', async ({ page }) => {
  await page.clock.install()
  await signIn(page, people.manager, '/app/schedule?view=day')
  await expect(page.getByRole('heading', { name: 'Schedule', level: 1 })).toBeVisible()
  await page.context().clearCookies()
  // The stream needs a new token to reconnect, and can't get one.
  await endSession(page)
  await expect(page.locator('input[type=password]')).toBeVisible()
  await signIn(page, people.manager, '/app/schedule?view=day')
  await expect(page).toHaveURL(/\/app\/schedule\?.*view=day/)
})

test('with unsaved input the page stays, says so, and continues after signing in from another tab', async ({
  page,
}) => {
  await page.clock.install()
  await signIn(page, people.manager, '/app/schedule')
  await typed(page, 'Typed before the session ended')
  await endSession(page)
  await misc(page).getByRole('button', { name: 'Add Misc Event' }).click()
  const ended = misc(page).getByRole('alert').filter({ hasText: 'Your session has ended.' })
  await expect(ended).toBeVisible()
  await expectNoAxeViolations(page)
  await expect(misc(page).getByLabel('Title')).toHaveValue('Typed before the session ended')

  const [other] = await Promise.all([
    page.waitForEvent('popup'),
    ended.getByRole('link', { name: 'Log in' }).click(),
  ])
  await signIn(other, people.manager)
  await expect(ended).toBeHidden()
  await misc(page).getByRole('button', { name: 'Add Misc Event' }).click()
  await expect(page.getByText('Misc event added')).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
})

test('a kept page doesn’t continue if a different person signs in', async ({ page }) => {
  await page.clock.install()
  await signIn(page, people.manager, '/app/schedule')
  await typed(page, 'Typed by the manager')
  await endSession(page)
  await misc(page).getByRole('button', { name: 'Add Misc Event' }).click()
  const ended = misc(page).getByRole('alert').filter({ hasText: 'Your session has ended.' })
  await expect(ended).toBeVisible()

  // What the page that was kept sends; the one that replaces it is the crew leader's own.
  const sent: string[] = []
  let isKept = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isKept = false
    if (isKept && request.method() === 'POST') sent.push(request.url())
  })
  // The browser asks before leaving unsaved input.
  page.on('dialog', (dialog) => void dialog.accept())
  const [other] = await Promise.all([
    page.waitForEvent('popup'),
    ended.getByRole('link', { name: 'Log in' }).click(),
  ])
  await other.context().clearCookies()
  await signIn(other, people.crew_leader)
  await expect(page.getByRole('heading', { name: "Today's Schedule" })).toBeVisible()
  await expect(misc(page)).toBeHidden()
  expect(sent.filter((url) => url.includes('/api/'))).toEqual([])
})

test('when files of an old version are gone, an idle page reloads itself; one with unsaved input stays and says so @dates', async ({
  page,
  server,
}) => {
  const office = await callsOf(server.url, people.owner)
  // A Tuesday, because the start times end with the opening hours, which are short on Saturdays.
  const today = todayIn('America/New_York', new Date().toISOString())
  const date = addDays(startOfWeek(today, 1), 8)
  const id = await freeWork(office, 'Vera Version', { start_date: date, start_minutes: 540 })
  await signIn(page, people.manager, `/app/schedule?date=${date}`)
  await page.locator(`[data-visit="${id}"]`).click()
  const appointment = page.getByRole('dialog', { name: 'Appointment', exact: true })
  await expect(appointment).toBeVisible()
  // Code that isn't loaded yet is unavailable until the page reloads.
  let isOld = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOld = false
  })
  await page.route(/\/assets\/.*\.js/, (route) =>
    isOld ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
  await appointment.getByRole('combobox', { name: 'Start time' }).click()
  await page.getByRole('option', { name: '2:00 PM', exact: true }).click()
  await appointment.getByRole('button', { name: 'Complete', exact: true }).click()
  const alerts = page.getByRole('alert').filter({
    hasText: 'Fieldhive may have been updated: save what you typed, then reload the page.',
  })
  await expect(alerts).toBeVisible()
  await expect(appointment.getByRole('combobox', { name: 'Start time' })).toHaveValue('2:00 PM')
  await appointment.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(appointment).toBeHidden()

  await page.evaluate(() => Object.assign(window, { same: true }))
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Rain day' }).click()
  await expect
    .poll(() => page.evaluate(() => 'same' in window).catch(() => true), {
      message: 'the page is loaded anew',
    })
    .toBe(false)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Rain day' }).click()
  await expect(page.getByRole('dialog', { name: 'Rain day' })).toBeVisible()
})
