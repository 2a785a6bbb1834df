import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { people } from './people.ts'
import { callsOf } from './sign-in.ts'

// A credit as its customer sees it, in a world of its own.
test.use({ world: 'credits' })

test('a customer sees their credit, and the office that it paid an invoice', async ({
  as,
  server,
  shot,
}) => {
  const office = await callsOf(server.url, people.owner)
  const { customers } = await office('GET', '/api/owner/customers?q=Casey')
  const { id } = customers[0]
  // Otherwise it would pay what is open already.
  await office('PATCH', '/api/owner/schedule-settings', { credits_wait: true })
  await office('POST', `/api/owner/customers/${id}/credits`, {
    amount_cents: 2000,
    reason: 'The gate was left open',
  })
  const { invoice } = await office('POST', '/api/invoices', {
    customer_id: id,
    lines: [{ description: 'Plants', unit_price_cents: 1500 }],
    open: true,
  })
  const page = await as('user', '/app/user/payments')
  await page.setViewportSize({ width: 390, height: 844 })
  const credits = page.getByRole('region', { name: 'Your credits' })
  await expect(
    credits.getByText('$5.00 left. It goes toward your next invoice automatically.'),
  ).toBeVisible()
  await expect(credits.getByText('$15.00 used')).toBeVisible()
  await expect(credits.getByText('The gate was left open')).toHaveCount(0)
  await shot(page, 'own-credits')
  await expectNoAxeViolations(page)
  const history = await as('owner', `/app/invoices/${invoice.id}`)
  await expect(history.getByText('Paid with the customer’s credit')).toBeVisible()
  await shot(history, 'credit-history')
})

test('a customer’s own money is paid back, and both sides see it', async ({ as, server, shot }) => {
  const office = await callsOf(server.url, people.owner)
  const { customers } = await office('GET', '/api/owner/customers?q=Casey')
  const { id } = customers[0]
  const { invoice } = await office('POST', '/api/invoices', {
    customer_id: id,
    lines: [{ description: 'Mulch', unit_price_cents: 5000 }],
    open: true,
  })
  const { balance_cents } = (await office('GET', `/api/invoices/${invoice.id}`)).invoice
  await office('POST', `/api/invoices/${invoice.id}/mark-paid`, {
    kind: 'check',
    amount_cents: balance_cents + 700,
    keep_rest: true,
  })
  const page = await as('owner', `/app/customers/${id}`)
  const credits = page.getByRole('region', { name: /^Credits of/ })
  await credits.getByRole('button', { name: 'Pay back $7.00 of the customer’s own money' }).click()
  const sheet = page.getByRole('dialog', { name: /^Pay \$7\.00 back to/ })
  await sheet.getByLabel('Note').fill('Check 1042')
  await expectNoAxeViolations(page)
  await shot(page, 'pay-back')
  await sheet.getByRole('button', { name: 'Record' }).click()
  await expect(credits).toContainText(/\$7\.00 paid back: .* · Dana Green · Check · Check 1042/)
  await expect(credits.getByRole('button', { name: /^Pay back/ })).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('Credit$0.00')
  await shot(page, 'paid-back')
  const portal = await as('user', '/app/user/payments')
  await expect(
    portal.getByRole('region', { name: 'Your credits' }).getByText('$7.00 paid back to you'),
  ).toBeVisible()
  await shot(portal, 'own-money-paid-back')
  await credits.getByRole('button', { name: 'Undo: $7.00 paid back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await expect(credits.getByRole('button', { name: /^Pay back \$7\.00/ })).toBeVisible()

  // Whoever ends the relationship hears of it first.
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Archive/ }).click()
  const archiving = page.getByRole('dialog', { name: /^Archive/ })
  await expect(archiving).toContainText('You hold $7.00 of their own money as credit.')
  await shot(page, 'archive-with-credit')
  await portal.goto('/app/account?tab=organization')
  await portal
    .getByRole('region', { name: /^Leave/ })
    .getByRole('button', { name: 'Close my account' })
    .click()
  const leaving = portal.getByRole('dialog', { name: /^Leave/ })
  await expect(leaving).toContainText('They hold $7.00 of your own money as credit')
  await shot(portal, 'leave-with-credit')
})
