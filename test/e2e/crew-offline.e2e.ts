import type { Page } from '@playwright/test'
import { addDays, todayIn } from '../../src/domain/dates.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { freeWork } from './free-work.ts'
import { people } from './people.ts'
import { shortDay } from './schedule-desk.ts'
import { callsOf, signIn, type Call } from './sign-in.ts'

// A crew without a connection while the office keeps working.
test.use({
  world: 'crew-offline',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})
test.setTimeout(90_000)

const today = todayIn('America/New_York', new Date().toISOString())
const stop = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })

/** Free work for today, for customers no other test relies on. */
async function works(office: Call, names: readonly string[]) {
  const { teams } = await office('GET', '/api/owner/teams')
  const teamId = (wanted: string): string =>
    teams.find(({ name }: { name: string }) => name === wanted).id
  const ids = new Map<string, string>()
  for (const name of names)
    ids.set(
      name,
      await freeWork(office, name, {
        start_date: today,
        start_minutes: 600,
        team_id: teamId('North Crew'),
      }),
    )
  const statuses = async () => {
    const { occurrences } = await office(
      'GET',
      `/api/schedule?from=${today}&to=${addDays(today, 14)}`,
    )
    return names.map(
      (name) => occurrences.find(({ id }: { id: string }) => id === ids.get(name)).status as string,
    )
  }
  return { path: (name: string) => `/api/schedule/${ids.get(name)}`, teamId, statuses }
}

test('after ten minutes offline, sends each completed stop once and names the visits the office changed meanwhile', async ({
  page,
  server,
}) => {
  const office = await callsOf(server.url, people.owner)
  const names = ['Stay Stone', 'Move Moss', 'Skip Sand', 'Hold Hill', 'Team Tarn'] as const
  const { path, teamId, statuses } = await works(office, names)
  await page.clock.install()
  await signIn(page, people.crew_leader)
  await expect(stop(page, 'Team Tarn')).toBeVisible()
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/complete') && sent.push(request.url()))

  await page.context().setOffline(true)
  for (const name of names) await stop(page, name).getByRole('button', { name: 'Complete' }).click()
  await expect(
    page.getByText('5 changes waiting for a connection. Keep this page open.'),
  ).toBeVisible()
  await office('POST', `${path('Move Moss')}/reschedule`, { to_date: addDays(today, 3) })
  await office('POST', `${path('Skip Sand')}/skip`, { reason: 'staff' })
  await office('POST', `${path('Hold Hill')}/hold`, { reason: 'Gate is locked' })
  await office('POST', '/api/schedule/set-time', {
    rule_id: path('Team Tarn').split('/').at(-1),
    team_id: teamId('South Crew'),
    apply_team_to: 'date',
  })
  // Longer than a token lasts; and the first endpoint to come back isn't the one that renews tokens.
  await page.clock.fastForward(10 * 60_000)
  let lost = 0
  await page.route(/\/idp\/token/, (route) => (lost++ < 2 ? route.abort() : route.continue()))

  await page.context().setOffline(false)
  const alerts = page.getByRole('alert')
  for (const [name, why] of [
    ['Move Moss', `The office moved this visit to ${shortDay(addDays(today, 3))}.`],
    ['Skip Sand', 'This visit was cancelled.'],
    ['Hold Hill', 'The office put this visit on hold.'],
    ['Team Tarn', 'This visit is not your team’s any more.'],
  ] as const) {
    await expect(alerts.filter({ hasText: `Not completed: ${name}, Leaf removal` })).toContainText(
      `${why} If the work is done, tell the office.`,
    )
  }
  await expect(stop(page, 'Stay Stone')).toContainText('Completed')
  await expect(page.getByText(/waiting for a connection/)).toBeHidden()
  expect(await statuses()).toEqual(['completed', 'scheduled', 'skipped', 'skipped', 'scheduled'])
  expect(sent.length, 'each is sent once').toBe(names.length)
  expect(lost).toBeGreaterThan(2)
  await expectNoAxeViolations(page)
  for (const name of names.slice(1))
    await page.getByRole('button', { name: `Dismiss: ${name}` }).click()
  await expect(alerts).toHaveCount(0)
})

/** The phone drops the page, then has a connection. A page that is closed is back online for a moment, time enough to send; a crash leaves none. */
async function drop(page: Page): Promise<void> {
  const context = page.context()
  await page.goto('chrome://crash').catch(() => {})
  await page.close()
  await context.setOffline(false)
}

test('a page the phone discarded sends completed stops when it is reopened', async ({
  page,
  server,
}) => {
  const office = await callsOf(server.url, people.owner)
  const { statuses } = await works(office, ['Pocket Pine'])
  await signIn(page, people.crew_leader)
  await expect(stop(page, 'Pocket Pine')).toBeVisible()
  await page.context().setOffline(true)
  await stop(page, 'Pocket Pine').getByRole('button', { name: 'Complete' }).click()
  await expect(
    page.getByText('1 change waiting for a connection. Keep this page open.'),
  ).toBeVisible()
  const context = page.context()
  await drop(page)
  const again = await context.newPage()
  await again.goto('/app')
  await expect(stop(again, 'Pocket Pine')).toContainText('Completed')
  await expect.poll(statuses).toEqual(['completed'])
  expect(
    await again.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith('fieldhive.waiting')),
    ),
  ).toEqual([])
})

test('reports a server that stays down, and sends completed stops from the next page that opens', async ({
  page,
  server,
}) => {
  const office = await callsOf(server.url, people.owner)
  const { statuses } = await works(office, ['Trouble Twig'])
  await page.clock.install()
  await signIn(page, people.crew_leader)
  await expect(stop(page, 'Trouble Twig')).toBeVisible()
  await page.route(/\/complete$/, (route) => route.fulfill({ status: 503, json: {} }))
  await stop(page, 'Trouble Twig').getByRole('button', { name: 'Complete' }).click()
  const alerts = page.getByRole('alert').filter({ hasText: 'Server error. Please try again.' })
  await expect
    .poll(async () => (await page.clock.runFor(31_000), await alerts.count()), { intervals: [50] })
    .toBeGreaterThan(0)
  await expect(stop(page, 'Trouble Twig').getByRole('button', { name: 'Complete' })).toBeEnabled()
  await page.unroute(/\/complete$/)
  await page.reload()
  await expect(stop(page, 'Trouble Twig')).toContainText('Completed')
  await expect.poll(statuses).toEqual(['completed'])
})

test('on a dead connection, keeps completed stops waiting and sends them once it works again', async ({
  page,
  server,
}) => {
  const office = await callsOf(server.url, people.owner)
  const { statuses } = await works(office, ['Weak Wood'])
  await page.clock.install()
  await signIn(page, people.crew_leader)
  await expect(stop(page, 'Weak Wood')).toBeVisible()
  let tries = 0
  await page.route(/\/complete$/, (route) => {
    tries++
    return route.abort()
  })
  await stop(page, 'Weak Wood').getByRole('button', { name: 'Complete' }).click()
  // Waits between retries are at most half a minute.
  const later = async () => {
    await page.clock.runFor(31_000)
    return tries
  }
  await expect.poll(later, { intervals: [50] }).toBeGreaterThan(8)
  await expect(
    page.getByText('1 change waiting for a connection. Keep this page open.'),
  ).toBeVisible()
  await expect(page.getByText('Failed to complete')).toHaveCount(0)
  await page.unroute(/\/complete$/)
  await expect
    .poll(async () => (await later(), await statuses()), { intervals: [50] })
    .toEqual(['completed'])
  await expect(page.getByText(/waiting for a connection/)).toBeHidden()
})

test.describe('clocking in and out offline', () => {
  const shift = (page: Page) => page.getByRole('region', { name: 'Shift' })
  const press = (page: Page, name: 'Clock In' | 'Clock Out') =>
    shift(page).getByRole('button', { name }).click()

  test('counts hours from when the buttons were pressed, each press once and in order', async ({
    page,
  }) => {
    await page.clock.install()
    await signIn(page, people.crew_member)
    await expect(shift(page)).toContainText('Off the clock')
    await page.context().setOffline(true)
    await press(page, 'Clock In')
    await expect(shift(page)).toContainText('On the clock')
    await expect(
      page.getByText('1 change waiting for a connection. Keep this page open.'),
    ).toBeVisible()
    await page.clock.fastForward(2 * 3_600_000)
    await expect(shift(page).getByRole('timer')).toHaveText('2 h 00 min')
    await press(page, 'Clock Out')
    await expect(shift(page)).toContainText('Off the clock')
    await expect(
      page.getByText('2 changes waiting for a connection. Keep this page open.'),
    ).toBeVisible()
    await expectNoAxeViolations(page)
    await page.clock.fastForward(3_600_000)
    const sent: string[] = []
    page.on(
      'request',
      (request) =>
        request.url().includes('/clock-') && sent.push(request.url().replace(/.*clock-/, '')),
    )
    // The response to the first is lost.
    let lost = 0
    await page.route(/clock-in$/, async (route) => {
      const answer = await route.fetch()
      await (lost++ ? route.fulfill({ response: answer }) : route.abort())
    })
    const ended = page.waitForResponse(
      (answer) => answer.url().endsWith('/clock-out') && answer.ok(),
    )
    await page.context().setOffline(false)
    await expect
      .poll(async () => (await page.clock.runFor(1000), sent.length), { intervals: [50] })
      .toBe(3)
    const { started_at, ended_at } = await (await ended).json()
    expect(sent).toEqual(['in', 'in', 'out'])
    expect(Math.round((Date.parse(ended_at) - Date.parse(started_at)) / 60_000)).toBe(120)
    expect(Math.round((Date.now() - Date.parse(ended_at)) / 60_000)).toBe(60)
    await expect(shift(page)).toContainText('Off the clock')
    await expect(page.getByText(/waiting for a connection/)).toBeHidden()
  })

  test('a page the phone discarded clocks in when reopened, as of the time of the press @dates', async ({
    page,
    server,
  }) => {
    await signIn(page, people.crew_member)
    await expect(shift(page)).toContainText('Off the clock')
    await page.context().setOffline(true)
    await press(page, 'Clock In')
    await expect(
      page.getByText('1 change waiting for a connection. Keep this page open.'),
    ).toBeVisible()
    await page.getByRole('button', { name: /^Account menu/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    const asked = page.getByRole('dialog', { name: 'One change is not sent yet' })
    await expect(asked).toContainText('stays on this phone and is sent when you log in here again')
    await asked.getByRole('button', { name: 'Cancel' }).click()
    const context = page.context()
    await drop(page)
    const opened = Date.now()
    const again = await context.newPage()
    // A person with two organizations clocks in at the one where they pressed.
    const putAway = (from: string, to: string) =>
      again.evaluate(
        ([before, after]) => {
          const key = Object.keys(localStorage).find(
            (name) => name.startsWith('fieldhive.waiting.unclocked.') && name.endsWith(before!),
          )!
          localStorage.setItem(key.slice(0, -before!.length) + after!, localStorage.getItem(key)!)
          localStorage.removeItem(key)
        },
        [from, to],
      )
    const member = await callsOf(server.url, people.crew_member)
    const { organization_id: here } = await member('GET', '/api/users/me')
    const elsewhere = '00000000-0000-7000-8000-000000000000'
    await again.goto('/robots.txt')
    await putAway(here, elsewhere)
    await again.goto('/app')
    await expect(shift(again)).toContainText('Off the clock')
    await putAway(elsewhere, here)
    await again.reload()
    await expect(shift(again)).toContainText('On the clock')
    await expect
      .poll(async () => Date.parse((await member('GET', '/api/crew/shifts/current')).started_at))
      .toBeLessThan(opened)
    await press(again, 'Clock Out')
    await expect(shift(again)).toContainText('Off the clock')
    await expect
      .poll(async () => (await member('GET', '/api/crew/shifts/current')).active)
      .toBe(false)
  })
})

test('a session that ended meanwhile loses nothing: completed stops are sent after signing in again', async ({
  page,
  server,
}) => {
  const office = await callsOf(server.url, people.owner)
  const names = ['Ended Elm', 'Ended Ash'] as const
  const { statuses } = await works(office, names)
  await signIn(page, people.crew_leader)
  await expect(stop(page, 'Ended Ash')).toBeVisible()
  await page.context().setOffline(true)
  for (const name of names) await stop(page, name).getByRole('button', { name: 'Complete' }).click()
  await expect(
    page.getByText('2 changes waiting for a connection. Keep this page open.'),
  ).toBeVisible()
  const refuse = (status: number, error: string) => ({
    status,
    json: { error, code: 'unauthenticated' },
  })
  await page.route(/\/complete$/, (route) => route.fulfill(refuse(401, 'Please log in.')))
  await page.route(/\/idp\/token/, (route) => route.fulfill(refuse(400, 'invalid_grant')))
  await page.context().setOffline(false)
  await page.waitForURL(/\/(login|idp\/)/)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await signIn(page, people.crew_leader)
  for (const name of names) await expect(stop(page, name)).toContainText('Completed')
  await expect.poll(statuses).toEqual(['completed', 'completed'])
})
