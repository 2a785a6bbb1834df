import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The first URL matching `link` in the newest message to this address that has one. */
export async function mailedLink(page: Page, to: string, link: RegExp): Promise<string> {
  let address = ''
  await expect(async () => {
    const list = await (
      await page.request.get(`/sandbox/outbox?q=${encodeURIComponent(to)}`)
    ).text()
    for (const [, path] of list.matchAll(/href="(\/sandbox\/outbox\/[^"?]+)"/g)) {
      const letter = (await (await page.request.get(path!)).text())
        .replaceAll('&amp;', '&')
        // A link in a letter in a page is escaped twice.
        .replaceAll('&amp;', '&')
        .replaceAll('&quot;', '"')
      address =
        [...letter.matchAll(/https?:\/\/[^\s"'<>\\]+/g)]
          .map((match) => match[0])
          .find((one) => link.test(one)) ?? ''
      if (address) return
    }
    expect(address).not.toBe('')
  }).toPass()
  return address
}
