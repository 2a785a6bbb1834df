import { Secret, TOTP } from 'otpauth'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { toasted } from './office-words.ts'
import { password, people } from './people.ts'
import { signIn } from './sign-in.ts'

test('the owner sets up an app, requires one of all staff, and the manager is led to it', async ({
  browser,
  shot,
}) => {
  const contexts = [await browser.newContext(), await browser.newContext()]
  const [page, other] = [await contexts[0]!.newPage(), await contexts[1]!.newPage()]
  await signIn(page, people.owner, '/app/account')
  const card = page.getByRole('region', { name: 'Authenticator app' })
  // Signed in a moment ago, which shows that it is them.
  await card.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect(card.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const key = (await card.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()).replaceAll(' ', '')
  await shot(page, 'second-factor-scan')
  const app = new TOTP({ secret: Secret.fromBase32(key) })
  await card.getByLabel('Code of the app').fill(app.generate())
  await card.getByRole('button', { name: 'Turn it on' }).click()
  const codes = card.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = await codes.first().innerText()
  await expectNoAxeViolations(page)
  await shot(page, 'second-factor-codes')
  await card.getByRole('button', { name: 'I have kept them' }).click()
  await expect(card.getByText('You have 10 recovery codes left')).toBeVisible()

  await page.goto('/app/settings?section=sign-in')
  const rule = page.getByLabel('Staff need a second factor')
  const save = async () => {
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await toasted(page, 'Organization saved')
  }
  await rule.click()
  await save()

  // The manager signed in with a password alone.
  await signIn(other, people.manager).catch(() => undefined)
  await expect(other.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expectNoAxeViolations(other)
  await shot(other, 'second-factor-gate')

  // Elsewhere the owner needs a code, or a recovery code.
  await contexts[1]!.clearCookies()
  await other.evaluate(() => localStorage.clear())
  await other.goto('/login?next=%2Fapp%2Faccount')
  await other.getByLabel('Email').fill(people.owner)
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.getByLabel('Password', { exact: true }).press('Enter')
  await expect(other.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await expectNoAxeViolations(other)
  await shot(other, 'second-factor-code')
  await expect(other.getByLabel('Code', { exact: true })).toHaveAttribute('inputmode', 'numeric')
  await other.getByRole('link', { name: 'Without your phone, use a recovery code' }).click()
  await expectNoAxeViolations(other)
  await other.getByLabel('Recovery code').fill(recovery)
  await other.getByRole('button', { name: 'Sign in' }).click()
  const again = other.getByRole('region', { name: 'Authenticator app' })
  await expect(again.getByText('You have 9 recovery codes left')).toBeVisible()

  await rule.click()
  await save()
  await again.getByRole('button', { name: 'Turn it off' }).click()
  await expect(again.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
  for (const context of contexts) await context.close()
})
