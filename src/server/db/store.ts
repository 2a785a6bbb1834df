export type Statement = { text: string; values?: readonly unknown[] }
export type Answer<Row = Record<string, unknown>> = { rows: Row[]; affected: number }

/** One database connection, used by one transaction at a time. */
export type Wire = {
  /**
   * Sends a statement immediately, before earlier ones are answered; responses come in order.
   * Without `values` the text may contain several statements; the last one's result is returned.
   */
  query<Row = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<Answer<Row>>
  /** Returns the connection to the pool; with an error, discards it. */
  release(fault?: unknown): void
}

/**
 * A database with PostgreSQL's protocol: a server, or the embedded one. Dates are text, moments ISO
 * 8601 in UTC, bigint and numeric are numbers.
 */
export type Store = {
  kind: 'postgres' | 'embedded'
  acquire(): Promise<Wire>
  /** Calls back with each NOTIFY payload, and with null if some may have been missed. */
  listen(channel: string, onPayload: (payload: string | null) => void): Promise<void>
  close(): Promise<void>
}

/** The database is unreachable; the caller may retry. */
export class Unavailable extends Error {
  constructor(cause?: unknown) {
    super('The database cannot be reached right now. Please try again.', { cause })
  }
}

const lostConnectionStates = new Set(['57P01', '57P02', '57P03', '53300'])
const lostConnectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'ENOENT',
])

/** Whether an error means the connection is gone, rather than a bad statement. */
export function isConnectionFault(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false
  const code = (fault as { code?: string }).code ?? ''
  return (
    lostConnectionStates.has(code) ||
    lostConnectionCodes.has(code) ||
    code.startsWith('08') ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Cannot use a pool after calling end/.test(
      fault.message,
    )
  )
}

/** A migration changed what a planned statement returns. Running it again plans it again. */
export const isStale = (fault: unknown): boolean => {
  const { code, message } = fault as { code?: unknown; message?: string }
  return code === '0A000' && message === 'cached plan must not change result type'
}

/**
 * Moments leave the database as `2026-11-21 03:42:05.123+00`; everywhere else they are ISO 8601.
 */
export const momentFromText = (text: string): string => {
  // Sessions run in UTC, so usually cutting the text is enough.
  if (text.length >= 22 && text.length <= 29 && text.endsWith('+00') && text[4] === '-') {
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text[19] === '.' ? text.slice(20, -3).slice(0, 3).padEnd(3, '0') : '000'}Z`
  }
  const at = new Date(`${text.replace(' ', 'T')}${/[+-]\d\d$/.test(text) ? ':00' : ''}`)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}

const arrayOf = (values: readonly unknown[]): string =>
  `{${values
    .map((value) => {
      if (value === null || value === undefined) return 'NULL'
      if (Array.isArray(value)) return arrayOf(value)
      const text = textOf(value)
      if (Buffer.isBuffer(text)) return `"\\\\x${text.toString('hex')}"`
      return `"${text!.replace(/[\\"]/g, String.raw`\$&`)}"`
    })
    .join(',')}}`

/**
 * A value as the server reads it: text, bytes for binary, null. Arrays become array literals,
 * objects JSON.
 */
export function textOf(value: unknown): string | Buffer | null {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return null
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return value.toString()
  if (typeof value !== 'object')
    throw new TypeError(`A ${typeof value} cannot be written to the database`)
  if (Array.isArray(value)) return arrayOf(value)
  if (value instanceof Date) return value.toISOString()
  if (ArrayBuffer.isView(value))
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return JSON.stringify(value)
}

/** Object ids of the types we parse differently from the drivers. */
export const typeIds = {
  int8: 20,
  numeric: 1700,
  date: 1082,
  timestamptz: 1184,
  timestamp: 1114,
} as const
