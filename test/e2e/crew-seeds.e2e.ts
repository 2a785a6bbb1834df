import type { BrowserContext, Locator, Page } from '@playwright/test'
import { addDays, todayIn } from '../../src/domain/base/dates.ts'
import { closeStop, openStop, stop as shownStop } from './crew-stop.ts'
import { expect, test } from './fixtures.ts'
import { freeWork } from './free-work.ts'
import { people } from './people.ts'
import { callsOf, signIn, type Call } from './sign-in.ts'
import { countUnsent } from './unsent.ts'

// A crew without a connection, killed at random, while the office moves, cancels and reassigns. CREW_SEEDS and CREW_ACTS make it as
// thorough as one likes; a failure names its seed, and CREW_SEED runs only that one.
const acts = Number(process.env.CREW_ACTS ?? 14)
const seeds = process.env.CREW_SEED
  ? [Number(process.env.CREW_SEED)]
  : Array.from({ length: Number(process.env.CREW_SEEDS ?? 1) }, (_, index) => index + 1)

test.use({
  world: 'crew-seeds',
  serviceWorkers: 'allow',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})
test.setTimeout(120_000 + acts * 8000)

const today = todayIn('America/New_York', new Date().toISOString())

/** The same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A phone whose page may die at any moment. */
async function reopened(page: Page, path: string): Promise<Page> {
  const context: BrowserContext = page.context()
  await page.goto('chrome://crash').catch(() => {})
  await page.close()
  const next = await context.newPage()
  await next.goto(path)
  return next
}

type Stop = { id: string; name: string; notes: string[]; isFinished: boolean }

/** Null if the stop left the day: a refetch brought what the office did. */
const opened = (page: Page, stop: Stop): Promise<Locator | null> =>
  openStop(page, stop.name, 3000).catch(() => null)
/** False if it left meanwhile. */
const tapped = (of: Locator, name: string | RegExp): Promise<boolean> =>
  of
    .getByRole('button', { name })
    .click({ timeout: 3000 })
    .then(
      () => true,
      () => false,
    )

async function writeNote(page: Page, stop: Stop, card: Locator, text: string): Promise<void> {
  if (!(await tapped(card, /^Note/))) return
  const sheet = page.getByRole('dialog', { name: /^Note/ })
  // The press opens the sheet, or the stop left the screen before it: then the page has to say so.
  await expect
    .poll(async () => (await sheet.isVisible()) || !(await card.isVisible()), {
      message: `the sheet of ${stop.name} opens, or the stop is gone`,
    })
    .toBe(true)
  if (!(await sheet.isVisible())) return
  await sheet.getByRole('textbox', { name: 'Note' }).fill(text)
  await sheet.getByRole('button', { name: 'Save note' }).click()
  await expect(sheet).toBeHidden()
  stop.notes.push(text)
}

/** Whatever the office does, it may come too late: then it is refused, and that is fine. */
async function disturb(office: Call, stop: Stop, random: () => number, south: string) {
  const path = `/api/schedule/${stop.id}`
  const wishes = [
    () =>
      office('POST', `${path}/reschedule`, {
        to_date: addDays(today, 1 + Math.floor(random() * 3)),
      }),
    () => office('POST', `${path}/skip`, { reason: 'staff' }),
    () => office('POST', `${path}/hold`, { reason: 'Rain' }),
    () =>
      office('POST', '/api/schedule/set-time', {
        rule_id: stop.id,
        team_id: south,
        apply_team_to: 'date',
      }),
  ]
  await wishes[Math.floor(random() * wishes.length)]!().catch(() => undefined)
}

for (const seed of seeds)
  test(`seed ${seed}: of ${acts} acts of a phone that is killed and offline while the office replans, none is lost, doubled or out of order @dates`, async ({
    page,
    server,
  }) => {
    const random = randomFrom(seed)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
    const office = await callsOf(server.url, people.owner)
    const { teams } = await office('GET', '/api/owner/teams')
    const team = (wanted: string): string =>
      teams.find(({ name }: { name: string }) => name === wanted).id
    const stops: Stop[] = []
    for (const tree of ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elder']) {
      const name = `${tree} ${seed}`
      const work = { start_date: today, start_minutes: 600, team_id: team('North Crew') }
      stops.push({ id: await freeWork(office, name, work), name, notes: [], isFinished: false })
    }
    await signIn(page, people.crew_leader)
    await expect(shownStop(page, stops[0]!.name)).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('fieldhive.kept-app')), {
        timeout: 30_000,
      })
      .toBe('1')
    const context = page.context()
    let phone = page
    await context.setOffline(true)

    for (let act = 1; act <= acts; act++) {
      const stop = pick(stops)
      const card = await opened(phone, stop)
      // One that the office took off the day can only be read.
      if (card && (await card.getByRole('button', { name: /^Note/ }).isVisible())) {
        if (random() < 0.75) await writeNote(phone, stop, card, `Note ${act} at ${stop.name}`)
        else if (!stop.isFinished) {
          stop.isFinished = await tapped(card, 'Complete')
          await expect(card.getByRole('button', { name: 'Complete' })).toHaveCount(0)
        }
      }
      await closeStop(phone)
      if (random() < 0.3) await disturb(office, pick(stops), random, team('South Crew'))
      // The connection comes and goes, at times just before the phone dies.
      const isConnected = random() < 0.25
      if (isConnected) await context.setOffline(false)
      if (random() < 0.25) phone = await reopened(phone, pick(['/app', '/app/team']))
      if (isConnected) await context.setOffline(true)
      if (!phone.url().endsWith('/app')) await phone.goto('/app')
      await expect(phone.getByRole('heading', { name: "Today's Schedule" })).toBeVisible()
    }

    phone = await reopened(phone, '/app')
    await context.setOffline(false)
    await phone.goto('/app/team')
    await expect.poll(() => countUnsent(phone), { timeout: 30_000 }).toBe(0)
    const { items } = await office('GET', '/api/owner/crew-reports')
    for (const stop of stops) {
      const visit = await office('GET', `/api/schedule/${stop.id}/visit`)
      expect(visit.crew_notes.map(({ text }: { text: string }) => text)).toEqual(stop.notes)
      const reports = items.filter(
        ({ customer_name }: { customer_name: string }) => customer_name === stop.name,
      ).length
      const isCompleted = visit.status === 'completed'
      expect([stop.name, Number(isCompleted) + reports]).toEqual([
        stop.name,
        Number(stop.isFinished),
      ])
    }
  })
