import type { Page } from '@playwright/test'
import { addDays, startOfWeek, todayIn } from '../../src/domain/base/dates.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { people } from './people.ts'
import { shortDay } from './schedule-desk.ts'
import { callsOf } from './sign-in.ts'

// What the office does with a customer's request: everything in the one sheet of its visit.
test.use({ world: 'requests' })

/** Counts the dialogs that can be seen at once, from now on. */
const countDialogs = (page: Page) =>
  page.addInitScript(() => {
    const look = () => {
      const seen = [...document.querySelectorAll('[role=dialog][aria-modal=true]')].filter((one) =>
        one.checkVisibility(),
      )
      const most = Number(sessionStorage.getItem('dialogs'))
      sessionStorage.setItem('dialogs', String(Math.max(most, seen.length)))
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
const mostDialogs = (page: Page) => page.evaluate(() => sessionStorage.getItem('dialogs'))

test('a request is read, approved or denied in the one sheet of its visit @phone @dates', async ({
  as,
  server,
  shot,
}, { project }) => {
  const customer = await callsOf(server.url, people.user)
  const office = await callsOf(server.url, people.owner)
  const { customers } = await office('GET', `/api/owner/customers?q=${people.user}`)
  // A week of its own for each width.
  const monday = addDays(
    startOfWeek(todayIn('America/New_York', new Date().toISOString()), 1),
    project.name === 'phone' ? 28 : 21,
  )
  const { teams } = await office('GET', '/api/owner/teams')
  const plan = async (date: string) =>
    (
      await office('POST', '/api/schedule', {
        customer_id: customers[0].id,
        service_key: 'mowing',
        pattern: 'once',
        start_date: date,
        start_minutes: 600,
        team_id: teams[0].id,
      })
    ).first_visit.occurrence_id as string
  const visits = [
    await plan(monday),
    await plan(addDays(monday, 1)),
    await plan(addDays(monday, 2)),
  ]
  const wished = addDays(monday, 3)
  await customer('POST', '/api/users/request-reschedule', {
    date: monday,
    occurrence_id: visits[0],
    reason: 'Painters that day',
    preferred_dates: [wished],
  })
  await customer('POST', '/api/users/request-reschedule', {
    date: addDays(monday, 1),
    occurrence_id: visits[1],
    reason: 'Guests',
  })

  const page = await as('owner')
  await countDialogs(page)
  const open = async (reason: string) => {
    await page.goto('/app/schedule?inbox=1')
    await page
      .getByRole('region', { name: 'Customer requests' })
      .getByRole('listitem')
      .filter({ hasText: reason })
      .getByRole('link', { name: /^Open/ })
      .click()
    const sheet = page.getByRole('dialog', { name: 'Appointment', exact: true })
    await expect(sheet.getByText(`“${reason}”`)).toBeVisible()
    return sheet
  }
  const title = (name: string) => page.getByRole('dialog', { name, exact: true })

  // The reason, the wished day and what the team has to do on it stand beside the visit.
  const sheet = await open('Painters that day')
  await expect(page).toHaveURL(/inbox=1&date=.*&occurrence_id=.*&action=reschedule/)
  const wish = sheet.getByRole('listitem').filter({ hasText: shortDay(wished) })
  await expect(wish).toContainText(/is free|visits?, /)
  await expectNoAxeViolations(page)
  await shot(page, 'request')
  await sheet.getByRole('button', { name: 'Approve' }).click()
  const move = title('Reschedule')
  await expect(move.getByRole('radio', { name: shortDay(wished) }).first()).toBeChecked()
  await expectNoAxeViolations(page)
  await shot(page, 'approve')
  // Back leads to the request, and nothing is lost by it.
  await page.goBack()
  await expect(move).toBeHidden()
  await expect(sheet.getByRole('button', { name: 'Approve' })).toBeFocused()
  await sheet.getByRole('button', { name: 'Approve' }).click()
  await move.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Rescheduled', { exact: true })).toBeVisible()
  await expect(page.locator('[role=dialog][aria-modal=true]')).toHaveCount(0)
  await expect(page).not.toHaveURL(/sheet=|occurrence_id=|action=/)

  await (await open('Guests')).getByRole('button', { name: 'Deny' }).click()
  await sheet.getByRole('textbox', { name: 'Why not (optional)' }).fill('No other day is free')
  await sheet.getByRole('button', { name: 'Deny request' }).click()
  await expect(page.getByText('Request denied', { exact: true })).toBeVisible()
  await expect(sheet).toBeHidden()

  // Holding, and the question whether to cancel, are steps as well; what was typed under them stays.
  await page.goto(
    `/app/schedule?inbox=1&date=${addDays(monday, 2)}&occurrence_id=${encodeURIComponent(visits[2]!)}`,
  )
  await sheet.getByRole('combobox', { name: 'Start time' }).click()
  await page.getByRole('option', { name: '2:00 PM', exact: true }).click()
  await sheet.getByRole('button', { name: 'Put on hold' }).click()
  await expect(title('Put on hold').getByLabel('Reason')).toBeFocused()
  await title('Put on hold').getByRole('button', { name: 'Cancel' }).click()
  await expect(sheet.getByRole('combobox', { name: 'Start time' })).toHaveValue('2:00 PM')
  await sheet.getByRole('button', { name: 'Cancel Appointment' }).click()
  await shot(page, 'cancel')
  await title('Cancel this appointment?').getByRole('button', { name: 'Keep it' }).click()
  await expect(sheet.getByRole('combobox', { name: 'Start time' })).toHaveValue('2:00 PM')
  expect(await mostDialogs(page)).toBe('1')
})
