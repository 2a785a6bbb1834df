import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { addDays, startOfWeek, todayIn } from '../../src/domain/base/dates.ts'
import { expect, test } from './fixtures.ts'
import { people, type DemoRole } from './people.ts'
import { callsOf, signedIn, type Call } from './sign-in.ts'

// Shared by the schedule journeys: pages that stay signed in, colleagues without a browser, their own work in a week three weeks ahead, and helpers for common actions.

const zone = 'America/New_York'
export const today = todayIn(zone, new Date().toISOString())
export const monday = addDays(startOfWeek(today, 1), 21)
export const inDays = (days: number) => addDays(monday, days)
const named = (date: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options }).format(
    new Date(`${date}T12:00:00Z`),
  )
export const shortDay = (date: string) =>
  named(date, { weekday: 'short', month: 'short', day: 'numeric' })
export const longDay = (date: string) =>
  named(date, { weekday: 'long', month: 'long', day: 'numeric' })
export const spokenDay = (date: string) =>
  `${named(date, { day: 'numeric' })} ${named(date, { month: 'long' })} ${named(date, { year: 'numeric' })}`

export type Visit = {
  id: string
  date: string
  start_minutes: number | null
  status: string
  version: number
  team_id: string | null
}
export const shared = {
  url: '',
  pages: new Map<string, Page>(),
  contexts: [] as BrowserContext[],
  calls: new Map<string, Call>(),
  faults: [] as string[],
  teams: new Map<string, string>(),
}

/** A page signed in once and reused by the tests that follow. */
export async function seat(browser: Browser, role: DemoRole, which = ''): Promise<Page> {
  const known = shared.pages.get(role + which)
  if (known) return known
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: await signedIn(shared.url, people[role]),
  })
  context.on('weberror', (fault) =>
    shared.faults.push(fault.error().stack ?? fault.error().message),
  )
  shared.contexts.push(context)
  const page = await context.newPage()
  shared.pages.set(role + which, page)
  return page
}

/** Cached calls as a person. */
export async function caller(email: string): Promise<Call> {
  const known = shared.calls.get(email)
  if (known) return known
  const call = await callsOf(shared.url, email)
  shared.calls.set(email, call)
  return call
}

/** The owner's page and calls, which most tests need. */
export let office: Page
export let ask: Call

/** Sets up a file of serial tests: prepares pages before each, and fails on uncaught errors after it. */
export function openDesk(): void {
  test.describe.configure({ mode: 'serial' })
  test.beforeEach(async ({ browser, server }) => {
    shared.url = server.url
    ask = await caller(people.owner)
    if (!shared.teams.size)
      for (const team of (await ask('GET', '/api/owner/teams')).teams)
        shared.teams.set(team.name, team.id)
    office = await seat(browser, 'owner')
  })
  test.afterEach(async () => {
    // Stop faking responses.
    for (const page of shared.pages.values()) await page.unrouteAll()
    expect(shared.faults.splice(0), 'uncaught errors in the browser').toEqual([])
  })
  // The next file signs in itself.
  test.afterAll(async () => {
    for (const context of shared.contexts.splice(0)) await context.close()
    for (const known of [shared.pages, shared.calls, shared.teams]) known.clear()
  })
}

let people_made = 0
const names = [
  'Abel',
  'Beth',
  'Cora',
  'Dirk',
  'Edda',
  'Finn',
  'Gwen',
  'Hugo',
  'Iris',
  'Jack',
  'Kate',
  'Levi',
  'Mona',
  'Nils',
  'Olga',
  'Paul',
  'Ruth',
  'Seth',
  'Tess',
  'Vera',
]
/** Creates a customer no other test uses, with one visit; returns both. */
export async function work(
  given: {
    date?: string
    start?: number | null
    team?: string | null
    price_cents?: number
    pattern?: string
    service?: string
  } = {},
) {
  const name = `${names[people_made % names.length]} ${Date.now().toString(36).slice(-5)}${people_made++}`
  const customer = await ask('POST', '/api/owner/customers', {
    name,
    status: 'active',
    street: `${people_made} Test Way`,
    city: 'Raleigh',
    state: 'NC',
    zip: '27601',
  })
  const customer_id = customer.id ?? customer.customer.id
  const {
    date = monday,
    start = 540,
    team = 'North Crew',
    price_cents,
    pattern = 'once',
    service = 'mowing',
  } = given
  const rule = await ask('POST', '/api/schedule', {
    customer_id,
    service_key: service,
    pattern,
    start_date: date,
    start_minutes: start,
    team_id: team && shared.teams.get(team),
    ...(price_cents === undefined ? {} : { price_cents }),
  })
  return {
    name,
    customer_id,
    id: rule.first_visit.occurrence_id as string,
    rule_id: rule.rule_id as string,
  }
}
export const visitNow = async (id: string, from = addDays(monday, -28)): Promise<Visit> =>
  (await ask('GET', `/api/schedule?from=${from}&to=${addDays(from, 80)}`)).occurrences.find(
    (visit: Visit) => visit.id === id,
  )

export const week = (page: Page, date = monday, more = '') =>
  page.goto(`/app/schedule?date=${date}${more}`)
/** Expects a toast. */
export const expectToast = async (page: Page, text: string | RegExp) =>
  expect(
    page.locator('.mantine-Notification-root').getByText(text, { exact: true }).first(),
  ).toBeVisible()
/** The card under the pointer during a drag. */
export const carried = (page: Page): Locator => page.locator('[data-carried]')
/**
 * Picks up the card that has the focus, and waits until the board handles the next key: it does from
 * the next timer tick on, and on a busy machine keys could arrive before it.
 */
export async function liftByKey(page: Page): Promise<void> {
  await page.keyboard.press('Space')
  await expect(page.locator('[id^="DndLiveRegion"]')).not.toBeEmpty()
  await expect(carried(page)).toBeVisible()
  await page.evaluate(() => new Promise((done) => setTimeout(done)))
}
export const card = (page: Page, id: string) => page.locator(`[data-visit="${id}"]`)
export async function openVisit(page: Page, id: string): Promise<Locator> {
  await card(page, id).click()
  const dialog = page.getByRole('dialog', { name: 'Appointment', exact: true })
  await expect(dialog).toBeVisible()
  return dialog
}
export async function choose(
  page: Page,
  dialog: Locator,
  label: string,
  option: string,
): Promise<void> {
  await dialog.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
/** Picks a day in the open calendar, whatever month it shows. */
export async function pickDay(page: Page, date: string, by: 'click' | 'keys' = 'click') {
  const next = page.getByRole('button', { name: 'Next month' })
  await expect(next).toBeVisible()
  const day = page.getByRole('button', { name: spokenDay(date), exact: true })
  for (let pages = 0; pages < 24 && !(await day.isVisible()); pages++) await next.click()
  await (by === 'keys' ? day.press('Enter') : day.click())
}
/** The question shown when leaving a sheet with unsaved input. */
export const unsaved = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Discard what you typed?', exact: true })
/** Closes a dialog, discarding any input. */
export const close = async (dialog: Locator) => {
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const question = unsaved(dialog.page())
  await expect
    .poll(async () => (await question.isVisible()) || !(await dialog.isVisible()))
    .toBe(true)
  if (await question.isVisible())
    await question.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(dialog).toBeHidden()
}
/** Makes a call fail like a broken server, or with a given response. */
export const failing = (
  page: Page,
  path: RegExp,
  answer: { status?: number; json?: object } = {},
) =>
  page.route(path, (route) =>
    route.request().method() === 'GET' && answer.status === undefined
      ? route.fulfill({ status: 500, json: { error: 'Server error.', code: 'internal' } })
      : route.fulfill({
          status: answer.status ?? 500,
          json: answer.json ?? { error: 'Server error.', code: 'internal' },
        }),
  )
export const refuses = (button: Locator, sentence: string) =>
  Promise.all([
    expect(button).toHaveAttribute('aria-disabled', 'true'),
    expect(button).toHaveAccessibleDescription(sentence),
  ])
