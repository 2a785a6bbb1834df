import type { Locator, Page } from '@playwright/test'
import { todayIn } from '../../src/domain/base/dates.ts'
import { openStop } from './crew-stop.ts'
import { expect, test } from './fixtures.ts'
import { freeWork } from './free-work.ts'
import { people } from './people.ts'
import { callsOf, signIn } from './sign-in.ts'

// A double tap of a glove on the button of a sheet: only the sheet hears it.
test.use({
  world: 'crew-taps',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})

const today = todayIn('America/New_York', new Date().toISOString())

/** Opens the crew's day with one more stop, of a service with these settings. */
async function openDay(page: Page, server: { url: string }, name: string, service: object) {
  const office = await callsOf(server.url, people.owner)
  const { services } = await office('GET', '/api/owner/services')
  const { id } = services.find(({ key }: { key: string }) => key === 'leaves')
  await office('PATCH', `/api/owner/services/${id}`, service)
  const { teams } = await office('GET', '/api/owner/teams')
  const team_id = teams.find((team: { name: string }) => team.name === 'North Crew').id
  await freeWork(office, name, { start_date: today, start_minutes: 400, team_id })
  await page.clock.install({ time: Date.now() })
  await signIn(page, people.crew_leader)
  return office
}

/** Taps a second time as soon as the sheet is gone, while time stands still; returns the place. */
async function doubleTap(page: Page, sheet: Locator, name: string) {
  const box = (await sheet.getByRole('button', { name, exact: true }).boundingBox())!
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  await page.touchscreen.tap(at.x, at.y)
  await expect(sheet).toBeHidden()
  await page.touchscreen.tap(at.x, at.y)
  return at
}

test('over the tab bar it stays on the page, which hears the next tap @dates', async ({
  page,
  server,
}) => {
  await openDay(page, server, 'Tapped Tulip', { asks_signature: true })
  const tulip = page.getByRole('region', { name: 'Next stop' }).getByRole('article')
  await expect(tulip).toContainText('Tapped Tulip')
  // Once it is at work there, the stop asks for what it needs without its page.
  for (const step of ['On my way', 'Start'])
    await tulip.getByRole('button', { name: step, exact: true }).click()
  await tulip.getByRole('button', { name: 'Signature' }).click()
  const pad = page.getByRole('dialog', { name: 'Signature: Tapped Tulip' })
  await pad.getByRole('button', { name: 'Write the name instead' }).click()
  const at = await doubleTap(page, pad, 'Save signature')
  await expect(tulip).toContainText('Signed')
  await expect(page).toHaveURL(/\/app$/)
  await page.clock.resume()
  await expect(async () => {
    await page.touchscreen.tap(at.x, at.y)
    await expect(page).not.toHaveURL(/\/app$/, { timeout: 1000 })
  }).toPass()
})

test('over another sheet it does not press that one’s button @dates', async ({ page, server }) => {
  const office = await openDay(page, server, 'Twice Thistle', { records_products: true })
  const product = { name: 'Weed B Gon', epa_number: '2217-570', unit: 'gal' }
  await office('POST', '/api/owner/products', product)
  const thistle = await openStop(page, 'Twice Thistle')
  const open = thistle.getByRole('button', { name: /^Products applied/ })
  await open.click()
  const form = page.getByRole('dialog', { name: 'Products applied: Twice Thistle' })
  await form.getByLabel('Product', { exact: true }).selectOption('Weed B Gon')
  await form.getByLabel('Amount').fill('25')
  await form.getByRole('button', { name: 'Record' }).click()
  await expect(open).toContainText('Products (1)')
  await open.click()
  await form.getByRole('button', { name: 'Void Weed B Gon, 25 gal' }).click()
  const voiding = page.getByRole('dialog', { name: 'Void Weed B Gon, 25 gal' })
  await voiding.getByText('Wrong amount').click()
  await doubleTap(page, voiding, 'Void')
  await page.clock.resume()
  await expect(form.getByText('Weed B Gon, 25 gal')).toBeHidden()
  await expect(form).toBeVisible()
  await expect(form.getByText('Choose a product.')).toBeHidden()
})

test('two fast taps in one place are one step, and never one at another customer @dates', async ({
  page,
  server,
}) => {
  test.setTimeout(120_000)
  const office = await callsOf(server.url, people.owner)
  const { teams } = await office('GET', '/api/owner/teams')
  const team_id = teams.find((team: { name: string }) => team.name === 'North Crew').id
  // The journeys above asked for more before a stop may end, and left one at work.
  const { services } = await office('GET', '/api/owner/services')
  const { id } = services.find(({ key }: { key: string }) => key === 'leaves')
  const asks = { asks_signature: false, records_products: false }
  await office('PATCH', `/api/owner/services/${id}`, asks)
  const { occurrences } = await office('GET', `/api/schedule?from=${today}&to=${today}`)
  for (const { status, rule_id, date } of occurrences)
    if (status === 'in_progress')
      await office('POST', `/api/schedule/${rule_id}/complete`, { date, collect: false })
  for (const name of ['First Fern', 'Second Sage', 'Third Thyme'])
    await freeWork(office, name, { start_date: today, start_minutes: 380, team_id })
  const stepsTaken = async (): Promise<number> =>
    (await office('GET', `/api/schedule?from=${today}&to=${today}`)).occurrences
      .map((one: { status: string; on_the_way_at: string | null }) =>
        one.status === 'completed'
          ? 3
          : one.status === 'in_progress'
            ? 2
            : one.on_the_way_at
              ? 1
              : 0,
      )
      .reduce((sum: number, steps: number) => sum + steps, 0)
  await signIn(page, people.crew_leader)
  const next = page.getByRole('region', { name: 'Next stop' }).getByRole('article')
  const label = (await next.getAttribute('aria-label'))!
  for (const gap_ms of [200, 700, 1300])
    for (const step of ['On my way', 'Start', 'Complete']) {
      const before = await stepsTaken()
      const button = next.getByRole('button', { name: step, exact: true })
      await expect(button).toBeEnabled()
      // Not below the tab bar.
      await button.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      const box = (await button.boundingBox())!
      const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      await page.touchscreen.tap(at.x, at.y)
      await page.waitForTimeout(gap_ms)
      await page.touchscreen.tap(at.x, at.y)
      await expect(button).toBeHidden()
      await expect(next.getByRole('button', { disabled: true })).toHaveCount(0)
      await expect.poll(stepsTaken).toBe(before + 1)
    }
  await expect(next).not.toHaveAccessibleName(label)
})
