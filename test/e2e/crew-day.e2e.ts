import type { Page } from '@playwright/test'
import { todayIn } from '../../src/domain/base/dates.ts'
import { closedStop, closeStop, completeStop, openStop, stop } from './crew-stop.ts'
import { expect, expectNoAxeViolations, test, tooSmall } from './fixtures.ts'
import { freeWork } from './free-work.ts'
import { kept } from './kept-phone.ts'
import { people } from './people.ts'
import { callsOf, signIn } from './sign-in.ts'

// How much of a phone's screen a crew's day takes: the next stop large, any other a line.
test.use({
  world: 'crew-day',
  serviceWorkers: 'allow',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})
test.setTimeout(120_000)

const today = todayIn('America/New_York', new Date().toISOString())
const stops = 9
const names = ['Ada Alder', 'Ben Birch', 'Cleo Cedar', 'Dan Dogwood', 'Eve Elder', 'Fay Fir']
const main = (page: Page) => page.getByRole('main')
/** Where the buttons of the next stop and the lines are, in pixels from the top of the page. */
const placesOf = (page: Page, of: string) =>
  main(page)
    .locator(of)
    .evaluateAll((all) =>
      all.map((one) => {
        const { top, height } = one.getBoundingClientRect()
        return { top: top + scrollY, height, text: one.textContent }
      }),
    )

test('on the clock, the next step is on the first screen and nine stops are two; a stop’s page is in the address @dates', async ({
  page,
  server,
  shot,
}) => {
  const office = await callsOf(server.url, people.owner)
  const { teams } = await office('GET', '/api/owner/teams')
  const { id: team_id } = teams.find(({ name }: { name: string }) => name === 'North Crew')
  const path = `/api/schedule?from=${today}&to=${today}`
  const { events } = await office('GET', path)
  for (const { id } of events) await office('DELETE', `/api/owner/misc-events/${id}`)
  const leader = await callsOf(server.url, people.crew_leader)
  await leader('POST', '/api/crew/shifts/clock-in', {})
  const planned = (await leader('GET', path)).occurrences.length
  for (const name of names.slice(0, Math.max(stops - planned, 3)))
    await freeWork(office, name, { start_date: today, start_minutes: 1000, team_id })
  const count = planned + Math.max(stops - planned, 3)
  await signIn(page, people.crew_leader)
  await expect(stop(page, 'Cleo Cedar')).toBeVisible()
  await kept(page)

  const step = main(page).getByRole('button', { name: /^(On my way|Start|Complete)$/ })
  await expect(step.first()).toBeVisible()
  await shot(page, 'day')
  const [first] = await placesOf(page, 'article .mantine-Button-root')
  expect(first!.top).toBeLessThanOrEqual(400)
  const lines = await placesOf(page, 'li > button')
  expect(lines.length).toBeGreaterThanOrEqual(3)
  for (const { height, text } of lines) expect(Math.abs(height - 72), text).toBeLessThanOrEqual(8)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height).toBeLessThanOrEqual(1600 + Math.max(count - stops, 0) * 73)
  for (const box of await step.all())
    expect((await box.boundingBox())!.height).toBeGreaterThanOrEqual(56)
  expect(await tooSmall(page)).toEqual([])
  await expectNoAxeViolations(page)

  // Back closes it, a reload keeps it, and so it is without a connection.
  await stop(page, 'Cleo Cedar').getByRole('button').click()
  const own = page.getByRole('dialog', { name: 'Cleo Cedar' })
  await expect(own.getByRole('button', { name: 'Complete' })).toBeVisible()
  await expect(page).toHaveURL(/sheet=stop_/)
  await shot(page, 'stop')
  expect(await tooSmall(page)).toEqual([])
  await expectNoAxeViolations(page)
  await page.goBack()
  await expect(own).toBeHidden()
  await page.context().setOffline(true)
  await stop(page, 'Cleo Cedar').getByRole('button').click()
  await page.reload()
  await expect(own.getByRole('button', { name: 'Complete' })).toBeVisible()
  await own.getByRole('button', { name: 'Photos: Cleo Cedar' }).click()
  const photos = page.getByRole('dialog', { name: 'Photos: Cleo Cedar' })
  await photos.getByRole('button', { name: 'Close' }).click()
  await expect(photos).toBeHidden()
  await expect(own).toBeVisible()

  // What the office does not know yet stays in sight; the rest is folded.
  await completeStop(page, 'Cleo Cedar')
  const done = page.getByRole('region', { name: 'Done' })
  await expect(stop(page, 'Cleo Cedar')).toContainText('Not sent yet')
  await expect(done.getByRole('listitem')).toHaveCount(1)
  await shot(page, 'unsent')
  await page.context().setOffline(false)
  await expect(stop(page, 'Cleo Cedar')).toBeHidden()
  await expect(await closedStop(page, 'Cleo Cedar')).toContainText('Completed')
  await shot(page, 'unfolded')
  await expectNoAxeViolations(page)
})

test('who sets out for another stop has it as the next, and the office’s dialog has a button of its own @dates', async ({
  page,
  server,
  shot,
}) => {
  const office = await callsOf(server.url, people.owner)
  const { teams } = await office('GET', '/api/owner/teams')
  const { id: team_id } = teams.find(({ name }: { name: string }) => name === 'North Crew')
  await freeWork(office, 'Gil Gum', { start_date: today, start_minutes: 1010, team_id })
  await signIn(page, people.crew_leader)
  const opened = await openStop(page, 'Gil Gum')
  await opened.getByRole('button', { name: 'On my way' }).click()
  await expect(opened.getByRole('button', { name: 'Start' })).toBeEnabled()
  await opened.getByRole('button', { name: 'Edit visit' }).click()
  const appointment = page.getByRole('dialog', { name: 'Appointment', exact: true })
  await expect(appointment).toContainText('Gil Gum')
  await page.keyboard.press('Escape')
  await expect(appointment).toBeHidden()
  await closeStop(page)
  const next = page.getByRole('region', { name: 'Next stop' }).getByRole('article')
  await expect(next).toContainText('Gil Gum')
  await expect(next).toContainText(/On the way since/)
  await page.emulateMedia({ colorScheme: 'dark' })
  await shot(page, 'on-the-way-dark')
  // A tap beside the buttons is no tap.
  await next.getByText('1 Far Rd').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
