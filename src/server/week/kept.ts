import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { turnFor } from '../turns.ts'

type Encoding = 'br' | 'gzip' | null
type KeptAnswer = { bytes: Buffer; encoding: Encoding }

/**
 * Caches responses by a key that contains everything they depend on, including the organization's
 * revision. A new revision means a new key, so nothing here is ever stale; the least recently used
 * are evicted at `limit_bytes`.
 */
export class KeptAnswers {
  #answers = new Map<string, KeptAnswer>()
  #reading = new Map<string, Promise<KeptAnswer>>()
  #bytes = 0
  #limit: number
  constructor(limit_bytes: number) {
    this.#limit = limit_bytes
  }

  /** The cached response, or the result of `read`. Concurrent callers share one read. */
  async read(
    key: string,
    accepted: string | undefined,
    read: () => Promise<object>,
  ): Promise<KeptAnswer> {
    const encoding = encodingOf(accepted)
    const name = `${encoding} ${key}`
    const known = this.#answers.get(name)
    if (known) {
      this.#answers.delete(name)
      this.#answers.set(name, known)
      return known
    }
    let reading = this.#reading.get(name)
    if (!reading) {
      reading = read()
        .then((answer) => encode(answer, encoding))
        .then((answer) => this.#keep(name, answer))
        .finally(() => this.#reading.delete(name))
      this.#reading.set(name, reading)
    }
    return reading
  }

  #keep(name: string, answer: KeptAnswer): KeptAnswer {
    this.#answers.set(name, answer)
    this.#bytes += answer.bytes.length
    for (const [oldest, { bytes }] of this.#answers) {
      if (this.#bytes <= this.#limit || this.#answers.size === 1) break
      this.#answers.delete(oldest)
      this.#bytes -= bytes.length
    }
    return answer
  }
}

const encodingOf = (accepted = ''): Encoding =>
  /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null

/** Compressed once for all callers, off the main thread. */
async function encode(answer: object, encoding: Encoding): Promise<KeptAnswer> {
  await turnFor(Infinity)
  const plain = Buffer.from(JSON.stringify(answer))
  if (encoding === null) return { bytes: plain, encoding }
  return { bytes: encoding === 'br' ? await toBrotli(plain, quick) : await toGzip(plain), encoding }
}
const toGzip = promisify<Buffer, Buffer>(gzip)
const toBrotli = promisify<Buffer, object, Buffer>(brotliCompress)
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** A strong ETag: equal keys mean equal bytes. */
export const tagOf = (key: string): string => `"${hash('sha256', key, 'base64url').slice(0, 27)}"`
