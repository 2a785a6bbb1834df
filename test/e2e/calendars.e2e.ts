import { expect, expectNoAxeViolations, test } from './fixtures.ts'

// Links are made and ended here, so no other journey should see them.
test.use({ world: 'calendars' })

test('the owner makes a link to the whole schedule, renews it and ends it', async ({
  as,
  shot,
  request,
}) => {
  const page = await as('owner', '/app/settings?tab=user')
  await page.getByRole('button', { name: 'Make a link: The whole schedule' }).click()
  const link = page.getByRole('textbox', { name: 'Link: The whole schedule' })
  await expect(link).toHaveValue(/\/api\/public\/calendar\/[0-9a-z]{26}\.ics$/)
  await expectNoAxeViolations(page)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.getByRole('heading', { name: 'Calendar on your phone' }).scrollIntoViewIfNeeded()
    await shot(page, `calendars-owner-${width}`)
  }
  const first = new URL(await link.inputValue()).pathname
  expect((await request.get(first)).headers()['content-type']).toBe('text/calendar; charset=utf-8')
  await page.getByRole('button', { name: 'New link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'New link' }).click()
  await expect(link).not.toHaveValue(new RegExp(first))
  expect((await request.get(first)).status()).toBe(404)
  await page.getByRole('button', { name: 'End the link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End the link' }).click()
  await expect(page.getByRole('button', { name: 'Make a link: The whole schedule' })).toBeVisible()
})

test('a customer finds it from their visits, a crew in its account', async ({ as, shot }) => {
  const page = await as('user', '/app')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: 'Show in my calendar' }).click()
  await page.getByRole('button', { name: 'Make a link: Your visits' }).click()
  await expect(page.getByRole('textbox', { name: 'Link: Your visits' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add to my calendar' })).toHaveAttribute(
    'href',
    /^webcal:\/\//,
  )
  await expectNoAxeViolations(page)
  await shot(page, 'calendars-customer-390')

  // A crew member has the work of their team.
  const crew = await as('crew_member', '/app/account')
  await crew.setViewportSize({ width: 390, height: 844 })
  await crew.getByRole('button', { name: 'Make a link: The work of your team' }).click()
  await expect(crew.getByRole('textbox', { name: 'Link: The work of your team' })).toBeVisible()
  await shot(crew, 'calendars-crew-390')
})
