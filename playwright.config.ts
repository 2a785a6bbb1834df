import './test/day.ts'
import { defineConfig } from '@playwright/test'
import { browserOptions } from './test/e2e/browser.ts'
import { slowdown } from './test/e2e/slowdown.ts'
import { workers } from './test/workers.ts'

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './test/e2e/global.setup.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  workers,
  retries: 0,
  forbidOnly: true,
  // A machine may be three times slower than another; a step that works takes no longer.
  timeout: 180_000 * slowdown,
  globalTimeout: 70 * 60_000 * slowdown,
  expect: { timeout: 20_000 * slowdown },
  reporter: [['list'], ['./test/reporters/playwright.ts']],
  use: {
    browserName: 'chromium',
    headless: true,
    launchOptions: await browserOptions(),
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Never checks a page mid-fade; people who prefer reduced motion get the same pages.
    contextOptions: { reducedMotion: 'reduce' },
    // A worker answers requests that a journey wants to see; journeys about it allow it.
    serviceWorkers: 'block',
    actionTimeout: 20_000 * slowdown,
    navigationTimeout: 40_000 * slowdown,
    screenshot: 'only-on-failure',
    // A trace slows down every step, so record one only on request.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
  projects: [
    { name: 'desktop', grepInvert: /@phone-only/, use: { viewport: { width: 1440, height: 900 } } },
    // A journey tagged `@phone` runs at both widths.
    {
      name: 'phone',
      grep: /@phone/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
})
