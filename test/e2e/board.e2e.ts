import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { addDays, startOfWeek, todayIn } from '../../src/domain/dates.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { people } from './people.ts'
import { longDay, shortDay, spokenDay } from './schedule-desk.ts'
import { callsOf, signedIn, type Call } from './sign-in.ts'

// The boards, on a week of their own with two crews of their own, so that nothing else of the demo world stands in the way.
test.describe.configure({ mode: 'serial' })

const monday = addDays(startOfWeek(todayIn('America/New_York', new Date().toISOString()), 1), 42)
const tuesday = addDays(monday, 1)
const wednesday = addDays(monday, 2)
const at = (hours: number, minutes = 0): number => hours * 60 + minutes

type Held = { id: string; date: string; team_id: string | null; start_minutes: number | null; version: number; status: string }
type Api = {
  ask: Call
  visit: (id: string) => Promise<Held>
}
const shared = {} as { page: Page; context: BrowserContext; api: Api; red: string; blue: string; customers: { id: string; name: string }[]; faults: string[] }

/** The owner's calls without her browser: what a colleague does at the same time. */
async function colleague(url: string): Promise<Api> {
  const ask = await callsOf(url, people.owner)
  const visit: Api['visit'] = async (id) => {
    const { occurrences } = await ask<{ occurrences: Held[] }>('GET', `/api/schedule?from=${addDays(monday, -14)}&to=${addDays(monday, 70)}`)
    return occurrences.find((one) => one.id === id)!
  }
  return { ask, visit }
}

let added = 0
/** Puts work on the schedule and answers its first visit. */
async function add(work: {
  who: number
  start: number | null
  team: string | null
  date?: string
  pattern?: 'once' | 'weekly'
  end_date?: string
}): Promise<string> {
  const { who, start, team, date = monday, pattern = 'once', end_date } = work
  const { first_visit } = await shared.api.ask<{ first_visit: { occurrence_id: string } }>('POST', '/api/schedule', {
    customer_id: shared.customers[who]!.id,
    service_key: 'mowing',
    pattern,
    start_date: date,
    ...(end_date ? { end_date } : {}),
    start_minutes: start,
    team_id: team,
    duration_minutes: 45,
    notes: `Board ${++added}`,
  })
  return first_visit.occurrence_id
}

const card = (id: string): Locator => shared.page.locator(`[data-visit="${id}"]`)
const toast = (text: string | RegExp): Locator => shared.page.locator('.mantine-Notification-root', { hasText: text }).last()

async function openDay(date: string): Promise<void> {
  await shared.page.goto(`/app/schedule?view=board&date=${date}`)
  await expect(shared.page.getByRole('region', { name: `Day board, ${longDay(date)}` })).toBeVisible({ timeout: 20_000 })
}
async function openWeek(): Promise<void> {
  await shared.page.goto(`/app/schedule?view=team&date=${monday}`)
  await expect(shared.page.getByRole('region', { name: 'Week by team' })).toBeVisible({ timeout: 20_000 })
}

async function boxOf(what: Locator) {
  await what.scrollIntoViewIfNeeded()
  const box = await what.boundingBox()
  if (!box) throw new Error('Not on screen')
  return box
}
/** Takes a card by its left part and carries it so many pixels; `meanwhile` happens before it is put down. */
async function drag(id: string, by: { x: number; y: number }, meanwhile?: () => Promise<unknown>): Promise<void> {
  const { mouse } = shared.page
  const box = await boxOf(card(id))
  const from = { x: box.x + 12, y: box.y + 12 }
  await mouse.move(from.x, from.y)
  await mouse.down()
  await mouse.move(from.x + 8, from.y)
  await mouse.move(from.x + by.x, from.y + by.y, { steps: 6 })
  await meanwhile?.()
  await mouse.up()
}
/** Pixels of an hour, read off the ruler. */
const hourWidth = async (): Promise<number> => {
  const hour = (text: string) => shared.page.getByText(text, { exact: true }).boundingBox()
  return (await hour('10 AM'))!.x - (await hour('9 AM'))!.x
}
const laneOf = (name: string): Locator => shared.page.getByRole('heading', { name: new RegExp(`^${name}`) })
const answer = (path: string) => shared.page.waitForResponse((response) => response.url().includes(path) && response.request().method() !== 'GET')

test.beforeAll(async ({ browser, server }) => {
  shared.api = await colleague(server.url)
  const team = async (name: string) => (await shared.api.ask<{ id: string }>('POST', '/api/owner/teams', { name })).id
  shared.red = await team('Crew Red')
  shared.blue = await team('Crew Blue')
  const { customers } = await shared.api.ask<{ customers: { id: string; name: string; status: string; available_days: string[] }[] }>(
    'GET',
    '/api/schedule/candidates?limit=100',
  )
  shared.customers = customers.filter(
    ({ status, available_days }) => status === 'active' && (available_days.length === 0 || ['mon', 'tue', 'wed'].every((day) => available_days.includes(day))),
  )
  expect(shared.customers.length).toBeGreaterThan(4)
  await open(browser, server.url)
})

async function open(browser: Browser, baseURL: string): Promise<void> {
  shared.context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 1000 }, storageState: await signedIn(baseURL, people.owner) })
  shared.faults = []
  shared.context.on('weberror', (fault) => shared.faults.push(fault.error().message))
  shared.page = await shared.context.newPage()
}

test.afterAll(async () => {
  await shared.context.close()
  expect(shared.faults, 'uncaught errors in the browser').toEqual([])
})

test('a visit is dragged to another hour and crew by mouse, and put back by Undo', async () => {
  const visit = await add({ who: 0, start: at(9), team: shared.red })
  await openDay(monday)
  await expect(card(visit)).toBeVisible()
  const hour = await hourWidth()
  const lanes = { red: await boxOf(laneOf('Crew Red')), blue: await boxOf(laneOf('Crew Blue')) }
  const saved = answer('/api/schedule/set-time')
  await drag(visit, { x: hour * 2 + 3, y: lanes.blue.y - lanes.red.y })
  // At once, before any answer.
  await expect(card(visit)).toContainText('11:00 AM')
  expect((await saved).status()).toBe(200)
  expect(await shared.api.visit(visit)).toMatchObject({ team_id: shared.blue, start_minutes: at(11), date: monday })
  await expectNoAxeViolations(shared.page)

  const undone = answer('/api/schedule/set-time')
  await toast('Time saved').getByRole('button', { name: 'Undo' }).click()
  await undone
  await expect(toast('Put back')).toBeVisible()
  expect(await shared.api.visit(visit)).toMatchObject({ team_id: shared.red, start_minutes: at(9) })
})

test('the same by keys: each step is spoken, Escape leaves it, the strip left of the hours takes the time away', async () => {
  const { page } = shared
  const visit = await add({ who: 1, start: at(8), team: shared.red })
  await openDay(monday)
  const live = page.locator('[id^="DndLiveRegion"]')
  const { keyboard } = page
  /** Lifts it, and waits until the board says where it is: then it listens to the arrows. */
  const lift = async (place: string) => {
    await keyboard.press('Space')
    await expect(live).toHaveText(place)
    // The arrows are listened to from the next timer on; keys would come before it on a busy machine.
    await page.evaluate(() => new Promise((done) => setTimeout(done)))
  }
  await card(visit).focus()
  await lift(`Crew Red, ${shortDay(monday)}, 8:00 AM`)
  await keyboard.press('ArrowRight')
  await expect(live).toHaveText(`Crew Red, ${shortDay(monday)}, 8:15 AM`)
  await keyboard.press('Shift+ArrowRight')
  await expect(live).toHaveText(`Crew Red, ${shortDay(monday)}, 9:15 AM`)
  await keyboard.press('Escape')
  await expect(live).toContainText('is back in its place')

  await lift(`Crew Red, ${shortDay(monday)}, 8:00 AM`)
  await keyboard.press('ArrowRight')
  await expect(live).toContainText('8:15 AM')
  await keyboard.press('ArrowUp')
  await expect(live).toHaveText(`Crew Blue, ${shortDay(monday)}, 8:15 AM`)
  const saved = answer('/api/schedule/set-time')
  await keyboard.press('Space')
  await saved
  await expect(card(visit)).toBeFocused()
  expect(await shared.api.visit(visit)).toMatchObject({ team_id: shared.blue, start_minutes: at(8, 15) })

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
  expect(await shared.api.visit(visit)).toMatchObject({ team_id: shared.blue, start_minutes: null, date: monday })
})

test('M on a card chooses crew, date and time; what is doubtful stands beside the button', async () => {
  const { page } = shared
  const visit = await add({ who: 2, start: at(10), team: shared.red })
  await add({ who: 3, start: at(13), team: shared.blue, date: tuesday })
  await openDay(monday)
  await card(visit).focus()
  await page.keyboard.press('m')
  const sheet = page.getByRole('dialog', { name: 'Move visit' })
  await expect(sheet.getByRole('button', { name: 'Move', exact: true })).toHaveAttribute('aria-description', 'Choose another team, date or time.')
  await sheet.getByRole('combobox', { name: 'Team' }).click()
  await page.getByRole('option', { name: 'Crew Blue' }).click()
  await sheet.getByRole('button', { name: 'Date' }).click()
  await page.getByRole('button', { name: spokenDay(tuesday) }).click()
  await sheet.getByRole('combobox', { name: 'Start time' }).click()
  await page.getByRole('option', { name: '1:15 PM' }).click()
  await expect(sheet.getByText('The team has another visit at this time.')).toBeVisible()
  await expectNoAxeViolations(page)
  const moved = answer('/reschedule')
  await sheet.getByRole('button', { name: 'Move anyway' }).click()
  await moved
  await expect(sheet).toBeHidden()
  await expect(card(visit)).toHaveCount(0)
  expect(await shared.api.visit(visit)).toMatchObject({ team_id: shared.blue, date: tuesday, start_minutes: at(13, 15) })
})

test('a doubtful drop asks once; the answer no leaves the visit where it was', async () => {
  const { page } = shared
  const [visit, other] = [
    await add({ who: 0, start: at(9), team: shared.red, date: wednesday }),
    await add({ who: 1, start: at(11), team: shared.red, date: wednesday }),
  ]
  await openDay(wednesday)
  await expect(card(other)).toBeVisible()
  const hour = await hourWidth()
  await drag(visit, { x: hour * 2, y: 0 })
  const question = page.getByRole('dialog', { name: 'Move it all the same?' })
  await expect(question).toContainText('The team has another visit at this time.')
  await question.getByRole('button', { name: 'Leave as it was' }).click()
  await expect(card(visit)).toContainText('9:00 AM')
  expect(await shared.api.visit(visit)).toMatchObject({ start_minutes: at(9), version: 0 })
  // Nothing can be dragged through a dialog that is still on its way out.
  await expect(page.locator('.mantine-Modal-overlay')).toHaveCount(0)

  await drag(visit, { x: hour * 2, y: 0 })
  const saved = answer('/api/schedule/set-time')
  await question.getByRole('button', { name: 'Move anyway' }).click()
  await saved
  await expect(card(visit)).toContainText('Overlaps')
  await expect(question).toBeHidden()
  expect(await shared.api.visit(visit)).toMatchObject({ start_minutes: at(11) })
})

test('Shift takes several along, and one Undo puts all of them back', async () => {
  const { page } = shared
  const date = addDays(monday, 3)
  const visits = [
    await add({ who: 0, start: at(9), team: shared.red, date }),
    await add({ who: 1, start: at(10), team: shared.red, date }),
    await add({ who: 2, start: null, team: shared.red, date }),
  ]
  await openDay(date)
  for (const visit of visits) await card(visit).click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 visits chosen')).toBeVisible()
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

test('several are chosen by keys; what is completed meanwhile stays behind, what somebody moved is named, another week begins anew', async () => {
  const { page } = shared
  const visits = await Promise.all([0, 1, 2].map((who) => add({ who, start: at(9 + who), team: shared.red, date: addDays(monday, 5) })))
  const chooses = page.getByRole('button', { name: 'Choose several' })
  await openWeek()
  await chooses.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
  for (const visit of visits) await card(visit).press('Enter')
  await expect(page.getByText('3 visits chosen')).toBeVisible()

  await shared.api.ask('POST', `/api/schedule/${visits[1]!}/complete`, { collect: false, confirm_future: true })
  await expect(page.getByText('2 visits chosen, 1 can no longer move')).toBeVisible()
  await page.getByRole('button', { name: 'Move', exact: true }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Move 2 visits' })
  await sheet.getByRole('combobox', { name: 'Team' }).click()
  await page.getByRole('option', { name: 'Crew Blue' }).click()
  await shared.api.ask('POST', '/api/schedule/set-time', { rule_id: visits[2]!, start_minutes: at(12) })
  await sheet.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(toast(`1 of 2 visits could not be moved: ${shared.customers[2]!.name}.`)).toBeVisible()
  await expect(toast('1 visit moved')).toBeVisible()
  // Exactly what was refused stays chosen, to be tried again as it now is.
  await expect(card(visits[2]!)).toHaveAttribute('aria-pressed', 'true')
  const { red, blue } = shared
  expect(await Promise.all(visits.map(shared.api.visit))).toMatchObject([{ team_id: blue }, { status: 'completed' }, { team_id: red, start_minutes: at(12) }])

  await page.getByRole('button', { name: 'Move', exact: true }).press('Enter')
  const again = page.getByRole('dialog', { name: 'Move visit' })
  await again.getByRole('combobox', { name: 'Team' }).click()
  await page.getByRole('option', { name: 'Crew Blue' }).click()
  await again.getByRole('button', { name: /^Move/ }).click()
  await expect(toast('Saved')).toBeVisible()
  await expect(chooses).toBeVisible()
  expect(await shared.api.visit(visits[2]!)).toMatchObject({ team_id: blue })

  await card(visits[0]!).click({ modifiers: ['Shift'] })
  await expect(page.getByText('1 visit chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Next week' }).click()
  await expect(chooses).toBeVisible()
})

test('a skipped visit does not lift, and says why', async () => {
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

test('whoever comes second is told, and sees where the visit is now', async () => {
  const { page } = shared
  const visit = await add({ who: 4, start: at(9), team: shared.red, date: tuesday })
  const other = await add({ who: 3, start: at(16), team: shared.red, date: tuesday })
  await openDay(tuesday)
  await expect(card(visit)).toBeVisible()
  const hour = await hourWidth()
  // A colleague moves it between the drop and its arrival.
  await page.route(
    '**/api/schedule/set-time',
    async (route) => {
      await shared.api.ask('POST', '/api/schedule/set-time', { rule_id: visit, start_minutes: at(15) })
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

  // While it is carried it stays in hand; put down, it does not land on a day that nobody chose here.
  await drag(other, { x: -hour * 4, y: 0 }, async () => {
    await shared.api.ask('POST', `/api/schedule/${other}/reschedule`, { to_date: addDays(monday, 5) })
    await expect(page.getByText('1 change by others')).toBeVisible()
  })
  await expect(toast(`Now: Crew Red, ${shortDay(addDays(monday, 5))}, 4:00 PM.`)).toBeVisible()
  expect(await shared.api.visit(other)).toMatchObject({ date: addDays(monday, 5), start_minutes: at(16) })
})

test('what others do never moves a card from under the pointer', async () => {
  const { page } = shared
  const mine = await add({ who: 0, start: at(12), team: shared.red, date: addDays(monday, 4) })
  const theirs = await add({ who: 2, start: at(8), team: shared.red, date: wednesday })
  await openWeek()
  const before = await boxOf(card(mine))
  await card(mine).hover()
  await shared.api.ask('POST', `/api/schedule/${theirs}/reschedule`, { to_date: addDays(monday, 4) })
  await expect(page.getByText('1 change by others, shown when you point away')).toBeVisible()
  expect(await card(mine).boundingBox()).toEqual(before)
  await page.getByRole('heading', { name: 'Schedule', exact: true }).hover()
  await expect(page.getByText('shown when you point away')).toBeHidden()
  await expect.poll(async () => (await card(mine).boundingBox())!.y).toBeGreaterThan(before.y)
  expect((await card(theirs).boundingBox())!.y).toBe(before.y)
})

test('a finger holds a visit and carries it', async ({ browser, server }) => {
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
  for (let step = 1; step <= 5; step++) await touch('touchMove', { x: from.x, y: from.y + (by * step) / 5 })
  const saved = page.waitForResponse((response) => response.url().includes('/api/schedule/set-time'))
  await touch('touchEnd')
  expect((await saved).status()).toBe(200)
  expect(await shared.api.visit(visit)).toMatchObject({ team_id: shared.blue, start_minutes: at(9) })
  await context.close()
})

/** Opens the form of a visit's series from the visit's own menu. */
async function openSeriesOf(visit: string, item: 'Edit series' | 'End or extend series'): Promise<Locator> {
  const { page } = shared
  await card(visit).click()
  await page
    .getByRole('dialog', { name: 'Appointment' })
    .getByRole('button', { name: /^More for/ })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
  const sheet = page.getByRole('dialog', { name: item })
  await expect(sheet).toBeVisible()
  return sheet
}
const counted = (sheet: Locator, what: string): Locator =>
  sheet.getByRole('region', { name: 'What this does' }).locator('div', { hasText: what }).locator('dd').first()
async function chooseTime(sheet: Locator, text: string): Promise<void> {
  await sheet.getByRole('combobox', { name: 'Start time' }).click()
  await shared.page.getByRole('option', { name: text, exact: true }).click()
}
const inWeeks = (visit: string, weeks: number): string => `${visit.slice(0, -10)}${addDays(visit.slice(-10), 7 * weeks)}`

test('a series is edited for one visit, for it and those after it, and for all: shown first, then saved, then undone', async () => {
  const { page, api } = shared
  const first = await add({ who: 5, start: at(8), team: shared.red, pattern: 'weekly' })
  const second = inWeeks(first, 1)
  const times = async () => [
    (await api.visit(first)).start_minutes,
    (await api.visit(second)).start_minutes,
    (await api.visit(inWeeks(first, 2))).start_minutes,
  ]
  const save = async (sheet: Locator) => {
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && !response.request().postDataJSON().dry_run)
    await sheet.getByRole('button', { name: 'Save' }).click()
    expect((await saved).status()).toBe(200)
    await expect(sheet).toBeHidden()
  }
  await openDay(addDays(monday, 7))

  let sheet = await openSeriesOf(second, 'Edit series')
  await expect(sheet.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-description', 'Nothing is changed yet.')
  await sheet.getByText('This visit', { exact: true }).click()
  await expect(sheet.getByRole('combobox', { name: 'Pattern' })).toBeHidden()
  await chooseTime(sheet, '9:00 AM')
  await expect(counted(sheet, 'Changed')).toHaveText('1')
  await save(sheet)
  expect(await times()).toEqual([at(8), at(9), at(8)])
  await page.keyboard.press('Escape')

  sheet = await openSeriesOf(second, 'Edit series')
  await sheet.getByText('This and following', { exact: true }).click()
  await chooseTime(sheet, '10:00 AM')
  await sheet.getByLabel('Price').fill('61.50')
  await expect(counted(sheet, 'Kept as they are')).toHaveText('1')
  await sheet.getByLabel('Also replace 1 changed visit').check()
  await expect(counted(sheet, 'Kept as they are')).toHaveText('0')
  await expectNoAxeViolations(page)
  await save(sheet)
  expect(await times()).toEqual([at(8), at(10), at(10)])
  await toast('Series saved').getByRole('button', { name: 'Undo' }).click()
  await expect(toast('Put back')).toBeVisible()
  expect(await times()).toEqual([at(8), at(9), at(8)])
  await page.keyboard.press('Escape')

  sheet = await openSeriesOf(second, 'Edit series')
  await sheet.getByText('All visits', { exact: true }).click()
  await chooseTime(sheet, '11:00 AM')
  await expect(sheet.getByRole('region', { name: 'What this does' })).toBeVisible()
  await save(sheet)
  expect(await times()).toEqual([at(11), at(9), at(11)])
  await page.keyboard.press('Escape')
})

test('a moved visit of a series offers the same for those after it, dates too', async () => {
  const { page, api } = shared
  const first = await add({ who: 6, start: at(8), team: shared.red, pattern: 'weekly' })
  await openDay(monday)
  await card(first).focus()
  await page.keyboard.press('m')
  const move = page.getByRole('dialog', { name: 'Move visit' })
  await move.getByRole('button', { name: 'Date' }).click()
  await page.getByRole('button', { name: spokenDay(tuesday) }).click()
  await move.getByRole('button', { name: /^Move/ }).last().click()
  await toast('Rescheduled').getByRole('button', { name: 'Apply to following' }).click()
  const sheet = page.getByRole('dialog', { name: 'Edit series' })
  await expect(sheet.getByRole('checkbox', { name: 'Tue' })).toBeChecked()
  await expect(sheet.getByRole('checkbox', { name: 'Mon' })).not.toBeChecked()
  await expect(sheet.getByRole('region', { name: 'What this does' })).toBeVisible()
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && !response.request().postDataJSON().dry_run)
  await sheet.getByRole('button', { name: 'Save' }).click()
  expect((await saved).status()).toBe(200)
  const { occurrences } = await api.ask<{ occurrences: Held[] }>('GET', `/api/schedule?from=${addDays(monday, 7)}&to=${addDays(monday, 27)}`)
  const series = first.slice(0, -11)
  expect(occurrences.filter(({ id }) => id.startsWith(series)).map(({ date }) => date)).toEqual([8, 15, 22].map((days) => addDays(monday, days)))
})

test('a series ends after a visit; one that ends soon is announced and extended', async () => {
  const { page, api } = shared
  const first = await add({ who: 7, start: at(14), team: shared.blue, pattern: 'weekly' })
  await openDay(monday)
  const sheet = await openSeriesOf(first, 'End or extend series')
  await sheet.getByRole('button', { name: `With the visit of ${shortDay(monday)}` }).click()
  await expect(sheet.getByRole('region', { name: 'What this does' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(toast('Series will end')).toBeVisible()
  expect(await api.visit(inWeeks(first, 1))).toBeUndefined()
  await toast('Series will end').getByRole('button', { name: 'Undo' }).click()
  await expect(toast('Put back')).toBeVisible()
  expect(await api.visit(inWeeks(first, 1))).toMatchObject({ start_minutes: at(14) })

  const today = todayIn('America/New_York', new Date().toISOString())
  await add({ who: 0, start: at(16), team: shared.blue, date: addDays(today, 2), pattern: 'weekly', end_date: addDays(today, 20) })
  await page.goto('/app/schedule')
  const banner = page.getByRole('region', { name: 'Series that end soon' })
  await banner.getByRole('button', { name: 'Review' }).click()
  const line = banner.getByRole('listitem').filter({ hasText: `${shared.customers[0]!.name}: Mowing ends in 20 days` })
  await line.getByRole('button', { name: 'Extend' }).click()
  const extend = page.getByRole('dialog', { name: 'Extend series' })
  await expect(extend.getByRole('region', { name: 'What this does' })).toBeVisible()
  await extend.getByRole('button', { name: 'Save' }).click()
  await expect(toast('Series extended')).toBeVisible()
  await expect(line).toBeHidden()
})

test('a lost day is shown, moved in one act, and put back in one', async () => {
  const { page, api } = shared
  const date = addDays(monday, 14)
  const visits = [
    await add({ who: 0, start: at(9), team: shared.red, date }),
    await add({ who: 1, start: null, team: shared.red, date }),
    await add({ who: 2, start: at(9), team: shared.blue, date }),
  ]
  await openDay(date)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Lost day' }).click()
  const sheet = page.getByRole('dialog', { name: 'Lost day' })
  await sheet.locator('label', { hasText: /^Crew Red$/ }).click()
  const lines = sheet.getByRole('region', { name: 'Visits' }).getByRole('row')
  // What was worked out for everybody goes first.
  await expect(lines.filter({ hasText: 'Crew Blue' })).toHaveCount(0)
  await expect(lines.filter({ hasText: shared.customers[0]!.name })).toContainText(shortDay(addDays(date, 1)))
  await expect(lines.filter({ hasText: shared.customers[2]!.name })).toHaveCount(0)
  await expect(sheet.getByRole('table', { name: 'Capacity' })).toContainText('Crew Red')
  await expectNoAxeViolations(page)
  await sheet.getByRole('button', { name: /^Move \d+ visits$/ }).click()
  await expect(sheet).toBeHidden()
  const where = async () => (await Promise.all(visits.map(api.visit))).map((visit) => visit.date)
  expect(await where()).toEqual([addDays(date, 1), addDays(date, 1), date])
  await toast(/visits moved/)
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(toast('Put back')).toBeVisible()
  expect(await where()).toEqual([date, date, date])

  // The morning after is not too late.
  const yesterday = addDays(todayIn('America/New_York', new Date().toISOString()), -1)
  await openDay(yesterday)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Lost day' }).click()
  await expect(sheet.getByRole('combobox', { name: 'Date' })).toHaveValue(new RegExp(`^${shortDay(yesterday)}`))
})

test('a phone has the same day as a list, with a Move button in place of dragging', async ({ browser, server }) => {
  const date = addDays(monday, 15)
  const visit = await add({ who: 3, start: at(9), team: shared.red, date })
  await add({ who: 4, start: null, team: shared.red, date })
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: await shared.context.storageState(),
  })
  const page = await context.newPage()
  await page.goto(`/app/schedule?view=board&date=${date}`)
  const red = page.getByRole('region', { name: 'Crew Red' })
  await expect(red.getByRole('heading', { level: 4 })).toHaveText(['Anytime', 'By time'])
  await expectNoAxeViolations(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await red
    .getByRole('article', { name: new RegExp(shared.customers[3]!.name) })
    .getByRole('button', { name: 'Move' })
    .tap()
  const sheet = page.getByRole('dialog', { name: 'Move visit' })
  await sheet.getByRole('combobox', { name: 'Team' }).tap()
  await page.getByRole('option', { name: 'Crew Blue' }).tap()
  const saved = page.waitForResponse((response) => response.url().includes('/api/schedule/set-time'))
  await sheet.getByRole('button', { name: 'Move', exact: true }).tap()
  expect((await saved).status()).toBe(200)
  await expect(page.getByRole('region', { name: 'Crew Blue' })).toContainText(shared.customers[3]!.name)
  expect(await shared.api.visit(visit)).toMatchObject({ team_id: shared.blue, start_minutes: at(9) })
  await context.close()
})
