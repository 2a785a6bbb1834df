import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import {
  today,
  inDays,
  longDay,
  pickDay,
  seat,
  work,
  week,
  expectToast,
  close,
  failing,
  office,
  ask,
  openDesk,
} from './schedule-desk.ts'

// Misc events and the schedule settings.
openDesk()

test('Misc Event: required fields, add, change and delete @dates', async () => {
  await week(office)
  const open = async () => {
    await office.getByRole('button', { name: 'More', exact: true }).click()
    await office.getByRole('menuitem', { name: 'Add Misc Event' }).click()
    const dialog = office.getByRole('dialog', { name: 'Add Misc Event', exact: true })
    await expect(dialog).toBeVisible()
    return dialog
  }
  let dialog = await open()
  await dialog.getByLabel('Duration (minutes)').fill('0')
  await dialog.getByRole('button', { name: 'Add Misc Event' }).click()
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await expect(dialog.getByText('Duration (minutes) must be > 0')).toBeVisible()
  await expectNoAxeViolations(office)
  await dialog.getByLabel('Title').fill('Mower service')
  await dialog.getByLabel('Duration (minutes)').fill('45')
  await dialog
    .getByRole('button', { name: 'Date', exact: true })
    .or(dialog.getByLabel('Date', { exact: true }))
    .first()
    .click()
  await pickDay(office, inDays(4))
  await failing(office, /\/misc-events/)
  await dialog.getByRole('button', { name: 'Add Misc Event' }).click()
  await expect(dialog.getByText('Failed to add event')).toBeVisible()
  await office.unrouteAll()
  await dialog.getByRole('button', { name: 'Add Misc Event' }).click()
  await expectToast(office, 'Misc event added')
  await expect(dialog).toBeHidden()
  const chip = office.getByRole('button', { name: /Mower service/ })
  await chip.click()
  dialog = office.getByRole('dialog', { name: 'Misc Event', exact: true })
  await dialog.getByLabel('Title').fill('Mower repair')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(office, 'Saved')
  await office.getByRole('button', { name: /Mower repair/ }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await office
    .getByRole('dialog', { name: 'Delete this event?', exact: true })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expectToast(office, 'Event deleted')
  await expect(office.getByRole('button', { name: /Mower repair/ })).toBeHidden()
})

test('Schedule settings: owner and manager each edit their part', async ({ browser }) => {
  const manager = await seat(browser, 'manager')
  const open = async (page: Page) => {
    await week(page)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Schedule settings' }).click()
    const panel = page.getByRole('dialog', { name: 'Schedule settings', exact: true })
    await expect(panel.getByLabel('Arrival window (minutes)')).toBeVisible()
    return panel
  }
  const mine = await open(office)
  const theirs = await open(manager)
  await expectNoAxeViolations(manager)
  await theirs.getByLabel('Visits per team and day').fill('25')
  await mine.getByLabel('Arrival window (minutes)').fill('900')
  await mine.getByRole('button', { name: 'Save' }).click()
  await expect(mine.getByText('Enter at most 480.')).toBeVisible()
  await mine.getByLabel('Arrival window (minutes)').fill('90')
  await failing(manager, /\/schedule-settings/)
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(theirs.getByText('Failed to save organization')).toBeVisible()
  await manager.unrouteAll()
  for (const [page, panel] of [
    [manager, theirs],
    [office, mine],
  ] as const) {
    await panel.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Organization saved')
    await expect(panel).toBeHidden()
  }
  expect((await ask('GET', '/api/owner/my-organization')).schedule_settings).toMatchObject({
    arrival_window_minutes: 90,
    capacity_per_team_day: 25,
  })
  // The manager's page shows the owner's change without a reload, from a live event.
  await manager.getByRole('button', { name: 'More', exact: true }).click()
  await manager.getByRole('menuitem', { name: 'Schedule settings' }).click()
  await expect(theirs.getByLabel('Arrival window (minutes)')).toHaveValue('90')
  await close(theirs)
  await ask('PATCH', '/api/owner/schedule-settings', {
    arrival_window_minutes: 0,
    capacity_per_team_day: null,
  })
})

test('Organization Events: by text, by date, and seven more days at a time @dates', async () => {
  const { name } = await work({ date: inDays(5) })
  for (const date of [inDays(4), inDays(8)]) await work({ date })
  await week(office)
  await office.getByRole('button', { name: 'Organization Events' }).click()
  const panel = office.getByRole('dialog', { name: 'Organization Events', exact: true })
  await expect(panel.getByRole('heading', { name: longDay(today) })).toBeVisible()
  await expectNoAxeViolations(office)
  const [year, month, day] = inDays(4).split('-')
  for (const [written, on] of [
    [`${Number(month)}/${Number(day)}/${year!.slice(2)}`, inDays(4)],
    [inDays(5), inDays(5)],
  ] as const) {
    await panel.getByRole('searchbox', { name: 'Search events' }).fill(written)
    await expect(panel.getByRole('heading', { level: 3 })).toHaveText([longDay(on)])
  }
  await expect(panel.getByText(name)).toBeVisible()
  await panel.getByRole('button', { name: /^Load next 7 days/ }).click()
  await expect(panel.getByRole('heading', { level: 3 }).nth(1)).toBeVisible()
  await expect(panel.getByRole('heading', { name: longDay(inDays(5)) })).toHaveCount(1)
  await panel.getByRole('searchbox', { name: 'Search events' }).fill('no such thing')
  await expect(panel.getByText('Nothing found')).toBeVisible()
  await panel.getByRole('searchbox', { name: 'Search events' }).fill(inDays(5))
  await panel.getByRole('button', { name: new RegExp(name) }).click()
  const dialog = office.getByRole('dialog', { name: 'Appointment', exact: true })
  await expect(dialog).toContainText(name)
  await close(dialog)
})
