import { expect, expectNoAxeViolations, test } from './fixtures.ts'

// The days off would be warned about in other journeys.
test.use({ world: 'time off' })

test('the owner gives a team days off and a length, and sees both on the boards', async ({
  as,
  shot,
}) => {
  const page = await as('owner', '/app/crews')
  const time = page.getByRole('region', { name: 'Working time of North Crew' })
  await time.getByRole('combobox', { name: 'Daily capacity' }).click()
  await page.getByRole('option', { name: '1 h', exact: true }).click()
  await time.getByRole('button', { name: 'Add days off' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add days off' })
  await expect(dialog).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Reason').fill('Training')
  await shot(page, 'time-off-sheet')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const planned = page.getByRole('dialog', { name: 'Days off added' })
  await expect(planned).toContainText('planned on these days')
  await planned.getByRole('button', { name: 'Close' }).last().click()
  await expect(time.getByRole('list', { name: 'Days off of North Crew' })).toContainText(
    'The whole team: Training',
  )
  await expectNoAxeViolations(page)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await shot(page, `time-off-crews-${width}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/app/schedule')
  await page.getByText('Day board', { exact: true }).click()
  await expect(page.getByText('Off: Training').first()).toBeVisible()
  await shot(page, 'time-off-day')
  await page.getByText('Week board', { exact: true }).click()
  await expect(page.getByText('Off: Training').first()).toBeVisible()
  await shot(page, 'time-off-week')
})
