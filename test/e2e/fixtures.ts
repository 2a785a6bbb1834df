import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { ahead_ms, moveClock } from '../day.ts'
import { people, type DemoRole } from './people.ts'
import { startServer, type RunningServer } from './server.ts'
import { bringSignedIn } from './sign-in.ts'
import { slowdown } from './slowdown.ts'

type Journey = {
  /** A new page signed in as the demo person of this role, optionally opened at a path. */
  as: (role: DemoRole, path?: string) => Promise<Page>
  /** Saves a screenshot with the results if `SHOTS` is set; nothing compares them. */
  shot: (page: Page, name: string) => Promise<void>
}
type Shared = {
  /** Which demo world to use: files that change a lot name their own. */
  world: string
  /** Whether the journeys of this file set the server's clock. */
  ownClock: boolean
  /** One product with the demo world for each worker; journeys of one file see each other's changes. */
  server: RunningServer
}

export const test = base.extend<Journey, Shared>({
  world: ['everybody’s', { scope: 'worker', option: true }],
  ownClock: [false, { scope: 'worker', option: true }],
  server: [
    async ({ world, ownClock }, use) => {
      // A different worker name means a separate worker with its own server.
      if (!world) throw new Error('A world needs a name')
      const server = await startServer({ ownClock })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  // Every page in every context uses the tests' day, too.
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        await context.addInitScript(moveClock, ahead_ms)
        // A page may be gone before it is slowed down.
        if (slowdown > 1) context.on('page', (page) => void slowDown(page).catch(() => {}))
        return context
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),

  context: async ({ context }, use) => {
    const check = watchFaults(context)
    await use(context)
    check()
  },

  as: async ({ browser, server }, use) => {
    const opened: { context: BrowserContext; check: () => void }[] = []
    await use(async (role, path) => {
      const context = await browser.newContext()
      opened.push({ context, check: watchFaults(context) })
      await bringSignedIn(context, server.url, people[role])
      const page = await context.newPage()
      if (path) await page.goto(path)
      return page
    })
    for (const { context } of opened) await context.close()
    for (const { check } of opened) check()
  },

  shot: async ({}, use, info) => {
    await use(async (page, name) => {
      if (!process.env.SHOTS) return
      const path = info.outputPath(`${name}.png`)
      await page.screenshot({ path, fullPage: true, animations: 'disabled' })
      await info.attach(name, { path, contentType: 'image/png' })
    })
  },
})

/**
 * Checks WCAG 2.2 AA and axe's best practices. Call it with each dialog and menu open, too; then only that is checked, not the page under it. Color contrast is checked only in wide windows: a phone shows the same colors, and the check is the slowest one.
 */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  // A list that shows its old rows, faded, until the new ones are here is not judged halfway.
  await page
    .waitForFunction(() => !document.querySelector('[aria-busy=true]'), null, { timeout: 3_000 })
    .catch(() => {})
  const axe = new AxeBuilder({ page })
    // Don't report passes: collecting them takes longer than the checks.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // A letter in a frame without scripts: axe can't run there, and letters have tests of their own.
    .exclude('iframe[sandbox=""]')
    // Otherwise each run opens a second page just to combine the results of the frames.
    .setLegacyMode(page.frames().length === 1)
  if (
    await page.evaluate(
      () => innerWidth < 600 && matchMedia('(prefers-color-scheme: light)').matches,
    )
  )
    axe.disableRules('color-contrast')
  const dialog = '[role=dialog][aria-modal=true]:not([aria-hidden=true])'
  const menu = '[role=menu]'
  // Besides its items a menu has an empty element of the library that only holds focus until the first key; screen readers skip it.
  if (await page.locator(menu).last().isVisible())
    axe.include(menu).disableRules('aria-required-children')
  else if (await page.locator(dialog).last().isVisible()) axe.include(dialog)
  const look = async (): Promise<string[]> =>
    (await axe.analyze()).violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help}\n    ${target.join(' ')}`),
    )
  let found = await look()
  // A control half covered by a bar is fully visible after a little scrolling.
  if (found.some((one) => one.startsWith('target-size'))) {
    await page.evaluate(() => scrollBy(0, scrollY > 150 ? -150 : 150))
    const again = await look()
    found = found.filter((one) => again.includes(one))
  }
  expect(found, `accessibility of ${page.url()}`).toEqual([])
}

/** Buttons whose words don't fit inside them. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.mantine-Button-label')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  )

/**
 * Touch targets that are too low for a thumb. Exempt are links within a sentence, checkboxes (their label counts), buttons that open a card (the whole card counts), and tags (their input box counts).
 */
export const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'a, button, [role=menuitem], label[for], input:not([type=checkbox], [type=radio], .mantine-PillsInputField-field)',
      ),
    ].flatMap((element) => {
      const { width, height } = element.getBoundingClientRect()
      const ticked = element instanceof HTMLLabelElement ? element.control : null
      const isPressed =
        element instanceof HTMLLabelElement
          ? ticked instanceof HTMLInputElement && /checkbox|radio/.test(ticked.type)
          : true
      const isSeen =
        width > 2 &&
        height > 2 &&
        (element.tabIndex >= 0 || element.role === 'menuitem' || ticked !== null)
      const isCompleteAddress = getComputedStyle(element, '::after').position === 'absolute'
      const isSmall =
        isPressed &&
        isSeen &&
        !isCompleteAddress &&
        getComputedStyle(element).display !== 'inline' &&
        height < 43.5
      return isSmall
        ? [`${element.textContent.trim() || element.outerHTML.slice(0, 90)}: ${Math.round(height)}`]
        : []
    }),
  )

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** An uncaught exception on any page fails the journey. */
function watchFaults(context: BrowserContext): () => void {
  const faults: string[] = []
  context.on('weberror', (fault) => faults.push(fault.error().stack ?? fault.error().message))
  return () => expect(faults, 'uncaught errors in the browser').toEqual([])
}

export { expect }
