import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { todayIn } from '../../src/domain/base/dates.ts'
import { closeStop, openStop, stop } from './crew-stop.ts'
import { expect, expectNoAxeViolations, test, tooSmall } from './fixtures.ts'
import { freeWork } from './free-work.ts'
import { people } from './people.ts'
import { callsOf, signIn, type Call } from './sign-in.ts'

// What lies over a crew's buttons, and what moves under its thumb.
test.use({
  world: 'field',
  serviceWorkers: 'allow',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})
test.setTimeout(120_000)

const today = todayIn('America/New_York', new Date().toISOString())
const northWork = async (office: Call, name: string, start_minutes: number): Promise<string> => {
  const { teams } = await office('GET', '/api/owner/teams')
  const team_id = teams.find((team: { name: string }) => team.name === 'North Crew').id
  return freeWork(office, name, { start_date: today, start_minutes, team_id })
}

/** Buttons and links of the page and of an open stop, apart from the bar of tabs, that a message lies over. */
const covered = (over: Locator): Promise<string[]> =>
  over.evaluate((element) => {
    const box = element.getBoundingClientRect()
    // What is under the header cannot be seen anyway.
    const head = document.querySelector('.shell-head')!.getBoundingClientRect().bottom
    return [...document.querySelectorAll<HTMLElement>(':is(main, [role=dialog]) :is(button, a)')]
      .filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect()
        const from = Math.max(top, box.top, head)
        return left < box.right && right > box.left && from < Math.min(bottom, box.bottom)
      })
      .map((one) => one.textContent || one.outerHTML.slice(0, 80))
  })

/** How far content moves by itself from here on. */
const watchShift = (page: Page) =>
  page.addInitScript(() => {
    const seen = { shift: 0, from: [] as string[] }
    Object.assign(globalThis, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null }[]
      })[]) {
        if (entry.hadRecentInput) continue
        seen.shift += entry.value
        for (const { node } of entry.sources)
          seen.from.push(`${entry.value}: ${node?.textContent?.slice(0, 60)}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
type Seen = { shift: number; from: string[] }
const shiftOf = (page: Page): Promise<Seen> =>
  page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)

for (const width of [360, 390])
  test(`at ${width} px nothing lies over a crew's buttons and nothing moves by itself @dates`, async ({
    page,
    server,
    shot,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const office = await callsOf(server.url, people.owner)
    await northWork(office, `Willow ${width}`, 5)
    await northWork(office, `Later ${width}`, 900)
    await signIn(page, people.crew_leader)
    await watchShift(page)
    await page.reload()
    await expect(stop(page, `Willow ${width}`)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Later today' })).toBeVisible()
    await page.waitForTimeout(1500)
    const { shift, from } = await shiftOf(page)
    expect(shift, from.join('\n')).toBeLessThanOrEqual(0.01)

    expect(await tooSmall(page)).toEqual([])
    await expectNoAxeViolations(page)
    await shot(page, `crew-${width}`)
    // The quick actions are a tab: nothing floats over the page, whose end is clear of the tabs.
    const quick = page.getByRole('navigation').getByRole('button', { name: 'Quick actions' })
    const bar = (await quick.boundingBox())!
    expect(bar.y + bar.height).toBe(844)
    expect(
      await page.evaluate(
        () =>
          [...document.querySelectorAll('.shell *')].filter(
            (one) => getComputedStyle(one).position === 'fixed',
          ).length,
      ),
    ).toBe(1)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const last = page.getByRole('main').getByRole('button').last()
    const end = (await last.boundingBox())!
    expect(end.y + end.height).toBeLessThan(bar.y)
    await quick.click()
    const actions = page.getByRole('dialog', { name: 'Quick actions' })
    await expect(actions.getByRole('link')).toHaveCount(2)
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await expect(actions).toBeHidden()
    await page.evaluate(() => scrollTo(0, 0))

    const willow = await openStop(page, `Willow ${width}`)
    await willow.getByRole('button', { name: /^Note/ }).click()
    const sheet = page.getByRole('dialog', { name: /^Note/ })
    await sheet.getByRole('textbox', { name: 'Note' }).fill('Gate broken')
    await sheet.getByRole('button', { name: 'Save note' }).click()
    await expect(sheet).toBeHidden()
    await willow.getByRole('button', { name: 'Complete' }).click()
    const toast = page.locator('.mantine-Notification-root').first()
    await expect(toast).toBeVisible()
    await shot(page, `toast-${width}`)
    expect(await covered(toast)).toEqual([])
  })

test('stops completed one after the other with a double tap each are one line, which undoes the last', async ({
  page,
  server,
  shot,
}) => {
  const office = await callsOf(server.url, people.owner)
  const names = ['Asa First', 'Bea Second'] as const
  const [first, second] = [
    await northWork(office, names[0], 600),
    await northWork(office, names[1], 660),
  ]
  await signIn(page, people.crew_leader)
  const notices = page.locator('.mantine-Notification-root')
  const says = (name: string) => `${name}, Leaf removal: Completed (no charge)`
  const complete = async (name: string) => {
    const opened = await openStop(page, name)
    await opened.getByRole('button', { name: 'Complete' }).dblclick()
  }
  await complete(names[0])
  await expect(notices.filter({ hasText: says(names[0]) })).toBeVisible()
  await complete(names[1])
  await expect(notices.filter({ hasText: '2 done' })).toBeVisible()
  await expect(notices).toHaveCount(1)
  await shot(page, 'two-done')
  await notices.getByRole('button', { name: 'Undo last' }).click()
  const statusOf = async (id: string) =>
    (await office('GET', `/api/schedule/${id}/visit`)).status as string
  await expect.poll(() => statusOf(second)).toBe('scheduled')
  expect(await statusOf(first)).toBe('completed')
  const left = notices.filter({ hasText: says(names[0]) })
  await left.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => statusOf(first)).toBe('scheduled')
})

test('what a crew did is being sent until a try failed, and the line that says so moves nothing', async ({
  page,
  server,
  shot,
}) => {
  const office = await callsOf(server.url, people.owner)
  await northWork(office, 'Still Sue', 695)
  await signIn(page, people.crew_leader)
  const card = stop(page, 'Still Sue')
  await expect(card).toBeVisible()
  const title = page.getByRole('heading', { level: 1 })
  const top = () => title.evaluate((heading) => heading.getBoundingClientRect().top + scrollY)
  const before = await top()
  let fail = () => {}
  const held = new Promise<void>((resolve) => (fail = resolve))
  await page.route(/\/api\/crew\/commands$/, async (route) => {
    await held
    await route.fulfill({ status: 503, json: {} })
  })
  const opened = await openStop(page, 'Still Sue')
  await opened.getByRole('button', { name: 'On my way' }).click()
  await closeStop(page)
  const waiting = page.getByText('1 change waiting for a connection.')
  const sending = page.locator('.shell-unsent').getByText('Sending…')
  await expect(sending).toBeVisible()
  await expect(card).toContainText('Sending…')
  await expect(waiting).toBeHidden()
  expect(await top()).toBe(before)
  await shot(page, 'sending')
  await expectNoAxeViolations(page)
  fail()
  await expect(waiting).toBeVisible()
  await expect(card).toContainText('Not sent yet')
  expect(await top()).toBe(before)
  await shot(page, 'waiting')
  await expectNoAxeViolations(page)
  await page.unroute(/\/api\/crew\/commands$/)
  await expect(waiting).toBeHidden()
  await expect(sending).toBeHidden()
  expect(await top()).toBe(before)
})

test('a double tap that a slow phone takes for two presses still offers Undo', async ({
  page,
  server,
}) => {
  const office = await callsOf(server.url, people.owner)
  await northWork(office, 'Slow Sam', 690)
  await signIn(page, people.crew_leader)
  const slow = await openStop(page, 'Slow Sam')
  await slow.getByRole('button', { name: 'Complete' }).evaluate((button: HTMLElement) => {
    button.click()
    const began = performance.now()
    while (performance.now() - began < 1100);
    button.click()
  })
  const notice = page.locator('.mantine-Notification-root').filter({ hasText: 'Slow Sam' })
  await expect(notice.getByRole('button', { name: 'Undo' })).toBeVisible()
})

test('what was typed at a stop is there after a reload, and gone once saved', async ({
  page,
  server,
}) => {
  const office = await callsOf(server.url, people.owner)
  await northWork(office, 'Typed Tess', 700)
  await signIn(page, people.crew_leader)
  const sheet = page.getByRole('dialog', { name: 'Note: Typed Tess' })
  const text = sheet.getByRole('textbox', { name: 'Note' })
  const open = async () => {
    const opened = await openStop(page, 'Typed Tess')
    await opened.getByRole('button', { name: /^Note/ }).click()
    return opened
  }
  const opened = await open()
  await text.fill('The sprinkler by the shed is broken')
  await page.reload()
  await expect(text).toHaveValue('The sprinkler by the shed is broken')
  await sheet.getByRole('button', { name: 'Save note' }).click()
  await expect(opened).toContainText('The sprinkler by the shed is broken')
  await open()
  await expect(text).toHaveValue('')
})

test('a photo that was sent is there without a connection, too @dates', async ({
  page,
  server,
}) => {
  const office = await callsOf(server.url, people.owner)
  const id = await northWork(office, 'Picture Poplar', 600)
  await signIn(page, people.crew_leader)
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('fieldhive.kept-app')), {
      timeout: 30_000,
    })
    .toBe('1')
  const open = async (on: Page) => {
    const opened = await openStop(on, 'Picture Poplar')
    await opened.getByRole('button', { name: 'Photos: Picture Poplar' }).click()
  }
  await open(page)
  const buffer = await sharp({
    create: { width: 640, height: 480, channels: 3, background: '#3b7d3a' },
  })
    .jpeg()
    .toBuffer()
  await page
    .getByRole('dialog', { name: 'Photos: Picture Poplar' })
    .locator('input[type=file][multiple]')
    .setInputFiles([{ name: 'one.jpg', mimeType: 'image/jpeg', buffer }])
  const files = async () => (await office('GET', `/api/schedule/${id}/visit`)).files.length
  await expect.poll(files).toBe(1)
  const context = page.context()
  await expect(page.getByRole('img', { name: /photo 1/ })).toBeVisible()
  await page.waitForTimeout(1500)
  await context.setOffline(true)
  await page.close()
  const phone = await context.newPage()
  await phone.goto('/app')
  await open(phone)
  const picture = phone.getByRole('img', { name: /photo 1/ })
  const widthOf = () => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)
  await expect.poll(widthOf).toBeGreaterThan(100)
  await picture.click()
  const large = phone.getByRole('dialog', { name: /Before|After/ }).locator('img')
  await expect.poll(() => large.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640)
})
