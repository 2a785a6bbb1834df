import { todayIn } from '../../src/domain/base/dates.ts'
import { openStop, stop } from './crew-stop.ts'
import { expect, expectNoAxeViolations, test, tooSmall } from './fixtures.ts'
import { freeWork } from './free-work.ts'
import { people } from './people.ts'
import { callsOf, signIn } from './sign-in.ts'
import { hasFetched } from './way-in.ts'

// The owner says what to do at each visit, the crew ticks it off.
test.use({
  world: 'crew-checklist',
  viewport: { width: 360, height: 780 },
  hasTouch: true,
  isMobile: true,
})
test.setTimeout(90_000)

const today = todayIn('America/New_York', new Date().toISOString())

test('the owner writes a checklist, the crew ticks it without a signal, says why it left one open, and the office sees both @dates', async ({
  page,
  server,
  as,
  shot,
}) => {
  const desk = await as('owner', '/app/services')
  await desk.setViewportSize({ width: 1440, height: 900 })
  await desk.getByRole('button', { name: 'Edit Leaf removal' }).click()
  const editor = desk.getByRole('dialog', { name: 'Edit Leaf removal' })
  await editor.getByRole('button', { name: 'Add item' }).click()
  await editor.getByLabel('Item 1', { exact: true }).fill('Blow the beds')
  await editor.getByLabel('Item 1', { exact: true }).press('Enter')
  await editor.getByLabel('Item 2', { exact: true }).fill('Close the gate')
  await editor.getByLabel('Item 2 is required').check()
  await editor.getByRole('button', { name: 'Move item 2 up' }).click()
  await expect(editor.getByLabel('Item 1', { exact: true })).toHaveValue('Close the gate')
  await editor.getByLabel('Materials').fill('Leaf bags')
  await editor.getByRole('switch', { name: 'The customer signs' }).click({ force: true })
  await expectNoAxeViolations(desk)
  await shot(desk, 'checklist-editor')
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await expect(editor).toBeHidden()

  const office = await callsOf(server.url, people.owner)
  const { teams } = await office('GET', '/api/owner/teams')
  const team_id = teams.find(({ name }: { name: string }) => name === 'North Crew').id
  const id = await freeWork(office, 'Check Cherry', {
    start_date: today,
    start_minutes: 400,
    team_id,
  })
  await signIn(page, people.crew_leader)
  const card = await openStop(page, 'Check Cherry')
  await expect(card.getByLabel('Close the gate (required)')).toBeVisible()
  await expect(card).toContainText('Leaf bags')
  await hasFetched(page, 'SignatureForm')
  await page.context().setOffline(true)
  await card.getByLabel('Blow the beds').check()
  await expect(card.getByText('Checklist: 1 of 2')).toBeVisible()
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBe(0)
  await expectNoAxeViolations(page)
  expect(await tooSmall(page)).toEqual([])
  await shot(page, 'checklist-stop')

  await card.getByRole('button', { name: 'Signature: Check Cherry' }).click()
  const pad = page.getByRole('dialog', { name: 'Signature: Check Cherry' })
  await pad.getByRole('button', { name: 'Save signature' }).click()
  await expect(pad.getByText('Sign in the box first.')).toBeVisible()
  const box = (await pad.locator('canvas').boundingBox())!
  await page.mouse.move(box.x + 30, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 30, { steps: 5 })
  await page.mouse.move(box.x + 220, box.y + 90, { steps: 5 })
  await page.mouse.up()
  await expectNoAxeViolations(page)
  expect(await tooSmall(page)).toEqual([])
  await shot(page, 'signature')
  await pad.getByRole('button', { name: 'Save signature' }).click()
  await expect(card.getByRole('button', { name: 'Signature: Check Cherry' })).toHaveText('Signed')

  await card.getByRole('button', { name: 'Complete' }).click()
  const why = page.getByRole('dialog', { name: 'Still open: Check Cherry' })
  await expect(why).toContainText('Close the gate')
  await why.getByRole('button', { name: 'Complete anyway' }).click()
  await expect(why.getByText('Say why.')).toBeVisible()
  await why.getByText('Customer asked not to').click()
  await expectNoAxeViolations(page)
  await shot(page, 'checklist-why')
  await why.getByRole('button', { name: 'Complete anyway' }).click()
  await expect(card).toContainText('Completed')
  await page.context().setOffline(false)
  await expect
    .poll(async () => (await office('GET', `/api/schedule/${id}/visit`)).open_reason)
    .toBe('Customer asked not to')

  await desk.goto('/app/dashboard-owner')
  await expect(stop(desk, 'Check Cherry')).toContainText('1 required left open')
  await desk.goto(`/app/schedule?date=${today}`)
  await desk.getByRole('button', { name: 'Check Cherry' }).first().click()
  const list = desk
    .getByRole('dialog', { name: 'Appointment' })
    .getByRole('region', { name: 'Checklist' })
  await expect(list).toContainText('Required, not done')
  await expect(list).toContainText('Luis Ortega')
  await expect(list).toContainText('Left open: Customer asked not to')
  await desk.getByRole('button', { name: 'Signature, photo 1' }).click()
  const signature = desk.getByRole('dialog', { name: 'Signature' })
  await expect(signature).toContainText('Signed by Check Cherry, Luis Ortega')
  await shot(desk, 'signature-office')
  await desk.keyboard.press('Escape')
  await expectNoAxeViolations(desk)
  await shot(desk, 'checklist-office')
})
