import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { toasted } from './office-words.ts'

// What customers answer, what goes out, and what the owner decides about it, in a world of its own.
test.use({ world: 'conversations' })

test('a customer answers a message; the office sees it without a reload and replies', async ({
  as,
  shot,
}) => {
  const office = await as('owner', '/app/inbox')
  await expect(office.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible()
  const outbox = await office.context().newPage()
  await outbox.goto('/sandbox/outbox?channel=email&q=casey')
  await outbox.getByRole('listitem').getByRole('link').first().click()
  await outbox.getByLabel('Answer').fill('Could you come an hour later?')
  await outbox.getByRole('button', { name: 'Send answer' }).click()
  await expect(outbox.getByText('Your answer has arrived.')).toBeVisible()

  const conversations = office.getByRole('region', { name: 'Conversations' })
  const line = conversations.getByRole('button', { name: /Could you come an hour later/ })
  await expect(line).toBeVisible()
  await shot(office, 'inbox-list')
  await line.click()
  await office.getByLabel(/^Answer /).fill('Yes, 3 PM works.')
  await office.getByRole('button', { name: /^Send/ }).click()
  await expect(
    office.getByRole('list', { name: 'Messages' }).getByText('Yes, 3 PM works.'),
  ).toBeVisible()
  await expectNoAxeViolations(office)
  await shot(office, 'inbox-thread')

  await office.setViewportSize({ width: 390, height: 844 })
  await expect(office.getByRole('button', { name: 'Quick Actions' })).toBeHidden()
  await shot(office, 'inbox-thread-phone')
  await outbox.goto('/sandbox/outbox?channel=email&q=3+PM+works')
  await expect(outbox.getByRole('listitem')).toHaveCount(1)
})

test('the log says what became of each message and why', async ({ as, shot }) => {
  const office = await as('owner', '/app/messages')
  await expect(office.getByText(/^Sent /).first()).toBeVisible()
  await expectNoAxeViolations(office)
  await shot(office, 'messages')
  await office.setViewportSize({ width: 390, height: 844 })
  await shot(office, 'messages-phone')
})

test('the owner turns requests for reviews on; an address that is none is named', async ({
  as,
  shot,
}) => {
  const page = await as('owner', '/app/settings')
  const reviews = page.getByRole('region', { name: 'Reviews' })
  await reviews.getByLabel('Ask customers for a review').check({ force: true })
  await reviews.getByLabel('Review page').fill('my page')
  await reviews.getByRole('button', { name: 'Save reviews' }).click()
  await expect(reviews.getByText(/Enter the address of your review page/)).toBeVisible()
  await reviews.getByLabel('Review page').fill('https://reviews.example/green')
  await reviews.getByRole('button', { name: 'Save reviews' }).click()
  await toasted(page, 'Customers are asked for reviews')
  await shot(page, 'reviews')
  await page.reload()
  await expect(reviews.getByLabel('Review page')).toHaveValue('https://reviews.example/green')
  await expect(reviews.getByLabel('Ask customers for a review')).toBeChecked()
})
