import type { Locator } from '@playwright/test'
import { addDays, todayIn } from '../../src/domain/base/dates.ts'
import {
  add,
  at,
  card,
  monday,
  openBoards,
  openDay,
  shared,
  toast,
  tuesday,
  type Held,
} from './board-desk.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { pickDay, shortDay } from './schedule-desk.ts'

// Things started from the boards that go beyond one visit: series, a lost day, and the day view on a phone.
test.use({ world: 'board-series' })
openBoards('Crew Coral', 'Crew Cyan')

/** Opens the series form from a visit's menu. */
async function openSeriesOf(
  visit: string,
  item: 'Edit series' | 'End or extend series',
): Promise<Locator> {
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
  sheet
    .getByRole('region', { name: 'What this does' })
    .locator('div', { hasText: what })
    .locator('dd')
    .first()
async function chooseTime(sheet: Locator, text: string): Promise<void> {
  await sheet.getByRole('combobox', { name: 'Start time' }).click()
  await shared.page.getByRole('option', { name: text, exact: true }).click()
}
const inWeeks = (visit: string, weeks: number): string =>
  `${visit.slice(0, -10)}${addDays(visit.slice(-10), 7 * weeks)}`

test('edits one visit of a series, this and following, and all: preview, save, undo', async () => {
  const { page, api } = shared
  const first = await add({ who: 5, start: at(8), team: shared.red, pattern: 'weekly' })
  const second = inWeeks(first, 1)
  const times = async () => [
    (await api.visit(first)).start_minutes,
    (await api.visit(second)).start_minutes,
    (await api.visit(inWeeks(first, 2))).start_minutes,
  ]
  const save = async (sheet: Locator) => {
    const saved = page.waitForResponse(
      (response) =>
        response.request().method() === 'PATCH' && !response.request().postDataJSON().dry_run,
    )
    await sheet.getByRole('button', { name: 'Save' }).click()
    expect((await saved).status()).toBe(200)
    await expect(sheet).toBeHidden()
  }
  await openDay(addDays(monday, 7))

  let sheet = await openSeriesOf(second, 'Edit series')
  await expect(sheet.getByRole('button', { name: 'Save' })).toHaveAttribute(
    'aria-description',
    'Nothing is changed yet.',
  )
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

test('moving a visit of a series offers to move the following ones, dates included @dates', async () => {
  const { page, api } = shared
  const first = await add({ who: 6, start: at(8), team: shared.red, pattern: 'weekly' })
  await openDay(monday)
  await card(first).focus()
  await page.keyboard.press('m')
  const move = page.getByRole('dialog', { name: 'Move visit' })
  // The dialog still moves in its first moments; a press would miss the field.
  await expect(move.getByRole('combobox', { name: 'Team' })).toBeFocused()
  await move.getByRole('button', { name: 'Date' }).click()
  await pickDay(page, tuesday)
  await move.getByRole('button', { name: /^Move/ }).last().click()
  await toast('Rescheduled').getByRole('button', { name: 'Apply to following' }).click()
  const sheet = page.getByRole('dialog', { name: 'Edit series' })
  await expect(sheet.getByRole('checkbox', { name: 'Tue' })).toBeChecked()
  await expect(sheet.getByRole('checkbox', { name: 'Mon' })).not.toBeChecked()
  await expect(sheet.getByRole('region', { name: 'What this does' })).toBeVisible()
  const saved = page.waitForResponse(
    (response) =>
      response.request().method() === 'PATCH' && !response.request().postDataJSON().dry_run,
  )
  await sheet.getByRole('button', { name: 'Save' }).click()
  expect((await saved).status()).toBe(200)
  const { occurrences } = await api.ask<{ occurrences: Held[] }>(
    'GET',
    `/api/schedule?from=${addDays(monday, 7)}&to=${addDays(monday, 27)}`,
  )
  const series = first.slice(0, -11)
  expect(occurrences.filter(({ id }) => id.startsWith(series)).map(({ date }) => date)).toEqual(
    [8, 15, 22].map((days) => addDays(monday, days)),
  )
})

test('ends a series after a visit; extends one that is about to end @dates', async () => {
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
  await add({
    who: 0,
    start: at(16),
    team: shared.blue,
    date: addDays(today, 2),
    pattern: 'weekly',
    end_date: addDays(today, 20),
  })
  await page.goto('/app/schedule')
  const banner = page.getByRole('region', { name: 'Series that end soon' })
  await banner.getByRole('button', { name: 'Review' }).click()
  const line = banner
    .getByRole('listitem')
    .filter({ hasText: `${shared.customers[0]!.name}: Mowing ends in 20 days` })
  await line.getByRole('button', { name: 'Extend' }).click()
  const extend = page.getByRole('dialog', { name: 'Extend series' })
  await expect(extend.getByRole('region', { name: 'What this does' })).toBeVisible()
  await extend.getByRole('button', { name: 'Save' }).click()
  await expect(toast('Series extended')).toBeVisible()
  await expect(line).toBeHidden()
})

test('previews a lost day, moves it in one step, and undoes it in one @dates', async () => {
  const { page, api } = shared
  const date = addDays(monday, 14)
  const visits = [
    await add({ who: 0, start: at(9), team: shared.red, date }),
    await add({ who: 1, start: null, team: shared.red, date }),
    await add({ who: 2, start: at(9), team: shared.blue, date }),
  ]
  await openDay(date)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Rain day' }).click()
  const sheet = page.getByRole('dialog', { name: 'Rain day' })
  await sheet.locator('label', { hasText: /^Crew Coral$/ }).click()
  const lines = sheet.getByRole('region', { name: 'Visits' }).getByRole('row')
  // The preview for all teams disappears first.
  await expect(lines.filter({ hasText: 'Crew Coral' })).not.toHaveCount(0)
  await expect(lines.filter({ hasText: 'Crew Cyan' })).toHaveCount(0)
  await expect(
    lines.filter({ hasText: 'Crew Coral' }).filter({ hasText: shared.customers[0]!.name }),
  ).toContainText(shortDay(addDays(date, 1)))
  await expect(lines.filter({ hasText: shared.customers[2]!.name })).toHaveCount(0)
  await expect(sheet.getByRole('table', { name: 'Capacity' })).toContainText('Crew Coral')
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

  // A lost day can still be entered the morning after.
  const yesterday = addDays(todayIn('America/New_York', new Date().toISOString()), -1)
  await openDay(yesterday)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Rain day' }).click()
  await expect(sheet.getByRole('combobox', { name: 'Date' })).toHaveValue(
    new RegExp(`^${shortDay(yesterday)}`),
  )
})

test('shows the day as a list on a phone, with a Move button instead of dragging', async ({
  browser,
  server,
}) => {
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
  const red = page.getByRole('region', { name: 'Crew Coral' })
  await expect(red.getByRole('heading', { level: 4 })).toHaveText(['Anytime', 'By time'])
  await expectNoAxeViolations(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await red
    .getByRole('article', { name: new RegExp(shared.customers[3]!.name) })
    .getByRole('button', { name: 'Move' })
    .tap()
  const sheet = page.getByRole('dialog', { name: 'Move visit' })
  await sheet.getByRole('combobox', { name: 'Team' }).tap()
  await page.getByRole('option', { name: 'Crew Cyan' }).tap()
  const saved = page.waitForResponse((response) =>
    response.url().includes('/api/schedule/set-time'),
  )
  await sheet.getByRole('button', { name: 'Move', exact: true }).tap()
  expect((await saved).status()).toBe(200)
  await expect(page.getByRole('region', { name: 'Crew Cyan' })).toContainText(
    shared.customers[3]!.name,
  )
  expect(await shared.api.visit(visit)).toMatchObject({
    team_id: shared.blue,
    start_minutes: at(9),
  })
  await context.close()
})
