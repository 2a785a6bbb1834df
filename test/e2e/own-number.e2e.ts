import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { password, people } from './people.ts'

test.use({ world: 'own number' })

/** The newest code that was texted. */
async function textedCode(page: Page, said: RegExp): Promise<string> {
  let code = ''
  await expect(async () => {
    const list = await (await page.request.get('/sandbox/outbox')).text()
    code = said.exec(list)?.[1] ?? ''
    expect(code).not.toBe('')
  }).toPass()
  return code
}

test('a customer proves a number of their own and signs in with it', async ({
  as,
  browser,
  shot,
}) => {
  const page = await as('user', '/app/account?tab=account')
  const card = page.getByRole('region', { name: 'Sign-in codes' })
  await expect(card.getByText(people.user)).toBeVisible()
  await expect(card.getByText('Gets codes by email')).toBeVisible()
  await card.getByLabel('Your own phone number').fill('(919) 555-0191')
  await card.getByRole('button', { name: 'Text me a code' }).click()

  // They signed in long ago, so the page asks who it is; what they typed stays.
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await dialog.getByLabel('Current password').fill('not my password')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('This is not your current password.')).toBeVisible()
  await expectNoAxeViolations(page)
  await shot(page, 'own-number-proof')
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(card.getByText('We texted six digits to (919) 555-0191.')).toBeVisible()
  const first = await textedCode(page, /Your Fieldhive code is (\d{6})/)
  await card.getByLabel('Code from the text').fill(first)
  await expectNoAxeViolations(page)
  await shot(page, 'own-number-code')
  await card.getByRole('button', { name: 'Add the number' }).click()
  await expect(card.getByText('(919) 555-0191')).toBeVisible()
  await expect(card.getByText('not used yet')).toBeVisible()
  await shot(page, 'own-number')

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  await phone.goto('/login?next=%2Fapp')
  await phone.getByRole('link', { name: 'Send me a code instead' }).click()
  await phone.getByLabel('Email or phone number').fill('919 555 0191')
  await expectNoAxeViolations(phone)
  await shot(phone, 'own-number-ask')
  await phone.getByRole('button', { name: 'Send the code' }).click()
  await expect(async () => {
    expect(await textedCode(phone, /Your Fieldhive code is (\d{6})/)).not.toBe(first)
  }).toPass()
  const second = await textedCode(phone, /Your Fieldhive code is (\d{6})/)
  await phone.getByLabel('Code').fill(second)
  await phone.getByRole('button', { name: 'Sign in' }).click()
  await phone.waitForURL((now) => now.pathname.startsWith('/app'))
  await context.close()

  // One proof is enough for several changes.
  await card.getByRole('button', { name: 'Remove (919) 555-0191' }).click()
  await expect(page.getByText('Number removed')).toBeVisible()
  await expect(card.getByText('(919) 555-0191')).toBeHidden()
})
