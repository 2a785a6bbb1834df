// npm run upgrade-check -- COMMIT: fills a demo with the version of a commit, brings its data up to date with this one, and compares
// every table before and after; then starts it. Ends with 1 if a row or a cent is missing, the books do not tie, or the log has an error.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { freePort } from '../test/free-port.ts'

const patience_ms = 10 * 60_000

const [commit] = process.argv.slice(2)
if (!commit) {
  console.error('Usage: npm run upgrade-check -- <commit of the older version>')
  process.exit(1)
}
const here = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'fieldhive-upgrade-'))
const older = join(folder, 'older')
const data = join(folder, 'data')
const inOlder = (command: string, args: string[]) =>
  execFileSync(command, args, { cwd: older, stdio: ['ignore', 'ignore', 'inherit'] })

/** The environment without another database. */
function inFolder(): NodeJS.ProcessEnv {
  const { FIELDHIVE_E2E_WORLD: _, DATABASE_URL: __, ...env } = process.env
  return env
}

/** Starts a version on the data, with a demo if there is none, lets its jobs run, and stops it. Returns its log. */
async function runOn(version: string): Promise<string[]> {
  const port = await freePort()
  const server = spawn(join(version, 'node_modules/.bin/node'), ['src/server/main.ts'], {
    cwd: version,
    env: {
      ...inFolder(),
      PORT: String(port),
      DATA_DIR: data,
      PUBLIC_URL: `http://localhost:${port}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  server.stdout.setEncoding('utf8').on('data', (text: string) => lines.push(...text.split('\n')))
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve))
  try {
    await answers(`http://localhost:${port}/api/public/org/green-acres`)
    await wait(15_000)
  } finally {
    server.kill('SIGTERM')
    await ended
  }
  return lines
}

async function answers(url: string): Promise<void> {
  for (const start = Date.now(); Date.now() - start < patience_ms; await wait(500))
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
  throw new Error(`${url} does not answer`)
}

type Content = { count: number; cents: Record<string, string> }

async function asked<T>(work: (database: PGlite) => Promise<T>): Promise<T> {
  const database = await PGlite.create(join(data, 'database'))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** The rows of each table, and the sum of each column of money. */
const contentOf = (): Promise<Map<string, Content>> =>
  asked(async (database) => {
    const { rows } = await database.query<{ name: string; cents: string[] }>(
      `select t.table_name as name, coalesce(array_agg(c.column_name::text) filter (where c.column_name like '%\\_cents' and c.data_type in ('integer', 'bigint')), '{}') as cents
       from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
       where t.table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1`,
    )
    const found = new Map<string, Content>()
    for (const { name, cents } of rows) {
      if (name === 'migration') continue
      const sums = cents.map((column) => `, coalesce(sum("${column}"), 0)::text as "${column}"`)
      const [row] = (
        await database.query<{ count: number } & Record<string, string>>(
          `select count(*)::int as count${sums.join('')} from "${name}"`,
        )
      ).rows
      const { count, ...rest } = row!
      found.set(name, { count, cents: rest })
    }
    return found
  })

const compared = (before: Map<string, Content>, after: Map<string, Content>): string[] =>
  [...before].flatMap(([table, { count, cents }]) => {
    const now = after.get(table)
    if (!now) return [`${table}: the table is gone`]
    return [
      ...(now.count === count ? [] : [`${table}: ${count} rows before, ${now.count} after`]),
      ...Object.entries(cents).flatMap(([column, sum]) =>
        now.cents[column] === sum
          ? []
          : [`${table}.${column}: ${sum} before, ${now.cents[column] ?? 'gone'} after`],
      ),
    ]
  })

/** Lines of level error and above. */
const errorsIn = (log: readonly string[]): string[] =>
  log.filter((line) => /"level":[56]\d/.test(line)).map((line) => `log: ${line.slice(0, 400)}`)

const booksThatDiffer = (): Promise<string[]> =>
  asked(async (database) => {
    const { rows } = await database.query<{ name: string; differences: number }>(
      `select distinct on (o.id) o.name, b.differences from book_checks b join organizations o on o.id = b.organization_id order by o.id, b.on_day desc`,
    )
    return rows.flatMap(({ name, differences }) =>
      differences ? [`${name}: ${differences} rows of the books do not tie`] : [],
    )
  })

try {
  execFileSync('git', ['worktree', 'add', '--detach', older, commit], {
    cwd: here,
    stdio: 'ignore',
  })
  inOlder('npm', ['ci', '--no-audit', '--no-fund'])
  await runOn(older)
  const before = await contentOf()
  execFileSync(process.execPath, ['scripts/migrate.ts'], {
    cwd: here,
    env: { ...inFolder(), DATA_DIR: data },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const after = await contentOf()
  // Work that was under way goes on, so this is after the comparison.
  const log = await runOn(here)
  const faults = [...compared(before, after), ...errorsIn(log), ...(await booksThatDiffer())]
  const rows = [...before.values()].reduce((sum, { count }) => sum + count, 0)
  console.log(`${before.size} tables, ${rows} rows from ${commit}: ${faults.length} differences.`)
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length ? 1 : 0
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', older], { cwd: here, stdio: 'ignore' })
  rmSync(folder, { recursive: true, force: true })
}
