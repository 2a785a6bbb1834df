import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { verdict, type Stage } from './stage.ts'

const assets = new URL('../../dist/web/assets/', import.meta.url)
const textOf = (file: string) => readFileSync(new URL(file, assets), 'utf8')

/** What a browser loads before the first route shows: the entry scripts and their imports. */
export function measurePages({ say }: Stage): Promise<void> {
  const files = readdirSync(assets).filter((file) => file.endsWith('.js'))
  say('| Route | Scripts, KiB gzip | The largest | Wanted | |')
  say('|---|---|---|---|---|')
  for (const [route, screen, limit] of [
    ['/dashboard', 'OwnerDashboard', 240],
    ['/schedule', 'Schedule', 280],
    ['a business’s set-up', 'Wizard', 240],
    ['a customer’s sign-up', 'Signup', 240],
  ] as const) {
    const wanted = files.filter((file) =>
      [screen, 'app'].includes(file.slice(0, file.lastIndexOf('-', file.length - 12))),
    )
    const loaded = new Map<string, number>()
    while (wanted.length) {
      const file = wanted.pop()!
      if (loaded.has(file)) continue
      const text = textOf(file)
      loaded.set(file, gzipSync(text, { level: 9 }).length / 1024)
      wanted.push(
        ...text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g).map((found) => found[1]!),
      )
    }
    const sum = loaded.values().reduce((a, b) => a + b, 0)
    const largest = [...loaded].toSorted((a, b) => b[1] - a[1]).slice(0, 5)
    say(
      `| ${route} | ${sum.toFixed(1)} in ${loaded.size} files | ${largest.map(([file, size]) => `${file.slice(0, -12)} ${size.toFixed(0)}`).join(', ')} | ≤ ${limit} | ${verdict(sum <= limit)} |`,
    )
  }
  return Promise.resolve()
}
