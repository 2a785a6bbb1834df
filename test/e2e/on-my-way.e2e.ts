import { closedStop } from './crew-stop.ts'
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

test('the next stop comes first with one large button: on my way, start, complete; what could not be done says why @phone', async ({
  as,
  shot,
}) => {
  const crew = await as('crew_leader', '/app/crew')
  await crew.setViewportSize({ width: 390, height: 844 })
  const next = crew.getByRole('region', { name: 'Next stop' }).getByRole('article')
  const label = (await next.getAttribute('aria-label'))!
  const office = await as('owner', '/app/schedule?view=day')
  if (await next.getByRole('button', { name: 'On my way' }).isVisible())
    await next.getByRole('button', { name: 'On my way' }).click()
  await expect(next.getByText(/^On the way since/)).toBeVisible()
  await next.getByRole('button', { name: 'Start' }).click()
  await expect(next.getByText('In progress')).toBeVisible()
  await expect(office.getByText('In progress').first()).toBeVisible()
  await expect(next.getByRole('button', { name: 'Start' })).toHaveCount(0)
  await expectNoAxeViolations(crew)
  await shot(crew, 'next-stop')
  await expect(next).toHaveAccessibleName(label)
  await next.getByRole('button', { name: /^More: / }).click()
  await crew
    .getByRole('dialog')
    .getByRole('button', { name: /^Not done/ })
    .click()
  const sheet = crew.getByRole('dialog', { name: /^Not done/ })
  await sheet.getByRole('radio', { name: 'Gate locked' }).check({ force: true })
  await expect(sheet.getByRole('textbox', { name: 'Reason' })).toHaveValue('Gate locked')
  await expectNoAxeViolations(crew)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toBeHidden()
  const name = label.split(',')[0]!
  await expect(await closedStop(crew, name)).toContainText('Gate locked')
  await expect(office.getByText('On hold').first()).toBeVisible()
})
