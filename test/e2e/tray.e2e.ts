import type { Browser, Locator, Page } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { openNeeds } from './needs.ts'
import { people } from './people.ts'
import {
  ask,
  caller,
  card,
  choose,
  failing,
  inDays,
  liftByKey,
  longDay,
  monday,
  office,
  openDesk,
  openVisit,
  refuses,
  expectToast,
  seat,
  shared,
  shortDay,
  spokenDay,
  today,
  visitNow,
  week,
  work,
} from './schedule-desk.ts'
import { signedIn } from './sign-in.ts'

// The tray of visits on hold, with visits of its own.
openDesk()

const reason = 'Gate locked, waiting for the key'
const tray = (page: Page): Locator => page.getByRole('complementary', { name: /^On hold/ })
const waits = (page: Page, id: string): Locator => page.locator(`[data-visit="tray ${id}"]`)
const seen = (text: string | RegExp): Locator =>
  office.locator('.mantine-Notification-root', { hasText: text }).last()
async function openTray(page: Page): Promise<void> {
  if (!(await tray(page).isVisible())) await page.getByRole('button', { name: /^On hold/ }).click()
  await expect(tray(page)).toBeVisible()
}
const hold = (id: string, why = reason) => ask('POST', `/api/schedule/${id}/hold`, { reason: why })
/** The owner's phone. */
async function phone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: shared.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    storageState: await signedIn(shared.url, people.owner),
  })
  shared.contexts.push(context)
  return context.newPage()
}

test('puts a visit on hold with a reason, drags it from the tray to another day and team, and undoes it @dates', async ({
  browser,
}) => {
  const { id, name } = await work({ date: monday, start: 540, team: 'North Crew' })
  const other = await work({ date: inDays(2), start: 660, team: 'South Crew' })
  const manager = await seat(browser, 'manager')
  await week(manager)
  await openTray(manager)
  await week(office)
  const dialog = await openVisit(office, id)
  await dialog.getByRole('button', { name: 'Put on hold' }).click()
  const sheet = office.getByRole('dialog', { name: 'Put on hold' })
  await sheet.getByRole('button', { name: 'Put on hold' }).click()
  await expect(sheet.getByText('Say why it is on hold.')).toBeVisible()
  await sheet.getByLabel('Reason').fill(reason)
  await expectNoAxeViolations(office)
  await sheet.getByRole('button', { name: 'Put on hold' }).click()
  await expectToast(office, 'Put on hold')
  await expect(dialog).toBeHidden()
  await expect(card(office, id)).toContainText(`On hold: ${reason}`)
  expect(await visitNow(id)).toMatchObject({ status: 'skipped', date: monday })
  // It appears in a colleague's tray without a reload.
  await expect(waits(manager, id)).toContainText(name)
  await expect(waits(manager, id)).toContainText(reason)

  await openTray(office)
  await expect(waits(office, id)).toContainText(`Was ${shortDay(monday)}.`)
  await expectNoAxeViolations(office)
  // In the middle of the page, because it auto-scrolls when something is dragged near its edge.
  await card(office, other.id).evaluate((one) => one.scrollIntoView({ block: 'center' }))
  const from = (await waits(office, id).boundingBox())!
  const to = (await card(office, other.id).boundingBox())!
  const { mouse } = office
  const placed = office.waitForResponse((response) => response.url().endsWith('/place'))
  await mouse.move(from.x + 20, from.y + 14)
  await mouse.down()
  await mouse.move(from.x + 10, from.y + 14)
  await mouse.move(to.x + 30, to.y + 20, { steps: 8 })
  await expect(office.locator('[data-over]').filter({ has: card(office, other.id) })).toBeVisible()
  await mouse.up()
  // Immediately, before the server responds.
  await expect(waits(office, id)).toBeHidden()
  const anyway = office.getByRole('button', { name: 'Move anyway' })
  await Promise.race([placed, anyway.waitFor()])
  if (await anyway.isVisible()) await anyway.click()
  expect((await placed).status()).toBe(200)
  expect(await visitNow(id)).toMatchObject({
    status: 'scheduled',
    date: inDays(2),
    start_minutes: 540,
    team_id: shared.teams.get('South Crew'),
  })
  await expect(waits(manager, id)).toBeHidden()

  await seen('Scheduled').getByRole('button', { name: 'Undo' }).click()
  await expectToast(office, 'Put back')
  expect(await visitNow(id)).toMatchObject({ status: 'skipped', date: monday })
  await expect(waits(office, id)).toBeVisible()
})

test('when two people put one visit on hold, the second sees the first one’s reason before overwriting it', async ({
  browser,
}) => {
  const { id } = await work({ date: monday, start: 540, team: 'North Crew' })
  const manager = await seat(browser, 'manager')
  const sheets = await Promise.all(
    [office, manager].map(async (page) => {
      await week(page)
      await (await openVisit(page, id)).getByRole('button', { name: 'Put on hold' }).click()
      const sheet = page.getByRole('dialog', { name: /^(Put on hold|Why it is on hold)$/ })
      await sheet.getByLabel('Reason').fill(page === office ? reason : 'Dog loose')
      return sheet
    }),
  )
  const [first, second] = sheets as [Locator, Locator]
  await first.getByRole('button', { name: 'Put on hold' }).click()
  await expectToast(office, 'Put on hold')
  const alert = second.getByRole('alert')
  await expect(alert).toContainText(
    'Someone else changed this visit in the meantime. Please check it again.',
  )
  await expect(alert).toContainText(`On hold: ${reason}`)
  await expect(second.getByLabel('Reason')).toHaveValue('Dog loose')
  const save = second.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()
  await expectNoAxeViolations(manager)
  await second.getByRole('button', { name: 'Take the newer state' }).click()
  await expect(alert).toBeHidden()
  expect(await visitNow(id)).toMatchObject({ hold_reason: reason })
  await save.click()
  await expect(second).toBeHidden()
  expect(await visitNow(id)).toMatchObject({ hold_reason: 'Dog loose' })
  await ask('POST', `/api/schedule/${id}/skip`, {})
})

test('keyboard: T opens the tray, M opens the placement dialog, Space and the arrows drag a card out of it', async () => {
  const { id, name } = await work({ date: monday, start: 600, team: 'North Crew' })
  const second = await work({ date: inDays(1), start: null, team: 'North Crew' })
  for (const one of [id, second.id]) await hold(one)
  await office.goto('/app/schedule')
  await week(office)
  const first = office.locator('[data-visit]').first()
  await first.focus()
  await office.keyboard.press('t')
  await expect(tray(office)).toBeVisible()
  await expect(office.getByRole('heading', { name: /^On hold/ })).toBeFocused()

  await waits(office, id).focus()
  await office.keyboard.press('m')
  const sheet = office.getByRole('dialog', { name: 'Schedule visit' })
  await expect(sheet).toContainText(`${name}, `)
  await sheet.getByRole('button', { name: /^Schedule/ }).click()
  await expectToast(office, 'Scheduled')
  // It gives the focus back as it closes.
  await expect(sheet).toBeHidden()
  expect(await visitNow(id)).toMatchObject({ status: 'scheduled', date: monday })

  await waits(office, second.id).focus()
  await liftByKey(office)
  const live = office.locator('[id^="DndLiveRegion"]')
  await office.keyboard.press('ArrowLeft')
  // The next column to the left, as far as the board shows any.
  await expect(live).toContainText(/(Fri|Sat), /)
  const date = (await live.textContent())!.includes('Fri, ') ? inDays(4) : inDays(5)
  const placed = office.waitForResponse((response) => response.url().endsWith('/place'))
  await office.keyboard.press('Space')
  const anyway = office.getByRole('button', { name: 'Move anyway' })
  await Promise.race([placed, anyway.waitFor()])
  if (await anyway.isVisible()) await anyway.click()
  await placed
  expect(await visitNow(second.id)).toMatchObject({ status: 'scheduled', date })
})

test('reports a visit scheduled by somebody else and where it is now; letting one go removes it from the tray, and Undo restores it', async () => {
  const { id } = await work({ date: monday, start: 480, team: 'North Crew' })
  await hold(id)
  await week(office)
  await openTray(office)
  await office
    .getByRole('button', { name: /^Schedule / })
    .last()
    .click()
  const sheet = office.getByRole('dialog', { name: 'Schedule visit' })
  await expect(sheet).toBeVisible()
  // Shortcuts are off while typing in the sheet.
  await sheet.getByRole('button', { name: /^Schedule/ }).press('t')
  await expect(waits(office, id)).toBeVisible()
  // Placed by somebody else, on a day not visible here.
  await ask('POST', `/api/schedule/${id}/place`, { to_date: inDays(59), start_minutes: 600 })
  const alert = sheet.getByRole('alert')
  await expect(alert).toContainText(
    'Someone else changed this visit in the meantime. Please check it again. It is no longer on hold.',
  )
  await expect(alert).toContainText(`Now: ${longDay(inDays(59))}, 10:00 AM, North Crew.`)
  await expect(waits(office, id)).toBeHidden()
  await refuses(
    sheet.getByRole('button', { name: /^Schedule|^Move/ }),
    'Someone else changed this visit in the meantime. Please check it again.',
  )
  await expectNoAxeViolations(office)
  // The choice is kept, and submitting again moves it there.
  await sheet.getByRole('button', { name: 'Take the newer state' }).click()
  await expect(alert).toBeHidden()
  await sheet.getByRole('button', { name: /^Move/ }).click()
  await expectToast(office, 'Rescheduled')
  expect(await visitNow(id)).toMatchObject({
    status: 'scheduled',
    date: monday,
    start_minutes: 480,
  })

  const other = await work({ date: inDays(1), team: 'North Crew' })
  await hold(other.id)
  await tray(office)
    .getByRole('button', { name: `Cancel visit ${other.name}` })
    .press('Enter')
  await expectToast(office, 'Visit cancelled')
  await expect(waits(office, other.id)).toBeHidden()
  await expect(office.getByRole('heading', { name: /^On hold/ })).toBeFocused()
  await seen('Visit cancelled').getByRole('button', { name: 'Undo' }).click()
  await expect(waits(office, other.id)).toContainText(reason)
  // On its original day it is display-only and can't be selected with others.
  await card(office, other.id).click({ modifiers: ['Shift'] })
  await expectToast(office, 'This visit is on hold — schedule it first.')
  await ask('POST', `/api/schedule/${other.id}/skip`, {})
  await expect(waits(office, other.id)).toBeHidden()
})

test('moves a visit again before the response to placing it arrives', async () => {
  // Nothing else is at that time, so that no warning comes between.
  const date = inDays(2)
  const { id } = await work({ date, start: 480, team: 'North Crew' })
  await hold(id)
  await week(office)
  await openTray(office)
  const { promise: later, resolve: answer } = Promise.withResolvers<void>()
  await office.route('**/place', (route) => later.then(() => route.continue()))
  const choice = (title: string) => office.getByRole('dialog', { name: title })
  await waits(office, id).focus()
  await office.keyboard.press('m')
  await choice('Schedule visit')
    .getByRole('button', { name: /^Schedule/ })
    .click()
  await expect(waits(office, id)).toBeHidden()
  await card(office, id).focus()
  await office.keyboard.press('m')
  await choose(office, choice('Move visit'), 'Start time', '2:00 PM')
  await choice('Move visit').getByRole('button', { name: /^Move/ }).click()
  await expect(card(office, id)).toContainText('2:00 PM')
  answer()
  await expectToast(office, 'Time saved')
  expect(await visitNow(id)).toMatchObject({
    status: 'scheduled',
    date,
    start_minutes: 840,
  })
  await expect(card(office, id)).toContainText('2:00 PM')
})

test('a week loaded before the answer to placing arrives shows the visit where it was scheduled', async () => {
  const date = inDays(3)
  const { id } = await work({ date, start: 480, team: 'North Crew' })
  await hold(id)
  await week(office)
  await openTray(office)
  const { promise: later, resolve: answer } = Promise.withResolvers<void>()
  await office.route('**/place', (route) => later.then(() => route.continue()))
  await waits(office, id).focus()
  await office.keyboard.press('m')
  await office
    .getByRole('dialog', { name: 'Schedule visit' })
    .getByRole('button', { name: /^Schedule/ })
    .click()
  await expect(waits(office, id)).toBeHidden()
  // The button was perhaps over a card, and the board keeps still under the mouse.
  await office.mouse.move(5, 5)
  // Another visit is added: the board and the tray load again, and the server still has this one on hold.
  const another = await work({ date, start: 900, team: 'North Crew' })
  await expect(card(office, another.id)).toBeVisible()
  await expect(waits(office, id)).toBeHidden()
  const opened = await openVisit(office, id)
  await expect(opened.getByRole('button', { name: 'Put on hold' })).toBeVisible()
  await office.keyboard.press('Escape')
  answer()
  await expectToast(office, 'Scheduled')
  expect(await visitNow(id)).toMatchObject({ status: 'scheduled', date, start_minutes: 480 })
})

test('a narrow window cuts off no buttons in the tray and page header', async () => {
  const whole = office.viewportSize()!
  await office.setViewportSize({ width: 1024, height: 768 })
  await week(office)
  await openTray(office)
  const isCompleteAddress = (label: Locator) =>
    label.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)
  for (const name of ['Customers with nothing scheduled', 'Quick Actions']) {
    const label = office.getByRole('button', { name, exact: true }).locator('.mantine-Button-label')
    await expect.poll(() => isCompleteAddress(label), { message: name }).toBe(true)
  }
  await office.setViewportSize(whole)
})

test('the placement sheet reports when the week can’t be loaded, and continues once it can', async () => {
  const { id, name } = await work({ date: monday, start: 480, team: 'North Crew' })
  await hold(id)
  await week(office)
  await openTray(office)
  await expect(waits(office, id)).toBeVisible()
  await failing(office, /\/api\/schedule\/week/, { status: 409 })
  await tray(office)
    .getByRole('button', { name: `Schedule ${name}` })
    .click()
  const sheet = office.getByRole('dialog', { name: 'Schedule visit' })
  const retry = sheet.getByRole('button', { name: 'Retry' })
  const asked = office.waitForRequest(/\/api\/schedule\/week/)
  await retry.click()
  await asked
  await expect(retry).toBeVisible()
  await office.unrouteAll()
  const place = sheet.getByRole('button', { name: /^Schedule/ })
  // A late event about the visit may load the week before the button is pressed.
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1000 })
    await expect(place).toBeVisible({ timeout: 2000 })
  }).toPass()
  await place.click()
  await expectToast(office, 'Scheduled')
  expect(await visitNow(id)).toMatchObject({ status: 'scheduled', date: monday })
})

test('the dashboard and the bell count what waits for a date, and lead to it', async ({
  browser,
}) => {
  const { id, name } = await work({ date: monday, start: 540 })
  const manager = await seat(browser, 'manager')
  const atHand = await phone(browser)
  await manager.goto('/app')
  await atHand.goto('/app')
  for (const page of [manager, atHand]) await openNeeds(page)
  const strip = (page: Page) => page.getByRole('navigation', { name: 'Needs you' })
  const counted = async () => (await ask('GET', '/api/owner/needs')).to_place as number
  const before = await counted()
  const text = (many: number) => (many === 1 ? '1 visit on hold' : `${many} visits on hold`)
  await expect(strip(manager).getByText(/visits? on hold$/)).toHaveCount(before > 0 ? 1 : 0)
  await hold(id)
  // It is counted without a reload.
  await expect(strip(manager).getByRole('link', { name: text(before + 1) })).toBeVisible()
  await strip(manager)
    .getByRole('link', { name: text(before + 1) })
    .click()
  await expect(tray(manager)).toHaveAccessibleName(`On hold (${before + 1})`)
  await expect(waits(manager, id)).toContainText(name)
  await expectNoAxeViolations(manager)
  await manager.getByRole('button', { name: 'Close visits on hold' }).click()
  await expect(tray(manager)).toBeHidden()
  await manager.getByRole('button', { name: /^Needs you/ }).click()
  await manager.getByRole('link', { name: `Schedule: ${text(before + 1)}` }).click()
  await expect(waits(manager, id)).toBeVisible()
  // Another week does not close it.
  await manager.getByRole('button', { name: 'Next week' }).click()
  await expect(waits(manager, id)).toBeVisible()

  await strip(atHand)
    .getByRole('link', { name: text(before + 1) })
    .tap()
  const sheet = atHand.getByRole('dialog', { name: /^On hold/ })
  await expect(sheet.getByRole('button', { name: `Schedule ${name}` })).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).tap()
  await expect(sheet).toBeHidden()
  await expect(atHand.getByRole('button', { name: `On hold (${before + 1})` })).toBeVisible()

  await ask('POST', `/api/schedule/${id}/place`, { to_date: monday })
  await expect(manager.getByRole('button', { name: /^On hold/ })).toHaveText(
    before > 0 ? `On hold (${before})` : 'On hold',
  )
  await atHand.goto('/app')
  await expect(strip(atHand).getByText(/visits? on hold$/)).toHaveCount(before > 0 ? 1 : 0)
})

test('on a phone the tray is a list, and visits are scheduled by tapping', async ({ browser }) => {
  const { id, name } = await work({ date: monday, start: 540, team: 'North Crew' })
  await hold(id)
  const page = await phone(browser)
  await page.goto(`/app/schedule?date=${monday}`)
  await page.getByRole('button', { name: /^On hold \(/ }).tap()
  const sheet = page.getByRole('dialog', { name: /^On hold/ })
  await expect(sheet.getByRole('button', { name: new RegExp(`^${name}`) })).toContainText(reason)
  await expectNoAxeViolations(page)
  await sheet.getByRole('button', { name: 'Customers with nothing scheduled' }).tap()
  await expect(
    sheet
      .getByRole('list', { name: 'Customers with nothing scheduled' })
      .or(sheet.getByText('Everyone has an upcoming visit.')),
  ).toBeVisible()
  await sheet.getByRole('button', { name: `Schedule ${name}` }).tap()
  const choice = page.getByRole('dialog', { name: 'Schedule visit' })
  await choice.getByRole('combobox', { name: 'Team' }).tap()
  await page.getByRole('option', { name: 'South Crew', exact: true }).tap()
  await choice.getByRole('button', { name: /^Schedule/ }).tap()
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible()
  await expect(sheet.getByRole('button', { name: `Schedule ${name}` })).toBeHidden()
  expect(await visitNow(id)).toMatchObject({
    status: 'scheduled',
    date: monday,
    team_id: shared.teams.get('South Crew'),
  })
})

/** Picks a day in a sheet whose calendar starts at the current month. */
async function chooseDay(page: Page, sheet: Locator, date: string): Promise<void> {
  await sheet.getByRole('button', { name: 'Date' }).click()
  const month = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  for (let ahead = month(date) - month(today); ahead > 0; ahead--)
    await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('button', { name: spokenDay(date), exact: true }).click()
}

test('places several visits on one day and team; failed ones are listed and stay selected, and one Undo reverts all', async () => {
  const made = [
    await work({ date: monday, start: 540 }),
    await work({ date: inDays(1), start: null }),
    await work({ date: inDays(2), start: 600 }),
  ]
  for (const { id } of made) await hold(id)
  const [first, second, third] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]]
  await week(office)
  await openTray(office)
  const all = tray(office).getByRole('checkbox', { name: 'Select all' })
  const check = ({ name }: { name: string }) =>
    tray(office).getByRole('checkbox', { name: new RegExp(`^Select ${name}`) })
  await all.check()
  for (const one of made) await expect(check(one)).toBeChecked()
  await all.uncheck()
  for (const one of made) await check(one).check()
  await expectNoAxeViolations(office)
  await tray(office).getByRole('button', { name: 'Schedule 3…' }).click()
  const sheet = office.getByRole('dialog', { name: 'Schedule 3 visits' })
  await expect(sheet).toContainText('Each keeps its time.')
  await refuses(sheet.getByRole('button', { name: /^Schedule/ }), 'Choose a date.')
  await choose(office, sheet, 'Team', 'South Crew')
  await chooseDay(office, sheet, inDays(4))
  await expectNoAxeViolations(office)
  // One of them has changed meanwhile.
  await hold(second.id, 'Dog loose')
  await sheet.getByRole('button', { name: /^Schedule/ }).click()
  await expectToast(office, '2 visits scheduled')
  const alert = tray(office).getByRole('alert')
  await expect(alert).toContainText('1 visit could not be scheduled')
  await expect(alert).toContainText(
    `${second.name}: Someone else changed this visit in the meantime. Please check it again.`,
  )
  await expect(waits(office, first.id)).toBeHidden()
  await expect(waits(office, second.id)).toContainText('Dog loose')
  const south = shared.teams.get('South Crew')
  expect(await visitNow(first.id)).toMatchObject({
    status: 'scheduled',
    date: inDays(4),
    team_id: south,
    start_minutes: 540,
  })
  expect(await visitNow(third.id)).toMatchObject({
    status: 'scheduled',
    date: inDays(4),
    team_id: south,
    start_minutes: 600,
  })
  await expect(card(office, first.id)).toBeVisible()
  await expectNoAxeViolations(office)

  await seen('2 visits scheduled').getByRole('button', { name: 'Undo' }).click()
  await expectToast(office, 'Put back')
  for (const { id } of made) await expect(waits(office, id)).toBeVisible()
  await expect(check(second)).toBeChecked()
  await expect(check(first)).not.toBeChecked()
  expect(await visitNow(first.id)).toMatchObject({
    status: 'skipped',
    date: monday,
    hold_reason: reason,
  })
  await alert.getByRole('button', { name: 'Close' }).click()
  await expect(alert).toBeHidden()
  for (const { id } of made) await ask('POST', `/api/schedule/${id}/skip`, {})
})

test('on a phone selects several in the list and places them together', async ({ browser }) => {
  const made = [
    await work({ date: monday, start: 540 }),
    await work({ date: inDays(1), start: 600 }),
  ]
  for (const { id } of made) await hold(id)
  const page = await phone(browser)
  await page.goto(`/app/schedule?date=${monday}`)
  await page.getByRole('button', { name: /^On hold \(/ }).tap()
  const sheet = page.getByRole('dialog', { name: /^On hold/ })
  for (const { name } of made)
    await sheet.getByRole('checkbox', { name: new RegExp(`^Select ${name}`) }).tap()
  await expectNoAxeViolations(page)
  await sheet.getByRole('button', { name: 'Schedule 2…' }).tap()
  const choice = page.getByRole('dialog', { name: 'Schedule 2 visits' })
  await chooseDay(page, choice, inDays(3))
  await choice.getByRole('button', { name: /^Schedule/ }).tap()
  await expect(page.getByText('2 visits scheduled', { exact: true })).toBeVisible()
  for (const { id, name } of made) {
    await expect(sheet.getByRole('button', { name: `Schedule ${name}` })).toBeHidden()
    expect(await visitNow(id)).toMatchObject({
      status: 'scheduled',
      date: inDays(3),
      team_id: shared.teams.get('North Crew'),
    })
  }
})

test('the customer sees that a visit will be rescheduled, but never the office’s reason', async ({
  browser,
}) => {
  const kim = await caller(people.user)
  const { items } = await kim<{ items: { occurrence_id: string; state: string; date: string }[] }>(
    'GET',
    '/api/users/upcoming-services',
  )
  const visit = items.findLast((item) => item.state === 'scheduled')!
  const { edit_id } = await hold(visit.occurrence_id)
  const portal = await seat(browser, 'user')
  await portal.goto('/app')
  await expect(portal.getByText('To be rescheduled').first()).toBeVisible()
  await expect(portal.getByText(reason)).toHaveCount(0)
  await expectNoAxeViolations(portal)
  await ask('POST', `/api/schedule/edits/${edit_id}/undo`)
  await expect(portal.getByText('To be rescheduled')).toHaveCount(0)
})
