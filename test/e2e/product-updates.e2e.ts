import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { toasted } from './office-words.ts'

// News of the product: somebody chooses it in their account, and the platform's administrator writes to them.
test.use({ world: 'product updates' })

test('an administrator writes to the people who chose product updates', async ({ as, shot }) => {
  const owner = await as('owner', '/app/account')
  const box = owner.getByRole('checkbox', { name: 'Product updates' })
  await expect(box).not.toBeChecked()
  await box.check()
  await owner.getByRole('button', { name: 'Save', exact: true }).click()
  await toasted(owner, 'Profile updated')
  await shot(owner, 'updates-account')

  const page = await as('admin', '/app/admin?tab=updates')
  await expect(page.getByText('No product updates yet')).toBeVisible()
  await page.getByRole('button', { name: 'Write a product update' }).click()
  await page.getByRole('button', { name: 'Save and preview' }).click()
  await expect(page.getByText('Enter a subject')).toBeVisible()
  await page.getByRole('textbox', { name: 'Subject', exact: true }).fill('Routes on a map')
  await page
    .getByRole('textbox', { name: 'Text', exact: true })
    .fill('See the day on a map.\n\nOpen it in Schedule.')
  await page.getByLabel('Subject in Spanish').fill('Rutas en un mapa')
  await page.getByLabel('Text in Spanish').fill('Vea el día en un mapa.')
  await page.getByRole('button', { name: 'Save and preview' }).click()
  await expect(page.getByText('One person will get it')).toBeVisible()
  const letter = page.frameLocator('iframe[title="The letter in English"]')
  await expect(letter.getByRole('heading', { name: 'Routes on a map' })).toBeVisible()
  await expectNoAxeViolations(page)
  await shot(page, 'updates-preview')

  await page.getByRole('button', { name: 'Send a test to myself' }).click()
  await toasted(page, 'Test sent to admin@fieldhive.example')
  // A changed text is looked at again before it can be sent.
  await page.getByRole('textbox', { name: 'Subject', exact: true }).fill('Your routes on a map')
  await expect(page.getByRole('button', { name: 'Send to one person' })).toBeHidden()
  await page.getByRole('button', { name: 'Save and preview' }).click()
  await page.getByRole('button', { name: 'Send to one person' }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Send to one person' }).click()
  await toasted(page, 'Product update is on its way')
  const sent = page
    .getByRole('list', { name: 'Product updates' })
    .getByRole('listitem')
    .filter({ hasText: 'Your routes on a map' })
  await expect(sent).toContainText('One person chose it · 1 sent')
  await shot(page, 'updates-list')
})
