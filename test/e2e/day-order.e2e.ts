import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { addDays, todayIn } from '../../src/domain/base/dates.ts'
import { expect, expectNoAxeViolations, test, tooSmall } from './fixtures.ts'
import { people } from './people.ts'
import { callsOf, signIn, type Call } from './sign-in.ts'

// A shorter way through the day, for the office and for a crew leader.
test.use({
  world: 'day-order',
  viewport: { width: 360, height: 780 },
  hasTouch: true,
  isMobile: true,
})
test.setTimeout(90_000)

const plot = 'The stops in their order, north up'

// By name, which is the order without any other, the crew would drive to Wilmington twice.
const stops = [
  ['Aa Coast', '28401'],
  ['Bb Home', '27601'],
  ['Cc Coast', '28403'],
  ['Dd Home', '27603'],
] as const

/** Gives the northern crew four stops on a day. */
async function addStops(office: Call, prefix: string, date: string): Promise<void> {
  const { teams } = await office('GET', '/api/owner/teams')
  const north = teams.find(({ name }: { name: string }) => name === 'North Crew')
  for (const [name, zip] of stops) {
    const { id, customer } = await office('POST', '/api/owner/customers', {
      name: prefix + name,
      status: 'active',
      street: '1 Far Rd',
      city: 'Raleigh',
      state: 'NC',
      zip,
    })
    await office('POST', '/api/schedule', {
      customer_id: id ?? customer.id,
      service_key: 'leaves',
      pattern: 'once',
      billing_mode: 'none',
      start_date: date,
      team_id: north.id,
    })
  }
}

/** A leader's order of the day. */
async function openOrder(page: Page): Promise<Locator> {
  await signIn(page, people.crew_leader)
  await page.getByRole('button', { name: 'Suggest an order for North Crew' }).click()
  const sheet = page.getByRole('dialog', { name: 'Order of the day: North Crew' })
  await expect(sheet.getByText(/^Driving: /)).toBeVisible()
  return sheet
}

const today = todayIn('America/New_York', new Date().toISOString())

test('the office takes over a shorter order from the day board, and a leader is offered one on the phone @dates', async ({
  page,
  server,
  as,
  shot,
}) => {
  const office = await callsOf(server.url, people.owner)
  const day = addDays(today, 1)
  await addStops(office, '', day)
  const orderOn = async (date: string): Promise<string[]> =>
    (await office('GET', `/api/schedule?from=${date}&to=${date}`)).occurrences
      .filter(({ customer }: { customer: { name: string } }) =>
        / (?:Coast|Home)$/.test(customer.name),
      )
      .map(({ customer }: { customer: { name: string } }) => customer.name)

  const desk = await as('owner', `/app/schedule?date=${day}`)
  await desk.setViewportSize({ width: 1440, height: 900 })
  await desk.getByText('Day board', { exact: true }).click()
  await desk.getByRole('button', { name: 'Suggest an order for North Crew' }).click()
  const sheet = desk.getByRole('dialog', { name: 'Order of the day: North Crew' })
  await expect(sheet.getByText(/^Saves .+ of driving$/)).toBeVisible()
  await expect(sheet.getByRole('img', { name: plot })).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Show the map' })).toBeHidden()
  await expectNoAxeViolations(desk)
  await shot(desk, 'day-order-office')
  await sheet.getByRole('button', { name: 'Use this order' }).click()
  await expect(sheet).toBeHidden()
  const order = await orderOn(day)
  expect(Math.abs(order.indexOf('Aa Coast') - order.indexOf('Cc Coast'))).toBe(1)

  await addStops(office, 'Today ', today)
  await signIn(page, people.crew_leader)
  await page.getByRole('button', { name: 'Suggest an order for North Crew' }).click()
  const phone = page.getByRole('dialog', { name: 'Order of the day: North Crew' })
  await expect(phone.getByText(/^Saves .+ of driving$/)).toBeVisible()
  await expectNoAxeViolations(page)
  expect(await tooSmall(page)).toEqual([])
  await shot(page, 'day-order-leader')
  await phone.getByRole('button', { name: 'Use this order' }).click()
  await expect(phone).toBeHidden()
  const now = await orderOn(today)
  expect(Math.abs(now.indexOf('Today Aa Coast') - now.indexOf('Today Cc Coast'))).toBe(1)
})

test('where tiles are set up, the order can be seen on a map; without them it is a drawing', async ({
  page,
  server,
  shot,
}) => {
  await addStops(await callsOf(server.url, people.owner), 'Mapped ', today)
  const tile = await sharp({
    create: { width: 256, height: 256, channels: 3, background: '#dfe8d8' },
  })
    .png()
    .toBuffer()
  await page.route('**/api/public/config', async (route) => {
    const response = await route.fetch()
    const map = {
      tiles_url: `${server.url}/tiles/{z}/{x}/{y}.png`,
      attribution: '© Makers of <maps>',
    }
    await route.fulfill({ response, json: { ...(await response.json()), map } })
  })
  // How many tiles still come before the server fails.
  let left = 1
  await page.route('**/tiles/**', (route) =>
    left-- > 0
      ? route.fulfill({
          body: tile,
          headers: { 'cache-control': 'no-store' },
          contentType: 'image/png',
        })
      : route.abort(),
  )
  const sheet = await openOrder(page)
  await expect(sheet.getByRole('img', { name: plot })).toBeVisible()
  await sheet.getByRole('button', { name: 'Show the map' }).click()
  await expect(sheet.getByRole('status')).toHaveText(
    'The map could not be loaded, so this is a drawing of the stops.',
  )
  await expect(sheet.getByRole('img', { name: plot })).toBeVisible()

  left = Infinity
  await sheet.getByRole('button', { name: 'Show the map' }).click()
  const map = sheet.getByRole('region', { name: 'Map of the stops in their order' })
  await expect(map.locator('img.leaflet-tile-loaded').first()).toBeVisible()
  await expect(map.getByText('© Makers of <maps>')).toBeVisible()
  await expect(map.locator('.fh-map-stop').first()).toBeVisible()
  await expectNoAxeViolations(page)
  expect(await tooSmall(page)).toEqual([])
  await shot(page, 'day-map-phone')
  await page.emulateMedia({ colorScheme: 'dark' })
  await shot(page, 'day-map-phone-dark')
  await page.setViewportSize({ width: 1440, height: 900 })
  await shot(page, 'day-map-wide')
  await sheet.getByRole('button', { name: 'Show the drawing' }).click()
  await expect(map).toBeHidden()
  await expect(sheet.getByRole('img', { name: plot })).toBeVisible()
})
