import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { addCrew } from './office-words.ts'
import { people } from './people.ts'
import { callsOf } from './sign-in.ts'

test.use({ world: 'without email' })

test('a crew member without email signs in on a phone the office set up', async ({
  as,
  browser,
  shot,
}) => {
  const office = await as('owner', '/app/crews')
  const form = await addCrew(office, 'Crew member', 'Create crew member')
  await form.getByLabel('Name').fill('Ramon Vega')
  await form.getByRole('button', { name: 'Create crew member' }).click()
  const sheet = office.getByRole('dialog', { name: 'Set up Ramon Vega' })
  await expect(sheet.getByRole('img', { name: 'QR code that signs in Ramon Vega' })).toBeVisible()
  await expectNoAxeViolations(office)
  await shot(office, 'device-code')
  await office.keyboard.press('Escape')

  await office.goto('/app/people')
  await office.getByRole('button', { name: 'More about Ramon Vega' }).click()
  const made = office.waitForResponse((response) => response.url().includes('device-link'))
  await office.getByRole('menuitem', { name: 'Set up their phone' }).click()
  const { url } = (await (await made).json()) as { url: string }

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  await phone.goto(url)
  await expect(phone.getByRole('heading', { name: 'Hello, Ramon Vega' })).toBeVisible()
  await expectNoAxeViolations(phone)
  await shot(phone, 'device-page')
  await phone.getByRole('button', { name: 'I am Ramon Vega: sign in' }).click()
  await phone.waitForURL((now) => now.pathname.startsWith('/app'))
  // There they make a passkey, or prove a number of their own, for when they are signed out.
  await expect(phone.getByRole('region', { name: 'Sign-in codes' })).toBeVisible()
  await expectNoAxeViolations(phone)
  await shot(phone, 'device-signed-in')
  await expect(phone.getByRole('heading', { name: 'How you sign in next time' })).toBeVisible()
  await expect(phone.getByRole('region', { name: 'Notifications' })).toBeHidden()
  await phone.getByRole('link', { name: 'Go to the start page' }).click()
  await expect(phone.getByRole('button', { name: 'Clock in' })).toBeVisible()

  await office.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await office.reload()
  await office.getByRole('button', { name: 'More about Ramon Vega' }).click()
  await office.getByRole('menuitem', { name: 'Sign out their devices' }).click()
  await expect(office.getByText('Ramon Vega is signed out everywhere')).toBeVisible()
  await context.close()
})

test('a customer signs in with a code, without a password', async ({ browser, server, shot }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto('/login?next=%2Fapp')
  await page.getByRole('link', { name: 'Send me a code instead' }).click()
  await page.getByLabel('Email or phone number').fill(people.user)
  await expectNoAxeViolations(page)
  await shot(page, 'code-ask')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
  const outbox = await context.newPage()
  await outbox.goto('/sandbox/outbox')
  const subject = await outbox
    .getByText(/Your sign-in code is \d{6}/)
    .first()
    .innerText()
  await page.getByLabel('Code').fill(/\d{6}/.exec(subject)![0])
  await expectNoAxeViolations(page)
  await shot(page, 'code-enter')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((now) => now.pathname.startsWith('/app'))
  const me = await callsOf(server.url, people.user)
  expect((await me('GET', '/api/users/me')).roles).toEqual(['user'])
  await context.close()
})
