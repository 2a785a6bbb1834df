import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesOf, projects, type Project } from './gate/files.ts'
import { anyInTests, longFiles, mostLines } from './ratchets.ts'
import { anysIn, filesUnder, isTest, productFiles, read, root } from './source.ts'

const files = ['src', 'sandbox', 'demo', 'db', 'scripts', 'test', 'docs', '.ci']
  .flatMap((folder) => filesUnder(folder))
  .concat(
    readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
      entry.isFile() && !ignored(entry.name) ? [entry.name] : [],
    ),
  )
const code = files.filter((file) => /\.tsx?$/.test(file) && file !== 'db/schema.ts')

describe('imports', () => {
  const mayImport: Record<string, string[]> = {
    'src/domain': [],
    'src/api': ['src/domain'],
    'src/words': ['src/domain'],
    'src/server': ['src/api', 'src/domain', 'src/words', 'db'],
    'src/web': ['src/api', 'src/domain', 'src/words'],
    sandbox: [],
    db: [],
    demo: ['src/server', 'src/api', 'src/domain', 'db'],
  }

  it.each(Object.entries(mayImport))('%s imports only from folders to its left', (layer, left) => {
    const allowed = [layer, ...left].map((folder) => `${folder}/`)
    const wrong = importsOf((file) => file.startsWith(`${layer}/`)).filter(({ from, target }) => {
      if (target === null || allowed.some((folder) => target.startsWith(folder))) return false
      // main.ts assembles the product: it starts the sandbox and seeds the demo world.
      if (from === 'src/server/main.ts') return !/^(?:sandbox|demo)\//.test(target)
      if (isTest(from))
        return (
          !target.startsWith('test/') && !(layer === 'src/server' && target.startsWith('sandbox/'))
        )
      return true
    })
    expect(wrong).toEqual([])
  })

  // Small, without imports of their own, and the same on both sides.
  const sharedPackages = ['zod', 'uqr']
  it('code shared by server and browser imports few packages', () => {
    const wrong = importsOf(
      (file) => /^src\/(?:domain|api|words)\//.test(file) && !isTest(file),
    ).filter(({ name, target }) => target === null && !sharedPackages.includes(name))
    expect(wrong).toEqual([])
  })

  it('the browser imports nothing from Node', () => {
    expect(
      importsOf((file) => file.startsWith('src/web/') && !isTest(file)).filter(({ name }) =>
        name.startsWith('node:'),
      ),
    ).toEqual([])
  })

  it.each([
    ['stripe', 'src/server/base/outside/'],
    ['nodemailer', 'src/server/base/outside/'],
    ['sharp', 'src/server/base/kit/'],
    ['web-push', 'src/server/base/outside/'],
    ['oidc-provider', 'src/server/people/identity/'],
    ['pg', 'src/server/base/db/'],
    ['@electric-sql/pglite', 'src/server/base/db/'],
  ])('%s is imported by a single file, in %s', (name, home) => {
    const importers = importsOf((file) => file.startsWith('src/')).flatMap((one) =>
      packageOf(one.name) === name ? [one.from] : [],
    )
    expect(importers.filter((file) => !file.startsWith(home) && !isTest(file))).toEqual([])
    expect(new Set(importers.filter((file) => !isTest(file))).size).toBeLessThanOrEqual(1)
  })
})

describe('the rooms of the browser', () => {
  const shared = ['account', 'customers', 'gate-codes', 'history', 'invoices', 'money']
    .concat(['organization', 'outbox', 'teams', 'visits', 'wizard'])
    .map((room) => `shared/${room}`)
  /** What screens of every audience may use, besides files that lie in `app` itself. */
  const forScreens = ['shared', ...shared, 'app/shell', 'ui']
  /** What several screens of the office use. */
  const ofOffice = ['inbox', 'invitations', 'messages', 'needs'].map((room) => `office/${room}`)
  const schedule = ['board', 'series', 'office'].map((room) => `office/schedule/${room}`)
  /** What a room may import at run time. Audiences don't import each other, and screens don't import other screens. */
  const mayImport: Record<string, string[]> = {
    ui: [],
    'shared/account': ['ui'],
    'shared/customers': ['shared/visits', 'ui'],
    'shared/gate-codes': ['ui'],
    'shared/history': ['ui'],
    'shared/money': ['ui'],
    'shared/organization': ['shared/money', 'ui'],
    'shared/outbox': ['shared/visits', 'ui'],
    'shared/teams': ['ui'],
    'shared/visits': ['shared/gate-codes', 'ui'],
    'shared/wizard': ['ui'],
    'office/schedule': [...forScreens, ...ofOffice, ...schedule],
    ...Object.fromEntries(
      schedule.map((room) => [room, [...forScreens, ...ofOffice, 'office/schedule/visit']]),
    ),
  }

  /** `''` for files beside the rooms, `app` for those that lie in it. */
  const roomOf = (file: string): string => {
    const [first = '', second = '', third = '', fourth] = file.split('/').slice(2)
    if (second === '') return ''
    if (['crew', 'portal', 'ui'].includes(first)) return first
    if (third === '') return first
    return first === 'office' && second === 'schedule' && fourth !== undefined
      ? `office/schedule/${third}`
      : `${first}/${second}`
  }

  it('import only downward', () => {
    const inWeb = (file: string) => file.startsWith('src/web/')
    const wrong = importsOf((file) => inWeb(file) && !isTest(file), { types: false }).filter(
      ({ from, target }) => {
        if (target === null || !inWeb(target)) return false
        const [room, to] = [roomOf(from), roomOf(target)]
        // What puts the app together knows every room.
        if (to === room || to === '' || to === 'app' || /^(?:app)?(?:\/|$)/.test(room)) return false
        const known = mayImport[room] ?? [
          ...forScreens,
          ...(room.startsWith('office/') ? ofOffice : []),
        ]
        return !known.includes(to)
      },
    )
    expect(wrong.map(({ from, target }) => `${from} → ${target}`)).toEqual([])
  })
})

describe('the build', () => {
  /** Lists of files and folders in the patterns of the build: `(Page|toast)`. */
  const listed = ['vite.config.ts', 'scripts/kept-files.ts'].flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line) => /src(?:\[|\\\/).*/.exec(line)?.[0] ?? [])
      .flatMap((line) => [...line.matchAll(/\(([A-Z][\w-]*(?:\|[\w-]+)+|[\w-]+(?:\|[\w-]+)+)\)/gi)])
      .flatMap(([, names = '']) => names.split('|')),
  )
  const parts = productFiles.flatMap((file) => file.split('/'))

  it('names no file or folder that is gone', () => {
    expect(listed.length).toBeGreaterThan(40)
    const isThere = (name: string) => parts.some((part) => part.startsWith(name))
    expect(listed.filter((name) => !isThere(name))).toEqual([])
  })
})

describe('styles', () => {
  it('of every component in use are loaded', () => {
    const screens = code.filter((file) => file.startsWith('src/web/') && !isTest(file))
    const loaded = new Set(
      screens.flatMap((file) =>
        [...read(file).matchAll(/@mantine\/core\/styles\/(\w+)\.css/g)].map(([, name]) => name),
      ),
    )
    const bare = screens.flatMap((file) => {
      const imported = /import \{([^}]*)\} from '@mantine\/core'/.exec(read(file))?.[1] ?? ''
      const used = (imported.match(/\b[A-Z]\w+/g) ?? []).filter((name) =>
        new RegExp(`<${name}[\\s/>]`).test(read(file)),
      )
      return used
        .filter(
          (name) =>
            !loaded.has(name) &&
            existsSync(join(root, `node_modules/@mantine/core/styles/${name}.css`)),
        )
        .map((name) => `${name} in ${file}`)
    })
    expect(bare).toEqual([])
  })
})

describe('files', () => {
  it('in the repository are plain files, no links', () => {
    const tracked = execFileSync('git', ['ls-files', '-s'], { cwd: root, encoding: 'utf8' })
    expect(tracked.split('\n').filter((line) => line && !line.startsWith('100'))).toEqual([])
  })

  const limitOf = (file: string) => (isTest(file) ? mostLines.test : mostLines.file)

  it(`have at most ${mostLines.file} lines, tests ${mostLines.test}`, () => {
    const tooLong = files
      .filter((file) => /\.(?:tsx?|sh)$/.test(file) && file !== 'db/schema.ts')
      .map((file) => ({ file, lines: read(file).split('\n').length - 1 }))
      .filter(({ file, lines }) => lines > (longFiles[file] ?? limitOf(file)))
    expect(tooLong).toEqual([])
  })

  it('that became short are removed from the list', () => {
    expect(
      Object.keys(longFiles).filter(
        (file) =>
          !existsSync(join(root, file)) || read(file).split('\n').length - 1 <= limitOf(file),
      ),
    ).toEqual([])
  })

  it('are named after their content, in kebab-case', () => {
    const vague = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'managers'])
    const wrong = code.filter((file) => {
      const parts = file.split('/')
      if (parts.some((part) => part.split(/[-._]/).some((word) => vague.has(word.toLowerCase()))))
        return true
      return (
        !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+)+$/.test(basename(file)) &&
        !/^[A-Z][A-Za-z0-9]*(?:\.test)?\.tsx$/.test(basename(file))
      )
    })
    expect(wrong).toEqual([])
  })

  it('with tests are where a runner finds them', () => {
    const found = new Set(filesOf(...(Object.keys(projects) as Project[])))
    const wrong = files.filter((file) => {
      if (/\.spec\.\w+$/.test(file)) return true
      if (/\.e2e\.\w+$/.test(file)) return !/^test\/e2e\/.*\.e2e\.ts$/.test(file)
      return /\.test\.\w+$/.test(file) && !found.has(file)
    })
    expect(wrong).toEqual([])
  })
})

describe('types', () => {
  it('of tests say `any` no more often than before', () => {
    const found = code.filter(isTest).flatMap(anysIn)
    expect(found.length, found.join('\n')).toBe(anyInTests)
  })
})

describe('words', () => {
  it('contain no TODOs', () => {
    expect(linesWith(code, /\bTO[D]O\b|\bFIX[M]E\b|\bXX[X]\b/)).toEqual([])
  })

  it('never disable a test', () => {
    expect(
      linesWith(code, /\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:skip|only|fixme|todo)\b/),
    ).toEqual([])
  })

  it('contain no package registry and no machine-specific path', () => {
    const text = files.filter((file) => !/\.(?:png|woff2|ico)$/.test(file))
    expect(
      linesWith(text, /npm[j]s\.|\bregistry\.[a-z]+\.[a-z]+|(?<![\w.})/])\/(?:work|root)\/[a-z]/),
    ).toEqual([])
    expect(linesWith(['package-lock.json'], /"resolved":/)).toEqual([])
  })
})

describe('dependencies', () => {
  it('are pinned to exact versions', () => {
    const manifest = JSON.parse(read('package.json')) as Record<
      'dependencies' | 'devDependencies',
      Record<string, string>
    >
    const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
    )
    expect(loose).toEqual([])
  })
})

function ignored(name: string): boolean {
  return name === '.env' || name === '.git' || name.endsWith('.log')
}

type Import = { from: string; name: string; target: string | null }

/** Every import in the chosen files; `target` is the path inside the repository, null for a package. */
function importsOf(chosen: (file: string) => boolean, { types = true } = {}): Import[] {
  const pattern =
    /(?:^|[\s;}])(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]|new URL\(\s*['"](\.[^'"\n]+\.tsx?)['"]\s*,\s*import\.meta\.url/g
  return code.filter(chosen).flatMap((from) =>
    [
      ...(types ? read(from) : read(from).replaceAll(/^import type [^;]*?from/gm, '')).matchAll(
        pattern,
      ),
    ].map((found) => {
      const name = (found[1] ?? found[2])!
      return {
        from,
        name,
        target: name.startsWith('.') ? relative(root, resolve(root, dirname(from), name)) : null,
      }
    }),
  )
}

function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
}

function linesWith(among: string[], pattern: RegExp): string[] {
  return among.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 120)}`] : [],
      ),
  )
}
