// node scripts/image.ts FOLDER: puts the root file system of the image into a folder: what the
// server needs of Debian, Node, the server, its pages and packages, and whose work that is.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { buildWebIfStale } from '../src/server/build-web.ts'
import { isLeftOut, packagesOf, type Locked } from './image-packages.ts'

/** Debian's packages without which Node does not start. There is no shell and no package manager to break into. */
const debian = ['base-files', 'libc6', 'libgcc-s1', 'libstdc++6']
/** The user the server runs as, who may write to /storage only. */
const user = 1000
const app = ['LICENSE', 'package.json', 'db', 'demo', 'sandbox', 'dist/web'].concat([
  'src/api',
  'src/domain',
  'src/server',
  'src/words',
])
const commands = ['backup', 'load', 'migrate', 'post-restore', 'pre-backup', 'restore', 'seed']

const repository = join(import.meta.dirname, '..')
const [root] = process.argv.slice(2)
if (!root) throw new Error('Usage: node scripts/image.ts FOLDER')
if (existsSync(root) && readdirSync(root).length) throw new Error(`${root} is not empty.`)
mkdirSync(root, { recursive: true })
const home = join(root, 'fieldhive')
const locked = (
  JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
).packages

putDebian()
await putServer()
putNotices()

function putDebian(): void {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhive-debian-'))
  execFileSync('apt-get', ['download', '-qq', '-o', 'APT::Sandbox::User=root', ...debian], {
    cwd: folder,
    stdio: 'inherit',
  })
  for (const name of readdirSync(folder))
    execFileSync('dpkg-deb', ['--extract', join(folder, name), root!])
  rmSync(folder, { recursive: true })
  // Tables of old character sets, which Node has its own of.
  for (const name of globSync('usr/lib/*/gconv', { cwd: root! }))
    rmSync(join(root!, name), { recursive: true })
  const line = (name: string, id: number) => `${name}:x:${id}:${id}::/:/nonexistent\n`
  writeFileSync(join(root!, 'etc/passwd'), line('root', 0) + line('fieldhive', user))
  writeFileSync(join(root!, 'etc/group'), `root:x:0:\nfieldhive:x:${user}:\n`)
  mkdirSync(join(root!, 'storage'))
}

async function putServer(): Promise<void> {
  await buildWebIfStale()
  const copy = (path: string) =>
    cpSync(join(repository, path), join(home, path), {
      recursive: true,
      filter: (from) => !isLeftOut(from) && basename(from) !== 'node_modules',
    })
  for (const path of app) copy(path)
  for (const name of commands) copy(`scripts/${name}.ts`)
  for (const path of packagesOf(home, locked)) copy(path)
  mkdirSync(join(root!, 'usr/local/bin'), { recursive: true })
  cpSync(process.execPath, join(root!, 'usr/local/bin/node'), { dereference: true })
  mkdirSync(join(root!, 'hooks'))
  for (const name of ['pre-backup', 'post-restore']) {
    chmodSync(join(home, `scripts/${name}.ts`), 0o755)
    symlinkSync(`/fieldhive/scripts/${name}.ts`, join(root!, 'hooks', name))
  }
}

/** Also of the packages that are built into the pages. */
function putNotices(): void {
  const parts = Object.entries(locked).flatMap(([path, { dev, version, license }]) => {
    const folder = join(repository, path)
    if (path === '' || dev || !existsSync(folder)) return []
    const texts = readdirSync(folder).filter((name) =>
      /^(?:licen[cs]e|copying|notice|third.?party)/i.test(name),
    )
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return [
      `${name} ${version} (${license})\n`,
      ...texts.map((one) => readFileSync(join(folder, one), 'utf8')),
    ]
  })
  writeFileSync(join(home, 'THIRD-PARTY-NOTICES'), parts.join('\n'))
  const bom = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev']
  writeFileSync(
    join(home, 'sbom.cdx.json'),
    execFileSync('npm', bom, { cwd: repository, maxBuffer: 64 * 1024 ** 2 }),
  )
}
