import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { people } from './people.ts'
import { signIn } from './sign-in.ts'
import { countUnsent } from './unsent.ts'

// What a crew hears of what they did, on a phone that loads slowly.
test.use({
  world: 'crew-news',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})

/** Longer than an answer is news. */
const long_ms = 16_000

/** Answers calls of this kind only once it is told to. */
async function hold(page: Page, call: RegExp) {
  const asked = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  await page.route(call, async (route) => {
    asked.resolve()
    await free.promise
    await route.continue()
  })
  return { asked: asked.promise, release: () => free.resolve() }
}
const bar = (page: Page) => page.getByRole('region', { name: 'Shift' })
const press = (page: Page, name: string) => bar(page).getByRole('button', { name }).click()

test('an answer is announced although what sends was loaded long after the press', async ({
  page,
}) => {
  await page.clock.install({ time: Date.now() })
  const sender = await hold(page, /\/assets\/Unsent-/)
  await signIn(page, people.crew_leader)
  await press(page, 'Clock In')
  await expect(bar(page)).toContainText('On the clock')
  await sender.asked
  await page.clock.fastForward(long_ms)
  sender.release()
  await expect(page.getByText('Clocked in', { exact: true })).toBeVisible()
})

test('an answer is announced although the screen was slow to follow it', async ({ page }) => {
  await page.clock.install({ time: Date.now() })
  await signIn(page, people.crew_member)
  await expect(bar(page).getByRole('button', { name: 'Clock In' })).toBeEnabled()
  const answered = page.waitForResponse(/\/api\/crew\/commands$/)
  const shift = await hold(page, /\/api\/crew\/shifts\/current$/)
  await press(page, 'Clock In')
  await answered
  await shift.asked
  await page.clock.fastForward(long_ms)
  shift.release()
  await expect(page.getByText('Clocked in', { exact: true })).toBeVisible()
})

test('an answer counts although the shift cannot be read again', async ({ page }) => {
  await signIn(page, people.crew_leader)
  await expect(bar(page).getByRole('button', { name: /^Clock (In|Out)$/ })).toBeEnabled()
  const isOn = (await bar(page).textContent())?.includes('On the clock')
  await page.route(/\/api\/crew\/shifts\/current$/, (route) =>
    route.fulfill({ status: 503, json: { error: 'unavailable' } }),
  )
  await press(page, isOn ? 'Clock Out' : 'Clock In')
  await expect(page.getByText(isOn ? 'Clocked out' : 'Clocked in', { exact: true })).toBeVisible({
    timeout: 30_000,
  })
  await expect.poll(() => countUnsent(page)).toBe(0)
  await expect(
    bar(page).getByRole('button', { name: isOn ? 'Clock In' : 'Clock Out' }),
  ).toBeVisible()
})

test('two acts answered together are both announced', async ({ page }) => {
  const sender = await hold(page, /\/assets\/Unsent-/)
  await signIn(page, people.crew_member)
  await expect(bar(page).getByRole('button', { name: /^Clock (In|Out)$/ })).toBeEnabled()
  const isOn = (await bar(page).textContent())?.includes('On the clock')
  await press(page, isOn ? 'Clock Out' : 'Clock In')
  await press(page, isOn ? 'Clock In' : 'Start Break')
  await sender.asked
  sender.release()
  await expect(page.getByText(isOn ? 'Clocked out' : 'Clocked in', { exact: true })).toBeVisible()
  await expect(page.getByText(isOn ? 'Clocked in' : 'Break started', { exact: true })).toBeVisible()
})

test('a page on which what sends did not load says so, and a reload sends', async ({ page }) => {
  await page.route(/\/assets\/Unsent-/, (route) => route.fulfill({ status: 503, body: '' }))
  await signIn(page, people.crew_leader)
  const notice = page.getByText('Part of the app did not load')
  await expect(notice).toBeVisible()
  const isOn = (await bar(page).textContent())?.includes('On the clock')
  await press(page, isOn ? 'Clock Out' : 'Clock In')
  await expect(
    bar(page).getByRole('button', { name: isOn ? 'Clock In' : 'Clock Out' }),
  ).toBeVisible()
  await page.unroute(/\/assets\/Unsent-/)
  const sent = page.waitForResponse(/\/api\/crew\/commands$/)
  await page.getByRole('link', { name: 'Reload' }).click()
  expect((await sent).status()).toBe(200)
  await expect(notice).toHaveCount(0)
})

test('a press of the clock that is refused, or that the phone cannot keep, is said to have failed', async ({
  page,
}) => {
  await signIn(page, people.crew_member)
  const failed = page.getByRole('alert').filter({ hasText: 'Failed to clock in or clock out' })
  const button = bar(page).getByRole('button', { name: /^Clock (In|Out)$/ })
  await expect(button).toBeEnabled()
  await page.route(/\/api\/crew\/commands$/, async (route) => {
    const { commands } = route.request().postDataJSON()
    const answers = commands.map(({ client_id }: { client_id: string }) => ({
      client_id,
      result: 'kept',
      reason: 'too_old',
      message: null,
      shift: null,
    }))
    await route.fulfill({ json: { answers } })
  })
  await button.click()
  await expect(failed).toContainText('It was sent more than three days later.')
  await failed.getByRole('button').click()
  await expect(failed).toBeHidden()

  await page.evaluate(() => {
    IDBObjectStore.prototype.add = IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await expect(button).toBeEnabled()
  await button.click()
  await expect(failed).toContainText('this phone has no room')
})
