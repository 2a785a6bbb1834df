import { globSync } from 'node:fs'
import { read, root } from '../source.ts'

/** Tests about the source: they need no database. */
const withoutDatabase = [
  'test/tidy.test.ts',
  'test/exports.test.ts',
  'test/packages.test.ts',
  'test/settings.test.ts',
  'test/shape.test.ts',
  'test/commit-msg.test.ts',
  'test/words.test.ts',
  'test/refusals.test.ts',
  'test/code-fields.test.ts',
  'test/gate.test.ts',
  'test/planted.test.ts',
  'test/fuller-plan.test.ts',
]

export type Project = 'unit' | 'server' | 'sweeps' | 'long' | 'kills'

/** Which test files belong to which project of `vitest.config.ts`. */
export const projects: Record<Project, { include: string[]; exclude: string[] }> = {
  unit: {
    include: [
      'src/{domain,api,words,web}/**/*.test.{ts,tsx}',
      'sandbox/**/*.test.ts',
      ...withoutDatabase,
    ],
    exclude: [],
  },
  server: {
    include: ['src/server/**/*.test.ts', 'test/*.test.ts'],
    exclude: [...withoutDatabase, 'test/*.long.test.ts'],
  },
  // Each goes over every call, table or role, or a long run of random acts: every landing runs them, `npm test` leaves them out.
  sweeps: { include: ['test/sweeps/*.test.ts'], exclude: [] },
  // These take half a minute or more, and most of them need PostgreSQL: `npm test` leaves them out.
  long: {
    include: ['test/*.long.test.ts', 'test/faults/{walls,simulation,server-login}.test.ts'],
    exclude: [],
  },
  kills: { include: ['test/faults/kill*.test.ts'], exclude: [] },
}

export function filesOf(...names: Project[]): string[] {
  const find = (globs: string[]) => globs.flatMap((glob) => globSync(glob, { cwd: root }))
  return names
    .flatMap((name) => {
      const excluded = new Set(find(projects[name].exclude))
      return find(projects[name].include).filter((file) => !excluded.has(file))
    })
    .toSorted()
}

export const journeyFiles = (): string[] => globSync('test/e2e/*.e2e.ts', { cwd: root }).toSorted()

/** The titles of a journey file, with their tags. */
const titlesOf = (file: string): string[] =>
  [...read(file).matchAll(/\btest\(\s*(['"`])(.*?)\1/gs)].map((found) => found[2]!)

/** How many browser runs a journey file takes, of those with a tag or of all. */
export const runsOf = (file: string, wanted: (title: string) => boolean = () => true): number =>
  titlesOf(file)
    .filter(wanted)
    .reduce((sum, title) => sum + (/@phone\b/.test(title) && !/@phone-only/.test(title) ? 2 : 1), 0)

/**
 * Whether a test can turn out differently on PostgreSQL, where connections run side by side: it has
 * several acts under way at once, or works with connections, logins or the server itself.
 */
export const meetsOthers = (file: string): boolean =>
  /\bPromise\.(?:all|allSettled|race|any)\(|\brace\(|\bonServer\b|\.acquire\(|\bopenPostgres\(|TEST_DATABASE_URL|\brow security\b/i.test(
    read(file),
  )
