import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { toasted } from './office-words.ts'
import { people } from './people.ts'
import { callsOf } from './sign-in.ts'

// A tip from the switch in the settings to the report, and the payout behind it, in a world of its own.
test.use({ world: 'tips' })

test('a customer adds a tip on the phone, and the office sees what came of it', async ({
  as,
  browser,
  server,
  shot,
}) => {
  const settings = await as('owner', '/app/settings?section=invoices')
  await settings.getByText('Tips and credits').click()
  await settings.getByRole('switch', { name: 'Let customers add a tip' }).click()
  await settings.getByRole('button', { name: 'Save Changes' }).click()
  await toasted(settings, 'Organization saved')
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
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expiration date').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('ZIP code').fill('27601')
  await page.getByText('15% · $12.00').click()
  await expect(page.getByRole('button', { name: 'Pay $92.00' })).toBeVisible()
  await page.getByText('Other amount').click()
  await page.getByRole('textbox', { name: 'Tip' }).fill('700')
  await expect(page.getByText('At most $100.00')).toBeVisible()
  await page.getByRole('textbox', { name: 'Tip' }).fill('7.50')
  await shot(page, 'tip-own')
  await page.emulateMedia({ colorScheme: 'dark' })
  await shot(page, 'tip-own-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Pay $87.50' }).click()
  await expect(page.getByText('Paid — thank you')).toBeVisible()
  await expect(page.getByText(/has received \$87\.50/)).toBeVisible()
  await shot(page, 'tip-paid')
  await context.close()

  const insights = await as('owner', '/app/insights')
  await expect(
    insights.getByRole('region', { name: 'Tips' }).getByText('$7.50').first(),
  ).toBeVisible()
  await shot(insights, 'tips-report')

  // Days later, Stripe pays out; the bank refuses a later one.
  const { accountId } = await office('GET', '/api/owner/stripe/payments')
  await server.run('sandbox:advance')
  await server.run(`sandbox:payout/${accountId}`)
  const payouts = await as('owner', '/app/payouts')
  const behind = payouts.getByRole('button', { name: /^Details of the payout/ }).first()
  await expect(behind).toBeVisible()
  await behind.click()
  await expect(payouts.getByRole('link', { name: /^Rosa Delgado, invoice/ })).toBeVisible()
  await shot(payouts, 'payout')
  await payouts.emulateMedia({ colorScheme: 'dark' })
  await shot(payouts, 'payout-dark')
  await payouts.emulateMedia({ colorScheme: 'light' })
  await expectNoAxeViolations(payouts)
  const [paid] = (await office('GET', '/api/owner/payouts')).payouts
  await server.run(`sandbox:payout/${paid.provider_id}/fail`)
  await expect(payouts.getByText('This payout did not reach your bank')).toBeVisible()
  await payouts.setViewportSize({ width: 390, height: 844 })
  await shot(payouts, 'payout-failed-phone')
  await payouts.goto('/app')
  await payouts.getByRole('button', { name: /^Needs you/ }).click()
  await expect(payouts.getByText('1 payout did not reach your bank').first()).toBeVisible()
})
