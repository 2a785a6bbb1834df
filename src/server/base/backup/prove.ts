import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { openEmbedded } from '../db/embedded.ts'
import type { Counts } from './backup.ts'
import { restore } from './restore.ts'

/** Folders of proofs, beside the backups. */
const proofs = 'proof-'

/**
 * Restores a backup into an empty database of its own and compares every table's hash. Throws why if
 * that fails. Another process does it, so that a server gets its memory back.
 */
export async function proveBackup(file: string): Promise<Counts> {
  const beside = dirname(file)
  // A proof that was killed leaves its folder behind.
  for (const name of await readdir(beside))
    if (name.startsWith(proofs)) await rm(join(beside, name), { recursive: true, force: true })
  const folder = await mkdtemp(join(beside, proofs))
  try {
    const child = spawn(process.execPath, [import.meta.filename, file, folder], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = new Promise<number | null>((done, failed) =>
      child.once('error', failed).once('close', done),
    )
    const [counts, fault, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    if (code !== 0) throw new Error(fault.trim() || `The proof of the backup ended with ${code}.`)
    return JSON.parse(counts) as Counts
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const silent = () => {}

async function restoreInto(folder: string, file: string): Promise<Counts> {
  const store = await openEmbedded(folder)
  try {
    const log = { error: silent, warn: silent, info: silent }
    return await restore(store, file, { replace: false, log })
  } finally {
    await store.close()
  }
}

if (import.meta.main) {
  const [file, folder] = process.argv.slice(2)
  try {
    process.stdout.write(JSON.stringify(await restoreInto(folder!, file!)))
  } catch (fault) {
    process.stderr.write((fault as Error).message)
    process.exitCode = 1
  }
}
