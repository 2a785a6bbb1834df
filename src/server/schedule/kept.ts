import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { turnFor } from '../turns.ts'

type Kept = { plain: Buffer; zipped: Promise<Buffer> | null; bytes: number }

/**
 * Answers as bytes, by a key that holds everything they depend on, the organization's revision among it. A changed
 * revision makes another key, so nothing here is ever stale; the oldest go when `limit_bytes` is reached.
 */
export class KeptAnswers {
  #answers = new Map<string, Kept>()
  #making = new Map<string, Promise<Kept>>()
  #bytes = 0
  #limit: number
  constructor(limit_bytes: number) {
    this.#limit = limit_bytes
  }

  /** The kept answer, or the one that `make` gives; `items` says how long that is. Who asks while it is being made waits for the same one. */
  async read(key: string, make: () => Promise<{ answer: unknown; items: number }>): Promise<Kept> {
    const known = this.#answers.get(key)
    if (known) {
      this.#answers.delete(key)
      this.#answers.set(key, known)
      return known
    }
    let making = this.#making.get(key)
    if (!making) {
      making = this.#make(key, make).finally(() => this.#making.delete(key))
      this.#making.set(key, making)
    }
    return making
  }

  async #make(key: string, make: () => Promise<{ answer: unknown; items: number }>): Promise<Kept> {
    const { answer, items } = await make()
    await turnFor(items)
    const plain = Buffer.from(JSON.stringify(answer))
    const kept: Kept = { plain, zipped: null, bytes: plain.length }
    this.#answers.set(key, kept)
    this.#count(kept.bytes)
    return kept
  }

  #count(bytes: number): void {
    this.#bytes += bytes
    for (const [oldest, answer] of this.#answers) {
      if (this.#bytes <= this.#limit || this.#answers.size === 1) break
      this.#answers.delete(oldest)
      this.#bytes -= answer.bytes
    }
  }

  /** Zipped once, at the first wish for it, and beside the thread that answers. */
  zip(key: string, kept: Kept): Promise<Buffer> {
    return (kept.zipped ??= zipped(kept.plain, zipping).then((bytes) => {
      // What was let go in the meantime is not counted any more.
      if (this.#answers.get(key) === kept) {
        kept.bytes += bytes.length
        this.#count(bytes.length)
      }
      return bytes
    }))
  }
}

const zipped = promisify<Buffer, object, Buffer>(gzip)

// Ids and names are nearly all chance: what few repetitions there are, the quick levels find, and small blocks keep digits, letters and
// words apart. 58 kB of a stated week in 2.5 ms, where the usual settings make 64 kB in 3.
const zipping = { level: 5, memLevel: 4, strategy: constants.Z_FILTERED }

/** A strong enough name for an answer: equal keys, equal bytes. */
export const tagOf = (key: string): string => `"${hash('sha256', key, 'base64url').slice(0, 27)}"`
