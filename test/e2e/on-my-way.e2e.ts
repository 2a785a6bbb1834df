import { expect, expectNoAxeViolations, test } from './fixtures.ts'

// A crew sets out for a stop of today, in a world of its own.
test.use({ world: 'on the way' })

test('a crew leader is on the way to a stop; the office sees it without a reload @role', async ({
  as,
  shot,
}) => {
  const crew = await as('crew_leader', '/app/crew')
  await crew.setViewportSize({ width: 390, height: 844 })
  const stop = crew
    .getByRole('article')
    .filter({ has: crew.getByRole('button', { name: 'On my way' }) })
    .first()
  const label = (await stop.getAttribute('aria-label'))!
  const chosen = crew.getByRole('article', { name: label, exact: true }).first()
  const office = await as('owner', '/app/schedule?view=day')
  await chosen.getByRole('button', { name: 'On my way' }).click()
  await expect(chosen.getByText(/^On the way since 10:\d\d AM$/)).toBeVisible()
  await expect(chosen.getByRole('button', { name: 'On my way' })).toHaveCount(0)
  await expectNoAxeViolations(crew)
  await shot(crew, 'on-my-way')
  await expect(office.getByText(/^On the way since 10:\d\d AM$/).first()).toBeVisible()
  await shot(office, 'on-my-way-office')
})
