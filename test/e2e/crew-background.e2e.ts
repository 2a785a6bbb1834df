import type { BrowserContext, Page } from '@playwright/test'
import { todayIn } from '../../src/domain/base/dates.ts'
import { closedStop, completeStop, stop } from './crew-stop.ts'
import { expect, test } from './fixtures.ts'
import { freeWork } from './free-work.ts'
import { people } from './people.ts'
import { callsOf, signIn } from './sign-in.ts'

// What a crew did is sent although no page is open: the browser wakes the service worker.
test.use({
  world: 'crew-seeds',
  serviceWorkers: 'allow',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})
test.setTimeout(120_000)

const today = todayIn('America/New_York', new Date().toISOString())

/** How many rows a table of the phone has. A database is not opened before the application has made it. */
const has = (page: Page, database: string, table: string): Promise<number> =>
  page.evaluate(
    async ([name, store]) => {
      const known = await indexedDB.databases()
      if (!known.some((one) => one.name === name)) return 0
      return new Promise<number>((resolve) => {
        const opening = indexedDB.open(name!)
        opening.addEventListener('success', () => {
          const { result: db } = opening
          const counting = db.transaction(store!).objectStore(store!).count()
          counting.addEventListener('success', () => (db.close(), resolve(counting.result)))
        })
      })
    },
    [database, table],
  )

/** What the browser does once there is a connection. */
async function wake(context: BrowserContext, origin: string): Promise<void> {
  const blank = await context.newPage()
  const session = await context.newCDPSession(blank)
  const found = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (ours) resolve(ours.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  const registrationId = await found
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId,
    tag: 'fieldhive.outbox',
    lastChance: false,
  })
  await blank.close()
}

test('finished work and notes reach the office with the page closed; what has to be read is shown by the next page @dates', async ({
  page,
  server,
}) => {
  const office = await callsOf(server.url, people.owner)
  const { teams } = await office('GET', '/api/owner/teams')
  const { id: team_id } = teams.find(({ name }: { name: string }) => name === 'North Crew')
  const work = { start_date: today, start_minutes: 600, team_id }
  const done = await freeWork(office, 'Wanda Wake', work)
  const skipped = await freeWork(office, 'Sid Skip', work)
  await signIn(page, people.crew_leader)
  await expect(stop(page, 'Wanda Wake')).toBeVisible()
  const isKept = () => page.evaluate(() => localStorage.getItem('fieldhive.kept-app'))
  await expect.poll(isKept, { timeout: 60_000 }).toBe('1')
  // The page that finds the application kept gets the key.
  await page.reload()
  await expect.poll(() => has(page, 'fieldhive-sending', 'keys')).toBe(1)

  const context = page.context()
  await context.setOffline(true)
  await completeStop(page, 'Sid Skip')
  await expect(page.getByText('1 change waiting for a connection.')).toBeVisible()
  await completeStop(page, 'Wanda Wake')
  await expect(page.getByText('2 changes waiting for a connection.')).toBeVisible()
  await office('POST', `/api/schedule/${skipped}/skip`, { reason: 'staff' })
  await page.goto('chrome://crash').catch(() => {})
  await page.close()
  await context.setOffline(false)
  await wake(context, server.url)

  const statusOf = async (id: string) =>
    (await office('GET', `/api/schedule/${id}/visit`)).status as string
  await expect.poll(() => statusOf(done)).toBe('completed')
  const reports = async () =>
    (await office('GET', '/api/owner/crew-reports')).items.filter(
      ({ customer_name }: { customer_name: string }) => customer_name === 'Sid Skip',
    ).length
  await expect.poll(reports).toBe(1)

  const next = await context.newPage()
  await next.goto('/app')
  await expect(next.getByText(/^Sid Skip, Leaf removal: This visit was cancelled/)).toContainText(
    'Your work is saved, and the office knows.',
  )
  await expect(await closedStop(next, 'Wanda Wake')).toContainText('Completed')
  await expect.poll(() => has(next, 'fieldhive-outbox', 'acts')).toBe(0)
  expect(await reports()).toBe(1)

  // Signing out leaves nothing on the phone that could send.
  await next.getByRole('button', { name: /^Account menu/ }).click()
  await next.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(next).toHaveURL(`${server.url}/`)
  expect(await has(next, 'fieldhive-sending', 'keys')).toBe(0)
})
