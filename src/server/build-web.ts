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
  'public',
  'scripts/shared-declarations.ts',
  'vite.config.ts',
  'package-lock.json',
]

/** Whether what the pages are made of has changed since they were built, or they never were. */
export const webIsStale = (): boolean =>
  !existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== fingerprint()

/** Builds the pages into dist/web unless what they are made of is unchanged since the last build. True when it built. */
export async function buildWebIfStale(): Promise<boolean> {
  const stamp = fingerprint()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false
  // Beside the pages being served, then in their place: a page half there helps nobody, and tests start several servers at once.
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

/** In a process of its own: NODE_ENV decides which React is built in, and here it may say `test`; and what building needs of memory is given back. */
function run(args: string[]): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, ...args], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    // Whoever ends this process ends what it started, too.
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
