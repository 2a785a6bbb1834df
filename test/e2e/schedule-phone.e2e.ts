import type { Browser, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { people } from './people.ts'
import { monday, openDesk, shared, work } from './schedule-desk.ts'
import { signedIn } from './sign-in.ts'

// The schedule on a phone.
openDesk()

async function phone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: shared.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: await signedIn(shared.url, people.owner),
  })
  shared.contexts.push(context)
  return context.newPage()
}

/** Waits until everything is closed; the browser takes a moment to go back. */
async function nothingOpen(page: Page): Promise<void> {
  await expect(page).not.toHaveURL(/sheet=/)
}

test('Back closes an open menu; a sheet that changes the URL when it closes leaves no history entry', async ({
  browser,
}) => {
  const { id } = await work()
  const page = await phone(browser)
  await page.goto(`/app/schedule?inbox=1&date=${monday}&occurrence_id=${id}`)
  const appointment = page.getByRole('dialog', { name: 'Appointment', exact: true })
  await appointment.getByRole('button', { name: 'Reschedule' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Reschedule', exact: true })
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(appointment).toBeVisible()
  await appointment.getByRole('button', { name: 'Close' }).last().tap()
  await expect(page).toHaveURL(new RegExp(`/app/schedule\\?date=${monday}$`))
  await expect(page.getByRole('button', { name: 'Next week' })).toBeVisible()
  await expect(appointment).toBeHidden()
  await nothingOpen(page)

  // A second page with an open menu.
  await page.getByRole('button', { name: 'Next week' }).tap()
  await expect(page).not.toHaveURL(new RegExp(monday))
  const there = page.url()
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).tap()
  const menu = page.getByRole('menuitem', { name: 'Add Misc Event' })
  await expect(menu).toBeVisible()
  await page.goBack()
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL(there)
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`/app/schedule\\?date=${monday}$`))
  // The first page: before it is whatever preceded the app.
  await page.goBack()
  expect(page.url()).toBe('about:blank')
})

test('on the first page, Back closes an open menu and stays, whatever happened to earlier menus', async ({
  browser,
}) => {
  const page = await phone(browser)
  const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true })
  const item = page.getByRole('menuitem', { name: 'Rain day' })
  const lost = page.getByRole('dialog', { name: 'Rain day' })
  const here = new RegExp(`/app/schedule\\?date=${monday}$`)
  await page.goto(`/app/schedule?date=${monday}`)

  await more.tap()
  await expect(item).toBeVisible()
  await page.goBack()
  await expect(item).toBeHidden()
  await expect(page).toHaveURL(here)
  await nothingOpen(page)

  // A dialog opened from a menu uses the same entry, even if its code has to be loaded first.
  await more.tap()
  await item.tap()
  await expect(lost).toBeVisible()
  await page.goBack()
  await expect(lost).toBeHidden()
  await expect(page).toHaveURL(here)
  await nothingOpen(page)

  // When it closes itself it leaves no entry.
  await more.tap()
  await expect(item).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(item).toBeHidden()
  await nothingOpen(page)

  // A link in it continues from the page it was opened on.
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account menu/ })
    .tap()
  await page
    .getByRole('menuitem', { name: /account/i })
    .first()
    .tap()
  await expect(page).toHaveURL(/\/app\/account/)
  await page.goBack()
  await expect(page).toHaveURL(here)
  await expect(more).toBeVisible()
  await nothingOpen(page)
  await page.goBack()
  expect(page.url()).toBe('about:blank')
})

test('a reload keeps open sheets; a link opens them, but not for a visit that is gone', async ({
  browser,
}) => {
  const { id } = await work()
  const page = await phone(browser)
  const appointment = page.getByRole('dialog', { name: 'Appointment', exact: true })
  const hold = page.getByRole('dialog', { name: 'Put on hold', exact: true })
  await page.goto(`/app/schedule?date=${monday}&view=day&sheet=visit_${encodeURIComponent(id)}`)
  await appointment.getByRole('button', { name: 'Put on hold' }).tap()
  await expect(hold).toBeVisible()
  await page.reload()
  await expect(hold).toBeVisible()
  await page.goBack()
  await expect(hold).toBeHidden()
  await expect(appointment).toBeVisible()
  await appointment.getByRole('button', { name: 'Close' }).last().tap()
  await nothingOpen(page)

  for (const [link, title] of [
    ['settings', 'Schedule settings'],
    ['add', 'Add to Schedule'],
    ['lost-day', 'Rain day'],
  ] as const) {
    await page.goto(`/app/schedule?date=${monday}&sheet=${link}`)
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
  }
  await page.goto(`/app/schedule?date=${monday}&sheet=visit_gone`)
  await expect(page.getByRole('button', { name: 'Next week' })).toBeVisible()
  await nothingOpen(page)
  await expect(page.getByRole('dialog')).toBeHidden()
})
