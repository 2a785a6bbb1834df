import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'

/** Names of files that programs read; everything else in an archive is for people. */
const wanted = /^(manifest\.json|json\/[a-z_]+\.jsonl)$/

/** It is no archive of ours, or not whole. The message is one clear sentence. */
export class ArchiveFault extends Error {}

/**
 * Unpacks the files for programs into a folder, flat: `json/teams.jsonl` becomes `teams.jsonl`. Returns their names. Throws ArchiveFault.
 */
export async function unpack(file: string, folder: string): Promise<string[]> {
  const names: string[] = []
  const entries = extract()
  // What ends the reading early ends the loop, too.
  pipeline(createReadStream(file), createGunzip(), entries, () => {})
  try {
    for await (const entry of entries) {
      const { name } = entry.header
      if (!wanted.test(name)) {
        entry.resume()
        continue
      }
      const bytes = entry as AsyncIterable<Buffer>
      await writeFile(join(folder, name.replace('json/', '')), bytes, { flag: 'wx', mode: 0o600 })
      names.push(name)
    }
  } catch (fault) {
    // A disk's faults are not the archive's.
    if ((fault as { syscall?: string }).syscall) throw fault
    throw notOurs()
  }
  if (names.length === 0) throw notOurs()
  return names
}

const notOurs = () => new ArchiveFault('This file is not a whole copy made by Fieldhive.')
