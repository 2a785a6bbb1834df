import type { Page } from '@playwright/test'
import { addDays, startOfWeek, todayIn } from '../../src/domain/base/dates.ts'
import { launchBrowser } from '../e2e/browser.ts'
import { signIn } from '../e2e/sign-in.ts'
import { bulkStatements } from './bulk.ts'
import { median } from './load.ts'
import { ms, verdict, type Stage } from './stage.ts'

// A busy week in a real browser: how smoothly it scrolls, and how long switching weeks takes.

const owner = 'owner@bright-side.example'
/** Two frames at 60 fps: anything slower is visible. */
const smooth_ms = 34
/** The interaction goal at 4x CPU slowdown. */
const change_ms = 600

const boards = {
  team: { name: 'Week board', region: 'section[aria-label="Week by team"]' },
  board: { name: 'Day board', region: 'section[aria-label^="Day board"]' },
} as const
type View = keyof typeof boards
type Frames = { p50: number; p95: number; max: number }

export async function measureBoard(stage: Stage): Promise<void> {
  const place = await stage.world('embedded')
  await place.sql(
    ...bulkStatements({
      slug: 'bulk-board',
      owner_email: owner,
      customers: 800,
      rules: 1_600,
      visits: 2_000,
      invoices: 50,
    }),
  )
  const peer = await place.product()
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({
      baseURL: `http://localhost:${peer.base.port}`,
      viewport: { width: 1440, height: 900 },
      timezoneId: 'America/New_York',
    })
    const page = await context.newPage()
    await signIn(page, owner)
    const cpu = await context.newCDPSession(page)
    const day = addDays(startOfWeek(todayIn('America/New_York', new Date().toISOString())), 8)
    stage.say(
      '| View, CPU | Visits of the week | Frames of a scroll through it, p50 / p95 / slowest | Next week and back, known already | |',
    )
    stage.say('|---|---|---|---|---|')
    for (const rate of [1, 4]) {
      for (const view of Object.keys(boards) as View[]) {
        await page.goto(`/app/schedule?view=${view}&date=${day}`)
        await page.locator('[data-visit]').first().waitFor()
        // The neighboring weeks are prefetched, so this measures rendering them.
        await page.waitForLoadState('load')
        await page.waitForTimeout(3_000)
        const many = await visitsOfWeek(page, day)
        await cpu.send('Emulation.setCPUThrottlingRate', { rate })
        const frames: Frames[] = []
        const changes: number[] = []
        for (let round = 0; round < stage.rounds; round++) {
          frames.push(await scrollThrough(page, boards[view].region))
          for (const label of ['Next week', 'Previous week'])
            changes.push(await changeWeek(page, label))
        }
        await cpu.send('Emulation.setCPUThrottlingRate', { rate: 1 })
        const of = (which: keyof Frames) => median(frames.map((one) => one[which]))
        const ok = rate === 1 ? of('p95') <= smooth_ms : median(changes) <= change_ms
        stage.say(
          `| ${boards[view].name}, ${rate === 1 ? 'full speed' : `${rate}x slower`} | ${many} | ${ms(of('p50'))} / ${ms(of('p95'))} / ${ms(of('max'))} ms | ${ms(median(changes))} ms | ${rate === 1 ? `p95 ≤ ${smooth_ms} ms` : `≤ ${change_ms} ms`} ${verdict(ok)} |`,
        )
      }
    }
  } finally {
    await browser.close()
    await peer.stop()
  }
}

/** Counted on the day tabs of the day board. */
async function visitsOfWeek(page: Page, day: string): Promise<number> {
  const { searchParams } = new URL(page.url())
  if (searchParams.get('view') === 'team') return page.locator('[data-visit]').count()
  const tabs = await page
    .getByRole('navigation', { name: 'Days' })
    .locator('small')
    .allTextContents()
  if (!tabs.length) throw new Error(`No days around ${day}`)
  return tabs.reduce((sum, text) => sum + (Number.parseInt(text) || 0), 0)
}

/** Scrolls one wheel notch per frame from top to bottom. */
const scrollThrough = (page: Page, region: string): Promise<Frames> =>
  page.evaluate(async (selector) => {
    const board = document.querySelector(selector)!
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    board.scrollTop = 0
    await frame()
    const took: number[] = []
    let last = await frame()
    for (let top = -1; board.scrollTop > top;) {
      top = board.scrollTop
      board.scrollTop += 90
      const now = await frame()
      took.push(now - last)
      last = now
    }
    took.sort((a, b) => a - b)
    const at = (share: number) =>
      took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0
    return { p50: at(0.5), p95: at(0.95), max: at(1) }
  }, region)

/** From the click until the frame shows other visits. */
const changeWeek = (page: Page, label: string): Promise<number> =>
  page.evaluate(async (name) => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    const first = () => document.querySelector<HTMLElement>('[data-visit]')?.dataset['visit']
    const before = first()
    const began = performance.now()
    document.querySelector<HTMLElement>(`[aria-label="${name}"]`)!.click()
    while (first() === before) await frame()
    await frame()
    return performance.now() - began
  }, label)
