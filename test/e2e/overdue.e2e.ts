import type { Page } from '@playwright/test'
import { addDays, todayIn } from '../../src/domain/base/dates.ts'
import { moveClock } from '../day.ts'
import { openStop } from './crew-stop.ts'
import { expect, expectNoAxeViolations, test, tooSmall } from './fixtures.ts'
import { mailedLink } from './mailed.ts'
import { toasted } from './office-words.ts'
import { people, type DemoRole } from './people.ts'
import { callsOf, type Call } from './sign-in.ts'

// What customers, crews and the office see once a bill is overdue, a week later, in a world of its own.
test.use({ world: 'overdue', ownClock: true })
test.describe.configure({ mode: 'serial' })

const week = 7
const later_ms = week * 86_400_000
const phone = { width: 390, height: 844 }
const today = () => todayIn('America/New_York', new Date().toISOString())

/** A page a week later. */
async function openLater(
  as: (role: DemoRole) => Promise<Page>,
  role: DemoRole,
  path: string,
): Promise<Page> {
  const page = await as(role)
  await page.context().addInitScript(moveClock, later_ms)
  await page.goto(path)
  return page
}
const customerOf = async (office: Call, name: string): Promise<string> =>
  (await office('GET', `/api/owner/customers?q=${name}`)).customers[0].id
/** Bills a customer, sends the bill, and returns its id. */
async function bill(office: Call, name: string, cents: number, due_date: string): Promise<string> {
  const { invoice } = await office('POST', '/api/invoices', {
    customer_id: await customerOf(office, name),
    lines: [{ description: 'Hedge trimming', unit_price_cents: cents }],
    due_date,
    open: true,
  })
  await office('POST', `/api/invoices/${invoice.id}/send`, {})
  const isSent = async () =>
    (await office('GET', `/api/invoices/${invoice.id}`)).invoice.sent_at !== null
  await expect.poll(isSent).toBe(true)
  return invoice.id
}
/** Opens the newest e-mail with these words, once it is out. */
async function lookAtLetter(
  page: Page,
  words: string,
  shot: (page: Page, name: string) => Promise<void>,
  name: string,
): Promise<Page> {
  const outbox = await page.context().newPage()
  const newest = outbox.getByRole('listitem').getByRole('link').first()
  await expect(async () => {
    await outbox.goto(`/sandbox/outbox?channel=email&q=${encodeURIComponent(words)}`)
    expect(await newest.isVisible()).toBe(true)
  }).toPass()
  await newest.click()
  await expect(outbox.getByRole('heading', { level: 1 })).toContainText(words)
  await shot(outbox, name)
  return outbox
}
async function inBothThemes(
  page: Page,
  shot: (page: Page, name: string) => Promise<void>,
  name: string,
) {
  await shot(page, name)
  await page.emulateMedia({ colorScheme: 'dark' })
  await shot(page, `${name}-dark`)
  await page.emulateMedia({ colorScheme: 'light' })
}

test('the owner chooses when customers are reminded, and the reminder goes out on that day @dates @by-day', async ({
  as,
  shot,
  server,
}) => {
  const settings = await as('owner', '/app/settings?section=reminders')
  const turnOn = async (name: string) => {
    await settings.getByRole('switch', { name }).click()
    await expect(settings.getByRole('switch', { name })).toBeChecked()
  }
  await turnOn('Remind customers of unpaid invoices')
  await settings.getByRole('button', { name: 'Usual' }).click()
  await shot(settings, 'reminders-settings')
  await settings.getByRole('link', { name: 'Late fee and hold' }).click()
  await turnOn('Add a late fee to overdue invoices')
  await settings.getByRole('textbox', { name: 'Late fee' }).fill('15')
  await turnOn('Hold visits until overdue invoices are paid')
  await settings.getByLabel('Days late').fill('2')
  await settings.getByRole('button', { name: 'Save Changes' }).click()
  await toasted(settings, 'Organization saved')
  await inBothThemes(settings, shot, 'bills-settings')
  await expectNoAxeViolations(settings)
  await settings.setViewportSize(phone)
  await shot(settings, 'bills-settings-phone')

  const office = await callsOf(server.url, people.owner)
  await office('POST', '/api/owner/customers', {
    name: 'Nadia Frost',
    email: 'nadia.frost@mail.example',
    status: 'active',
  })
  const invoice = await bill(office, 'Nadia', 8000, addDays(today(), week - 3))
  await server.putAhead(later_ms)
  await server.run('bills.remind')
  const page = await openLater(as, 'owner', `/app/invoices/${invoice}`)
  const reminders = page.getByRole('region', { name: 'Timeline' })
  await expect(reminders.getByText('Reminded 3 days after the due date')).toBeVisible()
  await expect(reminders.getByText(/^Next: /)).toBeVisible()
  await expect(reminders.getByText(/^A late fee of \$15\.00 is added on /)).toBeVisible()
  await inBothThemes(page, shot, 'reminder-sent')
  const outbox = await lookAtLetter(page, 'past due', shot, 'reminder-letter')
  await outbox.goto(await mailedLink(page, 'nadia', /\/pay\//))
  await expect(outbox.getByText('$80.00').first()).toBeVisible()
})

test('visits of a customer who is late wait, for the office, the crew and the customer, until they are released @dates', async ({
  as,
  shot,
  server,
}) => {
  const office = await callsOf(server.url, people.owner)
  await bill(office, 'Casey', 15_000, addDays(today(), 1))
  await server.run('holds.review')

  const crew = await openLater(as, 'crew_leader', '/app')
  await crew.setViewportSize(phone)
  const stop = await openStop(crew, /9:00 AM.*Casey Walker/)
  await expect(stop.getByText('Do not start this stop.')).toBeVisible()
  await expect(stop.getByRole('link', { name: '(919) 555-0140' })).toHaveAttribute(
    'href',
    'tel:+19195550140',
  )
  await inBothThemes(crew, shot, 'held-crew')
  expect(await tooSmall(crew)).toEqual([])

  const portal = await openLater(as, 'user', '/app/user')
  await portal.setViewportSize(phone)
  await expect(portal.getByText('Held: payment').first()).toBeVisible()
  await inBothThemes(portal, shot, 'held-portal')
  await expectNoAxeViolations(portal)

  const page = await openLater(as, 'owner', '/app/customers?tab=overview')
  await page.getByRole('button', { name: 'Details of Casey Walker' }).click()
  const held = page.getByRole('group', { name: 'Visits of Casey Walker are held' })
  await expect(held).toBeVisible()
  await inBothThemes(page, shot, 'held-office')
  const board = await openLater(as, 'owner', '/app/schedule')
  await expect(board.getByText('Held: payment').first()).toBeVisible()
  await shot(board, 'held-board')

  await held.getByRole('button', { name: 'Release the visits of Casey Walker' }).click()
  const sheet = page.getByRole('dialog', { name: 'Release the visits of Casey Walker' })
  await sheet.getByRole('button', { name: 'Release' }).click()
  await expect(sheet.getByText('Enter a reason.')).toBeVisible()
  await shot(page, 'release')
  await expectNoAxeViolations(page)
  await sheet.getByLabel('Reason').fill('Promised to pay on Friday')
  await sheet.getByRole('button', { name: 'Release' }).click()
  await toasted(page, 'Visits released')
  await expect(held).toBeHidden()
  await expect(stop.getByText('Do not start this stop.')).toBeHidden()
  await expect(portal.getByText('Held: payment')).toHaveCount(0)
})

test('a customer whose card was declined replaces it on a phone, and the invoice is paid @dates', async ({
  as,
  browser,
  shot,
  server,
}) => {
  const office = await openLater(as, 'owner', '/app/invoices/to-bill?tab=declined')
  const row = office.getByRole('listitem').filter({ hasText: 'Declan' }).first()
  await row.getByRole('button', { name: /^Charge / }).click()
  await expect(row.getByRole('button', { name: /^Charge / })).toBeEnabled()
  const link = await mailedLink(office, people.leaver, new RegExp(`^${server.url}/card/`))

  const context = await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true })
  await context.addInitScript(moveClock, later_ms)
  const page = await context.newPage()
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Use another card' })).toBeVisible()
  await expect(page.getByLabel('Card number')).toBeVisible()
  await inBothThemes(page, shot, 'card-page')
  await expectNoAxeViolations(page)
  expect(await tooSmall(page)).toEqual([])
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expiration date').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('ZIP code').fill('27601')
  await page.getByRole('button', { name: /^Save card and pay/ }).click()
  await expect(page.getByRole('heading', { name: 'Paid — thank you' })).toBeVisible()
  await shot(page, 'card-page-paid')
  await page.setViewportSize({ width: 1440, height: 900 })
  await shot(page, 'card-page-paid-wide')
  await context.close()
})

test('statements go to one customer, and to everyone who owes something @dates', async ({
  as,
  shot,
}) => {
  const page = await openLater(as, 'owner', '/app/receivables')
  await page.getByRole('button', { name: 'Email a statement to Nadia Frost' }).click()
  await toasted(page, 'On its way to Nadia Frost')
  await inBothThemes(page, shot, 'receivables')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Send statements' }).click()
  const asking = page.getByRole('dialog', { name: 'Send a statement to everyone who owes you?' })
  await shot(page, 'mail-statements')
  await asking.getByRole('button', { name: 'Send statements' }).click()
  await toasted(page, 'on their way')
  await page.setViewportSize(phone)
  await shot(page, 'receivables-phone')
  await lookAtLetter(page, 'statement', shot, 'statement-letter')
})
