import { createHash } from 'node:crypto'
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** What the archive says about one of its files. */
export type Written = { bytes: number; sha256: string }

export type Tar = {
  /** Writes a file; the pieces are never held together. */
  add(name: string, pieces: AsyncIterable<string | Uint8Array>): Promise<Written>
  /** The whole archive, once no file is to come. */
  read(): Promise<{ bytes: number; stream: Readable }>
  close(): Promise<void>
}

const block = 512
/** The largest size that a header can hold: eleven octal digits. */
const largest = 8 ** 11 - 1

/**
 * A tar file in a temporary place on disk. A header says how long its file is, which is known only afterward, so it is written last;
 * `tar-stream`, which reads archives, would have to know it first. The file has no name while it is used: if the process is killed, the
 * system frees it.
 */
export async function createTar(at: Date): Promise<Tar> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldhive-export-'))
  const handle = await open(join(folder, 'archive.tar'), 'wx+', 0o600)
  // Windows refuses while the file is open; there it is deleted on closing.
  await rm(folder, { recursive: true, force: true }).catch(() => {})
  let end = 0
  return {
    async add(name, pieces) {
      const start = end
      const hash = createHash('sha256')
      end += block
      for await (const piece of pieces) {
        const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
        hash.update(bytes)
        await writeAt(handle, bytes, end)
        end += bytes.length
      }
      const bytes = end - start - block
      await writeAt(handle, header(name, bytes, at), start)
      end = start + block + Math.ceil(bytes / block) * block
      return { bytes, sha256: hash.digest('hex') }
    },
    async read() {
      await handle.truncate(end + 2 * block)
      const stream = handle.createReadStream({ start: 0, autoClose: false })
      return { bytes: end + 2 * block, stream }
    },
    async close() {
      await handle.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function writeAt(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten
}

/** A header of the POSIX format, for a plain file. */
function header(name: string, bytes: number, at: Date): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`The name ${name} does not fit in an archive`)
  if (bytes > largest) throw new Error(`${name} does not fit in an archive: ${bytes} bytes`)
  const head = Buffer.alloc(block)
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0')
  head.write(name, 0)
  head.write(octal(0o600, 8), 100)
  head.write(octal(0, 8), 108)
  head.write(octal(0, 8), 116)
  head.write(octal(bytes, 12), 124)
  head.write(octal(Math.floor(at.getTime() / 1000), 12), 136)
  head.write('        ', 148)
  head.write('0', 156)
  head.write('ustar\x0000', 257, 'latin1')
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${octal(sum, 7)}\0 `, 148, 'latin1')
  return head
}
