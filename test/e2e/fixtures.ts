import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { ahead_ms, moveClock } from '../day.ts'
import { people, type DemoRole } from './people.ts'
import { startServer, type RunningServer } from './server.ts'
import { bringSignedIn } from './sign-in.ts'

type Journey = {
  /** A page of its own for the person who stands for this role, signed in; at this place, if one is named. */
  as: (role: DemoRole, path?: string) => Promise<Page>
  /** Keeps a picture of the page with the results, if `SHOTS` asks for pictures: nothing compares them. */
  shot: (page: Page, name: string) => Promise<void>
}
type Shared = {
  /** Whose demo world: files that leave much behind name one of their own. */
  world: string
  /** One product with the demo world for each worker; journeys of one file see each other's changes. */
  server: RunningServer
}

export const test = base.extend<Journey, Shared>({
  world: ['everybody’s', { scope: 'worker', option: true }],
  server: [
    async ({ world }, use) => {
      // A worker with another name is another worker, with a server of its own.
      if (!world) throw new Error('A world needs a name')
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  // Every page of every context lives on the day of the tests, too.
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        await context.addInitScript(moveClock, ahead_ms)
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
 * WCAG 2.2 AA and axe's best practices; call it with each dialog and menu open, too: then that is looked at, and the page under it is not.
 * Light colours are compared where the window is wide: a phone shows the same ones, and finding what lies behind each text takes longest.
 */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  const axe = new AxeBuilder({ page })
    // What passed is not written down, which takes longer than finding out.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // Otherwise each look opens a second page, only to put together what was found in the frames.
    .setLegacyMode(page.frames().length === 1)
  if (
    await page.evaluate(
      () => innerWidth < 600 && matchMedia('(prefers-color-scheme: light)').matches,
    )
  )
    axe.disableRules('color-contrast')
  const dialog = '[role=dialog][aria-modal=true]:not([aria-hidden=true])'
  const menu = '[role=menu]'
  // Beside its lines a menu has an empty element of the library's that only holds the focus until the first key; nobody hears it.
  if (await page.locator(menu).last().isVisible())
    axe.include(menu).disableRules('aria-required-children')
  else if (await page.locator(dialog).last().isVisible()) axe.include(dialog)
  const look = async (): Promise<string[]> =>
    (await axe.analyze()).violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help}\n    ${target.join(' ')}`),
    )
  let found = await look()
  // What a bar happens to cover half is whole once the page is scrolled a little.
  if (found.some((one) => one.startsWith('target-size'))) {
    await page.evaluate(() => scrollBy(0, scrollY > 150 ? -150 : 150))
    const again = await look()
    found = found.filter((one) => again.includes(one))
  }
  expect(found, `accessibility of ${page.url()}`).toEqual([])
}

/**
 * What is pressed and lower than a thumb needs. Links within a sentence are as high as their line; boxes to tick have their label, what
 * opens a card has the whole of it, and tags have the box they are typed in.
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
      const isWhole = getComputedStyle(element, '::after').position === 'absolute'
      const isSmall =
        isPressed &&
        isSeen &&
        !isWhole &&
        getComputedStyle(element).display !== 'inline' &&
        height < 43.5
      return isSmall
        ? [`${element.textContent.trim() || element.outerHTML.slice(0, 90)}: ${Math.round(height)}`]
        : []
    }),
  )

/** An exception nobody caught fails the journey, whichever page it was on. */
function watchFaults(context: BrowserContext): () => void {
  const faults: string[] = []
  context.on('weberror', (fault) => faults.push(fault.error().stack ?? fault.error().message))
  return () => expect(faults, 'uncaught errors in the browser').toEqual([])
}

export { expect }
