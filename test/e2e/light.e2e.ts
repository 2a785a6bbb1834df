import { existsSync, readFileSync, statSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from './fixtures.ts'
import { people } from './people.ts'
import { signIn } from './sign-in.ts'

// What a phone fetches before it can show its first screen. The sizes are a budget: they may only go down.

const built = new URL('../../dist/web/', import.meta.url).pathname
const textOf = (file: string) => readFileSync(built + file, 'utf8')
/** As it travels, in bytes. */
const sizeOf = (file: string) =>
  statSync(existsSync(`${built}${file}.br`) ? `${built}${file}.br` : built + file).size

function startOf(home: string): string[] {
  const self: { starts?: Record<string, { files: string[] }> } = {}
  const text = textOf('app.html')
  const [, lists] = /<script>(.*)\n/.exec(text)!
  runInNewContext(lists!, { self })
  const page = [...text.replace(lists!, '').matchAll(/ (?:src|href)="\/(assets\/[^"]+)"/g)]
  const files = self.starts?.[home]?.files
  if (!files) throw new Error(`Nothing is listed for the start of ${home}`)
  return [...page.map(([, file]) => file!), ...files.map((file) => file.slice(1))]
}

for (const [home, files, kB] of [
  ['crew', 12, 280],
  ['customer', 10, 268],
  ['office', 22, 318],
] as const)
  test(`the ${home} home starts with at most ${files} files of ${kB} kB`, () => {
    const start = startOf(home)
    expect(new Set(start).size).toBe(start.length)
    expect(start.length).toBeLessThanOrEqual(files)
    const bytes = start.reduce((sum, file) => sum + sizeOf(file), 0)
    expect(Math.ceil(bytes / 1000)).toBeLessThanOrEqual(kB)
  })

test('the way to the sign-in form is one page of at most 6 kB, 3 kB of it script', () => {
  const page = textOf('login.html')
  const scripts = [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(([, code]) => code!)
  expect(scripts).toHaveLength(1)
  expect(brotliCompressSync(scripts[0]!).length).toBeLessThanOrEqual(3_000)
  expect(brotliCompressSync(page).length).toBeLessThanOrEqual(6_000)
})

test('our own styles come after the library’s, which they override', () => {
  const [, file] = /<link rel="stylesheet"[^>]*"\/(assets\/[^"]+)"/.exec(textOf('app.html'))!
  const styles = textOf(file!)
  const library = styles.lastIndexOf('.m_')
  expect(library).toBeGreaterThan(0)
  expect(styles.search(/\._\w+_\w{5}_\d/)).toBeGreaterThan(library)
})

test('the customer home asks once for each thing its page has asked for early', async ({ as }) => {
  const page = await as('user', '/app')
  const hello = page
    .getByRole('main')
    .getByRole('link', { name: /^Call / })
    .first()
  await hello.waitFor()
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname + search)
  })
  // What a fresh server does in its first seconds is news, and news is asked for again: then once more.
  await expect(async () => {
    asked.length = 0
    await page.reload()
    await hello.waitFor()
    await page.getByRole('heading', { name: 'Recent invoices' }).waitFor()
    const left = await page.evaluate(() =>
      Object.keys((globalThis as { early?: { answers: object } }).early!.answers),
    )
    expect(left).toEqual([])
    expect(asked.filter((one, at) => asked.indexOf(one) !== at)).toEqual([])
  }).toPass({ timeout: 30_000 })
})

test('the account menu opens by a key pressed before it is loaded, and gives the focus back', async ({
  page,
}) => {
  const held = Promise.withResolvers<void>()
  await page.route(/\/AccountMenu-/, async (route) => {
    await held.promise
    await route.continue()
  })
  await signIn(page, people.user)
  const button = page.getByRole('button', { name: /^Account menu/ })
  const menu = page.getByRole('menu')
  await button.press('Enter')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expect(menu).toBeHidden()
  held.resolve()
  await expect(menu).toBeVisible()
  await expect(menu).toHaveAttribute('aria-labelledby', (await button.getAttribute('id'))!)
  await expect(page.getByRole('menuitem', { name: 'Account', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
})
