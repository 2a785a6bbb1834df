// The sandbox's storage: rows in memory, and one journal line per committed request on disk.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

/** A stored Stripe object. Fields starting with `_` are internal and never leave the sandbox. */
export type Row = { id: string; object: string; created?: number | string; [field: string]: any }

/** The tables besides `objects`; every value is plain JSON. */
export type Table = 'objects' | 'jobs' | 'idempotency' | 'settings'

type Change = [table: Table, key: string, value: unknown]

const compactAboveBytes = 8 * 1024 * 1024

export class Store {
  #tables: Record<Table, Map<string, any>> = {
    objects: new Map(),
    jobs: new Map(),
    idempotency: new Map(),
    settings: new Map(),
  }
  /** Ids of one account's objects of one kind, oldest first; lists page through them. */
  #order = new Map<string, Set<string>>()
  /** How many jobs are waiting per object; a delivered event has none. */
  #jobsOf = new Map<string, number>()
  #journal: Journal | null

  constructor(dir: string | null) {
    this.#journal =
      dir === null
        ? null
        : new Journal(
            dir,
            (change) => this.#apply(change),
            () => this.#snapshot(),
          )
  }

  get(table: Table, key: string): any {
    return this.#tables[table].get(key)
  }

  entries(table: Table): IterableIterator<[string, any]> {
    return this.#tables[table].entries()
  }

  object(account: string, id: string): Row | undefined {
    return this.#tables.objects.get(`${account}/${id}`)
  }

  jobsOf(subject: string): number {
    return this.#jobsOf.get(subject) ?? 0
  }

  /** All objects of one kind in one account, oldest first. */
  list(account: string, kind: string): Row[] {
    const ids = this.#order.get(`${account}/${kind}`) ?? []
    return [...ids].map((id) => this.#tables.objects.get(`${account}/${id}`) as Row)
  }

  /** Makes the changes visible immediately; `durable()` resolves once they survive a crash. */
  commit(changes: Change[]): void {
    if (changes.length === 0) return
    this.#journal?.append(JSON.stringify(changes) + '\n')
    for (const change of changes) this.#apply(change)
  }

  /** Resolves when everything committed so far is on disk; rejects if the write failed. */
  durable(): Promise<void> {
    return this.#journal?.durable() ?? Promise.resolve()
  }

  async close(): Promise<void> {
    await this.#journal?.close()
  }

  #apply([table, key, value]: Change): void {
    if (table === 'objects') {
      const old = this.#tables.objects.get(key) as Row | undefined
      const row = value as Row | null
      const account = key.slice(0, key.lastIndexOf('/'))
      if (old && old.object !== row?.object)
        this.#order.get(`${account}/${old.object}`)?.delete(old.id)
      if (row) {
        const listKey = `${account}/${row.object}`
        let ids = this.#order.get(listKey)
        if (!ids) this.#order.set(listKey, (ids = new Set()))
        ids.add(row.id)
      }
    }
    if (table === 'jobs') {
      this.#countJob(this.#tables.jobs.get(key)?.subject, -1)
      this.#countJob((value as { subject?: string } | null)?.subject, 1)
    }
    if (value === null) this.#tables[table].delete(key)
    else this.#tables[table].set(key, value)
  }

  #countJob(subject: string | undefined, change: number): void {
    if (subject === undefined) return
    const count = this.jobsOf(subject) + change
    if (count > 0) this.#jobsOf.set(subject, count)
    else this.#jobsOf.delete(subject)
  }

  #snapshot(): string {
    const lines: string[] = []
    for (const table of Object.keys(this.#tables) as Table[]) {
      for (const [key, value] of this.#tables[table])
        lines.push(JSON.stringify([[table, key, value]]))
    }
    return lines.join('\n') + '\n'
  }
}

/** One unit of work: reads see its own writes; nothing is stored until `changes()` is committed. */
export class Transaction {
  #store: Store
  #pending = new Map<string, Change>()

  constructor(store: Store) {
    this.#store = store
  }

  get(table: Table, key: string): any {
    const change = this.#pending.get(`${table}:${key}`)
    return change ? (change[2] ?? undefined) : this.#store.get(table, key)
  }

  set(table: Table, key: string, value: unknown): void {
    this.#pending.set(`${table}:${key}`, [table, key, value])
  }

  object(account: string, id: string): Row | undefined {
    return this.get('objects', `${account}/${id}`)
  }

  put<R extends Row>(account: string, row: R): R {
    this.set('objects', `${account}/${row.id}`, row)
    return row
  }

  jobsOf(subject: string): number {
    return this.#store.jobsOf(subject)
  }

  /** Stored rows are never changed in place: a response being written must not change. */
  change(account: string, row: Row, fields: Record<string, unknown>): Row {
    return this.put(account, { ...(this.object(account, row.id) ?? row), ...fields })
  }

  list(account: string, kind: string): Row[] {
    const rows = this.#store
      .list(account, kind)
      .map((row) => this.object(account, row.id))
      .filter((row) => row?.object === kind)
    for (const [table, key, value] of this.#pending.values()) {
      const row = value as Row | null
      if (
        table === 'objects' &&
        row?.object === kind &&
        key === `${account}/${row.id}` &&
        !this.#store.object(account, row.id)
      ) {
        rows.push(row)
      }
    }
    return rows as Row[]
  }

  changes(): Change[] {
    return [...this.#pending.values()]
  }
}

class Journal {
  #path: string
  #lockPath: string
  #file: FileHandle | null = null
  #queue: string[] = []
  #bytes = 0
  #liveBytes = 0
  #writing: Promise<void> | null = null
  #snapshot: () => string

  constructor(dir: string, apply: (change: Change) => void, snapshot: () => string) {
    mkdirSync(dir, { recursive: true })
    this.#path = join(dir, 'journal.jsonl')
    this.#lockPath = join(dir, 'lock')
    this.#snapshot = snapshot
    lock(this.#lockPath)
    if (existsSync(this.#path)) {
      const text = readFileSync(this.#path, 'utf8')
      // A crash can leave half a line at the end; its request got no response, so it never
      // happened.
      const whole = text.slice(0, text.lastIndexOf('\n') + 1)
      for (const line of whole.split('\n')) {
        if (line) for (const change of JSON.parse(line) as Change[]) apply(change)
      }
    }
    // Always start from a compact file, which also removes the torn line.
    this.#compact()
  }

  append(line: string): void {
    this.#queue.push(line)
    this.#writing ??= this.#write()
    // durable() reports a failed write; without this the process would exit.
    this.#writing.catch(() => {})
  }

  durable(): Promise<void> {
    return this.#writing ?? Promise.resolve()
  }

  async close(): Promise<void> {
    await this.#writing?.catch(() => {})
    await this.#file?.close()
    this.#file = null
    unlock(this.#lockPath)
  }

  /** Requests that arrive during one fsync share the next, so many writers cost one flush. */
  async #write(): Promise<void> {
    // Lets lines written in the same tick go out together.
    await Promise.resolve()
    while (this.#queue.length > 0) {
      if (this.#bytes > compactAboveBytes && this.#bytes > 4 * this.#liveBytes) {
        await this.#file?.close()
        this.#file = null
        this.#queue = []
        this.#compact()
        continue
      }
      const batch = this.#queue.join('')
      this.#queue = []
      this.#file ??= await open(this.#path, 'a')
      await this.#file.writeFile(batch)
      await this.#file.datasync()
      this.#bytes += batch.length
    }
    this.#writing = null
  }

  /** Rewrites the journal from the current state, which includes the queued lines. */
  #compact(): void {
    const text = this.#snapshot()
    const temporary = `${this.#path}.new`
    const fd = openSync(temporary, 'w')
    writeFileSync(fd, text)
    fsyncSync(fd)
    closeSync(fd)
    renameSync(temporary, this.#path)
    this.#bytes = this.#liveBytes = text.length
  }
}

const openHere = new Set<string>()

function lock(path: string): void {
  const holder = existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
  const [pid, startedAt] = holder.split(' ')
  const alive =
    openHere.has(path) ||
    (pid && Number(pid) !== process.pid && processStart(Number(pid)) === startedAt)
  if (alive) throw new Error(`The payment sandbox's folder is in use by process ${pid}: ${path}`)
  const fd = openSync(path, 'w')
  writeFileSync(fd, `${process.pid} ${processStart(process.pid)}`)
  closeSync(fd)
  openHere.add(path)
}

function unlock(path: string): void {
  openHere.delete(path)
  rmSync(path, { force: true })
}

/**
 * Process ids are reused, so also compare the start time. A zombie that its parent has not reaped
 * yet counts as gone.
 */
function processStart(pid: number): string {
  try {
    const [state, ...fields] =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    if (state === 'Z' && readdirSync(`/proc/${pid}/task`).length <= 1) return 'gone'
    return fields[18] ?? ''
  } catch {
    try {
      process.kill(pid, 0)
      return existsSync('/proc/self/stat') ? 'gone' : ''
    } catch {
      return 'gone'
    }
  }
}
