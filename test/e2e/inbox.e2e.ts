import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { call, choose, toasted } from './office-words.ts'

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

test('the office finds out who a stranger is, gives the conversation to a colleague, and answers on a phone', async ({
  as,
  shot,
}) => {
  const office = await as('owner', '/app/inbox')
  await call(office, 'POST', '/api/owner/invitations', {
    email: 'pat@strange.example',
    role: 'crew_member',
  })
  const outbox = await office.context().newPage()
  await outbox.goto('/sandbox/outbox?channel=email&q=pat%40strange')
  await outbox.getByRole('listitem').getByRole('link').first().click()
  await outbox.getByLabel('Answer').fill('Wrong address, but do you mow lawns?')
  await outbox.getByRole('button', { name: 'Send answer' }).click()
  await expect(outbox.getByText('Your answer has arrived.')).toBeVisible()
  const conversations = office.getByRole('region', { name: 'Conversations' })
  const line = conversations.getByRole('button', { name: /do you mow lawns/ })
  await line.click()

  await office.setViewportSize({ width: 390, height: 844 })
  const answer = office.getByLabel(/^Answer /)
  const send = office.getByRole('button', { name: /^Send/ })
  const tabs = await office.locator('.shell-tabs').boundingBox()
  for (const part of [answer, send]) {
    await expect(part).toBeInViewport({ ratio: 1 })
    const box = (await part.boundingBox())!
    expect(box.y + box.height).toBeLessThanOrEqual(tabs!.y)
  }
  await shot(office, 'inbox-stranger-phone')
  await answer.fill('Yes, we do.')
  const answers = office.getByRole('button', { name: 'Saved replies' })
  await answers.click()
  await office.getByRole('menuitem', { name: 'Save this reply' }).click()
  await answers.click()
  await expect(office.getByRole('menuitem', { name: 'Yes, we do.' })).toBeVisible()
  await office.getByRole('menuitem', { name: 'Rename or delete' }).click()
  const sheet = office.getByRole('dialog', { name: 'Saved replies' })
  await sheet.getByLabel('Name of Yes, we do.').fill('We mow')
  await sheet.getByRole('button', { name: 'Rename Yes, we do.' }).click()
  await toasted(office, 'Renamed')
  await expectNoAxeViolations(office)
  await sheet.getByRole('button', { name: 'Delete We mow' }).click()
  await expect(sheet.getByText('No saved replies yet.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).click()
  // What is typed stays, and was not sent along with the new name.
  await expect(answer).toHaveValue('Yes, we do.')
  await expect(office.getByRole('list', { name: 'Messages' }).getByText('Yes, we do.')).toHaveCount(
    0,
  )
  await office.setViewportSize({ width: 1440, height: 900 })

  const sender = office.getByRole('complementary', { name: 'About the sender' })
  await expect(sender.getByText('This sender is not one of your customers yet.')).toBeVisible()
  await sender.getByLabel('Name', { exact: true }).fill('Pat Strange')
  await sender.getByRole('button', { name: 'Add as a lead' }).click()
  await toasted(office, 'Added as a lead')
  await expect(office.getByRole('heading', { name: 'Pat Strange' })).toBeVisible()
  await expect(office.getByText('do you mow lawns').first()).toBeVisible()

  const thread = office.getByRole('region', { name: 'Conversation', exact: true })
  await thread.getByRole('button', { name: 'Assign', exact: true }).click()
  await office.getByRole('menuitem', { name: /\(you\)/ }).click()
  await expect(thread.getByRole('button', { name: /^Assigned to / })).toBeVisible()
  await expectNoAxeViolations(office)
  await shot(office, 'inbox-assigned')
  const whose = conversations.getByRole('combobox', { name: 'Whose conversations' })
  await choose(office, whose, 'Unassigned')
  await expect(conversations.getByRole('button', { name: /Pat Strange/ })).toHaveCount(0)
  await choose(office, whose, 'Mine')
  await expect(conversations.getByRole('button', { name: /Pat Strange/ })).toBeVisible()
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
  const page = await as('owner', '/app/settings?section=reviews')
  const reviews = page.getByRole('region', { name: 'Reviews' })
  await reviews.getByLabel('Ask customers for a review').check({ force: true })
  await reviews.getByLabel('Review page').fill('my page')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(reviews.getByText(/Enter the address of your review page/)).toBeVisible()
  await reviews.getByLabel('Review page').fill('https://reviews.example/green')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await toasted(page, 'Organization saved')
  await shot(page, 'reviews')
  await page.reload()
  await expect(reviews.getByLabel('Review page')).toHaveValue('https://reviews.example/green')
  await expect(reviews.getByLabel('Ask customers for a review')).toBeChecked()
})
