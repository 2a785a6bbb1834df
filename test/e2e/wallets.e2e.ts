import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { people } from './people.ts'
import { callsOf } from './sign-in.ts'

// Apple Pay from the pay page to the office, in a world of its own.
test.use({ world: 'wallets' })

test('a customer pays with Apple Pay on the phone, and the office reads it', async ({
  as,
  browser,
  server,
  shot,
}) => {
  const office = await callsOf(server.url, people.owner)
  const { customers } = await office('GET', '/api/owner/customers?q=Rosa')
  const { invoice } = await office('POST', '/api/invoices', {
    customer_id: customers[0].id,
    lines: [{ description: 'Hedge trimming', unit_price_cents: 8000 }],
    open: true,
  })
  const { url } = await office('POST', `/api/invoices/${invoice.id}/paylink`, {})
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('tab', { name: 'Apple Pay' }).click()
  await shot(page, 'wallet-chosen')
  await page.emulateMedia({ colorScheme: 'dark' })
  await shot(page, 'wallet-chosen-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Pay $80.00' }).click()
  const wallet = page.getByRole('dialog', { name: 'Apple Pay (sandbox)' })
  await wallet.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('You closed Apple Pay before going on.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Pay $80.00' }).click()
  await wallet.getByRole('button', { name: 'Go on with Apple Pay' }).click()
  await expect(page.getByText('Paid — thank you')).toBeVisible()
  await context.close()

  const paid = await as('owner', `/app/invoices/${invoice.id}`)
  await expect(paid.getByText(/Apple Pay · Visa •••• 4242/).first()).toBeVisible()
  await shot(paid, 'wallet-history')

  await paid.goto('/app/settings?tab=organization&section=payments')
  const card = paid.getByRole('region', { name: 'Payments & payouts' })
  await expect(card.getByText(/^On: customers see them on the pay page/)).toBeVisible()
  await shot(paid, 'wallet-settings')
  await card.getByRole('switch', { name: 'Apple Pay and Google Pay' }).click()
  await paid.getByRole('button', { name: 'Save Changes' }).click()
  await expect(card.getByText(/^Off: customers type in a card/)).toBeVisible()
  await paid.setViewportSize({ width: 390, height: 844 })
  await paid.emulateMedia({ colorScheme: 'dark' })
  await shot(paid, 'wallet-settings-phone-dark')
})
