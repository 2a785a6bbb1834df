import type { Page } from '@playwright/test'
import { addDays, todayIn } from '../../src/domain/base/dates.ts'
import { closedStop, closeStop, completeStop, openStop, stop } from './crew-stop.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { freeWork } from './free-work.ts'
import { openNeeds } from './needs.ts'
import { people } from './people.ts'
import { callsOf, signIn, type Call } from './sign-in.ts'
import { hasFetched } from './way-in.ts'

// A crew without a connection while the office keeps working.
test.use({
  world: 'crew-offline',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})
test.setTimeout(90_000)

const today = todayIn('America/New_York', new Date().toISOString())

type Sent = { client_id: string; kind: string }
/** The acts a page sends from now on. */
function sentBy(page: Page): Sent[] {
  const sent: Sent[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/crew/commands'))
      sent.push(...(request.postDataJSON() as { commands: Sent[] }).commands)
  })
  return sent
}

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

test('after ten minutes offline, sends each finished stop once; what the office did meanwhile loses nothing and asks nothing', async ({
  page,
  server,
  as,
}) => {
  const office = await callsOf(server.url, people.owner)
  const names = ['Stay Stone', 'Move Moss', 'Skip Sand', 'Hold Hill', 'Team Tarn'] as const
  const { path, teamId, statuses } = await works(office, names)
  await page.clock.install()
  await signIn(page, people.crew_leader)
  await openStop(page, 'Team Tarn')
  await closeStop(page)

  await page.context().setOffline(true)
  for (const name of names) await completeStop(page, name)
  await expect(page.getByText('5 changes waiting for a connection.')).toBeVisible()
  await expect(stop(page, 'Stay Stone')).toContainText('Not sent yet')
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
  const sent = sentBy(page)

  await page.context().setOffline(false)
  const unsent = page.getByText(/waiting for a connection/)
  // A second at a time, slowly enough for a request to be answered before the page gives up on it.
  await expect
    .poll(
      async () => {
        await page.clock.runFor(1000)
        return { statuses: await statuses(), isUnsent: await unsent.isVisible() }
      },
      { intervals: [250], timeout: 60_000 },
    )
    .toEqual({
      statuses: ['completed', 'completed', 'skipped', 'completed', 'completed'],
      isUnsent: false,
    })
  await expect(page.getByText(/^Skip Sand, Leaf removal: This visit was cancelled/)).toContainText(
    'Your work is saved, and the office knows.',
  )
  // On a machine slower than the page's clock, a request runs out of time and is sent again by the same ids.
  const acts = [...new Map(sent.map(({ client_id, kind }) => [client_id, kind])).values()]
  expect(acts).toEqual(names.map(() => 'finish'))
  expect(lost).toBeGreaterThan(1)
  await expect(await closedStop(page, 'Move Moss')).toContainText('Completed')
  await expectNoAxeViolations(page)

  const desk = await as('owner', '/app/dashboard-owner')
  await openNeeds(desk)
  const reports = desk.getByRole('region', { name: 'Reports from crews' })
  await expect(reports).toContainText('Skip Sand, Leaf removal')
  await expect(reports).toContainText('Done, but the visit had been cancelled. Not charged.')
  await expectNoAxeViolations(desk)
  await reports.getByRole('button', { name: 'Mark Skip Sand done' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Mark done' }).click()
  await expect(reports).toBeHidden()
  expect(await statuses()).toEqual(names.map(() => 'completed'))
})

/** The phone drops the page, then has a connection. A page that is closed is back online for a moment, time enough to send; a crash leaves none. */
async function drop(page: Page): Promise<void> {
  const context = page.context()
  await page.goto('chrome://crash').catch(() => {})
  await page.close()
  await context.setOffline(false)
}

test('after the phone discarded the page, any page sends the completed stops', async ({
  page,
  server,
}) => {
  const office = await callsOf(server.url, people.owner)
  const { path, statuses } = await works(office, ['Pocket Pine', 'Older Oak'])
  await signIn(page, people.crew_leader)
  await expect(stop(page, 'Pocket Pine')).toBeVisible()
  await hasFetched(page, 'SheetFrame')
  await page.context().setOffline(true)
  await completeStop(page, 'Pocket Pine')
  await expect(page.getByText('1 change waiting for a connection.')).toBeVisible()
  const context = page.context()
  await drop(page)
  const again = await context.newPage()
  // An earlier version of the app left something behind, too.
  const leader = await callsOf(server.url, people.crew_leader)
  const { id: person, organization_id } = await leader('GET', '/api/users/me')
  await again.goto('/robots.txt')
  await again.evaluate(
    ([worker, id, date]) =>
      localStorage.setItem(
        `fieldhive.waiting.unsent.${worker}`,
        JSON.stringify([{ id, date, status: 'scheduled', label: 'Older Oak', worker }]),
      ),
    [`${person}.${organization_id}`, path('Older Oak').split('/').at(-1), today],
  )
  // Any page sends, not only the one with the stops.
  await again.goto('/app/team')
  await expect.poll(statuses).toEqual(['completed', 'completed'])
  await again.goto('/app')
  await expect(await closedStop(again, 'Pocket Pine')).toContainText('Completed')
  await expect(await closedStop(again, 'Pocket Pine')).not.toContainText('Not sent yet')
})

test('keeps completed stops while a server is down, and sends them from the next page that opens', async ({
  page,
  server,
}) => {
  const office = await callsOf(server.url, people.owner)
  const { statuses } = await works(office, ['Trouble Twig'])
  await signIn(page, people.crew_leader)
  await expect(stop(page, 'Trouble Twig')).toBeVisible()
  await page.route(/\/api\/crew\/commands$/, (route) => route.fulfill({ status: 503, json: {} }))
  await completeStop(page, 'Trouble Twig')
  await expect(page.getByText('1 change waiting for a connection.')).toBeVisible()
  await expect(stop(page, 'Trouble Twig')).toContainText('Not sent yet')
  await page.unroute(/\/api\/crew\/commands$/)
  await page.reload()
  await expect(await closedStop(page, 'Trouble Twig')).toContainText('Completed')
  await expect.poll(statuses).toEqual(['completed'])
})

test('an offline completion is undone where it was made, and nothing is sent', async ({
  page,
  server,
}) => {
  const office = await callsOf(server.url, people.owner)
  const { statuses } = await works(office, ['Mistap Maple'])
  await signIn(page, people.crew_leader)
  await expect(stop(page, 'Mistap Maple')).toBeVisible()
  await hasFetched(page, 'StopForms')
  const sent = sentBy(page)
  await page.context().setOffline(true)
  await completeStop(page, 'Mistap Maple')
  await expect(stop(page, 'Mistap Maple')).toContainText('Not sent yet')
  const card = await openStop(page, 'Mistap Maple')
  await card.getByRole('button', { name: /^Undo/ }).click()
  await expect(card.getByRole('button', { name: 'Complete' })).toBeVisible()
  await card.getByRole('button', { name: /^Note/ }).click()
  const sheet = page.getByRole('dialog', { name: /^Note/ })
  await sheet.getByRole('textbox', { name: 'Note' }).fill('The gate is broken')
  await sheet.getByRole('button', { name: 'Save note' }).click()
  await expect(card).toContainText('The gate is broken')
  await page.context().setOffline(false)
  await expect(page.getByText(/waiting for a connection/)).toBeHidden()
  expect(await statuses()).toEqual(['scheduled'])
  await card.getByRole('button', { name: 'On my way' }).click()
  await card.getByRole('button', { name: 'Start' }).click()
  await expect.poll(statuses).toEqual(['in_progress'])
  expect(sent.map(({ kind }) => kind)).toEqual(['note', 'en_route', 'start'])
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
  await page.route(/\/api\/crew\/commands$/, (route) => {
    tries++
    return route.abort()
  })
  await completeStop(page, 'Weak Wood')
  // Waits between retries are at most half a minute.
  const later = async () => {
    await page.clock.runFor(31_000)
    return tries
  }
  await expect.poll(later, { intervals: [50] }).toBeGreaterThan(8)
  await expect(page.getByText('1 change waiting for a connection.')).toBeVisible()
  await page.unroute(/\/api\/crew\/commands$/)
  await expect
    .poll(async () => (await later(), await statuses()), { intervals: [50] })
    .toEqual(['completed'])
  // The clock may have jumped over the answer's time limit; then the act is sent once more.
  await expect
    .poll(async () => (await later(), await page.getByText(/waiting for a connection/).count()), {
      intervals: [50],
    })
    .toBe(0)
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
    await expect(page.getByText('1 change waiting for a connection.')).toBeVisible()
    await page.clock.fastForward(2 * 3_600_000)
    await expect(shift(page).getByRole('timer')).toHaveText('2 h 00 min')
    await press(page, 'Clock Out')
    await expect(shift(page)).toContainText('Off the clock')
    await expect(page.getByText('2 changes waiting for a connection.')).toBeVisible()
    await expectNoAxeViolations(page)
    await page.clock.fastForward(3_600_000)
    const sent = sentBy(page)
    // The response to the first is lost.
    let lost = 0
    await page.route(/\/api\/crew\/commands$/, async (route) => {
      const answer = await route.fetch()
      await (lost++ ? route.fulfill({ response: answer }) : route.abort())
    })
    const ended = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/crew/commands') && answer.ok(),
    )
    await page.context().setOffline(false)
    await expect
      .poll(async () => (await page.clock.runFor(1000), sent.length), { intervals: [50] })
      .toBe(4)
    const { answers } = await (await ended).json()
    const { started_at, ended_at } = answers[1].shift
    expect(sent.map(({ kind }) => kind)).toEqual(['clock_in', 'clock_out', 'clock_in', 'clock_out'])
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
    await hasFetched(page, 'AccountMenu')
    await page.context().setOffline(true)
    await press(page, 'Clock In')
    await expect(page.getByText('1 change waiting for a connection.')).toBeVisible()
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
        ([before, after]) =>
          new Promise<void>((resolve) => {
            indexedDB.open('fieldhive-outbox').onsuccess = ({ target }) => {
              const db = (target as IDBOpenDBRequest).result
              const transaction = db.transaction('acts', 'readwrite')
              transaction.oncomplete = () => (db.close(), resolve())
              transaction.objectStore('acts').openCursor().onsuccess = (event) => {
                const cursor = (event.target as IDBRequest<IDBCursorWithValue | null>).result
                const worker = cursor?.value.worker.replace(before, after)
                cursor?.update({ ...cursor.value, worker })
              }
            }
          }),
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
  await hasFetched(page, 'SheetFrame')
  await page.context().setOffline(true)
  for (const name of names) await completeStop(page, name)
  await expect(page.getByText('2 changes waiting for a connection.')).toBeVisible()
  const refuse = (status: number, error: string) => ({
    status,
    json: { error, code: 'unauthenticated' },
  })
  await page.route(/\/api\/crew\/commands$/, (route) =>
    route.fulfill(refuse(401, 'Please log in.')),
  )
  await page.route(/\/idp\/token/, (route) => route.fulfill(refuse(400, 'invalid_grant')))
  await page.context().setOffline(false)
  await page.waitForURL(/\/(login|idp\/)/)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await signIn(page, people.crew_leader)
  for (const name of names) await expect(await closedStop(page, name)).toContainText('Completed')
  await expect.poll(statuses).toEqual(['completed', 'completed'])
})
