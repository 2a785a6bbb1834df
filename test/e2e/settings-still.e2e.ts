import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'

// The settings: one section at a time, which stands still, fits the screen and is saved one way.

const names = {
  business: 'Business',
  address: 'Address and area',
  hours: 'Business hours',
  closed: 'Days you are closed',
  signup: 'Sign-up',
  brand: 'Logo and color',
  reviews: 'Reviews',
  payments: 'Payments & payouts',
  invoices: 'Invoices',
  reminders: 'Payment reminders',
  late: 'Late fee and hold',
  tax: 'Sales tax',
  'sign-in': 'Sign-in',
}
const open = async (page: Page, section: keyof typeof names) => {
  await page.goto(`/app/settings?section=${section}`)
  const region = page.getByRole('region', { name: names[section], exact: true })
  await expect(region.getByRole('heading')).toBeVisible()
}

test('a section of the settings that comes late does not move what is there @phone', async ({
  as,
}) => {
  const page = await as('owner')
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as { value?: number }).value ?? 0)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // Each answer takes longer than the one before.
  for (const [at, path] of ['tax-rates', 'brand', 'review-settings', 'sign-in-rules'].entries())
    await page.route(`**/api/owner/${path}`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 200 * (at + 1)))
      await route.continue()
    })
  for (const section of ['tax', 'reviews', 'sign-in', 'business'] as const) {
    await open(page, section)
    await page.waitForTimeout(1000)
    const moved = await page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
    )
    expect.soft(moved, section).toBeLessThanOrEqual(0.01)
  }
})

test('every section of the settings fits the screen, with at most twelve controls and one Save', async ({
  as,
  shot,
}) => {
  const page = await as('owner')
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const section of Object.keys(names) as (keyof typeof names)[]) {
    await open(page, section)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    const controls = page
      .getByRole('region', { name: names[section], exact: true })
      .or(page.getByRole('region', { name: 'Save' }))
      .locator('a[href], button, input:not([type=hidden]), textarea, summary')
      .filter({ visible: true })
    expect.soft(await controls.count(), section).toBeLessThanOrEqual(12)
    await expect.soft(page.getByRole('button', { name: /^Save/ })).toHaveCount(1)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect.soft(height, section).toBeLessThanOrEqual(900)
    await expectNoAxeViolations(page)
    await shot(page, `settings-${section}`)
  }
})

test('changes in two sections are saved together; a wrong one leads to its section; leaving asks', async ({
  as,
}) => {
  const page = await as('owner', '/app/settings?section=reviews')
  const save = page.getByRole('button', { name: 'Save Changes' })
  const sections = page.getByRole('navigation', { name: 'Sections' })
  const to = (name: string) => sections.getByRole('link', { name, exact: true }).click()
  await page.getByLabel('Review page').fill('no address')
  await to('Invoices')
  await page.getByLabel('Number prefix').fill('AB-')
  await expect(page.getByText('2 unsaved changes')).toBeVisible()
  await expect(sections.getByRole('link', { name: 'Reviews (not saved)' })).toBeVisible()
  await save.click()
  await expect(page.getByText('Please check the marked fields.')).toBeVisible()
  await expect(page).toHaveURL(/section=reviews/)
  await expect(page.getByLabel('Review page')).toBeFocused()
  await to('Reviews (not saved)')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Services' })
    .click()
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leave.getByRole('button', { name: 'Stay' }).click()
  await page.getByLabel('Review page').fill('')
  await save.click()
  await expect(page.getByText('Organization saved')).toBeVisible()
  await expect(page.getByText('Everything is saved.')).toBeVisible()
  await to('Invoices')
  await page.getByLabel('Number prefix').fill('')
  await expect(page.getByText('1 unsaved change', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByLabel('Number prefix')).toHaveValue('AB-')
})

test('on a phone one field leads to every section', async ({ as, shot }) => {
  const page = await as('owner')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/app/settings')
  for (const name of ['Business hours', 'Sales tax', 'Payment reminders']) {
    await page.getByRole('combobox', { name: 'Section' }).click()
    await page.getByRole('option', { name }).click()
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
    await shot(page, `settings-phone-${name.toLowerCase().replaceAll(' ', '-')}`)
  }
  await expectNoAxeViolations(page)
})
