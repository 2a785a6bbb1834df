import type { Page } from '@playwright/test'
import { todayIn } from '../../src/domain/base/dates.ts'
import { openStop } from './crew-stop.ts'
import { expect, expectNoAxeViolations, test, tooSmall } from './fixtures.ts'
import { freeWork } from './free-work.ts'
import { openNeeds } from './needs.ts'
import { people } from './people.ts'
import { callsOf, signIn } from './sign-in.ts'
import { hasFetched } from './way-in.ts'

// Work a customer asks for at the door: added on the phone, given a price by the office.
test.use({
  world: 'crew-extras',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})
test.setTimeout(90_000)

const today = todayIn('America/New_York', new Date().toISOString())

async function describeExtra(page: Page, name: string, what: string) {
  const opened = await openStop(page, name)
  await opened.getByRole('button', { name: `Add extra work: ${name}` }).click()
  const form = page.getByRole('dialog', { name: `Extra work: ${name}` })
  await form.getByLabel('What did the customer ask for?').selectOption('Something else')
  await form.getByLabel('What was done').fill(what)
  return form
}

test('a crew adds extra work without a signal, takes a mistake back, and learns what the office made of it @dates', async ({
  page,
  server,
  as,
  shot,
}) => {
  const office = await callsOf(server.url, people.owner)
  const { teams } = await office('GET', '/api/owner/teams')
  const team_id = teams.find(({ name }: { name: string }) => name === 'North Crew').id
  await freeWork(office, 'Hedge Hill', { start_date: today, start_minutes: 400, team_id })

  await signIn(page, people.crew_leader)
  const card = await openStop(page, 'Hedge Hill')
  await expect(card).toBeVisible()
  await hasFetched(page, 'ExtraForm')
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/crew/services')),
  )
  await page.context().setOffline(true)
  await card.getByRole('button', { name: 'Add extra work: Hedge Hill' }).click()
  const form = page.getByRole('dialog', { name: 'Extra work: Hedge Hill' })
  await expect(form.getByLabel('What did the customer ask for?')).toContainText('Leaf removal')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByText('Choose what was done.')).toBeVisible()
  await form.getByLabel('What did the customer ask for?').selectOption('Something else')
  await form.getByLabel('What was done').fill('Trimmed the hedge')
  await form.getByLabel('How many').fill('0')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByText('Enter a number above zero')).toBeVisible()
  await form.getByLabel('How many').fill('2')
  await form.getByLabel('Note for the office').fill('Both sides')
  await expectNoAxeViolations(page)
  expect(await tooSmall(page)).toEqual([])
  await shot(page, 'extra-form')
  // Two taps of a glove are one.
  await form.getByRole('button', { name: 'Add', exact: true }).dblclick()
  await expect(form).toBeHidden()
  await expect(card).toContainText('Extra: 2 × Trimmed the hedge (Both sides)')
  await expect(card).toContainText('waits for the office')
  await expect(page.getByText('1 change waiting for a connection.')).toBeVisible()

  // A mistake that is taken back leaves nothing behind.
  const wrong = await describeExtra(page, 'Hedge Hill', 'Swept the roof')
  await wrong.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('2 changes waiting for a connection.')).toBeVisible()
  await card.getByRole('button', { name: 'Add extra work: Hedge Hill' }).click()
  await form.getByRole('button', { name: 'Undo: Swept the roof' }).click()
  await expect(form).not.toContainText('Swept the roof')
  await page.keyboard.press('Escape')
  await expect(card).not.toContainText('Swept the roof')
  await page.context().setOffline(false)
  await expect(page.getByText(/waiting for a connection/)).toBeHidden()

  const desk = await as('owner', '/app/dashboard-owner')
  await desk.setViewportSize({ width: 1440, height: 900 })
  await openNeeds(desk)
  const waits = desk.getByRole('region', { name: 'Extra work', exact: true })
  await expect(waits).toContainText('2 × Trimmed the hedge')
  await expect(waits).not.toContainText('Swept the roof')
  await expectNoAxeViolations(desk)
  await shot(desk, 'extra-waits')
  await waits.getByRole('button', { name: 'Bill 2 × Trimmed the hedge for Hedge Hill' }).click()
  const price = desk.getByRole('dialog')
  await price.getByLabel('Price each').fill('35')
  await expect(price).toContainText('$70.00 before tax')
  await expectNoAxeViolations(desk)
  await shot(desk, 'extra-price')
  await price.getByRole('button', { name: 'Bill it' }).click()
  await expect(waits).toBeHidden()
  await expect(card).toContainText('confirmed by the office')

  // One more, which the office does not bill: the crew reads why.
  const more = await describeExtra(page, 'Hedge Hill', 'Moved the bench')
  await more.getByRole('button', { name: 'Add', exact: true }).click()
  await waits.getByRole('button', { name: 'Reject Moved the bench for Hedge Hill' }).click()
  await desk.getByLabel('Reason').fill('A favor')
  await desk.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(card).toContainText('not billed: A favor')
  await shot(page, 'extra-on-stop')
})
