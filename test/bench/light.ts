import type { Browser, Locator, Page } from '@playwright/test'
import { launchBrowser } from '../e2e/browser.ts'
import { signIn } from '../e2e/sign-in.ts'
import { median } from './load.ts'
import { verdict, type Stage } from './stage.ts'

// How soon a phone can be used on a bad connection: slow 3G and a quarter of this machine's speed.

const network = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
}
const slowdown = 4
const goals = { cold_s: 5, warm_s: 1, requests: 15, blocking_ms: 250, shift: 0.01 }

const homes = [
  { name: 'Crew home', email: 'leader@green-acres.example', usable: /^Clock (In|Out)$/ },
  { name: 'Customer portal', email: 'customer@green-acres.example', usable: /^Call / },
] as const

type Taken = { s: number; requests: number; kB: number; blocking_ms: number; shift: number }

/** What the page says of itself: long tasks beyond 50 ms, and how far content moved by itself. */
const watch = () => {
  const seen = { blocking_ms: 0, shift: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.blocking_ms += Math.max(0, duration - 50)
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      }
      if (!hadRecentInput) seen.shift += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

const usableIn = (page: Page, name: RegExp): Locator => {
  const main = page.getByRole('main')
  return main.getByRole('button', { name }).or(main.getByRole('link', { name })).first()
}

/** Opens the home of a person who is signed in, and waits until it can be used. */
async function open(page: Page, usable: RegExp): Promise<Taken> {
  const cdp = await page.context().newCDPSession(page)
  let [requests, bytes] = [0, 0]
  let isUsable = false
  cdp.on('Network.requestWillBeSent', ({ request }) => {
    if (!isUsable && request.url.startsWith('http')) requests++
  })
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    if (!isUsable) bytes += encodedDataLength
  })
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', network)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const began = performance.now()
  await page.goto('/app', { waitUntil: 'commit' })
  await usableIn(page, usable).waitFor()
  const s = (performance.now() - began) / 1000
  isUsable = true
  await page.waitForTimeout(4_000)
  const seen = await page.evaluate(
    () => (globalThis as unknown as { seen: { blocking_ms: number; shift: number } }).seen,
  )
  await cdp.detach()
  return { s, requests, kB: bytes / 1000, ...seen }
}

async function measureHome(
  browser: Browser,
  baseURL: string,
  { email, usable }: (typeof homes)[number],
): Promise<{ cold: Taken; warm: Taken }> {
  const options = {
    baseURL,
    viewport: { width: 390, height: 844 },
    timezoneId: 'America/New_York',
  }
  const first = await browser.newContext({ ...options, serviceWorkers: 'block' })
  const start = await first.newPage()
  await signIn(start, email)
  await usableIn(start, usable).waitFor()
  const storageState = await first.storageState()
  await first.close()
  const context = await browser.newContext({ ...options, storageState })
  await context.addInitScript(watch)
  const page = await context.newPage()
  const cold = await open(page, usable)
  // The files are kept once the first screen is idle.
  await page.waitForTimeout(20_000)
  const warm = await open(page, usable)
  await context.close()
  return { cold, warm }
}

const middle = (taken: readonly Taken[]): Taken => ({
  s: median(taken.map(({ s }) => s)),
  requests: median(taken.map(({ requests }) => requests)),
  kB: median(taken.map(({ kB }) => kB)),
  blocking_ms: median(taken.map(({ blocking_ms }) => blocking_ms)),
  shift: median(taken.map(({ shift }) => shift)),
})

/** Cold and warm openings of the two homes that people open on a phone. */
export async function measureLight(stage: Stage): Promise<void> {
  const place = await stage.world('embedded')
  const peer = await place.product()
  const browser = await launchBrowser()
  stage.say('400 kbit/s, 400 ms latency, 4x slower CPU, 390 x 844.\n')
  stage.say('| Home | Usable | Requests before | kB before | Blocking | Shift | Goal | |')
  stage.say('|---|---|---|---|---|---|---|---|')
  try {
    for (const home of homes) {
      const rounds: { cold: Taken; warm: Taken }[] = []
      for (let round = 0; round < stage.rounds; round++)
        rounds.push(await measureHome(browser, `http://localhost:${peer.base.port}`, home))
      for (const [how, limit] of [
        ['cold', goals.cold_s],
        ['warm', goals.warm_s],
      ] as const) {
        const one = middle(rounds.map((round) => round[how]))
        const ok =
          one.s <= limit &&
          one.requests <= goals.requests &&
          one.blocking_ms <= goals.blocking_ms &&
          one.shift <= goals.shift
        stage.say(
          `| ${home.name}, ${how} | ${one.s.toFixed(2)} s | ${one.requests} | ${one.kB.toFixed(0)} | ${one.blocking_ms.toFixed(0)} ms | ${one.shift.toFixed(4)} | ≤ ${limit} s, ${goals.requests} requests, ${goals.blocking_ms} ms, ${goals.shift} | ${verdict(ok)} |`,
        )
      }
    }
  } finally {
    await browser.close()
    await peer.stop()
  }
}
