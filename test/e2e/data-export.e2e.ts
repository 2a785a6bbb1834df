import { readFileSync } from 'node:fs'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'

test('the owner takes a copy of everything along', async ({ as, shot }) => {
  const page = await as('owner', '/app/settings')
  await page.getByRole('tab', { name: 'Your data' }).click()
  await page.getByRole('button', { name: 'Prepare a copy' }).click()
  const download = page.getByRole('button', { name: /^Download the copy of/ })
  await expect(download).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('status').getByText('The copy is ready.')).toBeAttached()
  await expectNoAxeViolations(page)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await shot(page, `your-data-${width}`)
  }
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
  expect(file.suggestedFilename()).toMatch(/^fieldhive-\d{4}-\d\d-\d\d\.tar\.gz$/)
  expect([...readFileSync(await file.path()).subarray(0, 2)]).toEqual([0x1f, 0x8b])
})
