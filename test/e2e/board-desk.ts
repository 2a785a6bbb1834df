import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { addDays, startOfWeek, todayIn } from '../../src/domain/base/dates.ts'
import { expect, test } from './fixtures.ts'
import { people } from './people.ts'
import { longDay } from './schedule-desk.ts'
import { callsOf, signedIn, type Call } from './sign-in.ts'

// Shared by the board journeys: a week and two crews of their own, so that the rest of the demo world doesn't get in the way.

export const monday = addDays(
  startOfWeek(todayIn('America/New_York', new Date().toISOString()), 1),
  42,
)
export const tuesday = addDays(monday, 1)
export const wednesday = addDays(monday, 2)
export const at = (hours: number, minutes = 0): number => hours * 60 + minutes

export type Held = {
  id: string
  date: string
  team_id: string | null
  start_minutes: number | null
  version: number
  status: string
}
type Api = {
  ask: Call
  visit: (id: string) => Promise<Held>
}
export const shared = {} as {
  page: Page
  context: BrowserContext
  api: Api
  red: string
  blue: string
  customers: { id: string; name: string }[]
  faults: string[]
}

/** Calls as the owner, without a browser: what a colleague does at the same time. */
async function colleague(url: string): Promise<Api> {
  const ask = await callsOf(url, people.owner)
  const visit: Api['visit'] = async (id) => {
    const { occurrences } = await ask<{ occurrences: Held[] }>(
      'GET',
      `/api/schedule?from=${addDays(monday, -14)}&to=${addDays(monday, 70)}`,
    )
    return occurrences.find((one) => one.id === id)!
  }
  return { ask, visit }
}

let added = 0
/** Adds work to the schedule and returns its first visit. */
export async function add(work: {
  who: number
  start: number | null
  team: string | null
  date?: string
  pattern?: 'once' | 'weekly'
  end_date?: string
}): Promise<string> {
  const { who, start, team, date = monday, pattern = 'once', end_date } = work
  const { first_visit } = await shared.api.ask<{ first_visit: { occurrence_id: string } }>(
    'POST',
    '/api/schedule',
    {
      customer_id: shared.customers[who]!.id,
      service_key: 'mowing',
      pattern,
      start_date: date,
      ...(end_date ? { end_date } : {}),
      start_minutes: start,
      team_id: team,
      duration_minutes: 45,
      notes: `Board ${++added}`,
    },
  )
  return first_visit.occurrence_id
}

export const card = (id: string): Locator => shared.page.locator(`[data-visit="${id}"]`)
export const toast = (text: string | RegExp): Locator =>
  shared.page.locator('.mantine-Notification-root', { hasText: text }).last()

export async function openDay(date: string): Promise<void> {
  await shared.page.goto(`/app/schedule?view=board&date=${date}`)
  await expect(
    shared.page.getByRole('region', { name: `Day board, ${longDay(date)}` }),
  ).toBeVisible()
}
export async function openWeek(): Promise<void> {
  await shared.page.goto(`/app/schedule?view=team&date=${monday}`)
  await expect(shared.page.getByRole('region', { name: 'Week by team' })).toBeVisible()
}

export async function boxOf(what: Locator) {
  await what.scrollIntoViewIfNeeded()
  const box = await what.boundingBox()
  if (!box) throw new Error('Not on screen')
  return box
}
/** Drags a card, held near its left edge, by this many pixels; `meanwhile` runs before the drop. */
export async function drag(
  id: string,
  by: { x: number; y: number },
  meanwhile?: () => Promise<unknown>,
): Promise<void> {
  const { mouse } = shared.page
  const box = await boxOf(card(id))
  const from = { x: box.x + 12, y: box.y + 12 }
  await mouse.move(from.x, from.y)
  await mouse.down()
  await mouse.move(from.x + 8, from.y)
  await mouse.move(from.x + by.x, from.y + by.y, { steps: 6 })
  await meanwhile?.()
  await mouse.up()
}
/** Pixels per hour, measured on the ruler. */
export const hourWidth = async (): Promise<number> => {
  const hour = (text: string) => shared.page.getByText(text, { exact: true }).boundingBox()
  return (await hour('10 AM'))!.x - (await hour('9 AM'))!.x
}
export const laneOf = (name: string): Locator =>
  shared.page.getByRole('heading', { name: new RegExp(`^${name}`) })
export const answer = (path: string) =>
  shared.page.waitForResponse(
    (response) => response.url().includes(path) && response.request().method() !== 'GET',
  )

/** Sets up a file of serial tests. Its crews have names no other file uses, because some files share a server. */
export function openBoards(red: string, blue: string): void {
  test.describe.configure({ mode: 'serial' })
  test.beforeAll(async ({ browser, server }) => {
    added = 0
    shared.api = await colleague(server.url)
    const team = async (name: string) =>
      (await shared.api.ask<{ id: string }>('POST', '/api/owner/teams', { name })).id
    shared.red = await team(red)
    shared.blue = await team(blue)
    const { customers } = await shared.api.ask<{
      customers: { id: string; name: string; status: string; available_days: string[] }[]
    }>('GET', '/api/schedule/candidates?limit=100')
    shared.customers = customers.filter(
      ({ status, available_days }) =>
        status === 'active' &&
        (available_days.length === 0 ||
          ['mon', 'tue', 'wed'].every((day) => available_days.includes(day))),
    )
    expect(shared.customers.length).toBeGreaterThan(4)
    await open(browser, server.url)
  })

  test.afterAll(async () => {
    await shared.context.close()
    expect(shared.faults, 'uncaught errors in the browser').toEqual([])
  })
}

async function open(browser: Browser, baseURL: string): Promise<void> {
  shared.context = await browser.newContext({
    baseURL,
    viewport: { width: 1440, height: 1000 },
    storageState: await signedIn(baseURL, people.owner),
  })
  shared.faults = []
  shared.context.on('weberror', (fault) => shared.faults.push(fault.error().message))
  shared.page = await shared.context.newPage()
}
