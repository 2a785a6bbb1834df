import type { Page } from '@playwright/test'
import { launchBrowser } from '../e2e/browser.ts'
import { signIn } from '../e2e/sign-in.ts'
import { bulkStatements } from './bulk.ts'
import { median } from './load.ts'
import { ms, verdict, type Stage } from './stage.ts'

// 10,000 customers in a real browser: when the list is there, how it scrolls, and how long an answer to the owner takes.

const owner = 'owner@bright-side.example'
const usable_ms = 1000
const task_ms = 100
const answer_ms = 300
/** Whom the search finds alone. */
const sought = '4321@example.com'

declare global {
  interface Window {
    longest_ms: number
  }
}

export async function measureCustomerList(stage: Stage): Promise<void> {
  const place = await stage.world('PostgreSQL')
  await place.sql(
    ...bulkStatements({
      slug: 'many',
      owner_email: owner,
      customers: 10_000,
      rules: 3_000,
      visits: 20_000,
      invoices: 10_000,
    }),
  )
  await place.sql('vacuum analyze')
  const peer = await place.product()
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({
      baseURL: `http://localhost:${peer.base.port}`,
      viewport: { width: 1440, height: 900 },
      timezoneId: 'America/New_York',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.addInitScript(() => {
      window.longest_ms = 0
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries())
          window.longest_ms = Math.max(window.longest_ms, duration)
      }).observe({ type: 'longtask' })
    })
    await signIn(page, owner)
    stage.say('| What the owner does | Takes | Longest task | Goal | |')
    stage.say('|---|---|---|---|---|')
    for (const [what, goal, act] of acts) {
      const taken: { took: number; longest: number }[] = []
      for (let round = 0; round < stage.rounds; round++) taken.push(await act(page))
      const took = median(taken.map((one) => one.took))
      const longest = median(taken.map((one) => one.longest))
      const isMet = goal === task_ms ? longest <= goal : took <= goal
      stage.say(
        `| ${what} | ${ms(took)} ms | ${longest === 0 ? 'none over 50 ms' : `${ms(longest)} ms`} | ${goal === task_ms ? 'no task over' : '≤'} ${goal} ms | ${verdict(isMet)} |`,
      )
    }
  } finally {
    await browser.close()
    await peer.stop()
  }
}

type Act = (page: Page) => Promise<{ took: number; longest: number }>
/** `changes`: what says something else afterwards. */
type Step = { press?: string; type?: string; until: string; changes?: string }

/** Does something in the page, and counts until a frame shows what it leads to. */
const timed = (page: Page, step: Step) =>
  page.evaluate(async ({ press, type, until, changes }: Step) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const find = (selector: string) => document.querySelector<HTMLElement>(selector)
    const said = () => changes && find(changes)?.textContent
    window.longest_ms = 0
    const before = said()
    const began = performance.now()
    if (press) find(press)!.click()
    if (type !== undefined) {
      const box = find('input[type=search]')!
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(box, type)
      box.dispatchEvent(new Event('input', { bubbles: true }))
    }
    const isThere = () =>
      find(until) && !find('[aria-busy=true]') && (!changes || said() !== before)
    while (!isThere()) {
      if (performance.now() - began > 20_000) throw new Error(`No ${until}`)
      await frame()
    }
    await frame()
    const took = performance.now() - began
    await new Promise((resolve) => setTimeout(resolve, 100))
    return { took, longest: window.longest_ms }
  }, step)

const link = 'a[href^="/app/customers"]'
const row = 'tbody tr'
const card = 'ul[aria-labelledby^="customers-"] > li'
const sums = 'main output'

/** On a page that has nothing to do with customers. */
async function elsewhere(page: Page): Promise<void> {
  await page.goto('/app/services')
  await page.locator(link).first().waitFor()
  await page.waitForTimeout(1500)
}

async function table(page: Page, pages = 1): Promise<void> {
  await page.goto('/app/customers')
  await page.locator(row).first().waitFor()
  for (let many = 1; many < pages; many++) {
    const before = await page.locator(row).count()
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.waitForFunction((n) => document.querySelectorAll('tbody tr').length > n, before)
  }
  await page.locator(sums).waitFor()
  await page.waitForTimeout(1500)
}

const scroll: Act = (page) =>
  page.evaluate(async () => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    scrollTo(0, 0)
    await new Promise((resolve) => setTimeout(resolve, 500))
    window.longest_ms = 0
    const began = performance.now()
    for (let top = -1; scrollY > top;) {
      top = scrollY
      scrollBy(0, 120)
      await frame()
    }
    const took = performance.now() - began
    await new Promise((resolve) => setTimeout(resolve, 100))
    return { took, longest: window.longest_ms }
  })

const acts: [string, number, Act][] = [
  [
    'opens the cards from another page',
    usable_ms,
    async (page) => {
      await elsewhere(page)
      return timed(page, { press: link, until: card })
    },
  ],
  [
    'opens the table from the cards',
    usable_ms,
    async (page) => {
      await elsewhere(page)
      await timed(page, { press: link, until: card })
      return timed(page, { press: '[role=tab]:nth-of-type(2)', until: row })
    },
  ],
  [
    'scrolls through 1,000 rows',
    task_ms,
    async (page) => {
      await table(page, 5)
      return scroll(page)
    },
  ],
  [
    'types the name of one in 10,000',
    answer_ms,
    async (page) => {
      await table(page)
      return timed(page, { type: sought, until: `${row}:only-child`, changes: sums })
    },
  ],
  [
    'clears that, and sees the sums of all',
    answer_ms,
    async (page) => {
      await table(page)
      await timed(page, { type: sought, until: `${row}:only-child`, changes: sums })
      return timed(page, { press: '[aria-label="Clear search"]', until: row, changes: sums })
    },
  ],
  [
    'sorts by balance',
    answer_ms,
    async (page) => {
      await table(page)
      return timed(page, { press: 'th:last-child button', until: 'th[aria-sort]', changes: row })
    },
  ],
  [
    'selects 1,000 rows',
    answer_ms,
    async (page) => {
      await table(page, 5)
      return timed(page, {
        press: 'thead input[type=checkbox]',
        until: 'section[aria-label="Selected customers"]',
      })
    },
  ],
]
