import type { Page } from '@playwright/test'

/** How many acts wait on the phone. */
export const countUnsent = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('fieldhive-outbox')
        opening.addEventListener('error', () => reject(opening.error!))
        opening.addEventListener('success', () => {
          const count = opening.result.transaction('acts').objectStore('acts').count()
          count.addEventListener('success', () => {
            opening.result.close()
            resolve(count.result)
          })
        })
      }),
  )
