import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ConfigFault } from '../config.ts'

/** The secret in a file, 43 characters of base64url; null without a file. Throws ConfigFault if others can read it. */
export async function readSecretFile(file: string): Promise<string | null> {
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
export async function writeSecretFile(file: string, secret: string): Promise<string> {
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

export const deleteSecretFile = (file: string): Promise<void> => rm(file, { force: true })

/** A power failure must not lose the name of a file whose content is all that opens the database. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
