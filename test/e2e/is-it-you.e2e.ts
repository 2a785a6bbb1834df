import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { password, people } from './people.ts'
import { bringSignedIn, signIn } from './sign-in.ts'

test.use({ world: 'is it you' })

/** The newest sign-in code in the outbox. */
async function codeIn(page: Page, unlike = ''): Promise<string> {
  let code = ''
  await expect(async () => {
    const list = await (await page.request.get('/sandbox/outbox')).text()
    code = /Your sign-in code is (\d{6})/.exec(list)?.[1] ?? ''
    expect(code).not.toBe(unlike)
  }).toPass()
  return code
}

test('a customer without a password shows who they are with a code, and what they typed stays', async ({
  browser,
  server,
  shot,
}) => {
  const email = 'harper.nguyen@mail.example'
  const first = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await first.newPage()
  await phone.goto('/login?next=%2Fapp')
  await phone.getByRole('link', { name: 'Send me a code instead' }).click()
  await phone.getByLabel('Email or phone number').fill(email)
  await phone.getByRole('button', { name: 'Send the code' }).click()
  const opened = await codeIn(phone)
  await phone.getByLabel('Code').fill(opened)
  await phone.getByRole('button', { name: 'Sign in' }).click()
  await phone.waitForURL((now) => now.pathname.startsWith('/app'))
  await first.close()

  // A sign-in of long ago.
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  await bringSignedIn(context, server.url, email)
  const page = await context.newPage()
  await page.goto('/app/account?tab=account')
  const card = page.getByRole('region', { name: 'Sign-in codes' })
  await card.getByLabel('Your own phone number').fill('(919) 555-0196')
  await card.getByRole('button', { name: 'Text me a code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await expect(dialog.getByLabel('Current password')).toBeHidden()
  await expectNoAxeViolations(page)
  await shot(page, 'proof-ask')
  await dialog.getByRole('button', { name: `Send a code to ${email}` }).click()
  await expect(dialog.getByText(`Sent to ${email}`)).toBeVisible()
  const code = await codeIn(page, opened)
  await dialog.getByLabel('Code').fill(code === '000000' ? '111111' : '000000')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('This code is wrong or too old.')).toBeVisible()
  await expectNoAxeViolations(page)
  await shot(page, 'proof-code')
  await dialog.getByLabel('Code').fill(code)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(card.getByText('We texted six digits to (919) 555-0196.')).toBeVisible()
  await context.close()
})

test('an owner finds a sign-in that was not hers, and ends everything', async ({
  browser,
  shot,
}) => {
  const [own, other] = [await browser.newContext(), await browser.newContext()]
  const page = await own.newPage()
  await signIn(page, people.owner, '/app/account')
  const thief = await other.newPage()
  await signIn(thief, people.owner, '/app/customers?tab=overview')
  await expect(thief.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()

  await page.reload()
  const list = page.getByRole('region', { name: 'Recent sign-ins' })
  await expect(list.getByText('Signed in with your password')).toHaveCount(2)
  await shot(page, 'recent-sign-ins')
  await list
    .getByRole('button', { name: /^This wasn’t me/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Lock them out' })
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Sign out the others and change password' }).click()
  await page.getByLabel('New password').fill('quiet harbor nineteen')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await page.waitForURL((now) => now.pathname.startsWith('/app'))

  // What the stranger has open says so, and the old password opens nothing.
  await thief.goto('/app/customers?tab=overview')
  await expect(thief.locator('input[type=password]').first()).toBeVisible()
  await thief
    .getByLabel(/e-?mail/i)
    .first()
    .fill(people.owner)
  await thief.locator('input[type=password]').first().fill(password)
  await thief.locator('input[type=password]').first().press('Enter')
  await expect(thief.getByRole('alert')).toBeVisible()
  for (const context of [own, other]) await context.close()
})
