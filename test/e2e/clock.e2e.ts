import type { Browser, BrowserContextOptions, Page, Request } from '@playwright/test'
import {
  addDays,
  isSkippedTime,
  startOfWeek,
  todayIn,
  zonedToUtcIso,
  type LocalDate,
} from '../../src/domain/base/dates.ts'
import { closeStop, openStop, stop } from './crew-stop.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { freeWork, type FreeWork } from './free-work.ts'
import { people } from './people.ts'
import { longDay, shortDay } from './schedule-desk.ts'
import { startServer, type RunningServer } from './server.ts'
import { callsOf, signIn, type Call } from './sign-in.ts'
import { countUnsent } from './unsent.ts'

// The passage of time: work past midnight, a page that was asleep, a change to daylight saving time. The journeys set the server's clock.
test.describe.configure({ mode: 'serial' })
test.setTimeout(90_000)

const zone = 'America/New_York'
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const desk = { viewport: { width: 1440, height: 900 } }

let own: RunningServer
let office: Call
test.beforeAll(async () => {
  own = await startServer({ ownClock: true })
})
test.afterAll(() => own.stop())

const moment = (date: LocalDate, time: string): number =>
  Date.parse(zonedToUtcIso(date, Number(time.slice(0, 2)) * 60 + Number(time.slice(3)), zone))

/** The next day after tomorrow on which clocks skip the hour from 2 to 3. */
function nextShortDay(): LocalDate {
  let day = addDays(todayIn(zone, new Date().toISOString()), 2)
  while (!isSkippedTime(day, 150, zone)) day = addDays(day, 1)
  return day
}

/** Starts a journey at a given day and time: sets the server's clock and returns the owner's calls. */
async function begin(date: LocalDate, time: string): Promise<void> {
  await own.putAhead(moment(date, time) - Date.now())
  office = await callsOf(own.url, people.owner)
}
/** A page for a person who signs in through the form at the current time. */
async function open(
  browser: Browser,
  email: string,
  path: string,
  now: number,
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext({ ...options, baseURL: own.url })
  const page = await context.newPage()
  await page.clock.install({ time: now })
  await signIn(page, email, path)
  return page
}
/** Suspends the page between two moments while the server keeps running; then brings it to the foreground. */
async function sleep(page: Page, from: number, to: number): Promise<void> {
  // Opening the page took a few seconds, so let the current minute pass on both clocks.
  await own.putAhead(to + 30_000 - Date.now())
  await page.clock.fastForward(to - from + 15_000)
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  )
}
const quiet_ms = 1000
/** Whether nothing is under way: every act is on the server, and the page has asked for what that changed. Only then may time jump. */
function followCalls(page: Page): () => Promise<boolean> {
  const open = new Set<Request>()
  let changed_ms = Date.now()
  const note = (change: (request: Request) => unknown) => (request: Request) => {
    // The live stream never ends.
    if (request.url().includes('/api/sse?')) return
    changed_ms = Date.now()
    change(request)
  }
  page.on(
    'request',
    note((request) => open.add(request)),
  )
  page.on(
    'requestfinished',
    note((request) => open.delete(request)),
  )
  page.on(
    'requestfailed',
    note((request) => open.delete(request)),
  )
  return async () =>
    (await countUnsent(page)) === 0 && open.size === 0 && Date.now() - changed_ms > quiet_ms
}
async function work(name: string, given: FreeWork): Promise<string> {
  const { teams } = await office('GET', '/api/owner/teams')
  const team_id = teams.find((team: { name: string }) => team.name === 'North Crew').id
  return freeWork(office, name, { team_id, ...given })
}

test('a night shift keeps its stops past midnight, counts correctly over a skipped hour, and asks about a forgotten clock-out @dates', async ({
  browser,
}) => {
  // Clocks go forward at 2:00 this night.
  const morning = nextShortDay()
  const night = addDays(morning, -1)
  await begin(night, '22:50')
  await work('Nora Night', { start_date: night, start_minutes: 1320, duration_minutes: 240 })
  await work('Mona Morning', { start_date: morning, start_minutes: 480 })
  const page = await open(browser, people.crew_leader, '/app', moment(night, '22:50'), phone)
  const shift = page.getByRole('region', { name: 'Shift' })
  await page.getByRole('button', { name: 'Clock In' }).click()
  await expect(shift).toContainText('On the clock')
  // The page shows it immediately; the server's clock moves on only after the request has arrived.
  await expect(page.getByText('Clocked in')).toBeVisible()
  await expect(stop(page, 'Nora Night')).toBeVisible()

  await sleep(page, moment(night, '22:50'), moment(morning, '00:10'))
  await expect(page.getByText(longDay(morning))).toBeVisible()
  await expect(stop(page, 'Mona Morning')).toBeVisible()
  const left = page.getByRole('region', { name: 'Still open' })
  await expect(left.getByRole('heading', { level: 2 })).toHaveText(
    `Still open from ${longDay(night)}`,
  )
  await expect(shift.getByRole('timer')).toHaveText('1 h 20 min')

  // On some days the demo business has left stops of its own open.
  await expect(left).toContainText('Nora Night')
  const leftStop = await openStop(page, 'Nora Night')
  await leftStop.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText('Completed (no charge)').first()).toBeVisible()
  await closeStop(page)
  await expect(page.getByRole('main').getByText('Nora Night')).toBeHidden()
  await sleep(page, moment(morning, '00:10'), moment(morning, '06:50'))
  await expect(shift.getByRole('timer')).toHaveText('7 h 00 min')
  await expect(shift).not.toContainText('forget')

  // Also shown on a page that was open the whole time.
  await sleep(page, moment(morning, '06:50'), moment(morning, '14:00'))
  await expect(shift).toContainText('More than 14 hours: did you forget to clock out?')
  await page.getByRole('button', { name: 'Clock Out' }).click()
  await expect(shift).toContainText('Off the clock')
  // A press not sent yet would go with the page, and leave Luis on the clock for the next journey.
  await expect.poll(() => countUnsent(page)).toBe(0)
  await page.context().close()
})

test('a break that keeps running is asked about; its crew says when it ended, and the office checks that @dates', async ({
  browser,
  shot,
}) => {
  // It waits for the page to be at rest, over and over.
  test.setTimeout(180_000)
  const day = addDays(todayIn(zone, new Date().toISOString()), 3)
  await begin(day, '09:00')
  const page = await open(browser, people.crew_leader, '/app', moment(day, '09:00'), phone)
  const shift = page.getByRole('region', { name: 'Shift' })
  const isAtRest = followCalls(page)
  await page.getByRole('button', { name: 'Clock In' }).click()
  await shift.getByRole('button', { name: 'Start break' }).click()
  await expect(shift).toContainText('On a break')
  await expect.poll(isAtRest, { timeout: 60_000 }).toBe(true)
  await sleep(page, moment(day, '09:00'), moment(day, '09:50'))
  await expect(shift.getByRole('timer')).toHaveText(/^5\d min$/)
  await expect(shift).not.toContainText('End it?')
  await expect.poll(isAtRest, { timeout: 60_000 }).toBe(true)

  await sleep(page, moment(day, '09:50'), moment(day, '11:10'))
  await expect(shift).toContainText(/Your break has been running for 2 h 1\d min. End it\?/)
  await expectNoAxeViolations(page)
  await shot(page, 'long-break')
  await expect(shift.getByRole('button', { name: 'End break' })).toBeVisible()
  await shift.getByRole('button', { name: 'It ended earlier' }).click()
  const dialog = page.getByRole('dialog')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'End break' }).click()
  await expect(dialog).toContainText('Choose a time between the start of your break and now.')
  await dialog.getByRole('combobox', { name: 'It ended at' }).fill('9:40 AM')
  await page.keyboard.press('Enter')
  await shot(page, 'break-ended-when')
  await dialog.getByRole('button', { name: 'End break' }).click()
  await expect(dialog).toBeHidden()
  await expect(shift).toContainText('On the clock')
  await shift.getByRole('button', { name: 'Clock Out' }).click()
  await expect(shift).toContainText('Off the clock')
  await expect.poll(isAtRest, { timeout: 60_000 }).toBe(true)
  await page.context().close()

  const hours = await open(browser, people.owner, '/app/timesheets', moment(day, '11:12'), desk)
  const toCheck = hours.getByRole('region', { name: 'Shifts to check' })
  await expect(toCheck).toContainText(
    /The end of its break, after (3\d|40) min, was entered later./,
  )
  await shot(hours, 'hours')
  const line = toCheck.getByRole('listitem').filter({ hasText: 'was entered later' })
  await line.getByRole('button', { name: 'Approve: Luis Ortega' }).click()
  await hours.getByRole('dialog').getByLabel('Reason').fill('Luis says so')
  await hours.getByRole('button', { name: 'Count this shift' }).click()
  await expect(line).toBeHidden()
  await hours.context().close()
})

test('a page that slept past the end of the week wakes on the new day and keeps unsaved input @dates', async ({
  browser,
}) => {
  const saturday = addDays(startOfWeek(todayIn(zone, new Date().toISOString())), 13)
  const sunday = addDays(saturday, 1)
  await begin(saturday, '16:30')
  const asked = await work('Rita Rowe', { start_date: saturday, start_minutes: 1020 })
  const page = await open(
    browser,
    people.owner,
    '/app/schedule?view=board',
    moment(saturday, '16:30'),
    desk,
  )
  const tabs = page.getByRole('navigation', { name: 'Days' })
  await expect(tabs.locator('[data-today]')).toContainText(shortDay(saturday))
  await expect(page.locator(`[data-visit="${asked}"]`)).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Add Misc Event' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add Misc Event' })
  await sheet.getByLabel('Title').fill('Typed before the lid was closed')

  await sleep(page, moment(saturday, '16:30'), moment(sunday, '09:15'))
  await expect(
    page.getByRole('heading', { level: 2 }).filter({ hasText: shortDay(sunday) }),
  ).toBeVisible()
  await expect(tabs.locator('[data-today]')).toContainText(shortDay(sunday))
  await expect(tabs.locator('[aria-current]')).toContainText(shortDay(sunday))
  await expect(sheet.getByLabel('Title')).toHaveValue('Typed before the lid was closed')
  await sheet.getByRole('button', { name: 'Add Misc Event' }).click()
  await expect(page.getByText('Misc event added')).toBeVisible()
  await page.context().close()
})

test('an idle page switches to the new day @dates', async ({ browser }) => {
  const friday = addDays(startOfWeek(todayIn(zone, new Date().toISOString())), 19)
  await begin(friday, '23:58')
  const page = await open(
    browser,
    people.owner,
    '/app/schedule?view=team',
    moment(friday, '23:58'),
    desk,
  )
  const today = page.locator('[data-today]').first()
  await expect(today).toContainText(shortDay(friday))
  await own.putAhead(moment(addDays(friday, 1), '00:01') - Date.now())
  await page.clock.runFor(3 * 60_000)
  await expect(today).toContainText(shortDay(addDays(friday, 1)))
  await page.goto('/app')
  await expect(page.getByText(longDay(addDays(friday, 1)))).toBeVisible()
  await page.context().close()
})

test('midnight doesn’t change an open sheet @dates', async ({ browser }) => {
  const monday = addDays(startOfWeek(todayIn(zone, new Date().toISOString())), 22)
  await begin(monday, '23:55')
  await work('Olga Open', { start_date: monday, start_minutes: 540 })
  const page = await open(browser, people.owner, '/app', moment(monday, '23:55'), desk)
  await page
    .getByRole('article')
    .filter({ hasText: 'Olga Open' })
    .getByRole('button', { name: 'Olga Open', exact: true })
    .click()
  const sheet = page.getByRole('dialog', { name: 'Appointment', exact: true })
  await sheet.getByRole('combobox', { name: 'Start time' }).click()
  await page.getByRole('option', { name: '2:00 PM', exact: true }).click()
  await sleep(page, moment(monday, '23:55'), moment(addDays(monday, 1), '00:05'))
  await expect(page.getByText(longDay(addDays(monday, 1))).first()).toBeAttached()
  await expect(sheet.getByRole('combobox', { name: 'Start time' })).toHaveValue('2:00 PM')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Time saved', { exact: true })).toBeVisible()
  await page.context().close()
})

test('a request whose date passes disappears from the office’s list, is explained in its open sheet, and expires for the customer @dates', async ({
  browser,
}) => {
  const evening = addDays(startOfWeek(todayIn(zone, new Date().toISOString())), 22)
  const next = addDays(evening, 1)
  await begin(evening, '23:40')
  const customer = await callsOf(own.url, people.user)
  const { customers } = await office('GET', `/api/owner/customers?q=${people.user}`)
  const rule = {
    service_key: 'leaves',
    pattern: 'once',
    start_date: evening,
    start_minutes: 600,
    billing_mode: 'none',
  }
  const visits: string[] = []
  for (let many = 0; many < 2; many++) {
    const { first_visit } = await office('POST', '/api/schedule', {
      ...rule,
      start_minutes: 600 + many * 60,
      customer_id: customers[0].id,
    })
    visits.push(first_visit.occurrence_id)
  }
  const [asked, later] = visits as [string, string]
  const { request } = await customer('POST', '/api/users/request-reschedule', {
    date: evening,
    occurrence_id: asked,
    reason: 'Guests are coming',
  })

  const page = await open(
    browser,
    people.owner,
    `/app/schedule?inbox=1&date=${evening}&occurrence_id=${asked}`,
    moment(evening, '23:40'),
    desk,
  )
  const banner = page.getByRole('region', { name: 'Customer requests' })
  const sheet = page.getByRole('dialog', { name: 'Reschedule', exact: true })
  await expect(banner).toContainText('Guests are coming')
  await page.getByRole('button', { name: 'Choose a date' }).click()
  await expect(sheet).toBeVisible()
  const portal = await open(browser, people.user, '/app', moment(evening, '23:40'), phone)
  await expect(portal.getByRole('main').getByText(longDay(evening))).toBeVisible()
  const upcoming = portal.getByRole('region', { name: 'Upcoming services' })
  const line = upcoming
    .getByRole('listitem')
    .filter({ hasText: 'Leaf removal' })
    .filter({ hasText: '11:00 AM' })
  await line.locator('summary').click()
  await line.getByRole('button', { name: 'Request a Reschedule' }).click()
  const ask = portal.getByRole('dialog', { name: 'Request a Reschedule' })
  await ask.getByLabel('Note').fill('Typed before midnight')

  await sleep(page, moment(evening, '23:40'), moment(next, '00:02'))
  await portal.clock.fastForward(22 * 60_000)
  await expect(banner).toBeHidden()
  await expect(
    sheet.getByRole('status').filter({ hasText: 'The request is closed' }),
  ).toContainText('or its day has passed. You can still save a new date.')
  await expect(customer('POST', `/api/users/requests/${request.id}/withdraw`)).rejects.toThrow(
    'The date of this request has passed.',
  )

  // A reply that arrives a moment later is an ordinary reschedule.
  await sheet.getByRole('button', { name: 'More dates' }).click()
  await sheet
    .getByText(shortDay(addDays(next, 2)), { exact: true })
    .first()
    .click()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Rescheduled', { exact: true })).toBeVisible()

  await ask.getByRole('button', { name: 'Send Request' }).click()
  await expect(ask.getByText('This date has passed.')).toBeVisible()
  await expect(ask.getByLabel('Note')).toHaveValue('Typed before midnight')
  await expect(portal.getByRole('main').getByText(longDay(evening))).toBeHidden()
  // Shown in full if it's the customer's next service, in short form below an earlier one otherwise.
  const moved = portal.getByRole('main').getByText(longDay(addDays(next, 2)))
  const further = portal.getByRole('main').getByText(shortDay(addDays(next, 2)), { exact: true })
  await expect(moved.or(further).first()).toBeVisible()
  const { items } = await customer(
    'GET',
    `/api/users/upcoming-services?from=${next}&to=${addDays(next, 6)}`,
  )
  expect(
    items.find(({ occurrence_id }: { occurrence_id: string }) => occurrence_id === asked),
  ).toMatchObject({ state: 'rescheduled', date: addDays(next, 2) })
  expect(
    items.some(({ occurrence_id }: { occurrence_id: string }) => occurrence_id === later),
  ).toBe(false)
  for (const one of [page, portal]) await one.context().close()
})
