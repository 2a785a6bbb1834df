import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'

const block = 512
/** Names of files that programs read; everything else in an archive is for people. */
const wanted = /^(manifest\.json|json\/[a-z_]+\.jsonl)$/

/** It is no archive of ours, or not whole. The message is one clear sentence. */
export class ArchiveFault extends Error {}

/**
 * Unpacks the files for programs into a folder, flat: `json/teams.jsonl` becomes `teams.jsonl`. Returns their names. Throws ArchiveFault.
 */
export async function unpack(file: string, folder: string): Promise<string[]> {
  const names: string[] = []
  const reader = new Reader(createReadStream(file).pipe(createGunzip()))
  try {
    for (;;) {
      const head = await reader.take(block)
      if (head.every((byte) => byte === 0)) return names
      const name = textAt(head, 0, 100)
      const size = Number.parseInt(textAt(head, 124, 12), 8)
      if (textAt(head, 257, 5) !== 'ustar' || !Number.isSafeInteger(size)) throw notOurs()
      const target = wanted.test(name) ? join(folder, name.replace('json/', '')) : null
      await copy(reader, target, size)
      await reader.take((block - (size % block)) % block)
      if (target) names.push(name)
    }
  } catch (fault) {
    if (fault instanceof ArchiveFault) throw fault
    if ((fault as { code?: string }).code?.startsWith('Z_')) throw notOurs()
    throw fault
  }
}

const notOurs = () => new ArchiveFault('This file is not a whole copy made by Fieldhive.')

const textAt = (bytes: Buffer, from: number, length: number): string =>
  bytes
    .toString('utf8', from, from + length)
    .split('\0')[0]!
    .trim()

async function copy(reader: Reader, target: string | null, size: number): Promise<void> {
  const handle = target ? await open(target, 'wx', 0o600) : null
  try {
    for (let left = size; left > 0;) {
      const bytes = await reader.some(left)
      left -= bytes.length
      await handle?.writeFile(bytes)
    }
  } finally {
    await handle?.close()
  }
}

/** Takes a stream in the pieces that are asked for. */
class Reader {
  #pieces: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)

  constructor(stream: AsyncIterable<Buffer>) {
    this.#pieces = stream[Symbol.asyncIterator]()
  }

  /** Between one byte and `most`. */
  async some(most: number): Promise<Buffer> {
    while (!this.#held.length) {
      const { value, done } = await this.#pieces.next()
      if (done) throw notOurs()
      this.#held = value
    }
    const taken = this.#held.subarray(0, most)
    this.#held = this.#held.subarray(taken.length)
    return taken
  }

  async take(count: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for (let left = count; left > 0;) {
      const bytes = await this.some(left)
      left -= bytes.length
      pieces.push(bytes)
    }
    return Buffer.concat(pieces)
  }
}
