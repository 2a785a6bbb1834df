import type { Locator } from '@playwright/test'
import { addDays } from '../../src/domain/base/dates.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { people } from './people.ts'
import {
  caller,
  card,
  carried,
  choose,
  close,
  failing,
  inDays,
  office,
  ask,
  openDesk,
  monday,
  openVisit,
  refuses,
  expectToast,
  seat,
  shared,
  pickDay,
  unsaved,
  visitNow,
  week,
  work,
} from './schedule-desk.ts'

// What the office decides about its schedule beyond single visits: pauses, the order of a day, and how the boards look.
openDesk()

const untilText = (date: string) =>
  `Paused until ${new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' }).format(new Date(`${date}T12:00:00Z`))}`

test('pauses a series from a visit with the keyboard; shows it dimmed with the resume date, and resumes it @dates', async () => {
  const { id, name } = await work({ pattern: 'weekly' })
  const other = await work({ pattern: 'weekly', start: 600 })
  await week(office)
  const appointment = await openVisit(office, id)
  await appointment.getByRole('button', { name: `More for ${name}` }).click()
  await expect(office.getByRole('menuitem', { name: 'Pause this work' })).toBeVisible()
  await expectNoAxeViolations(office)
  await office.getByRole('menuitem', { name: 'Pause this work' }).click()
  const sheet = office.getByRole('dialog', { name: 'Pause this work', exact: true })
  await expect(sheet.getByText(`${name}, Mowing`)).toBeVisible()
  await sheet.getByRole('button', { name: 'Resumes on' }).focus()
  await office.keyboard.press('Enter')
  await pickDay(office, inDays(8), 'keys')
  await sheet.getByLabel('Reason').fill('On holiday')
  await expect(sheet.getByText(/Visits resume on/)).toBeVisible()
  await expectNoAxeViolations(office)

  await failing(office, /\/pause$/)
  await sheet.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(sheet.getByText('Failed to pause this work')).toBeVisible()
  await office.unrouteAll()
  await sheet.getByRole('button', { name: 'Pause', exact: true }).click()
  const paused = untilText(inDays(8))
  await expectToast(office, paused)
  await expect(
    appointment.getByText('This work is paused; other work for the customer continues.'),
  ).toBeVisible()
  await refuses(
    appointment.getByRole('button', { name: 'Reschedule' }),
    'This visit is paused — end the pause first.',
  )
  await appointment.getByRole('button', { name: `More for ${name}` }).click()
  await expect(office.getByRole('menuitem', { name: 'Restore' })).toContainText(
    'This work is paused.',
  )
  // Escape closes only the menu, even if focus has left it.
  await office.evaluate(() => (document.activeElement as HTMLElement).blur())
  await office.keyboard.press('Escape')
  await expect(office.getByRole('menuitem', { name: 'Restore' })).toBeHidden()
  await expect(appointment).toBeVisible()
  await expect(card(office, id)).toHaveAttribute('data-status', 'skipped')
  await expect(card(office, id)).toContainText(paused)
  await expect(card(office, other.id)).toHaveAttribute('data-status', 'scheduled')

  // The same on a phone.
  await office.setViewportSize({ width: 390, height: 844 })
  await appointment.getByRole('button', { name: 'Change or end the pause' }).click()
  await expect(sheet.getByLabel('Reason')).toHaveValue('On holiday')
  await expectNoAxeViolations(office)
  await sheet.getByRole('button', { name: 'Do not pause' }).click()
  await expectToast(office, 'Visits resumed')
  await expect(appointment.getByText('This work is paused')).toBeHidden()
  await office.setViewportSize({ width: 1440, height: 900 })
  await expect(card(office, id)).toHaveAttribute('data-status', 'scheduled')
  await office
    .locator('.mantine-Notification-root')
    .getByRole('button', { name: 'Undo' })
    .last()
    .click()
  await expectToast(office, 'Put back')
  await expect(card(office, id)).toContainText(paused)
})

test('orders untimed visits by mouse, keyboard and touch; others see it, and the crew follows it', async ({
  browser,
}) => {
  const date = addDays(monday, 2)
  const works: Awaited<ReturnType<typeof work>>[] = []
  for (const start of [null, null, null]) works.push(await work({ date, start }))
  const visits = works.map(({ id }) => id)
  const manager = await seat(browser, 'manager')
  for (const page of [office, manager]) await week(page, date, '&view=board')
  const strip = (page: typeof office) =>
    page
      .locator('[data-strip]', { has: page.locator(`[data-visit="${visits[0]}"]`) })
      .locator('[data-visit]')
  const shown = (page: typeof office) =>
    strip(page).evaluateAll((cards) => cards.map((one) => (one as HTMLElement).dataset['visit']))
  await expect(strip(office)).toHaveCount(3)
  const [a, b, c] = await shown(office)
  const inOrder = async (...ids: (string | undefined)[]) => {
    for (const page of [office, manager]) await expect.poll(() => shown(page)).toEqual(ids)
  }

  // The board stops shifting once the banners above it are there.
  await expect(office.getByText(/customer requests?$/)).toBeVisible()
  await card(office, c!).hover({ position: { x: 20, y: 20 } })
  await office.mouse.down()
  const to = (await card(office, a!).boundingBox())!
  await office.mouse.move(to.x + 24, to.y + 30)
  await office.mouse.move(to.x + 20, to.y + 2, { steps: 6 })
  // It lands where the preview showed it.
  await expect
    .poll(async () => (await carried(office).boundingBox())?.y ?? Infinity)
    .toBeLessThan(to.y)
  await office.mouse.up()
  await inOrder(c, a, b)
  await office.mouse.move(5, 5)
  await card(office, c!).focus()
  await office.keyboard.press('Alt+ArrowDown')
  await inOrder(a, c, b)
  await expect(card(office, c!)).toBeFocused()
  await expect(office.getByText(/, stop 2 of 3$/)).toBeAttached()

  await office.setViewportSize({ width: 390, height: 844 })
  const up = (id: string | undefined) =>
    office.getByRole('button', { name: `Move up: ${works.find((one) => one.id === id)!.name}` })
  await expect(up(a)).toHaveAttribute('aria-disabled', 'true')
  await up(b).click()
  await expectNoAxeViolations(office)
  await office.setViewportSize({ width: 1440, height: 900 })
  await inOrder(a, b, c)
  // When refused, it goes back to where everybody else sees it.
  await failing(office, /\/api\/schedule\/route$/)
  await card(office, c!).focus()
  await office.keyboard.press('Alt+ArrowUp')
  await expect(office.getByText('Failed to change the order').first()).toBeVisible()
  await office.unrouteAll()
  await inOrder(a, b, c)

  const crew = await caller(people.crew_member)
  const day = await crew('GET', `/api/schedule?from=${date}&to=${date}`)
  expect(
    day.occurrences.map(({ id }: { id: string }) => id).filter((id: string) => visits.includes(id)),
  ).toEqual([a, b, c])
})

test('sets a team’s color in the settings and shows it on the boards, with its name', async () => {
  await work()
  await week(office)
  await office.getByRole('button', { name: 'More', exact: true }).click()
  await office.getByRole('menuitem', { name: 'Schedule settings' }).click()
  const panel = office.getByRole('dialog', { name: 'Schedule settings', exact: true })
  // The last of the colors: no board with so few teams gives it by itself.
  await choose(office, panel, 'North Crew', 'Slate')
  await expectNoAxeViolations(office)
  await panel.getByRole('button', { name: 'Save' }).click()
  await expectToast(office, 'Organization saved')
  const heading = office.getByRole('heading', { name: /^North Crew/ })
  await expect(heading).toHaveCSS('background-color', 'rgb(227, 231, 236)')
  await office.emulateMedia({ colorScheme: 'dark' })
  await expect(heading).toHaveCSS('background-color', 'rgb(40, 48, 59)')
  await expectNoAxeViolations(office)
  await office.emulateMedia({ colorScheme: 'light' })
  await ask('PUT', `/api/owner/teams/${shared.teams.get('North Crew')}/color`, { color: null })
  await expect(heading).not.toHaveCSS('background-color', 'rgb(227, 231, 236)')
})

test('moves a lost day for one area only, and undoes it', async () => {
  const date = inDays(16)
  const [near, far] = [await work({ date }), await work({ date })]
  await ask('PUT', `/api/owner/customers/${far.customer_id}`, { zip: '27513' })
  await office.goto(`/app/schedule?view=board&date=${date}`)
  await office.getByRole('button', { name: 'More', exact: true }).click()
  await office.getByRole('menuitem', { name: 'Rain day' }).click()
  const sheet = office.getByRole('dialog', { name: 'Rain day', exact: true })
  const lines = sheet.getByRole('region', { name: 'Visits' }).getByRole('row')
  await expect(lines.filter({ hasText: near.name })).toHaveCount(1)
  const area = sheet.getByRole('group', { name: 'Area' })
  await area.getByText('27513', { exact: true }).click()
  await expect(lines.filter({ hasText: near.name })).toHaveCount(0)
  await expect(lines.filter({ hasText: far.name })).toHaveCount(1)
  await expectNoAxeViolations(office)
  // Other teams may work elsewhere, so the chosen areas are cleared.
  await sheet.locator('label', { hasText: /^South Crew$/ }).click()
  await expect(lines.filter({ hasText: far.name })).toHaveCount(0)
  await sheet.locator('label', { hasText: /^South Crew$/ }).click()
  await expect(lines.filter({ hasText: near.name })).toHaveCount(1)
  await area.getByText('27513', { exact: true }).click()
  await sheet.getByRole('button', { name: 'Move 1 visit', exact: true }).click()
  await expectToast(office, '1 visit moved')
  const dates = async () => [(await visitNow(near.id)).date, (await visitNow(far.id)).date]
  expect(await dates()).toEqual([date, inDays(17)])
  await office
    .locator('.mantine-Notification-root')
    .getByRole('button', { name: 'Undo' })
    .last()
    .click()
  await expectToast(office, 'Put back')
  expect(await dates()).toEqual([date, date])
})

test('when two people handle the same lost day, the first moves it and the second is notified', async () => {
  const date = inDays(18)
  const { id, name } = await work({ date })
  await office.goto(`/app/schedule?view=board&date=${date}`)
  await office.getByRole('button', { name: 'More', exact: true }).click()
  await office.getByRole('menuitem', { name: 'Rain day' }).click()
  const sheet = office.getByRole('dialog', { name: 'Rain day', exact: true })
  await expect(
    sheet.getByRole('region', { name: 'Visits' }).getByRole('row').filter({ hasText: name }),
  ).toHaveCount(1)
  // A colleague clicks the same button a moment earlier.
  await office.route(/\/lost-day$/, async (route) => {
    const body = route.request().postDataJSON() as { dry_run: boolean }
    if (!body.dry_run) await ask('POST', '/api/schedule/lost-day', body)
    await route.continue()
  })
  await sheet.getByRole('button', { name: /^Move \d+ visits?$/ }).click()
  await expectToast(office, 'Someone already rescheduled this day.')
  await expect(sheet).toBeHidden()
  expect(await visitNow(id)).toMatchObject({ status: 'scheduled', date: inDays(19) })
})

test('a service warns that changing its price or minutes immediately affects scheduled work', async () => {
  await work({ service: 'mowing' })
  await office.goto('/app/services')
  await office.getByRole('button', { name: 'Edit Mowing' }).click()
  const sheet = office.getByRole('dialog', { name: 'Edit Mowing' })
  for (const field of ['Price', 'Estimated minutes'])
    await expect(sheet.getByLabel(field)).toHaveAccessibleDescription(
      /^\d+ scheduled jobs? follows? this: upcoming visits change as soon as you save\.$/,
    )
  await expectNoAxeViolations(office)
  await close(sheet)
})

test('dialog input isn’t lost on Escape, a click outside, Back or a reload', async () => {
  const question = unsaved(office)
  const stays = async (field: Locator, value: string) => {
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toBeHidden()
    await expect(field).toHaveValue(value)
  }
  const reloads = async () => {
    const asked = office.waitForEvent('dialog')
    await Promise.all([
      office.evaluate(() => setTimeout(() => location.reload())),
      asked.then((dialog) => dialog.dismiss()),
    ])
    expect((await asked).type()).toBe('beforeunload')
  }
  await office.goto('/app/services')
  await office.getByRole('link', { name: 'Schedule', exact: true }).first().click()
  const open = async () => {
    await office.getByRole('button', { name: 'More', exact: true }).click()
    await office.getByRole('menuitem', { name: 'Add Misc Event' }).click()
  }
  await open()
  const sheet = office.getByRole('dialog', { name: 'Add Misc Event', exact: true })
  const title = sheet.getByLabel('Title')
  await expect(title).toBeFocused()
  await title.pressSequentially('Fair')
  await office.keyboard.press('Escape')
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await expectNoAxeViolations(office)
  // A second Escape closes only the question.
  await office.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(title).toBeFocused()
  await office.mouse.click(300, 500)
  await stays(title, 'Fair')
  await sheet.getByRole('button', { name: 'Close' }).first().click()
  await stays(title, 'Fair')
  await office.goBack()
  await stays(title, 'Fair')
  // Back closes the question.
  await office.goBack()
  await expect(question).toBeVisible()
  // The browser is back at the sheet's history entry.
  await expect(office).toHaveURL(/sheet=/)
  await office.goBack()
  await expect(question).toBeHidden()
  await expect(title).toHaveValue('Fair')
  await reloads()
  await expect(title).toHaveValue('Fair')
  // After reverting the input manually, nothing is asked.
  await title.fill('')
  await office.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  // A choice counts like typed input.
  await open()
  await choose(office, sheet, 'Team', 'North Crew')
  await reloads()
  await office.keyboard.press('Escape')
  await stays(sheet.getByRole('combobox', { name: 'Team' }), 'North Crew')
  await office.goBack()
  await question.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(sheet).toBeHidden()
  await office.goBack()
  await expect(office).toHaveURL(/\/app\/services$/)

  // After saving it closes without asking, and so does an unchanged appointment.
  const { id } = await work({ date: monday })
  await week(office)
  await open()
  await sheet.getByLabel('Title').fill('Fair')
  await sheet.getByRole('button', { name: 'Add Misc Event', exact: true }).click()
  await expectToast(office, 'Misc event added')
  await expect(sheet).toBeHidden()
  await expect(question).toBeHidden()
  // Its line pushes the cards down.
  await expect(office.getByRole('button', { name: /^All day Fair/ }).first()).toBeVisible()
  const appointment = await openVisit(office, id)
  await office.keyboard.press('Escape')
  await expect(appointment).toBeHidden()
  await openVisit(office, id)
  await choose(office, appointment, 'Team', 'Unassigned')
  await office.keyboard.press('Escape')
  await stays(appointment.getByRole('combobox', { name: 'Team' }), 'Unassigned')
  await close(appointment)
})

test('Save works right after typing a date, even if the sheet grows during the click @dates', async () => {
  const { id } = await work({ date: inDays(1), start: 540, team: null })
  await week(office)
  await (await openVisit(office, id)).getByRole('button', { name: 'Reschedule' }).click()
  const sheet = office.getByRole('dialog', { name: 'Reschedule', exact: true })
  await sheet.getByRole('combobox', { name: 'Date' }).fill(inDays(3))
  const { x, y, width, height } = (await sheet.getByRole('button', { name: 'Save' }).boundingBox())!
  await office.mouse.move(x + width / 2, y + height / 2)
  await office.mouse.down()
  await expect(sheet.getByRole('group', { name: 'Free times' })).toBeVisible()
  await office.mouse.up()
  await expectToast(office, 'Rescheduled')
  await expect(sheet).toBeHidden()
  expect(await visitNow(id)).toMatchObject({ date: inDays(3) })
})

test('shows an event past midnight on both days: week by team and by day, board, list @dates', async () => {
  const [eve, morning] = [inDays(1), inDays(2)]
  const { id } = await ask('POST', '/api/owner/misc-events', {
    title: 'Night move',
    date: eve,
    start_time: '22:00',
    duration_minutes: 240,
  })
  const chips = (time: string) =>
    office.getByRole('button', { name: new RegExp(`^${time}.*Night move`) })
  const both = async (...times: [number, number]) => {
    await expect(chips('10:00 PM – 2:00 AM')).toHaveCount(times[0])
    await expect(chips('Until 2:00 AM')).toHaveCount(times[1])
  }
  await week(office, eve)
  await both(1, 1)
  await week(office, eve, '&view=day')
  await both(1, 1)
  await week(office, eve, '&view=board')
  await both(1, 0)
  await week(office, morning, '&view=board')
  await both(0, 1)
  await chips('Until 2:00 AM').click()
  await expect(
    office
      .getByRole('dialog', { name: 'Misc Event', exact: true })
      .getByRole('combobox', { name: 'Start time' }),
  ).toHaveValue('10:00 PM')
  await ask('DELETE', `/api/owner/misc-events/${id}`)
})

test('completed visits take at most three lines in a narrow week column, and are read in full by screen readers', async () => {
  const { id } = await work({ date: inDays(3), start: 630 })
  const { id: beside } = await work({ date: inDays(3), start: 630 })
  await ask('POST', `/api/schedule/${id}/complete`, { collect: false, confirm_future: true })
  await office.setViewportSize({ width: 1100, height: 900 })
  await week(office)
  await expect(card(office, id)).toContainText('Overlaps · Completed · Unpaid')
  const height = async (which: string) => (await card(office, which).boundingBox())!.height
  expect(await height(id)).toBeLessThanOrEqual((await height(beside)) + 20)
  await office.setViewportSize({ width: 1440, height: 900 })
  await week(office)
  expect(await height(id)).toBeLessThan(70)
})
