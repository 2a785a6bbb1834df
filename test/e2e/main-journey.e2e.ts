import type { Browser, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { mailedLink } from './mailed.ts'
import { addCrew } from './office-words.ts'

// The main journey, from a new visitor to a refund, in a business of its own created here.
test.describe.configure({ mode: 'serial' })
test.setTimeout(150_000)

const owner = {
  email: `nora.${Date.now()}@lindenlawns.example`,
  name: 'Nora Linden',
  password: 'a long enough secret',
}
const customer = {
  email: `rob.${Date.now()}@mail.example`,
  name: 'Rob Ortiz',
  password: 'another long secret',
}
const decliner = {
  email: `dee.${Date.now()}@mail.example`,
  name: 'Dee Cline',
  password: 'a third long secret',
}
const leader = {
  email: `lea.${Date.now()}@lindenlawns.example`,
  name: 'Lea Field',
  password: 'a fourth long secret',
}
const shared: { office?: Page; customer?: Page; crew?: Page; invite?: string; slow: Page[] } = {
  slow: [],
}

const fresh = async (browser: Browser, viewport = { width: 1440, height: 900 }): Promise<Page> =>
  (await browser.newContext({ viewport })).newPage()

/** Creates an account on the identity provider's sign-up page. */
async function signUp(
  page: Page,
  person: { email: string; name: string; password: string },
): Promise<void> {
  await page.locator('input[type=password]').first().waitFor()
  const create = page.getByRole('link', { name: /sign up|create/i }).first()
  if (!(await page.getByLabel(/name/i).first().isVisible()) && (await create.isVisible()))
    await create.click()
  await page.getByLabel(/name/i).first().fill(person.name)
  await page
    .getByLabel(/e-?mail/i)
    .first()
    .fill(person.email)
  await page.locator('input[type=password]').first().fill(person.password)
  await page.locator('input[type=password]').first().press('Enter')
}

const followMail = async (page: Page, to: string, link: RegExp): Promise<void> => {
  await page.goto(await mailedLink(page, to, link))
}

/** The password shows that it was them who signed up. Typed in this browser a moment ago, it counts still. */
async function confirmMailbox(
  page: Page,
  { email, password }: { email: string; password: string },
  { isHere }: { isHere: boolean },
): Promise<void> {
  await followMail(page, email, /\/idp\/verify/)
  const own = page.getByLabel('The password you chose')
  await expect(page.getByRole('button', { name: 'Confirm this address' })).toBeVisible()
  if (isHere) await expect(own).toBeHidden()
  else await own.fill(password)
  await page.getByRole('button', { name: 'Confirm this address' }).click()
}

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('ZIP code').fill('27601')
}

test('a visitor signs up and goes through the seven owner steps to her dashboard @role', async ({
  browser,
  shot,
}) => {
  const page = await fresh(browser)
  shared.office = page
  await page.goto('/')
  await page.getByLabel('Work email').first().fill(owner.email)
  await page.getByRole('button', { name: 'Get started' }).first().click()
  await signUp(page, owner)

  await expect(page.getByText('Step 1 of 7')).toBeVisible()
  await page.getByLabel('Company').fill('Linden Lawns')
  await page.getByRole('radio', { name: 'Lawncare' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Step 2 of 7')).toBeVisible()
  await page.getByLabel('Phone').fill('123')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Enter a valid phone number')).toBeVisible()
  await page.getByLabel('Phone').fill('(919) 555-0123')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Street').fill('12 Linden Way')
  await page.getByLabel('ZIP').fill('27601')
  await expect(page.getByLabel('City')).toHaveValue('Raleigh')
  await expect(page.getByLabel('State')).toHaveValue('NC')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Step 4 of 7')).toBeVisible()
  await page.getByRole('button', { name: 'Continue to Stripe' }).click()

  await page.waitForURL(/\/sandbox\/payments\/onboarding\//)
  await page
    .getByRole('button', { name: /complete|submit/i })
    .first()
    .click()
  await expect(page.getByText('Step 5 of 7')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Step 6 of 7')).toBeVisible()
  await page.getByLabel('Estimated customers').fill('60')
  await expect(page.getByText('$170.00').first()).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Step 7 of 7')).toBeVisible()
  await page.getByRole('button', { name: /finish/i }).click()
  await expect(page.getByRole('heading', { name: 'Today • All Teams' })).toBeVisible()
  await shot(page, 'owner-dashboard-first')
})

test('she adds a service, a team and a crew leader, and copies the permanent link @role', async ({
  browser,
}) => {
  const page = shared.office!
  await page.goto('/app/services')
  await page.getByRole('button', { name: 'Add service' }).first().click()
  await page.getByLabel('Name').fill('Mowing')
  await page.getByLabel(/price/i).fill('48.50')
  await page.getByLabel(/minutes/i).fill('40')
  await page.getByLabel('Description').fill('Mow and edge.')
  await page.getByRole('dialog').getByRole('button', { name: 'Add service' }).click()
  await expect(page.getByText('$48.50').first()).toBeVisible()

  await page.goto('/app/crews')
  const newTeam = await addCrew(page, 'Team', 'Create team')
  await newTeam.getByLabel('Team name').fill('Crew One')
  await newTeam.getByRole('button', { name: 'Create team' }).click()
  await expect(page.getByRole('heading', { name: 'Crew One' })).toBeVisible()
  const newMember = await addCrew(page, 'Crew member', 'Create crew member')
  await newMember.getByRole('textbox', { name: 'Email', exact: true }).fill(leader.email)
  await newMember.getByRole('textbox', { name: 'Name', exact: true }).fill(leader.name)
  await newMember.getByRole('combobox', { name: 'Team' }).click()
  await page.getByRole('option', { name: 'Crew One' }).click()
  await newMember.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Crew leader' }).click()
  await newMember.getByRole('button', { name: 'Create crew member' }).click()
  // Nothing goes to others before the owner has confirmed their own address.
  await expect(page.getByText('Waits until you confirm your email address').first()).toBeVisible()
  await page.goto('/app')
  await expect(page.getByText('Confirm your email: 1 message waits')).toBeVisible()
  const mail = await fresh(browser)
  await confirmMailbox(mail, owner, { isHere: false })
  await mail.context().close()
  await expect(page.getByText('Confirm your email: 1 message waits')).toBeHidden()

  const crew = await fresh(browser, { width: 390, height: 844 })
  shared.crew = crew
  await followMail(crew, leader.email, /\/invite\/accept\?code=/)
  await crew
    .getByRole('button', { name: /create|sign up/i })
    .or(crew.getByRole('link', { name: /create|sign up/i }))
    .first()
    .click()
  await signUp(crew, leader)
  // An account must verify the invited address before it can use the invitation.
  await confirmMailbox(crew, leader, { isHere: true })
  await crew.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(crew).toHaveURL(/\/app/)

  await page.goto('/app/onboard-customer')
  await expect(page.getByRole('heading', { name: 'Permanent Sign-up Link' })).toBeVisible()
  await expect(page.getByRole('img', { name: /QR/ }).first()).toBeVisible()
  shared.invite = await page.getByRole('textbox', { name: 'Sign-up link' }).inputValue()
})

async function walkSignup(page: Page, person: typeof customer, card: string): Promise<void> {
  await page.goto(new URL(shared.invite!).pathname)
  await page.getByLabel('Email').fill('not-an-address')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Enter a valid email')).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Step 2 of 6')).toBeVisible()
  await page.getByLabel('Street').fill('9 Peace St')
  await page.getByLabel('ZIP').fill('27604')
  await expect(page.getByLabel('City')).toHaveValue('Raleigh')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Step 3 of 6')).toBeVisible()
  // Leaving and coming back continues where she left off.
  await page.reload()
  await expect(page.getByText('Step 3 of 6')).toBeVisible()
  await page.getByRole('button', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('checkbox', { name: 'Mowing' }).click()
  await expect(page.getByText('$48.50').last()).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('radio', { name: 'Weekly' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Billing & Disclosures')).toBeVisible()
  await page.getByRole('checkbox', { name: /charge my saved payment method/i }).check()
  await page.getByRole('button', { name: 'Next Step' }).click()
  await signUp(page, person)
  await expect(page.getByRole('heading', { name: 'Add payment method' })).toBeVisible()
  await fillCard(page, card)
  await page.getByRole('button', { name: /save/i }).click()
  await expect(page.getByText('Card saved')).toBeVisible()
  await expect(page.getByText('Step 7 of 8')).toBeVisible()
  await page.getByLabel('Your name').fill(person.name)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Phone number').fill('(919) 555-0150')
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByRole('heading', { name: 'Self-Service Portal' })).toBeVisible()
}

test('a customer signs up by the link, saves a card and lands in the portal @role', async ({
  browser,
}) => {
  shared.customer = await fresh(browser, { width: 390, height: 844 })
  await walkSignup(shared.customer, customer, '4242 4242 4242 4242')
})

async function convertAndSchedule(name: string): Promise<void> {
  const page = shared.office!
  await page.goto('/app/customers?tab=overview')
  await page.getByRole('button', { name: `Convert to Active: ${name}` }).click()
  await expect(page.getByRole('button', { name: `Convert to Active: ${name}` })).toBeHidden()
  await page.goto('/app/schedule')
  await page.getByRole('button', { name: 'Add to Schedule' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Customer' }).fill(name)
  await page.getByRole('option', { name: new RegExp(name) }).click()
  // The services the customer asked for are preselected.
  await expect(dialog.getByRole('combobox', { name: 'Service' })).toHaveValue(/Mowing/)
  // On a closed day, it would begin on the next open one.
  await dialog.getByRole('combobox', { name: 'Start date', exact: true }).fill('today')
  await dialog.getByRole('button', { name: 'Add to Schedule' }).click()
  await expect(page.getByText('Added to schedule')).toBeVisible()
}

/** Sets the time and team of a customer's visit today. */
async function giveToCrewOne(page: Page, name: string): Promise<void> {
  await page
    .locator('article')
    .filter({ hasText: name })
    .getByRole('button', { name, exact: true })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Team' }).click()
  await page.getByRole('option', { name: 'Crew One' }).click()
  await dialog.getByRole('combobox', { name: 'Start time' }).click()
  await page.getByRole('option', { name: '9:30 AM' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Crew One' })).toBeVisible()
  await expect(page.locator('article').filter({ hasText: name })).toContainText('9:30 AM')
}

test('the owner converts the lead, adds a weekly visit from today, sets its time and team @role', async () => {
  const page = shared.office!
  await convertAndSchedule(customer.name)
  await page.goto('/app')
  await giveToCrewOne(page, customer.name)
})

async function completeOn(crew: Page, name: string): Promise<void> {
  await crew
    .locator('article')
    .filter({ hasText: name })
    .getByRole('button', { name: /^Complete/ })
    .click()
}

test('the crew leader clocks in and completes it; the open dashboard updates to paid @role', async () => {
  const office = shared.office!
  const crew = shared.crew!
  await office.goto('/app')
  await expect(office.getByText(customer.name)).toBeVisible()
  await crew.goto('/app')
  await crew.getByRole('button', { name: /clock in/i }).click()
  await expect(crew.getByRole('button', { name: /clock out/i })).toBeVisible()
  await completeOn(crew, customer.name)
  await expect(office.getByText('Paid', { exact: true }).first()).toBeVisible()

  await shared.customer!.goto('/app/user/invoices')
  await expect(shared.customer!.getByText('Paid').first()).toBeVisible()
  await office.goto('/app/payments')
  await expect(office.getByText('$48.50').first()).toBeVisible()
  await expect(office.getByText('$1.71').first()).toBeVisible()
  await office.goto(`/sandbox/outbox?q=${encodeURIComponent(customer.email)}`)
  await expect(office.getByText(/receipt/i).first()).toBeVisible()
})

test('a card that declines: Failed, a pay link, paid with another card; all screens update @role', async ({
  browser,
}) => {
  const office = shared.office!
  const crew = shared.crew!
  const dee = await fresh(browser, { width: 390, height: 844 })
  await walkSignup(dee, decliner, '4000 0000 0000 0341')
  await convertAndSchedule(decliner.name)
  await office.goto('/app')
  await giveToCrewOne(office, decliner.name)

  await crew.goto('/app')
  await completeOn(crew, decliner.name)
  await expect(office.getByText('Failed', { exact: true }).first()).toBeVisible()

  await dee.goto('/app/user/invoices')
  await expect(dee.getByText('Failed').first()).toBeVisible()
  await office.goto('/app/invoices')
  await office
    .getByRole('link', { name: new RegExp(decliner.name) })
    .first()
    .click()
  await expect(office.getByText('Failed').first()).toBeVisible()
  await office.getByRole('button', { name: 'Send invoice', exact: true }).click()
  await expect(office.getByText(/The invoice (is on its way|goes out)/)).toBeVisible()
  await office.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await office.getByRole('button', { name: 'More actions', exact: true }).click()
  await office.getByRole('menuitem', { name: 'Copy pay link', exact: true }).click()
  await expect(office.getByText('Pay link copied')).toBeVisible()
  const pay = await office.evaluate(() => navigator.clipboard.readText())

  const guest = await fresh(browser, { width: 390, height: 844 })
  await guest.goto(new URL(pay).pathname)
  await fillCard(guest, '5555 5555 5555 4444')
  await guest.getByRole('button', { name: /^pay/i }).click()
  await expect(guest.getByText('Paid — thank you')).toBeVisible()
  await expect(office.getByText('Paid', { exact: true }).first()).toBeVisible()
  await expect(dee.getByText(/^Paid /).first()).toBeVisible()
})

test('the owner refunds part of it @role', async () => {
  const office = shared.office!
  await office.goto('/app/payments')
  await office
    .getByRole('button', { name: /refund/i })
    .first()
    .click()
  const dialog = office.getByRole('dialog')
  await dialog.getByLabel(/amount/i).fill('0')
  await dialog.getByRole('button', { name: /refund/i }).click()
  await expect(dialog.getByText('Enter a valid refund amount.')).toBeVisible()
  await dialog.getByLabel(/amount/i).fill('10')
  await dialog.getByRole('button', { name: /refund/i }).click()
  await expect(dialog).toBeHidden()
  await expect(office.getByText(/partially refunded/i).first()).toBeVisible()
})
