import { isStale, textOf, type Answer, type Statement } from './store.ts'

// The part of PostgreSQL's wire protocol that puts several statements into one message; for the embedded database, which takes and
// gives bytes, also how to read the answers.

export class DatabaseFault extends Error {
  code: string | undefined
  constructor(fields: Record<string, string>) {
    super(fields['M'] ?? 'The database refused')
    this.code = fields['C']
    Object.assign(this, { detail: fields['D'], constraint: fields['n'], table: fields['t'], column: fields['c'] })
  }
}

/** Collects messages in one piece of memory, so that they leave in one write. */
class Letter {
  #bytes = Buffer.allocUnsafe(16_384)
  #at = 0
  #start = 0

  #room(size: number): void {
    if (this.#at + size <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + size))
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
  }
  begin(type: number): void {
    this.#room(5)
    this.#bytes[this.#at] = type
    this.#start = this.#at + 1
    this.#at += 5
  }
  end(): void {
    this.#bytes.writeInt32BE(this.#at - this.#start, this.#start)
  }
  byte(value: number): void {
    this.#room(1)
    this.#bytes[this.#at++] = value
  }
  short(value: number): void {
    this.#room(2)
    this.#at = this.#bytes.writeInt16BE(value, this.#at)
  }
  int(value: number): void {
    this.#room(4)
    this.#at = this.#bytes.writeInt32BE(value, this.#at)
  }
  zeroEnded(text: string): void {
    this.#room(text.length * 3 + 1)
    this.#at += this.#bytes.write(text, this.#at, 'utf8')
    this.#bytes[this.#at++] = 0
  }
  /** A value with its size before it. */
  value(value: string | Buffer): void {
    if (typeof value === 'string') {
      this.#room(value.length * 3 + 4)
      const size = this.#bytes.write(value, this.#at + 4, 'utf8')
      this.#bytes.writeInt32BE(size, this.#at)
      this.#at += size + 4
    } else {
      this.int(value.length)
      this.#room(value.length)
      this.#at += value.copy(this.#bytes, this.#at)
    }
  }
  /** What was collected; the memory is used again. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#at))
    this.#at = 0
    if (this.#bytes.length > 1 << 20) this.#bytes = Buffer.allocUnsafe(16_384)
    return taken
  }
}

const types = { parse: 80, bind: 66, describe: 68, execute: 69, sync: 83, query: 81, portal: 80 } as const
const letter = new Letter()

export function simpleQuery(text: string): Buffer {
  letter.begin(types.query)
  letter.zeroEnded(text)
  letter.end()
  return letter.take()
}

function writeBind(name: string, values: readonly unknown[]): void {
  const texts = values.map(textOf)
  letter.begin(types.bind)
  letter.byte(0)
  letter.zeroEnded(name)
  if (texts.some((value) => Buffer.isBuffer(value))) {
    letter.short(texts.length)
    for (const value of texts) letter.short(Buffer.isBuffer(value) ? 1 : 0)
  } else letter.short(0)
  letter.short(texts.length)
  for (const value of texts) {
    if (value === null) letter.int(-1)
    else letter.value(value)
  }
  letter.short(0)
  letter.end()
}

export type Column = { name: string; read: ((text: string) => unknown) | undefined }
export type Readers = Record<number, (text: string) => unknown>
/** What a connection knows of a statement: its name there, and its columns once it has answered. */
export type Parsed = { name: string; columns: Column[] | null }
// Beyond this many, statements are parsed anew each time.
const namedLimit = 600

/** The statements that one connection has parsed: each text is parsed once, and its columns are told once. */
export class Statements {
  #parsed = new Map<string, Parsed>()
  #names = 0

  /** Several statements in one message, which ends with the only Sync: nothing after a failed one runs. */
  write(statements: readonly Statement[]): { bytes: Buffer; asked: Parsed[] } {
    const asked: Parsed[] = []
    try {
      return { bytes: this.#write(statements, asked), asked }
    } catch (fault) {
      // A value that cannot be written: nothing was sent.
      letter.take()
      this.forget(asked, fault)
      throw fault
    }
  }

  #write(statements: readonly Statement[], asked: Parsed[]): Buffer {
    for (const { text, values = [] } of statements) {
      let parsed = this.#parsed.get(text)
      if (!parsed) {
        const isNamed = this.#parsed.size < namedLimit
        parsed = { name: isNamed ? `s${this.#names++}` : '', columns: null }
        letter.begin(types.parse)
        letter.zeroEnded(parsed.name)
        letter.zeroEnded(text)
        letter.short(0)
        letter.end()
        if (isNamed) this.#parsed.set(text, parsed)
      }
      asked.push(parsed)
      writeBind(parsed.name, values)
      if (!parsed.columns) {
        letter.begin(types.describe)
        letter.byte(types.portal)
        letter.byte(0)
        letter.end()
      }
      letter.begin(types.execute)
      letter.byte(0)
      letter.int(0)
      letter.end()
    }
    letter.begin(types.sync)
    letter.end()
    return letter.take()
  }

  /**
   * After a failure it is not known which of the statements were parsed: those that never answered get new names. When a
   * migration has changed what a kept one answers, all do.
   */
  forget(asked: readonly Parsed[], fault: unknown): void {
    if (isStale(fault)) this.#parsed.clear()
    else for (const [text, parsed] of this.#parsed) if (!parsed.columns && asked.includes(parsed)) this.#parsed.delete(text)
  }
}

/** Reads the answers of a connection that gives bytes. */
export class Answers {
  #readers: Readers
  #notified: (channel: string, payload: string) => void

  constructor(readers: Readers, notified: (channel: string, payload: string) => void) {
    this.#readers = readers
    this.#notified = notified
  }

  /** The answer of each statement; throws the first fault. */
  read(bytes: Buffer, asked: readonly Parsed[] = []): Answer[] {
    const answers: Answer[] = []
    let answer: Answer = { rows: [], affected: 0 }
    let done = 0
    let columns = asked[0]?.columns ?? null
    let fault: DatabaseFault | undefined
    let isFresh = true
    for (let at = 0; at + 5 <= bytes.length;) {
      const type = bytes[at]
      const end = at + 1 + bytes.readInt32BE(at + 1)
      const body = at + 5
      if (isFresh && (type === 68 || type === 84 || type === 67 || type === 73)) {
        answers.push((answer = { rows: [], affected: 0 }))
        isFresh = false
      }
      if (type === 68) answer.rows.push(readRow(bytes, body, columns!))
      else if (type === 84) {
        columns = this.#columnsAt(bytes, body)
        const parsed = asked[done]
        if (parsed) parsed.columns = columns
      } else if (type === 67 || type === 73) {
        const tag = bytes.toString('latin1', body, end - 1)
        answer.affected = Number(tag.slice(tag.lastIndexOf(' ') + 1)) || 0
        const parsed = asked[done]
        if (parsed && !parsed.columns) parsed.columns = []
        columns = asked[++done]?.columns ?? null
        isFresh = true
      } else if (type === 69) fault ??= new DatabaseFault(fieldsAt(bytes, body))
      else if (type === 65) this.#notify(bytes, body)
      at = end
    }
    if (fault) throw fault
    return answers
  }

  #notify(bytes: Buffer, body: number): void {
    const channelEnd = bytes.indexOf(0, body + 4)
    const payloadEnd = bytes.indexOf(0, channelEnd + 1)
    this.#notified(bytes.toString('utf8', body + 4, channelEnd), bytes.toString('utf8', channelEnd + 1, payloadEnd))
  }

  #columnsAt(bytes: Buffer, body: number): Column[] {
    const columns: Column[] = []
    let at = body + 2
    for (let left = bytes.readInt16BE(body); left > 0; left--) {
      const nameEnd = bytes.indexOf(0, at)
      const type = bytes.readUInt32BE(nameEnd + 7)
      columns.push({ name: bytes.toString('utf8', at, nameEnd), read: this.#readers[type] })
      at = nameEnd + 19
    }
    return columns
  }
}

const empty = new WeakMap<readonly Column[], Record<string, unknown>>()

/** A row of these columns with nothing in it yet. A copy has all its fields at once; one that grew by them would be moved several times. */
export function emptyRow(columns: readonly Column[]): Record<string, unknown> {
  let row = empty.get(columns)
  if (!row) empty.set(columns, (row = Object.fromEntries(columns.map(({ name }) => [name, null]))))
  return { ...row }
}

function readRow(bytes: Buffer, body: number, columns: readonly Column[]): Record<string, unknown> {
  const row = emptyRow(columns)
  let at = body + 2
  for (const { name, read } of columns) {
    const size = bytes.readInt32BE(at)
    at += 4
    if (size < 0) continue
    const text = bytes.toString('utf8', at, at + size)
    row[name] = read ? read(text) : text
    at += size
  }
  return row
}

function fieldsAt(bytes: Buffer, body: number): Record<string, string> {
  const fields: Record<string, string> = {}
  for (let at = body; bytes[at];) {
    const end = bytes.indexOf(0, at + 1)
    fields[String.fromCharCode(bytes[at]!)] = bytes.toString('utf8', at + 1, end)
    at = end + 1
  }
  return fields
}
