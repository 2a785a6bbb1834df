import { expect, type Page } from '@playwright/test'

/** Waits until this phone has the application, and every call it keeps has been saved. */
export async function kept(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('fieldhive.kept-app')), {
      timeout: 30_000,
    })
    .toBe('1')
  await expect.poll(() => savedCalls(page)).toContain('GET /api/crew/customers')
}
type Saved = { state: { queries: { queryKey: string[] }[] } }
const saved = (page: Page): Promise<Saved | null> =>
  page.evaluate(async () => {
    // Opening it first would make it, without the product's table.
    const all = await indexedDB.databases()
    if (!all.some(({ name }) => name === 'fieldhive-answers')) return null
    return new Promise((resolve) => {
      const opening = indexedDB.open('fieldhive-answers')
      opening.addEventListener('success', () => {
        const db = opening.result
        if (!db.objectStoreNames.contains('answers')) return (db.close(), resolve(null))
        const read = db.transaction('answers').objectStore('answers').get('crew')
        read.addEventListener('success', () => {
          db.close()
          resolve(read.result ?? null)
        })
      })
    })
  })
/** Every call whose answer this phone keeps. */
export const savedCalls = async (page: Page): Promise<string[]> =>
  (await saved(page))?.state.queries.map(({ queryKey }) => queryKey[0]!) ?? []
