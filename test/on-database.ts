// node test/on-database.ts COMMAND…: runs a command whose tests use a PostgreSQL cluster of their own, if the program is installed: there a test database opens faster than in memory. TEST_DATABASE_URL names another server, or none if empty; `--needed` fails without one, `--pooled` also puts PgBouncer between it and what the tests start.
import { spawn } from 'node:child_process'
import { fill, newCluster, programs } from './losses/cluster.ts'
import { startPooler } from './losses/pooler.ts'

/** A new cluster that writes nothing to disk before it answers: its data need not survive the machine. */
async function startCluster(): Promise<{ url: string; stop: () => void }> {
  const cluster = await newCluster()
  fill(cluster)
  cluster.start({ fsync: 'off', full_page_writes: 'off' })
  return { url: cluster.url, stop: cluster.remove }
}

const isPooled = process.argv[2] === '--pooled'
const isNeeded = isPooled || process.argv[2] === '--needed'
const [command, ...args] = process.argv.slice(isNeeded ? 3 : 2)
if (!command) throw new Error('Say which command to run.')
const given = process.env['TEST_DATABASE_URL']
if (isNeeded && !given && !programs)
  throw new Error('No PostgreSQL found: install one, or set TEST_DATABASE_URL.')
const own = (isNeeded ? !given : given === undefined) && programs ? await startCluster() : null
const database = own?.url ?? given ?? ''
const pooler = isPooled ? await startPooler(database) : null

const child = spawn(command, args, {
  stdio: 'inherit',
  env: {
    ...process.env,
    TEST_DATABASE_URL: database,
    ...(pooler ? { TEST_POOLER_URL: pooler.url } : {}),
  },
})
// The command ends first, and the cluster after it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
const code = await new Promise<number | null>((ended, failed) => {
  child.once('error', failed)
  child.once('close', ended)
}).finally(() => {
  pooler?.stop()
  own?.stop()
})
process.exitCode = code ?? 1
