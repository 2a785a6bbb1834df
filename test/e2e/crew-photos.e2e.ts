import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { todayIn } from '../../src/domain/base/dates.ts'
import { closedStop, completeStop, openStop, stop } from './crew-stop.ts'
import { expect, expectNoAxeViolations, test, tooSmall } from './fixtures.ts'
import { freeWork } from './free-work.ts'
import { people } from './people.ts'
import { callsOf, signIn, type Call } from './sign-in.ts'
import { hasFetched } from './way-in.ts'

// A crew photographs its work, the office and the customer see it.
test.use({
  world: 'crew-photos',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})
test.setTimeout(90_000)

const today = todayIn('America/New_York', new Date().toISOString())
const sheetOf = (page: Page, name: string) => page.getByRole('dialog', { name: `Photos: ${name}` })

/** A picture as a phone takes it: far larger than what is sent. */
const lawn = (width = 3000, height = 2000): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#3b7d3a',
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer()
const asFile = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })

const northWork = async (office: Call, name: string): Promise<string> => {
  const { teams } = await office('GET', '/api/owner/teams')
  const team_id = teams.find((team: { name: string }) => team.name === 'North Crew').id
  return freeWork(office, name, { start_date: today, start_minutes: 540, team_id })
}

test('photos taken without a connection wait on the phone, then reach the office and the customer @dates', async ({
  page,
  server,
  as,
  shot,
}) => {
  const office = await callsOf(server.url, people.owner)
  const id = await northWork(office, 'Photo Pine')
  await signIn(page, people.crew_leader)
  await expect(stop(page, 'Photo Pine')).toBeVisible()
  await hasFetched(page, 'StopPhotos')

  await page.context().setOffline(true)
  const card = await openStop(page, 'Photo Pine')
  await card.getByRole('button', { name: 'Photos: Photo Pine' }).click()
  const sheet = sheetOf(page, 'Photo Pine')
  await expect(sheet.getByRole('radio', { name: 'Before' })).toBeChecked()
  await sheet
    .locator('input[type=file][capture]')
    .setInputFiles(asFile('before.jpg', 'image/jpeg', await lawn()))
  await expect(sheet.getByText('Not sent yet')).toBeVisible()
  await sheet.getByText('After', { exact: true }).click()
  await sheet.locator('input[type=file][multiple]').setInputFiles([
    asFile('one.jpg', 'image/jpeg', await lawn(1200, 1600)),
    asFile(
      'two.png',
      'image/png',
      await sharp(await lawn(400, 300))
        .png()
        .toBuffer(),
    ),
  ])
  await expect(sheet.getByText('Not sent yet')).toHaveCount(3)
  await expectNoAxeViolations(page)
  expect(await tooSmall(page)).toEqual([])
  await shot(page, 'photos-waiting')
  await sheet.getByRole('button', { name: 'Remove photo' }).last().click()
  await expect(sheet.getByText('Not sent yet')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(page.getByText('2 photos waiting for a connection.')).toBeVisible()
  await expect(card).toContainText('Not sent yet')

  // The phone drops the page meanwhile.
  await page.goto('chrome://crash').catch(() => {})
  const context = page.context()
  await page.close()
  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto('/app')
  const filesOf = async (): Promise<{ id: string; purpose: string; width: number }[]> =>
    (await office('GET', `/api/schedule/${id}/visit`)).files
  await expect
    .poll(async () => (await filesOf()).map(({ purpose }) => purpose))
    .toEqual(['before', 'after'])
  expect((await filesOf())[0]!.width).toBeLessThanOrEqual(1600)
  const sent = await openStop(again, 'Photo Pine')
  await expect(sent.getByRole('button', { name: 'Photos: Photo Pine' })).toContainText('Photos (2)')
  await completeStop(again, 'Photo Pine')
  await expect(await closedStop(again, 'Photo Pine')).toContainText('Completed')

  const desk = await as('owner', `/app/schedule?date=${today}`)
  await desk.setViewportSize({ width: 1440, height: 900 })
  await desk.getByRole('button', { name: 'Photo Pine' }).first().click()
  const appointment = desk.getByRole('dialog', { name: 'Appointment' })
  const photos = appointment.getByRole('region', { name: 'Photos' })
  await expect(photos.getByRole('img')).toHaveCount(2)
  await expectNoAxeViolations(desk)
  await shot(desk, 'photos-office')
  await photos.getByRole('button', { name: 'Before, photo 1' }).click()
  const large = desk.getByRole('dialog', { name: 'Before' })
  await expect(large.locator('img')).toBeVisible()
  await expect
    .poll(() => large.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(1000)
  await shot(desk, 'photo-large')
  await large.getByRole('button', { name: 'Next photo' }).click()
  await desk
    .getByRole('dialog', { name: 'After' })
    .getByRole('button', { name: 'Remove photo' })
    .click()
  await desk
    .getByRole('dialog', { name: 'Remove this photo?' })
    .getByRole('button', { name: 'Remove photo' })
    .click()
  await expect.poll(async () => (await filesOf()).length).toBe(1)
})

test('the customer sees the photos of the last visit and what the crew wrote for them', async ({
  page,
  server,
  as,
  shot,
}) => {
  const office = await callsOf(server.url, people.owner)
  const { customers } = await office('GET', '/api/owner/customers')
  const { id: customer_id } = customers.find(
    ({ email }: { email: string }) => email === people.user,
  )
  const { teams } = await office('GET', '/api/owner/teams')
  await office('POST', '/api/schedule', {
    customer_id,
    service_key: 'leaves',
    pattern: 'once',
    billing_mode: 'none',
    start_date: today,
    start_minutes: 480,
    team_id: teams.find(({ name }: { name: string }) => name === 'North Crew').id,
  })
  const customer = await as('user', '/app')
  await customer.setViewportSize({ width: 390, height: 844 })
  await expect(customer.getByRole('heading', { name: 'Last visit' })).toBeVisible()
  await signIn(page, people.crew_leader)
  const article = await openStop(page, /8:00 AM.*Casey Walker/)
  await article.getByRole('button', { name: /^Photos:/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Photos: Casey Walker' })
  await sheet
    .locator('input[capture]')
    .setInputFiles(asFile('a.jpg', 'image/jpeg', await lawn(1200, 900)))
  await expect(sheet.getByRole('button', { name: 'Before, photo 1' })).toBeVisible()
  await page.keyboard.press('Escape')
  await article.getByRole('button', { name: /^Note:/ }).click()
  await page.getByLabel('Note', { exact: true }).fill('We closed the side gate.')
  await page.getByRole('switch', { name: 'The customer sees it, too' }).click({ force: true })
  await page.getByRole('button', { name: 'Save note' }).click()
  await article.getByRole('button', { name: 'Complete' }).click()
  // Without a reload.
  const last = customer.getByRole('region', { name: 'Last visit' })
  await expect(last).toContainText('We closed the side gate.')
  await expect(last.getByRole('img')).toHaveCount(1)
  await expectNoAxeViolations(customer)
  await shot(customer, 'portal-photos')
  await last.getByRole('button', { name: 'Before, photo 1' }).click()
  await expect(customer.getByRole('dialog', { name: 'Before' }).locator('img')).toBeVisible()
  await expect(customer.getByRole('button', { name: 'Remove photo' })).toHaveCount(0)
})

test('says what is wrong with a picture, and loses none when the phone is full or the server refuses', async ({
  page,
  server,
}) => {
  const office = await callsOf(server.url, people.owner)
  await northWork(office, 'Full Fir')
  await signIn(page, people.crew_leader)
  const full = await openStop(page, 'Full Fir')
  await full.getByRole('button', { name: 'Photos: Full Fir' }).click()
  const sheet = sheetOf(page, 'Full Fir')
  const choose = sheet.locator('input[type=file][multiple]')
  await choose.setInputFiles([
    asFile('garden.heic', 'image/heic', Buffer.from('\0\0\0\x18ftypheic')),
    asFile('notes.txt', 'text/plain', Buffer.from('hello')),
  ])
  await expect(sheet.getByText('garden.heic: this browser cannot read HEIC.')).toBeVisible()
  await expect(sheet.getByText('notes.txt: this is no picture we can read.')).toBeVisible()
  await expectNoAxeViolations(page)
  await sheet.locator('input[capture]').dispatchEvent('cancel')
  await expect(sheet.getByText(/If the camera does not open/)).toBeVisible()

  await page.evaluate(() => {
    const add = IDBObjectStore.prototype.add
    Object.assign(globalThis, { room: false })
    IDBObjectStore.prototype.add = function (...given) {
      if (this.name === 'bytes' && !(globalThis as { room?: boolean }).room)
        throw new DOMException('full', 'QuotaExceededError')
      return add.apply(this, given)
    }
  })
  await choose.setInputFiles(asFile('a.jpg', 'image/jpeg', await lawn(800, 600)))
  await expect(sheet.getByText(/^1 photo not saved: this phone has no room/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.evaluate(() => Object.assign(globalThis, { room: true }))
  let refusals = 0
  await page.route(/\/api\/photos\//, (route) =>
    route.request().method() === 'PUT' && refusals++ === 0
      ? route.fulfill({
          status: 409,
          json: {
            error: 'A visit can have at most 60 photos.',
            code: 'visit_files_full',
            request_id: 'x',
          },
        })
      : route.fallback(),
  )
  await sheet.getByRole('button', { name: 'Try again' }).click()
  await expect(sheet.getByText(/not saved/)).toBeHidden()
  await page.keyboard.press('Escape')
  // The page of a stop covers the line on the day: what is to be decided stands in both.
  const refused = page
    .getByRole('alert')
    .filter({ hasText: 'Photo of Full Fir, Leaf removal' })
    .last()
  await expect(refused).toContainText('was not taken: A visit can have at most 60 photos.')
  const download = page.waitForEvent('download')
  await refused.getByRole('button', { name: 'Save on this phone' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.jpg$/)
  await refused.getByRole('button', { name: 'Discard' }).click()
  await expect(refused).toBeHidden()
})
