import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesOf, projects, type Project } from './gate/files.ts'
import { longFiles } from './ratchets.ts'
import { filesUnder, isTest, read, root } from './source.ts'

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

  it('code shared by server and browser imports only zod', () => {
    const wrong = importsOf(
      (file) => /^src\/(?:domain|api|words)\//.test(file) && !isTest(file),
    ).filter(({ name, target }) => target === null && name !== 'zod')
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
    ['stripe', 'src/server/outside/'],
    ['nodemailer', 'src/server/outside/'],
    ['sharp', 'src/server/files/'],
    ['web-push', 'src/server/outside/'],
    ['oidc-provider', 'src/server/identity/'],
    ['pg', 'src/server/db/'],
    ['@electric-sql/pglite', 'src/server/db/'],
  ])('%s is imported by a single file, in %s', (name, home) => {
    const importers = importsOf((file) => file.startsWith('src/')).flatMap((one) =>
      packageOf(one.name) === name ? [one.from] : [],
    )
    expect(importers.filter((file) => !file.startsWith(home) && !isTest(file))).toEqual([])
    expect(new Set(importers.filter((file) => !isTest(file))).size).toBeLessThanOrEqual(1)
  })
})

describe('the rooms of the browser', () => {
  const schedule = ['board', 'series', 'office'].map((room) => `screens/schedule/${room}`)
  const shared = ['account', 'customers', 'invitations', 'money', 'organization', 'portal']
  const forScreens = [
    ...shared,
    'gate-codes',
    'history',
    'inbox',
    'messages',
    'needs',
    'outbox',
    'shell',
    'teams',
    'ui',
    'visits',
    'wizard',
  ]
  /** What a room may import at run time, besides its own files and those next to the rooms. Screens don't import each other. */
  const mayImport: Record<string, string[]> = {
    ui: [],
    account: ['ui'],
    command: ['customers', 'shell', 'ui'],
    customers: ['ui', 'visits'],
    'gate-codes': ['ui'],
    history: ['ui'],
    inbox: [],
    invitations: ['ui'],
    kept: ['ui', 'visits'],
    messages: ['ui'],
    money: ['ui'],
    needs: ['ui'],
    organization: ['money', 'ui'],
    outbox: ['ui', 'visits'],
    portal: ['ui'],
    shell: [
      'account',
      'command',
      'customers',
      'inbox',
      'kept',
      'needs',
      'organization',
      'outbox',
      'ui',
    ],
    teams: ['ui'],
    visits: ['gate-codes', 'ui'],
    wizard: ['ui'],
    // A crew's week is one of the schedule's views.
    'screens/schedule': [...forScreens, ...schedule, 'screens/crew'],
    ...Object.fromEntries(
      schedule.map((room) => [room, [...forScreens, 'screens/schedule/visit']]),
    ),
  }
  /** Files that list lazily loaded components. */
  const lists = ['homes.tsx', 'route-kit.ts', 'routes.tsx', 'sheets.ts'].map(
    (file) => `src/web/${file}`,
  )

  const roomOf = (file: string): string => {
    const [first = '', second = '', third = '', fourth] = file.split('/').slice(2)
    if (second === '') return ''
    if (first !== 'screens') return first
    return second === 'schedule' && fourth !== undefined
      ? `screens/schedule/${third}`
      : `screens/${second}`
  }

  it('import only downward', () => {
    const inWeb = (file: string) => file.startsWith('src/web/')
    const wrong = importsOf((file) => inWeb(file) && !isTest(file) && !lists.includes(file), {
      types: false,
    }).filter(({ from, target }) => {
      if (target === null || !inWeb(target)) return false
      const [room, to] = [roomOf(from), roomOf(target)]
      if (to === room || to === '') return false
      return !(mayImport[room] ?? (room === '' ? ['ui'] : forScreens)).includes(to)
    })
    expect(wrong.map(({ from, target }) => `${from} → ${target}`)).toEqual([])
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

  const limitOf = (file: string) => (isTest(file) ? 600 : 400)

  it('have at most 400 lines, tests 600', () => {
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
