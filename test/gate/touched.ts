import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { read, root, runtimeImportsOf } from '../source.ts'
import { journeyFiles } from './files.ts'

/** A file that more screens use than this belongs to none of them: the dealt journeys guard it. */
const most_screens = 3

/** What the commits of the day before the last one changed: at least what has landed since the last green run. */
export function changedFiles(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  const since = Number(git('log', '-1', '--format=%ct')) - 86_400
  const names = git('log', `--since=${since}`, '--name-only', '--format=').split('\n')
  return [...new Set(names)].filter((name) => name && existsSync(join(root, name)))
}

/** A file and everything it imports, directly or not. */
function closureOf(file: string): Set<string> {
  const seen = new Set<string>()
  const open = [file]
  for (let next = open.pop(); next; next = open.pop()) {
    if (seen.has(next) || !existsSync(join(root, next))) continue
    seen.add(next)
    if (/\.tsx?$/.test(next)) open.push(...runtimeImportsOf(next))
  }
  return seen
}

type Screen = { path: string; files: Set<string> }

/** Every screen with its path, as `src/web/app/routes.tsx` declares them. */
export function screens(): Screen[] {
  const file = 'src/web/app/routes.tsx'
  const declared = /\b(plain|open|screen)\(\s*'([^']+)'.*?import\('([^']+)'\)/gs
  return [...read(file).matchAll(declared)].map(([, kind, path, component]) => ({
    path: kind === 'screen' ? `/app/${path}` : path!,
    files: closureOf(relative(root, resolve(root, dirname(file), component!))),
  }))
}

/** Whether a journey opens a screen: its path is written in it or in a helper it imports. */
export function opens(journey: string): (screen: Screen) => boolean {
  const text = [...closureOf(journey)]
    .filter((file) => file.startsWith('test/e2e/'))
    .map(read)
    .join('\n')
  return ({ path }) => {
    const pattern = path
      .replace(/[.*+?^{}()|[\]\\]/g, String.raw`\$&`)
      .replace(/\$\w+/g, String.raw`[^/'"\`\s]+`)
    return new RegExp(`['"\`}]${pattern}(?=['"\`?#])`).test(text)
  }
}

/**
 * The journeys that these files concern, closest first: changed journeys, then those that open a
 * screen whose own files changed, those with most of them first.
 */
export function journeysFor(changed: readonly string[]): string[] {
  const all = screens()
  const users = changed.map((file) => all.filter((screen) => screen.files.has(file)))
  const own = users.filter((of) => of.length > 0 && of.length <= most_screens)
  return journeyFiles()
    .map((journey) => {
      const isOpened = opens(journey)
      const many = own.filter((of) => of.some(isOpened)).length
      return { journey, closeness: changed.includes(journey) ? Infinity : many }
    })
    .filter(({ closeness }) => closeness > 0)
    .toSorted((a, b) => (a.closeness < b.closeness ? 1 : a.closeness > b.closeness ? -1 : 0))
    .map(({ journey }) => journey)
}
