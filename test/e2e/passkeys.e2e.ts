import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { password, people } from './people.ts'
import { signIn } from './sign-in.ts'

/** A device with a screen lock. `touch` answers what the page asks for, as a finger would. */
async function device(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  })
  return {
    touch: (enabled: boolean) =>
      session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}

test('a customer adds a passkey, signs in with it, and removes it', async ({ browser, shot }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const finger = await device(page)
  await signIn(page, people.user, '/app/account')
  await page.goto('/app/account?tab=account')
  const card = page.getByRole('region', { name: 'Passkeys' })
  await expect(card.getByText('No passkey yet.')).toBeVisible()
  await card.getByLabel('Name of the passkey').fill('My phone')
  await finger.touch(true)
  await card.getByRole('button', { name: 'Add a passkey' }).click()
  const codes = card.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await finger.touch(false)
  const recovery = await codes.first().innerText()
  await card.getByRole('button', { name: 'I have kept them' }).click()
  await expect(card.getByText('My phone')).toBeVisible()
  await expectNoAxeViolations(page)
  await shot(page, 'passkeys-card')

  // Signed out, the device is enough.
  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login?next=%2Fapp%2Faccount%3Ftab%3Daccount')
  const use = page.getByRole('button', { name: 'Sign in with a passkey' })
  await expect(use).toBeVisible()
  await expectNoAxeViolations(page)
  await shot(page, 'passkeys-sign-in')
  await finger.touch(true)
  await use.click()
  await expect(card.getByText('My phone')).toBeVisible()
  await expect(card.getByText('last used')).toBeVisible()
  await finger.touch(false)

  // Without it, the password needs a recovery code.
  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login?next=%2Fapp%2Faccount%3Ftab%3Daccount')
  await page.getByLabel('Email').fill(people.user)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  await expectNoAxeViolations(page)
  await shot(page, 'passkeys-second-step')
  await page.getByLabel('Recovery code').fill(recovery)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await card.getByRole('button', { name: 'Rename My phone' }).click()
  await card.getByLabel('Name of the passkey').first().fill('Old phone')
  await card.getByRole('button', { name: 'Save the name' }).click()
  await card.getByRole('button', { name: 'Remove Old phone' }).click()
  await card.getByRole('button', { name: 'Remove the passkey' }).click()
  await expect(card.getByText('No passkey yet.')).toBeVisible()
  await context.close()
})
