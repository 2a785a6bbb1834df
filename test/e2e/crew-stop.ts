import { expect, type Locator, type Page } from '@playwright/test'

// How a crew finds a stop of its day: the next one stands large, any other is a line that opens its page, and what is done is folded.

type Name = string | RegExp
const day = (page: Page): Locator => page.getByRole('main')

/** A stop as the day shows it, unless it is folded: a card or a line. */
export const stop = (page: Page, name: Name): Locator =>
  day(page).locator('article, li:has(> button)').filter({ hasText: name })

const unfold = async (page: Page): Promise<void> => {
  const fold = day(page).getByRole('region', { name: 'Done' }).getByRole('button', {
    expanded: false,
  })
  if (await fold.isVisible()) await fold.click({ timeout: 1000 })
}

/** Opens the page of a stop: all that is known of it and can be done there. */
export async function openStop(page: Page, name: Name, timeout = 15_000): Promise<Locator> {
  const of = page.getByRole('article').filter({ hasText: name })
  const own = page.getByRole('dialog').filter({ has: of })
  const next = day(page).getByRole('article').filter({ hasText: name })
  if (await own.isVisible()) return own
  await closeStop(page)
  await expect(async () => {
    // On a slow phone the page opens after the wait below has ended.
    if (await own.isVisible()) return
    const way = (await next.isVisible())
      ? next.getByRole('button', { name: /^More: / })
      : stop(page, name).getByRole('button')
    if (!(await way.isVisible())) await unfold(page)
    await way.click({ timeout: 1000 })
    await expect(own).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout })
  return own
}

/** Back to the day, if the page of a stop is open. */
export async function closeStop(page: Page): Promise<void> {
  if (!page.url().includes('sheet=stop_')) return
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Completes a stop, and goes back to the day. */
export async function completeStop(page: Page, name: Name): Promise<void> {
  const opened = await openStop(page, name)
  await opened.getByRole('button', { name: 'Complete', exact: true }).click()
  await closeStop(page)
}

/** The line of a stop once it is among what is done. */
export async function closedStop(page: Page, name: Name): Promise<Locator> {
  await closeStop(page)
  const line = page.getByRole('region', { name: 'Done' }).getByRole('listitem')
  const own = line.filter({ hasText: name })
  await expect(async () => {
    await unfold(page)
    await expect(own).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
  return own
}
