import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { call, toasted } from './office-words.ts'

// The owner's own words for a message, in a world of its own: what is sent follows them.
test.use({ world: 'conversations' })

test('the owner words the invoice, sees it as mail and text, and goes back to the default', async ({
  as,
  shot,
}) => {
  const office = await as('owner', '/app/settings')
  await office.getByRole('link', { name: 'Message wording' }).click()
  await expect(office.getByRole('heading', { name: 'Message wording', level: 1 })).toBeVisible()
  await office.getByRole('link', { name: /^Pay link/ }).click()
  const preview = office.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText(/characters, 1 segment$/)).toBeVisible()
  await office.getByLabel('Subject').fill('Your bill {')
  await expect(office.getByRole('button', { name: 'Save wording' })).toBeDisabled()
  await office.getByLabel('Subject').fill('A bill for {customer} from ')
  await office.getByLabel('Subject').press('End')
  await office.getByRole('button', { name: '{business}', exact: true }).click()
  await expect(office.getByLabel('Subject')).toHaveValue('A bill for {customer} from {business}')
  await expect(preview.getByText(/^A bill for .+ from Green Acres Lawn Care$/)).toBeVisible()
  await expectNoAxeViolations(office)
  await shot(office, 'wording')
  await office.getByRole('button', { name: 'Save wording' }).click()
  await toasted(office, 'Wording saved')
  await expect(office.getByRole('link', { name: /^Pay link.*Changed/ })).toBeVisible()

  const { items } = await call(office, 'GET', '/api/invoices?group=open&limit=1')
  await call(office, 'POST', `/api/invoices/${items[0].id}/paylink`, { send: true })
  const outbox = await office.context().newPage()
  await outbox.goto('/sandbox/outbox?channel=email&q=A+bill+for')
  await expect(outbox.getByRole('listitem')).toHaveCount(1)

  await office.setViewportSize({ width: 390, height: 844 })
  await shot(office, 'wording-phone')
  await expectNoAxeViolations(office)
  await office.getByRole('button', { name: 'Reset to default' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await toasted(office, 'Back to the default wording')
  await expect(office.getByLabel('Subject')).not.toHaveValue(/A bill for/)
})
