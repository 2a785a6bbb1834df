import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { toasted } from './office-words.ts'

test.use({ serviceWorkers: 'allow' })

test('the owner switches notices on for a device, tests them, and removes the device', async ({
  as,
  shot,
}) => {
  const page = await as('owner', '/app/account')
  // A browser without a window blocks notices, whatever it is told; it reaches no push service either, so they stay in the outbox.
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
    Notification.requestPermission = () => Promise.resolve('granted')
  })
  await page.reload()
  const card = page.getByRole('region', { name: 'Notices on your devices' })
  const here = card.getByRole('button', { name: 'Notify me on this device' })
  await expect(here).toBeEnabled()
  await here.click()
  await expect(here).toHaveCount(0)
  await expect(card.getByText('Chrome on Linux (this device)')).toBeVisible()
  await card.getByRole('button', { name: 'Send a test notice' }).click()
  await toasted(page, 'Test notice sent')
  await expectNoAxeViolations(page)
  await shot(page, 'push')

  await expect(async () => {
    await page.goto('/sandbox/outbox?channel=push')
    await expect(page.getByRole('link', { name: /Notices work on this device/ })).toBeVisible()
  }).toPass()
  await page.getByRole('link', { name: /Notices work on this device/ }).click()
  await expect(page.getByText('This is how news from Fieldhive looks here.')).toBeVisible()

  await page.goto('/app/account')
  await expect(here).toHaveCount(0)
  await card.getByRole('button', { name: 'Remove Chrome on Linux' }).click()
  await expect(here).toBeEnabled()
  await expect(card.getByText('Chrome on Linux')).toHaveCount(0)
})

test('a device that blocks notices says how to allow them', async ({ as }) => {
  const page = await as('owner', '/app/account')
  await page.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' }),
  )
  await page.reload()
  const card = page.getByRole('region', { name: 'Notices on your devices' })
  await expect(card.getByText('This browser blocks notices from Fieldhive.')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Notify me on this device' })).toBeDisabled()
})
