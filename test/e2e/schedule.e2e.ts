import type { Locator } from '@playwright/test'
import { addDays, dateText, dayNames, startOfWeek, weekdayOf } from '../../src/domain/base/dates.ts'
import { completionMessage } from '../../src/domain/flows/completion.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import {
  today,
  monday,
  inDays,
  shortDay,
  pickDay,
  work,
  visitNow,
  week,
  expectToast,
  card,
  openVisit,
  choose,
  close,
  failing,
  refuses,
  office,
  ask,
  shared,
  openDesk,
} from './schedule-desk.ts'

// The schedule's and dashboard's dialogs, with their exact texts.
openDesk()

test('the week: previous, next and Today; Unassigned comes first, then the teams @dates', async () => {
  const { id, name } = await work({ team: null, start: null })
  await week(office)
  await expect(card(office, id)).toContainText(name)
  // Misc events are shown above all teams.
  await expect(
    office.getByRole('heading', { level: 3 }).filter({ hasNotText: 'Events' }).first(),
  ).toContainText('Unassigned')
  const range = (from: string) =>
    office.getByRole('heading', { name: new RegExp(`^${shortDay(from)} – `) })
  const sunday = startOfWeek(monday)
  await expect(range(sunday)).toBeVisible()
  await office.getByRole('button', { name: 'Next week' }).click()
  await expect(range(addDays(sunday, 7))).toBeVisible()
  await office.getByRole('button', { name: 'Previous week' }).click()
  await expect(range(sunday)).toBeVisible()
  await office.getByRole('button', { name: 'Today' }).click()
  await expect(range(startOfWeek(today))).toBeVisible()
  await expect(office.getByRole('button', { name: 'Today' })).toBeDisabled()
  // A URL with an invalid date shows the current week.
  await week(office, '2026-02-31')
  await expect(range(startOfWeek(today))).toBeVisible()
  await failing(office, /\/api\/schedule(\/week)?\?/)
  await week(office, addDays(monday, 70))
  await expect(office.getByText('Failed to load today’s schedule')).toBeVisible()
})

test('the appointment dialog: team, time, Save, Clear time, Cancel Appointment', async () => {
  const { id } = await work({ team: null, start: null, date: inDays(1) })
  await week(office)
  const dialog = await openVisit(office, id)
  await refuses(dialog.getByRole('button', { name: 'Save' }), 'Choose a team or a start time.')
  await expectNoAxeViolations(office)
  await choose(office, dialog, 'Team', 'North Crew')
  await choose(office, dialog, 'Start time', '9:30 AM')
  await failing(office, /\/set-time/)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(office, 'Failed to save changes')
  await office.unrouteAll()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(office, 'Saved')
  await expect(dialog).toBeHidden()
  await expect(card(office, id)).toContainText('9:30 AM')

  await openVisit(office, id)
  await failing(office, /\/time/)
  await dialog.getByRole('button', { name: 'Clear time' }).click()
  await expectToast(office, 'Failed to clear time')
  await office.unrouteAll()
  await dialog.getByRole('button', { name: 'Clear time' }).click()
  await expectToast(office, 'Cleared scheduled time')
  await expect(dialog.getByRole('combobox', { name: 'Start time' })).toHaveValue('')

  await failing(office, /\/skip/)
  await dialog.getByRole('button', { name: 'Cancel Appointment' }).click()
  const question = office.getByRole('dialog', { name: 'Cancel this appointment?', exact: true })
  await question.getByRole('button', { name: 'Cancel Appointment' }).click()
  await expectToast(office, 'Failed to cancel occurrence')
  await expect(question).toBeHidden()
  await office.unrouteAll()
  await dialog.getByRole('button', { name: 'Cancel Appointment' }).click()
  await question.getByRole('button', { name: 'Cancel Appointment' }).click()
  await expectToast(office, 'Occurrence cancelled')
  await expect(dialog).toBeHidden()
  expect((await visitNow(id)).status).toBe('skipped')

  await openVisit(office, id)
  await expect(
    dialog.getByText('This visit is cancelled — you can’t edit/reschedule it.'),
  ).toBeVisible()
  await refuses(
    dialog.getByRole('button', { name: 'Save' }),
    'This visit is cancelled — you can’t edit/reschedule it.',
  )
  await refuses(
    dialog.getByRole('button', { name: 'Reschedule' }),
    'This visit is cancelled — cannot reschedule.',
  )
  await close(dialog)
  await office.getByRole('button', { name: 'Undo' }).last().click()
  await expectToast(office, 'Visit restored')
  expect((await visitNow(id)).status).toBe('scheduled')
})

test('the reschedule sheet: requires a date; the move can be undone @dates', async () => {
  const { id } = await work({ date: inDays(1), start: 600 })
  await week(office)
  const dialog = await openVisit(office, id)
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  const sheet = office.getByRole('dialog', { name: 'Reschedule', exact: true })
  await refuses(sheet.getByRole('button', { name: 'Save' }), 'Pick a date to reschedule')
  // Sixty days of working days, without the visit's own; the customer has no preference, so Monday to Friday.
  await sheet.getByRole('button', { name: 'More dates' }).click()
  const dates = await sheet
    .getByRole('group', { name: 'New date' })
    .getByRole('radio')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
  expect(dates).not.toContain(inDays(1))
  expect(
    dates.every(
      (date) =>
        ![0, 6].includes(new Date(`${date}T12:00:00Z`).getUTCDay()) &&
        date > today &&
        date <= addDays(today, 60),
    ),
  ).toBe(true)
  await sheet.getByText(shortDay(inDays(2)), { exact: true }).click()
  await expectNoAxeViolations(office)
  await failing(office, /\/reschedule/)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expectToast(office, 'Failed to reschedule')
  await office.unrouteAll()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expectToast(office, 'Rescheduled')
  await expect(dialog).toBeHidden()
  expect(await visitNow(id)).toMatchObject({ date: inDays(2), start_minutes: 600 })
  await office.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(async () => (await visitNow(id)).date).toBe(inDays(1))
})

test('closed days far ahead are known: a move there warns, and new work skips them @dates', async () => {
  const far = inDays(119)
  const { closed_dates } = await ask('GET', '/api/owner/my-organization')
  await ask('POST', '/api/owner/organization/update', { closed_dates: [...closed_dates, far] })
  const { id } = await work({ date: inDays(0), start: 960 })
  await office.goto(`/app/schedule?view=board&date=${inDays(0)}`)
  await office.locator(`[data-visit="${id}"]`).focus()
  await office.keyboard.press('m')
  const sheet = office.getByRole('dialog', { name: 'Move visit' })
  await sheet.getByRole('button', { name: 'Date' }).click()
  await pickDay(office, far)
  await expect(sheet.getByText(`You are closed on ${dateText(far)}.`)).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Move anyway' })).toBeVisible()
  await close(sheet)

  await week(office)
  await office.getByRole('button', { name: `Add for North Crew on ${shortDay(inDays(0))}` }).click()
  const adding = office.getByRole('dialog', { name: 'Add to Schedule', exact: true })
  await adding.getByText('Other', { exact: true }).click()
  await choose(office, adding, 'Pattern', 'Every X weeks')
  await adding.getByLabel('Weeks between visits').fill('17')
  await expect(
    adding.getByText(new RegExp(`${shortDay(addDays(far, 1))}.* \\(shifted\\)`)),
  ).toBeVisible()
  await close(adding)
  await ask('POST', '/api/owner/organization/update', { closed_dates })
})

test('a series: reassigned to another team and undone in one step; warns about a day that already has one of its visits @dates', async () => {
  const { id } = await work({ date: inDays(1), start: 600, pattern: 'weekly' })
  const next = `${id.slice(0, 36)}:${inDays(8)}`
  await week(office)
  let dialog = await openVisit(office, id)
  await choose(office, dialog, 'Team', 'South Crew')
  await dialog.getByText('The whole series', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(office, 'Saved')
  expect((await visitNow(next)).team_id).toBe(shared.teams.get('South Crew'))
  await office.getByRole('button', { name: 'Undo' }).last().click()
  await expectToast(office, 'Put back')
  expect([(await visitNow(id)).team_id, (await visitNow(next)).team_id]).toEqual(
    Array(2).fill(shared.teams.get('North Crew')),
  )

  // Another date with an individual team keeps it unless that is overridden.
  await ask('POST', '/api/schedule/set-time', { rule_id: next, team_id: null })
  for (const replaces of [false, true]) {
    dialog = await openVisit(office, id)
    await choose(office, dialog, 'Team', 'South Crew')
    const box = dialog.getByRole('checkbox', { name: 'Also replace 1 changed visit' })
    await expect(box).toBeHidden()
    await dialog.getByText('The whole series', { exact: true }).click()
    await expect(box).not.toBeChecked()
    if (replaces) {
      await box.check()
      await expectNoAxeViolations(office)
    }
    const saved = office.waitForResponse((response) => response.url().includes('/set-time'))
    await dialog.getByRole('button', { name: 'Save' }).click()
    expect((await saved).status()).toBe(200)
    await expect(dialog).toBeHidden()
    const south = shared.teams.get('South Crew')
    expect([(await visitNow(id)).team_id, (await visitNow(next)).team_id]).toEqual([
      south,
      replaces ? south : null,
    ])
    await office.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(async () => (await visitNow(id)).team_id).toBe(shared.teams.get('North Crew'))
    expect((await visitNow(next)).team_id).toBeNull()
  }

  dialog = await openVisit(office, id)
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  const sheet = office.getByRole('dialog', { name: 'Reschedule', exact: true })
  await sheet.getByRole('button', { name: 'More dates' }).click()
  await sheet.getByText(shortDay(inDays(2)), { exact: true }).click()
  await expect(sheet.getByRole('group', { name: 'Free times' })).toBeVisible()
  await expect(sheet.getByText('Another visit of the series is on this day.')).toBeHidden()
  await sheet.getByText(shortDay(inDays(8)), { exact: true }).click()
  await expect(sheet.getByText('Another visit of the series is on this day.')).toBeVisible()
  await expectNoAxeViolations(office)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expectToast(office, 'Rescheduled')
  expect([(await visitNow(id)).date, (await visitNow(next)).date]).toEqual([inDays(8), inDays(8)])
})

test('cash at the door: the bill of a visit that was just completed is issued and paid in one act', async () => {
  const done = await work({ date: today, team: 'West Crew' })
  await week(office, today)
  const dialog = await openVisit(office, done.id)
  await dialog.getByRole('button', { name: 'Complete', exact: true }).click()
  await expectToast(office, /\w: Completed — invoice created$/)
  await expect(dialog).toBeHidden()
  await openVisit(office, done.id)
  await dialog.getByRole('button', { name: 'Mark paid' }).click()
  const paying = office.getByRole('dialog', { name: 'Mark paid', exact: true })
  await expect(paying.getByText('The invoice is issued now.', { exact: false })).toBeVisible()
  await expectNoAxeViolations(office)
  await paying.getByRole('button', { name: 'Mark paid' }).click()
  await expectToast(office, 'Payment recorded')
  await expect(card(office, done.id)).toContainText('Paid')
  await expect(dialog.getByRole('button', { name: 'Mark paid' })).toBeHidden()
  const { items } = await ask('GET', `/api/invoices?customer_id=${done.customer_id}`)
  expect(items).toMatchObject([{ status: 'paid', number: expect.any(Number), send_at: null }])
})

test('completing: without a charge, with an invoice, a future visit after a question; completed visits are locked', async () => {
  const free = await work({ date: today, price_cents: 0, team: 'West Crew' })
  const billed = await work({ date: today, team: 'West Crew' })
  const unsaid = await work({ date: today, team: 'West Crew' })
  const coming = await work({ date: inDays(1) })
  await week(office, today)
  let dialog = await openVisit(office, free.id)
  await dialog.getByRole('button', { name: 'Complete', exact: true }).click()
  await expectToast(office, /\w: Completed \(no charge\)$/)
  dialog = await openVisit(office, billed.id)
  await failing(office, /\/complete/)
  await dialog.getByRole('button', { name: 'Complete', exact: true }).click()
  await expectToast(office, 'Failed to complete')
  await office.unrouteAll()
  await dialog.getByRole('button', { name: 'Complete', exact: true }).click()
  await expectToast(office, /\w: Completed — invoice created$/)
  await expect(dialog).toBeHidden()
  // Completed, although the response has no invoice.
  await office.route(/\/complete/, async (route) => {
    const response = await route.fetch()
    const body = { ...(await response.json()), invoice_id: null }
    await route.fulfill({ response, json: { ...body, message: completionMessage(body) } })
  })
  dialog = await openVisit(office, unsaid.id)
  await dialog.getByRole('button', { name: 'Complete', exact: true }).click()
  await expectToast(office, /\w: Completed \(no invoice id\)$/)
  await expect(dialog).toBeHidden()
  await office.unrouteAll()
  expect((await visitNow(unsaid.id)).status).toBe('completed')
  dialog = await openVisit(office, billed.id)
  await expect(dialog.getByText('A completed visit is locked.')).toHaveCount(1)
  for (const name of ['Save', 'Reschedule', 'Clear time', 'Cancel Appointment'])
    await expect(dialog.getByRole('button', { name, exact: true })).toHaveCount(0)
  await close(dialog)
  await week(office)
  dialog = await openVisit(office, coming.id)
  await failing(office, /\/seed-invoice/)
  await dialog.getByRole('button', { name: /^More for/ }).click()
  await office.getByRole('menuitem', { name: 'Pay link' }).click()
  await expectToast(office, 'Failed to create invoice')
  await office.unrouteAll()
  await dialog.getByRole('button', { name: 'Complete', exact: true }).click()
  const question = office.getByRole('dialog', { name: 'Complete a coming visit?', exact: true })
  await expect(question).toContainText(shortDay(inDays(1)))
  await question.getByRole('button', { name: 'Complete now' }).click()
  await expectToast(office, /\w: Completed — invoice created$/)
})

test('the dashboard: its own texts for time, team, cancelling and charging @dates', async () => {
  const free = await work({ date: today, team: 'West Crew', start: 600 })
  await office.goto('/app')
  await expect(office.getByRole('heading', { name: 'Today • All Teams' })).toBeVisible()
  const article = (name: string) => office.locator('article').filter({ hasText: name })
  const dialog = office.getByRole('dialog', { name: 'Appointment', exact: true })
  await article(free.name).getByRole('button', { name: free.name, exact: true }).click()
  await choose(office, dialog, 'Start time', '11:30 AM')
  await failing(office, /\/set-time/)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(office, 'Failed to save time')
  await office.unrouteAll()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(office, 'Time saved')
  await expect(article(free.name)).toContainText('11:30 AM')
  await article(free.name).getByRole('button', { name: free.name, exact: true }).click()
  await choose(office, dialog, 'Team', 'South Crew')
  await failing(office, /\/set-time/)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(office, 'Failed to reassign')
  await close(dialog)
  // Twenty-one days ahead here, sixty on the schedule.
  await article(free.name).getByRole('button', { name: /^More/ }).click()
  await office.getByRole('menuitem', { name: 'Reschedule' }).click()
  const sheet = office.getByRole('dialog', { name: 'Reschedule', exact: true })
  await sheet.getByRole('button', { name: 'More dates' }).click()
  const last = await sheet.getByRole('radio').last().inputValue()
  expect(last <= addDays(today, 21)).toBe(true)
  await close(sheet)
  const cancel = async () => {
    await article(free.name).getByRole('button', { name: /^More/ }).click()
    await office.getByRole('menuitem', { name: /^Cancel/ }).click()
    await office
      .getByRole('dialog', { name: 'Cancel this appointment?', exact: true })
      .getByRole('button', { name: 'Cancel Appointment' })
      .click()
  }
  await failing(office, /\/skip/)
  await cancel()
  await expectToast(office, 'Failed to cancel')
  await office.unrouteAll()
  await cancel()
  await expectToast(office, 'Date cancelled')

  // Of these customers only Quinn has a card.
  const unpaid = article('Theo Brandt')
  await unpaid.getByRole('button', { name: 'Complete' }).click()
  await expectToast(office, /\w: Completed — invoice created$/)
  await unpaid.getByRole('button', { name: /^More/ }).click()
  await expect(office.getByRole('menuitem', { name: /^Charge now/ })).toContainText(
    'No card on file — send pay link',
  )
  await office.keyboard.press('Escape')
  await failing(office, /\/paylink/)
  await unpaid.getByRole('button', { name: 'Pay link' }).click()
  await expectToast(office, 'Failed to create pay link')
  await office.unrouteAll()
  const popup = office.waitForEvent('popup')
  await unpaid.getByRole('button', { name: 'Pay link' }).click()
  await expectToast(office, 'Pay link opened & copied')
  await (await popup).close()

  // One-off work for today on any day of the week: a pattern would move it off a closed day.
  const [quinn] = (
    await ask<{ customers: { id: string }[] }>('GET', '/api/owner/customers?q=Quinn%20Abara')
  ).customers
  const south = { start_date: today, start_minutes: 510, team_id: shared.teams.get('South Crew') }
  await ask('POST', '/api/schedule', {
    customer_id: quinn!.id,
    service_key: 'mowing',
    pattern: 'once',
    ...south,
  })
  const paying = article('Quinn Abara').filter({ hasText: 'Mowing' })
  await paying.getByRole('button', { name: 'Complete' }).click()
  await office.getByRole('menuitem', { name: 'Complete, invoice only' }).click()
  await expectToast(office, /\w: Completed — invoice created$/)
  for (const [code, sentence] of [
    ['org_not_charge_ready', 'Payments not enabled — send pay link'],
    ['requires_action', 'Auth required — send pay link'],
    ['no_payment_method', 'No card on file — send pay link'],
    ['card_declined', 'The customer’s card was declined.'],
    ['internal', 'Charge failed'],
  ] as const) {
    await failing(
      office,
      /\/pay$/,
      code === 'internal'
        ? {}
        : {
            status: 409,
            json: { code, error: sentence.replace('The customer’s', 'Your'), request_id: 'x' },
          },
    )
    await paying.getByRole('button', { name: 'Charge now' }).click()
    await expectToast(office, 'Charging…')
    await expectToast(office, sentence)
    await office.unrouteAll()
  }
  // Quinn has not agreed to automatic charges: a yes on the phone covers this one invoice.
  await paying.getByRole('button', { name: 'Charge now' }).click()
  await expectToast(office, /Did they agree by phone\?/)
  const [due] = (
    await ask<{ items: { id: string }[] }>('GET', `/api/invoices?customer_id=${quinn!.id}`)
  ).items
  const board = office.url()
  await office.goto(`/app/invoices/${due!.id}`)
  await office.getByRole('button', { name: 'Charge now' }).click()
  const byPhone = office.getByRole('dialog', { name: 'Agreed by phone', exact: true })
  await byPhone.getByLabel('What they said').fill('Yes, charge my card')
  await byPhone.getByRole('button', { name: 'Charge $45.00' }).click()
  await expectToast(office, 'Charging…')
  await office.goto(board)
  await expect(paying.getByText('Paid', { exact: true })).toBeVisible()
  await paying.getByRole('button', { name: /^More/ }).click()
  await expect(office.getByRole('menuitem', { name: /^Cancel/ })).toContainText(
    'Already paid — reschedule instead',
  )
  await expect(office.getByRole('menuitem', { name: /^Undo completion/ })).toContainText(
    'Already paid',
  )
  await office.keyboard.press('Escape')
})

test('Add to Schedule: required fields, the locked preference, leads, and no duplicates', async () => {
  const { name, customer_id } = await work({ date: inDays(3) })
  await week(office)
  const open = async () => {
    await office.getByRole('button', { name: 'Add to Schedule' }).first().click()
    const dialog = office.getByRole('dialog', { name: 'Add to Schedule', exact: true })
    await expect(dialog).toBeVisible()
    return dialog
  }
  const pick = async (dialog: Locator, who: string) => {
    await dialog.getByRole('combobox', { name: 'Customer' }).fill(who)
    await office.getByRole('option', { name: new RegExp(who) }).click()
  }
  const send = (dialog: Locator) => dialog.getByRole('button', { name: 'Add to Schedule' }).click()

  let dialog = await open()
  await send(dialog)
  await expect(dialog.getByText('Select a customer')).toBeVisible()
  await expect(dialog.getByText('Select a service')).toBeVisible()
  // A paused customer is listed but disabled; a lead is converted first.
  await dialog.getByRole('combobox', { name: 'Customer' }).fill('Uma Patel')
  await expect(office.getByRole('option', { name: /Uma Patel/ })).toHaveAttribute(
    'data-combobox-disabled',
    'true',
  )
  await expect(office.getByRole('option', { name: /Uma Patel/ })).toContainText(
    'This customer is paused.',
  )
  // The dropdown covers the next fields until the input loses focus.
  await office.keyboard.press('Tab')
  // Nobody is offered as new before the search has answered: a slow answer must not make a second Lee.
  const { promise: later, resolve: answer } = Promise.withResolvers<void>()
  await office.route(/candidates\?/, (route) => later.then(() => route.continue()))
  const asked = office.waitForRequest(/candidates\?.*Lee/)
  await dialog.getByRole('combobox', { name: 'Customer' }).fill('Lee Hartmann')
  await asked
  await expect(office.getByRole('option', { name: /as a new customer/ })).toHaveCount(0)
  answer()
  await office.getByRole('option', { name: /Lee Hartmann/ }).click()
  await office.unrouteAll()
  await expect(dialog.getByRole('button', { name: 'Convert and schedule' })).toBeVisible()
  await expect(dialog.getByText('Lee Hartmann is a lead.')).toBeVisible()
  // The customer's preference is filled in and locked until unlocked.
  await expect(dialog.getByText('Locked to the customer’s preference: Every 2 weeks')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Pattern' })).toBeDisabled()
  await expect(dialog.getByLabel('Weeks between visits')).toHaveValue('2')
  await dialog.getByRole('button', { name: 'Unlock' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Pattern' })).toBeEnabled()
  await expectNoAxeViolations(office)
  // The interval field is shown only for patterns that have one, and is at least 1.
  await dialog.getByLabel('Weeks between visits').fill('0')
  await expect(dialog.getByLabel('Weeks between visits')).toHaveValue(/^[01]$/)
  await choose(office, dialog, 'Pattern', 'One-off')
  await expect(dialog.getByLabel('Weeks between visits')).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'End date' })).toBeHidden()
  // Weekday of the month and season are under More options, and are described in plain words.
  await dialog.getByText('Other', { exact: true }).click()
  await choose(office, dialog, 'Pattern', 'Monthly')
  await dialog.getByRole('button', { name: 'More options' }).click()
  await choose(office, dialog, 'Day of the month', `The 2nd ${dayNames[weekdayOf(today)]}`)
  await choose(office, dialog, 'First month of the season', 'April')
  await choose(office, dialog, 'Last month of the season', 'October')
  await expect(
    dialog.getByText(`Every 2nd ${dayNames[weekdayOf(today)]} of the month, April to October:`),
  ).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Skip visits that fall on a closed date' }).check()

  const fill = async () => {
    const form = await open()
    await pick(form, name)
    await choose(office, form, 'Service', 'Hedge trimming')
    return form
  }
  await close(dialog)
  dialog = await fill()
  await failing(office, /\/api\/schedule$/)
  await send(dialog)
  await expect(dialog.getByText('Failed to add to schedule')).toBeVisible()
  await office.unrouteAll()
  // Submitted, closed, and filled in again before the response arrived; then again right after it.
  const hold: { go?: () => void } = {}
  const held = new Promise<void>((resolve) => (hold.go = resolve))
  const keys: (string | undefined)[] = []
  await office.route(/\/api\/schedule$/, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    await held
    await route.continue()
  })
  await send(dialog)
  await close(dialog)
  dialog = await fill()
  await send(dialog)
  await expectToast(office, 'Already adding this…')
  hold.go?.()
  await expectToast(office, 'Added to schedule')
  // The response to the closed form leaves this one open.
  await send(dialog)
  await expectToast(office, 'Already added recently')
  expect(keys).toHaveLength(1)
  expect(keys[0]).toMatch(/^[\w-]{8,}$/)
  const added = (
    await ask('GET', `/api/schedule?from=${monday}&to=${inDays(20)}`)
  ).occurrences.filter(
    (visit: { customer: { id: string }; service: { key: string } }) =>
      visit.customer.id === customer_id && visit.service.key === 'hedges',
  )
  expect(new Set(added.map((visit: { series_id: string }) => visit.series_id)).size).toBe(1)
  await office.unrouteAll()
  // Somebody else added it: treated as success.
  await close(dialog)
  await office.reload()
  dialog = await fill()
  await send(dialog)
  await expectToast(office, 'Already added (idempotent)')
  await expect(dialog).toBeHidden()

  await failing(office, /\/candidates/)
  await office.reload()
  dialog = await open()
  await expect(dialog.getByText('Failed to load customers')).toBeVisible()
  await close(dialog)
})
