import type { Locator, Page } from '@playwright/test'

/** A person who has no mouse: everything is reached with Tab and pressed with a key. */
export function keysOf(page: Page) {
  /** Presses Tab until the element has focus. */
  const tabTo = async (target: Locator, most = 60): Promise<void> => {
    await target.waitFor()
    for (let presses = 0; presses < most; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`The focus never came to ${target.toString()}`)
  }
  const press = async (target: Locator, key = 'Enter'): Promise<void> => {
    await tabTo(target)
    await page.keyboard.press(key)
  }
  const type = async (target: Locator, text: string): Promise<void> => {
    await tabTo(target)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(text)
  }
  return { tabTo, press, type }
}
