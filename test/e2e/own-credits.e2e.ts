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
  await expect(credits.getByText('$5.00 left. It pays your next invoices by itself.')).toBeVisible()
  await expect(credits.getByText('$15.00 used')).toBeVisible()
  await expect(credits.getByText('The gate was left open')).toHaveCount(0)
  await shot(page, 'own-credits')
  await expectNoAxeViolations(page)
  const history = await as('owner', `/app/invoices/${invoice.id}`)
  await expect(history.getByText('Paid with the customer’s credit')).toBeVisible()
  await shot(history, 'credit-history')
})
