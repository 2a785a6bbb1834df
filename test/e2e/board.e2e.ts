import { addDays } from '../../src/domain/base/dates.ts'
import {
  add,
  answer,
  at,
  boxOf,
  card,
  drag,
  hourWidth,
  laneOf,
  monday,
  openBoards,
  openDay,
  openWeek,
  shared,
  toast,
  tuesday,
  wednesday,
} from './board-desk.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { liftByKey, pickDay, shortDay } from './schedule-desk.ts'

// Moving visits on the boards by mouse, touch and keyboard, one or several, while others do the same.
openBoards('Crew Red', 'Crew Blue')

test('drags a visit to another hour and crew with the mouse, and undoes it @role', async () => {
  const visit = await add({ who: 0, start: at(9), team: shared.red })
  await openDay(monday)
  await expect(card(visit)).toBeVisible()
  const hour = await hourWidth()
  const lanes = { red: await boxOf(laneOf('Crew Red')), blue: await boxOf(laneOf('Crew Blue')) }
  const saved = answer('/api/schedule/set-time')
  await drag(visit, { x: hour * 2 + 3, y: lanes.blue.y - lanes.red.y })
  // Immediately, before the server responds.
  await expect(card(visit)).toContainText('11:00 AM')
  expect((await saved).status()).toBe(200)
  expect(await shared.api.visit(visit)).toMatchObject({
    team_id: shared.blue,
    start_minutes: at(11),
    date: monday,
  })
  await expectNoAxeViolations(shared.page)

  const undone = answer('/api/schedule/set-time')
  await toast('Time saved').getByRole('button', { name: 'Undo' }).click()
  await undone
  await expect(toast('Put back')).toBeVisible()
  expect(await shared.api.visit(visit)).toMatchObject({ team_id: shared.red, start_minutes: at(9) })
})

test('does the same with the keyboard: announces each step, Escape cancels, the strip left of the hours clears the time', async () => {
  const { page } = shared
  const visit = await add({ who: 1, start: at(8), team: shared.red })
  await openDay(monday)
  const live = page.locator('[id^="DndLiveRegion"]')
  const { keyboard } = page
  const lift = async (place: string) => {
    await liftByKey(page)
    await expect(live).toHaveText(place)
  }
  await card(visit).focus()
  await lift(`Crew Red, ${shortDay(monday)}, 8:00 AM`)
  await keyboard.press('ArrowRight')
  await expect(live).toHaveText(`Crew Red, ${shortDay(monday)}, 8:15 AM`)
  await keyboard.press('Shift+ArrowRight')
  await expect(live).toHaveText(`Crew Red, ${shortDay(monday)}, 9:15 AM`)
  await keyboard.press('Escape')
  await expect(live).toContainText('is back where it was')

  await lift(`Crew Red, ${shortDay(monday)}, 8:00 AM`)
  await keyboard.press('ArrowRight')
  await expect(live).toContainText('8:15 AM')
  await keyboard.press('ArrowUp')
  await expect(live).toHaveText(`Crew Blue, ${shortDay(monday)}, 8:15 AM`)
  const saved = answer('/api/schedule/set-time')
  await keyboard.press('Space')
  await saved
  await expect(card(visit)).toBeFocused()
  expect(await shared.api.visit(visit)).toMatchObject({
    team_id: shared.blue,
    start_minutes: at(8, 15),
  })

  await lift(`Crew Blue, ${shortDay(monday)}, 8:15 AM`)
  for (let step = 0; step < 6 && !(await live.textContent())?.includes('Anytime'); step++) {
    const before = await live.textContent()
    await keyboard.press('Shift+ArrowLeft')
    await expect(live).not.toHaveText(before ?? '')
  }
  await expect(live).toHaveText(`Crew Blue, ${shortDay(monday)}, Anytime`)
  const cleared = answer('/reschedule')
  await keyboard.press('Space')
  await cleared
  expect(await shared.api.visit(visit)).toMatchObject({
    team_id: shared.blue,
    start_minutes: null,
    date: monday,
  })
})

test('M on a card opens the move dialog for crew, date and time, with warnings next to the button @dates', async () => {
  const { page } = shared
  const visit = await add({ who: 2, start: at(10), team: shared.red })
  await add({ who: 3, start: at(13), team: shared.blue, date: tuesday })
  await openDay(monday)
  await card(visit).focus()
  await page.keyboard.press('m')
  const sheet = page.getByRole('dialog', { name: 'Move visit' })
  await expect(sheet.getByRole('button', { name: 'Move', exact: true })).toHaveAttribute(
    'aria-description',
    'Choose another team, date or time.',
  )
  // The dialog still moves in its first moments; a press would miss the field.
  await expect(sheet.getByRole('combobox', { name: 'Team' })).toBeFocused()
  await sheet.getByRole('combobox', { name: 'Team' }).click()
  await page.getByRole('option', { name: 'Crew Blue' }).click()
  await sheet.getByRole('button', { name: 'Date' }).click()
  await pickDay(page, tuesday)
  await sheet.getByRole('combobox', { name: 'Start time' }).click()
  await page.getByRole('option', { name: '1:15 PM' }).click()
  await expect(sheet.getByText('The team has another visit at this time.')).toBeVisible()
  await expectNoAxeViolations(page)
  const moved = answer('/reschedule')
  await sheet.getByRole('button', { name: 'Move anyway' }).click()
  await moved
  await expect(sheet).toBeHidden()
  await expect(card(visit)).toHaveCount(0)
  expect(await shared.api.visit(visit)).toMatchObject({
    team_id: shared.blue,
    date: tuesday,
    start_minutes: at(13, 15),
  })
})

test('a calendar pressed in the first moment of its dialog stays open', async () => {
  const { page } = shared
  const visit = await add({ who: 2, start: at(15), team: shared.red })
  await openDay(monday)
  await card(visit).focus()
  // Faster than any person: as soon as the button is on the page.
  await page.evaluate(() => {
    const presser = new MutationObserver(() => {
      const dialog = document.querySelector('[role="dialog"]')
      const date = dialog?.querySelector<HTMLElement>('button[aria-label="Date: calendar"]')
      if (!date) return
      presser.disconnect()
      date.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
      date.click()
    })
    presser.observe(document.body, { childList: true, subtree: true })
  })
  await page.keyboard.press('m')
  const sheet = page.getByRole('dialog', { name: 'Move visit' })
  await pickDay(page, tuesday)
  const moved = answer('/reschedule')
  await sheet.getByRole('button', { name: /^Move/ }).last().click()
  await moved
  expect(await shared.api.visit(visit)).toMatchObject({ date: tuesday })
})

test('a drop that comes before the page has drawn the drag lands where the mouse let go', async () => {
  const { page } = shared
  const date = addDays(monday, 10)
  const visit = await add({ who: 0, start: at(9), team: shared.red, date })
  await openDay(date)
  const box = await boxOf(card(visit))
  const hour = await hourWidth()
  const mouse = await shared.context.newCDPSession(page)
  const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', moved: number) =>
    mouse.send('Input.dispatchMouseEvent', {
      type,
      x: box.x + 12 + moved,
      y: box.y + 12,
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: 1,
    })
  const saved = answer('/api/schedule/set-time')
  await page.mouse.move(box.x + 12, box.y + 12)
  const isBusy = page.evaluate(() => {
    const until = performance.now() + 700
    while (performance.now() < until);
  })
  // The browser hands them over together once the page has time.
  await Promise.all([
    isBusy,
    send('mousePressed', 0),
    send('mouseMoved', 8),
    send('mouseMoved', hour * 2),
    send('mouseReleased', hour * 2),
  ])
  await saved
  expect(await shared.api.visit(visit)).toMatchObject({ start_minutes: at(11) })
})

test('a drop with a warning asks once; answering no leaves the visit in place', async () => {
  const { page } = shared
  const [visit, other] = [
    await add({ who: 0, start: at(9), team: shared.red, date: wednesday }),
    await add({ who: 1, start: at(11), team: shared.red, date: wednesday }),
  ]
  await openDay(wednesday)
  await expect(card(other)).toBeVisible()
  const hour = await hourWidth()
  await drag(visit, { x: hour * 2, y: 0 })
  const question = page.getByRole('dialog', { name: 'Move anyway?' })
  await expect(question).toContainText('The team has another visit at this time.')
  await question.getByRole('button', { name: 'Keep it here' }).click()
  await expect(card(visit)).toContainText('9:00 AM')
  expect(await shared.api.visit(visit)).toMatchObject({ start_minutes: at(9), version: 0 })
  // A dialog that is still closing would block the drag.
  await expect(page.locator('.mantine-Modal-overlay')).toHaveCount(0)

  // Faster than any person: as soon as the button is on the page.
  await page.evaluate(() => {
    const answerer = new MutationObserver(() => {
      const yes = [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')].find(
        ({ textContent }) => textContent === 'Move anyway',
      )
      if (!yes) return
      answerer.disconnect()
      yes.click()
    })
    answerer.observe(document.body, { childList: true, subtree: true })
  })
  const saved = answer('/api/schedule/set-time')
  await drag(visit, { x: hour * 2, y: 0 })
  await saved
  await expect(card(visit)).toContainText('Overlaps')
  await expect(question).toBeHidden()
  expect(await shared.api.visit(visit)).toMatchObject({ start_minutes: at(11) })
})

test('drags several visits selected with Shift, and one Undo moves them all back', async () => {
  const { page } = shared
  const date = addDays(monday, 3)
  const visits = [
    await add({ who: 0, start: at(9), team: shared.red, date }),
    await add({ who: 1, start: at(10), team: shared.red, date }),
    await add({ who: 2, start: null, team: shared.red, date }),
  ]
  await openDay(date)
  for (const visit of visits) await card(visit).click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 visits selected')).toBeVisible()
  await expect(card(visits[0]!)).toHaveAttribute('aria-pressed', 'true')
  const hour = await hourWidth()
  const lanes = { red: await boxOf(laneOf('Crew Red')), blue: await boxOf(laneOf('Crew Blue')) }
  await drag(visits[0]!, { x: hour, y: lanes.blue.y - lanes.red.y })
  await expect(toast('3 visits moved')).toBeVisible()
  expect(await Promise.all(visits.map(shared.api.visit))).toMatchObject([
    { team_id: shared.blue, start_minutes: at(10) },
    { team_id: shared.blue, start_minutes: at(11) },
    { team_id: shared.blue, start_minutes: null },
  ])
  await toast('3 visits moved').getByRole('button', { name: 'Undo' }).click()
  await expect(toast('Put back')).toBeVisible()
  expect(await Promise.all(visits.map(shared.api.visit))).toMatchObject([
    { team_id: shared.red, start_minutes: at(9) },
    { team_id: shared.red, start_minutes: at(10) },
    { team_id: shared.red, start_minutes: null },
  ])
})

test('selects several with the keyboard; completed ones stay, ones moved by somebody else are listed, another week clears the selection', async () => {
  const { page } = shared
  const visits = await Promise.all(
    [0, 1, 2].map((who) =>
      add({ who, start: at(9 + who), team: shared.red, date: addDays(monday, 5) }),
    ),
  )
  const chooses = page.getByRole('button', { name: 'Select' })
  await openWeek()
  await chooses.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
  for (const visit of visits) await card(visit).press('Enter')
  await expect(page.getByText('3 visits selected')).toBeVisible()

  await shared.api.ask('POST', `/api/schedule/${visits[1]!}/complete`, {
    collect: false,
    confirm_future: true,
  })
  await expect(page.getByText('2 visits selected, 1 can no longer move')).toBeVisible()
  await page.getByRole('button', { name: 'Move', exact: true }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Move 2 visits' })
  await sheet.getByRole('combobox', { name: 'Team' }).click()
  await page.getByRole('option', { name: 'Crew Blue' }).click()
  await shared.api.ask('POST', '/api/schedule/set-time', {
    rule_id: visits[2]!,
    start_minutes: at(12),
  })
  await sheet.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(
    toast(`1 of 2 visits could not be moved: ${shared.customers[2]!.name}.`),
  ).toBeVisible()
  await expect(toast('1 visit moved')).toBeVisible()
  // Only the refused ones stay selected, so they can be tried again in their new state.
  await expect(card(visits[2]!)).toHaveAttribute('aria-pressed', 'true')
  const { red, blue } = shared
  expect(await Promise.all(visits.map(shared.api.visit))).toMatchObject([
    { team_id: blue },
    { status: 'completed' },
    { team_id: red, start_minutes: at(12) },
  ])

  await page.getByRole('button', { name: 'Move', exact: true }).press('Enter')
  const again = page.getByRole('dialog', { name: 'Move visit' })
  await again.getByRole('combobox', { name: 'Team' }).click()
  await page.getByRole('option', { name: 'Crew Blue' }).click()
  await again.getByRole('button', { name: /^Move/ }).click()
  await expect(toast('Saved')).toBeVisible()
  await expect(chooses).toBeVisible()
  expect(await shared.api.visit(visits[2]!)).toMatchObject({ team_id: blue })

  await card(visits[0]!).click({ modifiers: ['Shift'] })
  await expect(page.getByText('1 visit selected')).toBeVisible()
  await page.getByRole('button', { name: 'Next week' }).click()
  await expect(chooses).toBeVisible()
})

test('a skipped visit can’t be picked up, and says why', async () => {
  const { page, api } = shared
  const visit = await add({ who: 3, start: at(9), team: shared.red, date: wednesday })
  await api.ask('POST', `/api/schedule/${visit}/skip`, {})
  await openDay(wednesday)
  await expect(card(visit)).toContainText('Skipped')
  const box = await boxOf(card(visit))
  await page.mouse.move(box.x + 12, box.y + 12)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 12, { steps: 4 })
  await expect(card(visit)).not.toHaveAttribute('data-lifted')
  await page.mouse.up()
  expect(await card(visit).boundingBox()).toEqual(box)
  await card(visit).focus()
  await page.keyboard.press('m')
  await expect(toast('This visit is cancelled — cannot reschedule.')).toBeVisible()
})

test('notifies the second of two people who move a visit, and shows where it is now', async () => {
  const { page } = shared
  const visit = await add({ who: 4, start: at(9), team: shared.red, date: tuesday })
  const other = await add({ who: 3, start: at(16), team: shared.red, date: tuesday })
  await openDay(tuesday)
  await expect(card(visit)).toBeVisible()
  const hour = await hourWidth()
  // A colleague moves it between the drop and the request's arrival.
  await page.route(
    '**/api/schedule/set-time',
    async (route) => {
      await shared.api.ask('POST', '/api/schedule/set-time', {
        rule_id: visit,
        start_minutes: at(15),
      })
      await route.continue()
    },
    { times: 1 },
  )
  const refused = answer('/api/schedule/set-time')
  await drag(visit, { x: hour, y: 0 })
  expect((await refused).status()).toBe(409)
  const { error } = (await (await refused).json()) as { error: string }
  await expect(toast(error)).toBeVisible()
  await expect(card(visit)).toContainText('3:00 PM')

  // During the drag the card stays under the pointer; when dropped, it must not land on a day this user didn't choose.
  await drag(other, { x: -hour * 4, y: 0 }, async () => {
    await shared.api.ask('POST', `/api/schedule/${other}/reschedule`, {
      to_date: addDays(monday, 5),
    })
    await expect(page.getByText('1 change by others')).toBeVisible()
  })
  await expect(toast(`Now: Crew Red, ${shortDay(addDays(monday, 5))}, 4:00 PM.`)).toBeVisible()
  expect(await shared.api.visit(other)).toMatchObject({
    date: addDays(monday, 5),
    start_minutes: at(16),
  })
})

test('changes by others never move a card out from under the pointer', async () => {
  const { page } = shared
  const mine = await add({ who: 0, start: at(12), team: shared.red, date: addDays(monday, 4) })
  const theirs = await add({ who: 2, start: at(8), team: shared.red, date: wednesday })
  await openWeek()
  const before = await boxOf(card(mine))
  await card(mine).hover()
  await shared.api.ask('POST', `/api/schedule/${theirs}/reschedule`, {
    to_date: addDays(monday, 4),
  })
  await expect(page.getByText('1 change by others, shown when you point away')).toBeVisible()
  expect(await card(mine).boundingBox()).toEqual(before)
  await page.getByRole('heading', { name: 'Schedule', exact: true }).hover()
  await expect(page.getByText('shown when you point away')).toBeHidden()
  await expect.poll(async () => (await card(mine).boundingBox())!.y).toBeGreaterThan(before.y)
  expect((await card(theirs).boundingBox())!.y).toBe(before.y)

  // An event's line would push every card down.
  await card(mine).hover()
  const under = await boxOf(card(mine))
  const { id: event } = await shared.api.ask<{ id: string }>('POST', '/api/owner/misc-events', {
    title: 'Staff meeting',
    date: wednesday,
  })
  await expect(page.getByText('1 change by others, shown when you point away')).toBeVisible()
  expect(await card(mine).boundingBox()).toEqual(under)
  await page.getByRole('heading', { name: 'Schedule', exact: true }).hover()
  await expect(page.getByRole('button', { name: /Staff meeting/ })).toBeVisible()
  await shared.api.ask('DELETE', `/api/owner/misc-events/${event}`)
  await expect(page.getByRole('button', { name: /Staff meeting/ })).toBeHidden()

  // A mouse that somebody left on a card doesn't keep the board behind.
  await card(mine).hover()
  await shared.api.ask('POST', `/api/schedule/${theirs}/reschedule`, { to_date: wednesday })
  await expect(page.getByText('shown when you point away')).toBeVisible()
  await expect(page.getByText('shown when you point away')).toBeHidden()
  expect((await card(mine).boundingBox())!.y).toBe(before.y)
})

test('drags a visit by touch after a long press', async ({ browser, server }) => {
  const visit = await add({ who: 1, start: at(9), team: shared.red, date: tuesday })
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1180, height: 900 },
    hasTouch: true,
    storageState: await shared.context.storageState(),
  })
  const page = await context.newPage()
  await page.goto(`/app/schedule?view=board&date=${tuesday}`)
  const touched = page.locator(`[data-visit="${visit}"]`)
  await touched.scrollIntoViewIfNeeded()
  const box = (await touched.boundingBox())!
  const red = (await page.getByRole('heading', { name: /^Crew Red/ }).boundingBox())!
  const blue = (await page.getByRole('heading', { name: /^Crew Blue/ }).boundingBox())!
  const finger = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })
  const from = { x: box.x + 10, y: box.y + 12 }
  await touch('touchStart', from)
  await expect(touched).toHaveAttribute('data-lifted', 'true')
  const by = blue.y - red.y
  for (let step = 1; step <= 5; step++)
    await touch('touchMove', { x: from.x, y: from.y + (by * step) / 5 })
  const saved = page.waitForResponse((response) =>
    response.url().includes('/api/schedule/set-time'),
  )
  await touch('touchEnd')
  expect((await saved).status()).toBe(200)
  expect(await shared.api.visit(visit)).toMatchObject({
    team_id: shared.blue,
    start_minutes: at(9),
  })
  await context.close()
})
