import { randomBytes } from 'node:crypto'
import { join, resolve, dirname } from 'node:path'
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { ConfigFault, type Config } from '../kit/config.ts'
import { fingerprint } from '../kit/secrets.ts'
import { onPlatform, readPlatform, system } from '../db/door.ts'
import type { Store } from '../db/store.ts'

const settingKey = 'installation_secret'
/** What the database has: a proof of the right secret, or, until an older installation starts, the secret itself. */
type Kept = { secret: string } | { check: string }
type Place = Pick<Config, 'INSTALLATION_SECRET' | 'DATA_DIR' | 'DATABASE_URL' | 'production'>

/**
 * The installation's secret: from the environment, or from a file that only the server's user can read, made at the first start. The
 * database only has a proof of it, and an older one that still has the secret loses it here. Throws ConfigFault.
 */
export async function installationSecret(store: Store, config: Place): Promise<Buffer> {
  const kept = await readKept(store)
  const file = secretFile(config)
  const fromFile = config.INSTALLATION_SECRET ? null : file && (await readSecretFile(file))
  const refusal = refusalOf(config, kept, fromFile)
  if (refusal) {
    // The only copy must not go into a container's own disk: the operator is shown it, and it stays until they have taken it.
    if (file && !fromFile && !config.INSTALLATION_SECRET && isHeld(kept))
      await writeSecretFile(file, kept.secret)
    throw new ConfigFault(refusal)
  }
  const known = config.INSTALLATION_SECRET ?? fromFile
  if (known) return prove(store, known, config)
  const made = isHeld(kept) ? kept.secret : randomBytes(32).toString('base64url')
  const written = file ? await writeSecretFile(file, made) : made
  try {
    return await prove(store, written, config)
  } catch (fault) {
    // Another process was first, with a secret of its own.
    if (file && written === made) await deleteSecretFile(file)
    throw new ConfigFault(refusalOf(config, await readKept(store), null) ?? String(fault), {
      cause: fault,
    })
  }
}

/** Why the server could not start on this database, in one sentence; null if it could. Changes nothing. */
export async function secretRefusal(store: Store, config: Place): Promise<string | null> {
  const file = config.INSTALLATION_SECRET ? null : secretFile(config)
  return refusalOf(config, await readKept(store), file && (await readSecretFile(file)))
}

/** Null with `memory://`, where nothing outlives the process. */
const secretFile = ({ DATA_DIR }: Place): string | null =>
  DATA_DIR === 'memory://' ? null : join(resolve(DATA_DIR), 'installation-secret')

function refusalOf(config: Place, kept: Kept | null, fromFile: string | null): string | null {
  const { INSTALLATION_SECRET: given, production, DATABASE_URL } = config
  const known = given ?? fromFile
  const file = secretFile(config)
  if (known && kept && !isRight(kept, known)) return wrongSecret(config)
  if (given) return null
  if (production && DATABASE_URL) return requiredInProduction(kept, known, file)
  if (known || !kept || isHeld(kept)) return null
  return file
    ? `The installation’s secret is missing: this database was sealed with another one than a new file would hold. Put the earlier ${file} back, or set INSTALLATION_SECRET, the same for every process.`
    : 'INSTALLATION_SECRET is required: this database was sealed with a secret that is not here.'
}

/** The database may outlive the disk of the server, so a file beside the server is not enough. */
function requiredInProduction(
  kept: Kept | null,
  known: string | null | undefined,
  file: string | null,
): string {
  const required = 'INSTALLATION_SECRET is required in production'
  if (file && (known || isHeld(kept)))
    return `${required}: set it to what ${file} holds, the secret of this installation.`
  return kept && !isHeld(kept)
    ? `${required}: set the one this database was sealed with.`
    : `${required}: 32 random bytes as base64url, the same for every process.`
}

const wrongSecret = (config: Place): string =>
  config.INSTALLATION_SECRET
    ? 'INSTALLATION_SECRET is not the one this database was sealed with. Set the earlier one.'
    : `The secret in ${secretFile(config)} is not the one this database was sealed with. Put the earlier file back, or set INSTALLATION_SECRET.`

const isHeld = (kept: Kept | null): kept is { secret: string } => kept !== null && 'secret' in kept
const isRight = (kept: Kept, secret: string): boolean =>
  isHeld(kept) ? kept.secret === secret : kept.check === checkOf(secret)
const checkOf = (secret: string): string => fingerprint(`fieldhive installation ${secret}`)

/** Leaves the proof in the database and nothing else. Of two processes that start together, the first decides. */
async function prove(store: Store, secret: string, config: Place): Promise<Buffer> {
  const check = checkOf(secret)
  const kept = await keptSetting<Kept>(store, settingKey, () => Promise.resolve({ check }))
  if (!isRight(kept, secret)) throw new ConfigFault(wrongSecret(config))
  if (isHeld(kept))
    await onPlatform(store, system, (tx) => sql`select take_secret_out(${check})`.execute(tx))
  return Buffer.from(secret, 'base64url')
}

const readSetting = (store: Store, key: string) =>
  readPlatform(store, system, (tx) =>
    tx.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst(),
  )
const readKept = async (store: Store): Promise<Kept | null> =>
  ((await readSetting(store, settingKey))?.value as Kept | undefined) ?? null

/** A value of the whole installation, made once: every process on the same database gets the first one. */
export async function keptSetting<T extends object>(
  store: Store,
  key: string,
  make: () => Promise<T>,
): Promise<T> {
  const known = await readSetting(store, key)
  if (known) return known.value as T
  const value = JSON.stringify(await make())
  await onPlatform(store, system, (tx) =>
    tx
      .insertInto('setting')
      .values({ key, value })
      .onConflict((oc) => oc.doNothing())
      .execute(),
  )
  return (await readSetting(store, key))!.value as T
}

/** The secret in a file, 43 characters of base64url; null without a file. Throws ConfigFault if others can read it. */
async function readSecretFile(file: string): Promise<string | null> {
  const found = await stat(file).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT' || fault.code === 'ENOTDIR') return null
    throw fault
  })
  if (!found) return null
  if (process.platform !== 'win32' && found.mode & 0o077)
    throw new ConfigFault(
      `${file} holds the installation’s secret, and others can read it. Run chmod 600 ${file}, then start again.`,
    )
  const text = (await readFile(file, 'utf8')).trim()
  if (!/^[\w-]{43}$/.test(text))
    throw new ConfigFault(
      `${file} does not hold an installation’s secret: 32 bytes as base64url, 43 characters. Put the earlier file back.`,
    )
  return text
}

/** Writes the file whole or not at all; returns what it holds, which is another secret if another process was first. */
async function writeSecretFile(file: string, secret: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  const part = `${file}.${randomBytes(6).toString('hex')}.part`
  const handle = await open(part, 'wx', 0o600)
  try {
    await handle.writeFile(`${secret}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    // Unlike a rename, this refuses a name that is taken.
    await link(part, file)
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault
  } finally {
    await rm(part, { force: true })
  }
  await syncFolder(dirname(file))
  return (await readSecretFile(file))!
}

const deleteSecretFile = (file: string): Promise<void> => rm(file, { force: true })

/** A power failure must not lose the name of a file whose content is all that opens the database. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
