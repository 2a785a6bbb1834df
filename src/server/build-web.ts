import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const root = new URL('../..', import.meta.url).pathname
const pages = join(root, 'dist/web')
const stampFile = join(pages, '.stamp')
const sources = [
  'src/web',
  'src/api',
  'src/domain',
  'src/words',
  'public',
  'scripts/call-roles.ts',
  'scripts/compressed-files.ts',
  'scripts/kept-files.ts',
  'scripts/sign-in-page.ts',
  'scripts/start-files.ts',
  'vite.config.ts',
  'package-lock.json',
]

/** Whether the pages' sources changed since the last build, or there was none. The image has no sources, only pages. */
export const webIsStale = (): boolean =>
  existsSync(join(root, 'src/web')) &&
  (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== fingerprint())

/** Builds the pages into dist/web if their sources changed. True if it built. */
export async function buildWebIfStale(): Promise<boolean> {
  const stamp = fingerprint()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false
  // Build next to the served pages, then swap: no one gets a half-written page, and tests start
  // several servers at the same time.
  const fresh = join(root, `dist/.web-${process.pid}`)
  const old = `${fresh}-old`
  try {
    await run(['build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'])
    writeFileSync(join(fresh, '.stamp'), stamp)
    if (existsSync(pages)) renameSync(pages, old)
    renameSync(fresh, pages)
  } finally {
    for (const leftover of [fresh, old]) rmSync(leftover, { recursive: true, force: true })
  }
  return true
}

/**
 * In its own process: NODE_ENV decides which React is bundled, and here it may be `test`. It also
 * frees the build's memory.
 */
function run(args: string[]): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, ...args], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    // Stopping this process also stops the build.
    const stop = () => child.kill()
    process.once('SIGTERM', stop)
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('SIGTERM', stop)
      if (code === 0) resolve()
      else reject(new Error(`The pages could not be built (vite build ended with ${code}).`))
    })
  })
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const source of sources)
    for (const file of filesOf(source))
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(join(root, file)))
        .update('\0')
  return hash.digest('hex')
}

function filesOf(path: string): string[] {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesOf(`${path}/${name}`))
}

if (import.meta.main) {
  const started = Date.now()
  let isEnded = false
  process.once('SIGTERM', () => (isEnded = true))
  try {
    console.log(
      (await buildWebIfStale())
        ? `Built dist/web in ${Date.now() - started} ms`
        : 'dist/web is up to date',
    )
  } catch (fault) {
    if (!isEnded) throw fault
    process.exitCode = 143
  }
}
