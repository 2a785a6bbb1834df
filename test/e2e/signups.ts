import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { signupSteps, type SignupStep } from '../../src/domain/flows/signup.ts'

let people = 0
/** A new e-mail address. */
export const newEmail = (name = 'visitor'): string =>
  `${name}.${process.pid}.${Date.now() % 1e7}.${++people}@mail.example`

export const address = { street: '9 Peace St', city: 'Raleigh', state: 'NC', zip: '27604' }

export const permanentCode = async (
  request: APIRequestContext,
  slug = 'green-acres',
): Promise<string> =>
  ((await (await request.get(`/api/public/org/${slug}`)).json()) as { signup_code: string })
    .signup_code

/** A sign-up that has reached `step`, with typical answers; `agreed` are the checked boxes. */
export async function signupAt(
  request: APIRequestContext,
  step: SignupStep,
  agreed: { autopay_authorized?: boolean; sms_opt_in?: boolean } = {},
): Promise<{ code: string; email: string; token: string; path: string }> {
  const code = await permanentCode(request)
  const email = newEmail()
  const begun = await request.post(`/api/public/signup/${code}/lead`, { data: { email } })
  const { lead_token } = (await begun.json()) as { lead_token: string }
  const answers: [SignupStep, string, object][] = [
    ['address', '', address],
    ['availability', '/availability', { available_days: ['mon', 'tue'] }],
    ['services', '/services', { services_selected: [{ key: 'mowing' }] }],
    ['frequency', '/frequency', { service_frequency: 'biweekly' }],
    ['disclosures', '/consents', agreed],
  ]
  for (const [answered, path, data] of answers) {
    if (signupSteps.indexOf(answered) >= signupSteps.indexOf(step)) break
    expect(
      (
        await request.patch(`/api/public/signup/${code}/lead${path}`, {
          data: { email, lead_token, ...data },
        })
      ).ok(),
    ).toBe(true)
  }
  if (signupSteps.indexOf(step) > signupSteps.indexOf('disclosures'))
    expect(
      (
        await request.post(`/api/public/signup/${code}`, {
          data: { email, lead_token, ...address, ...agreed },
        })
      ).ok(),
    ).toBe(true)
  return { code, email, token: lead_token, path: `/signup/${code}?resume=${lead_token}` }
}

/** Creates an account on the provider's page, which the sign-up opens with the address filled in. */
export async function createAccount(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Password').fill('a long enough secret')
  await page.getByRole('button', { name: 'Create account' }).click()
}

/** A new person, signed in, at the card page of their sign-up. */
export async function atCardPage(
  page: Page,
  agreed: { autopay_authorized?: boolean; sms_opt_in?: boolean } = {},
): Promise<{ email: string; path: string }> {
  const signup = await signupAt(page.request, 'postauth_name', agreed)
  await page.goto(signup.path)
  await page.getByRole('button', { name: 'Next Step' }).click()
  await createAccount(page, 'Cara Card')
  await expect(page.getByRole('heading', { name: 'Add payment method' })).toBeVisible()
  return signup
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('ZIP code').fill('27601')
}

/** The first URL matching `link` in the newest message to this address that has one. */
export async function mailedLink(
  request: APIRequestContext,
  to: string,
  link: RegExp,
): Promise<string> {
  let found: string | undefined
  await expect(async () => {
    const list = await (await request.get(`/sandbox/outbox?q=${encodeURIComponent(to)}`)).text()
    for (const [, path] of list.matchAll(/href="(\/sandbox\/outbox\/[^"?]+)"/g)) {
      const letter = (await (await request.get(path!)).text())
        .replaceAll('&amp;', '&')
        .replaceAll('&amp;', '&')
      found ??= [...letter.matchAll(/https?:\/\/[^\s"'<>\\]+/g)]
        .map((match) => match[0])
        .find((one) => link.test(one))
    }
    expect(found, `a letter to ${to} with a link`).toBeDefined()
  }).toPass()
  return found!
}
