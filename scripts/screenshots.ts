// Screenshots of the demo world: the two in docs/images, or with --all every main route at both
// widths, light and dark, into a temporary folder. --look counts what a person meets on each of them instead.
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { launchBrowser } from '../test/e2e/browser.ts'
import { people, type DemoRole } from '../test/e2e/people.ts'
import { startServer } from '../test/e2e/server.ts'
import { signIn } from '../test/e2e/sign-in.ts'

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const publicRoutes = [
  '/',
  '/login',
  '/get-started',
  '/legal/privacy',
  '/legal/terms',
  '/support',
  '/unauthorized',
]
const routes: Partial<Record<DemoRole, string[]>> = {
  owner: [
    'dashboard-owner',
    'schedule',
    'customers',
    'crews',
    'services',
    'invoices',
    'payments',
    'insights',
    'reports',
    'settings',
    'onboard-customer',
    'account',
  ],
  crew_leader: ['', 'crew-schedule', 'crew-customers', 'team'],
  crew_member: ['crew', 'crew-schedule'],
  user: ['', 'user/invoices', 'user/payments', 'account'],
  sales: ['sales'],
  admin: ['admin', 'impersonate'],
}

const server = await startServer()
const browser = await launchBrowser()
try {
  if (process.argv.includes('--look')) await lookAtAll()
  else await (process.argv.includes('--all') ? takeAll() : takeTwo())
} finally {
  await browser.close()
  await server.stop()
}

async function takeTwo(): Promise<void> {
  const folder = join(import.meta.dirname, '..', 'docs', 'images')
  mkdirSync(folder, { recursive: true })
  for (const [name, role, path, options] of [
    ['dashboard', 'owner', '/app/dashboard-owner', desktop],
    ['phone', 'crew_leader', '/app', phone],
  ] as const) {
    const page = await pageOf(browser, options, role)
    await take(page, path, join(folder, `${name}.png`))
    await page.context().close()
  }
}

async function takeAll(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhive-screenshots-'))
  for (const [width, size] of Object.entries({ 1440: desktop, 390: phone })) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const pictures = async (role: DemoRole | null, paths: string[]): Promise<void> => {
        const page = await pageOf(browser, { ...size, colorScheme }, role)
        for (const path of paths) {
          const file = `${role ?? 'public'}${path.replaceAll('/', '-')}-${width}-${colorScheme}.png`
          await take(page, path, join(folder, file), true)
        }
        await page.context().close()
      }
      await pictures(null, publicRoutes)
      for (const [role, paths] of Object.entries(routes)) {
        await pictures(
          role as DemoRole,
          paths.map((path) => `/app/${path}`.replace(/\/$/, '')),
        )
      }
    }
  }
  console.log(folder)
}

/** Prints how much each screen shows: what can be pressed (on the page, without the menu), words and height. */
async function lookAtAll(): Promise<void> {
  console.log('width  pressable  at first sight  words  height  first item  screen')
  for (const [width, size] of Object.entries({ 1440: desktop, 390: phone }))
    for (const [role, paths] of Object.entries(routes)) {
      const page = await pageOf(browser, size, role as DemoRole)
      for (const path of paths) {
        await open(page, `/app/${path}`.replace(/\/$/, ''))
        const { controls, seen, words, height, first } = await page.evaluate(met)
        const figures = [width, controls, seen, words, height, first ?? '–'].map(String)
        const widths = [5, 9, 14, 5, 6, 10]
        const line = figures.map((figure, at) => figure.padStart(widths[at]!)).join('  ')
        console.log(`${line}  ${role}/${path}`)
      }
      await page.context().close()
    }
}

/** What stands on the page in the browser, in figures; `first`: where its first visit, row or card begins, in pixels. */
function met() {
  const main = document.querySelector('main')!
  const pressable = 'a[href],button,input,select,textarea,[role=tab],[role=combobox],summary'
  const controls = [...main.querySelectorAll<HTMLElement>(pressable)].filter(
    (one) => one.checkVisibility() && one.getClientRects().length > 0,
  )
  const item = main.querySelector('article, tbody tr')
  return {
    controls: controls.length,
    seen: controls.filter((one) => one.getBoundingClientRect().top < innerHeight).length,
    words: main.innerText.split(/\s+/).filter(Boolean).length,
    height: document.documentElement.scrollHeight,
    first: item && Math.round(item.getBoundingClientRect().top + scrollY),
  }
}

async function pageOf(
  from: Browser,
  options: BrowserContextOptions,
  role: DemoRole | null,
): Promise<Page> {
  const context = await from.newContext({
    baseURL: server.url,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    ...options,
  })
  const page = await context.newPage()
  if (role) await signIn(page, people[role])
  return page
}

async function take(page: Page, path: string, file: string, fullPage = false): Promise<void> {
  await open(page, path)
  // A picture of the whole page does not lay out what the browser leaves for later.
  if (fullPage)
    await page.evaluate(() => {
      for (const one of document.querySelectorAll<HTMLElement>('main *'))
        if (getComputedStyle(one).contentVisibility === 'auto')
          one.style.contentVisibility = 'visible'
    })
  await page.screenshot({ path: file, fullPage, animations: 'disabled' })
  console.log(file)
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  // A live page never becomes idle (its event stream stays open), so wait for the content a reader
  // would see.
  const isThere = () => {
    const heading = document.querySelector('main h1')
    return Boolean(
      heading?.clientHeight &&
      heading.textContent !== 'Checking access…' &&
      !document.querySelector('[aria-busy=true], .mantine-Skeleton-root'),
    )
  }
  await page.waitForFunction(isThere, undefined, { timeout: 10_000 })
  await page.waitForTimeout(500)
}
