// Stripe's wire format: bracketed forms in, JSON out, cursor lists, `expand` on any response.
import { randomBytes } from 'node:crypto'
import { ApiError, invalid, missing } from './errors.ts'
import type { Row } from './store.ts'

export type Fields = Record<string, any>

const maximumDepth = 12
const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype'])

/** Parses `a[b][]=1&a[c]=2` into objects and arrays; every leaf is a string. */
export function decodeForm(text: string): Fields {
  const root: Fields = Object.create(null)
  if (text === '') return {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = splitName(name)
    let at: Fields = root
    path.forEach((part, depth) => {
      if (depth === path.length - 1) {
        at[part === '' ? String(Object.keys(at).length) : part] = value
        return
      }
      const key = part === '' ? String(Object.keys(at).length) : part
      const next = at[key]
      if (next !== undefined && (next === null || typeof next !== 'object'))
        throw invalid(`Invalid hash: ${name}`, undefined, name)
      at = at[key] ??= Object.create(null)
    })
  }
  return settle(root) as Fields
}

function splitName(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name)
  if (!match) throw invalid(`Invalid parameter name: ${name}`, 'parameter_unknown', name)
  const path = [match[1]!, ...[...match[2]!.matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1]!)]
  checkPath(path)
  return path
}

function checkPath(path: string[]): void {
  if (path.length > maximumDepth)
    throw invalid(`Parameters may be nested ${maximumDepth} deep at most.`)
  for (const part of path)
    if (forbiddenNames.has(part))
      throw invalid(`Received unknown parameter: ${part}`, 'parameter_unknown', part)
}

/** Turns `{0: a, 1: b}` into `[a, b]`. */
function settle(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  const keys = Object.keys(value)
  const isList = keys.length > 0 && keys.every((key) => /^\d{1,4}$/.test(key))
  if (isList)
    return keys
      .map(Number)
      .sort((a, b) => a - b)
      .map((key) => settle((value as Fields)[key]))
  return Object.fromEntries(keys.map((key) => [key, settle((value as Fields)[key])]))
}

export function decodeJson(text: string): Fields {
  if (text === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalid('Invalid JSON in the request body.')
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw invalid('The request body must be a JSON object.')
  checkDepth(value, [])
  return value
}

function checkDepth(value: unknown, path: string[]): void {
  if (value === null || typeof value !== 'object') return
  for (const key of Object.keys(value)) {
    checkPath([...path, key])
    checkDepth((value as Fields)[key], [...path, key])
  }
}

/** What a parameter may be. Names are copied by hand from the official SDK's request types. */
export type Kind =
  | 'string'
  | 'integer'
  | 'boolean'
  | 'metadata'
  | 'any'
  | readonly string[]
  | { list: Kind }
  | { fields: Shape }
export type Shape = { [name: string]: Kind }

export const expandOnly: Shape = { expand: { list: 'string' } }
export const page: Shape = {
  limit: 'integer',
  starting_after: 'string',
  ending_before: 'string',
  ...expandOnly,
}
const moments: Kind = { fields: { gt: 'integer', gte: 'integer', lt: 'integer', lte: 'integer' } }
export const createdPage: Shape = { ...page, created: moments }

/**
 * Checks names and converts form text to numbers and booleans. Empty text unsets a field, as on
 * Stripe.
 */
export function readParams(shape: Shape, given: Fields, prefix = ''): Fields {
  const read: Fields = {}
  for (const [name, value] of Object.entries(given)) {
    const path = prefix ? `${prefix}[${name}]` : name
    const kind = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (kind === undefined)
      throw invalid(`Received unknown parameter: ${path}`, 'parameter_unknown', path)
    if (value !== undefined) read[name] = readValue(kind, value, path)
  }
  return read
}

function readValue(kind: Kind, value: unknown, path: string): unknown {
  if (value === '' || value === null) return kind === 'metadata' ? null : value === null ? null : ''
  if (kind === 'any') return value
  if (kind === 'metadata') return readMetadata(value, path)
  if (typeof kind === 'object' && 'list' in kind) {
    if (!Array.isArray(value)) throw invalid('Invalid array', undefined, path)
    return value.map((item, index) => readValue(kind.list, item, `${path}[${index}]`))
  }
  if (typeof kind === 'object' && 'fields' in kind) {
    // `created=1700000000` is short for an exact moment.
    if (kind === moments && typeof value !== 'object')
      return { gte: readValue('integer', value, path), lte: Number(value) }
    if (typeof value !== 'object' || Array.isArray(value))
      throw invalid('Invalid object', undefined, path)
    return readParams(kind.fields, value, path)
  }
  if (typeof value === 'object')
    throw invalid(`Invalid ${typeof kind === 'string' ? kind : 'string'}: {}`, undefined, path)
  const text = `${value as string | number | boolean | null | undefined}`
  if (kind === 'integer') {
    if (!/^-?\d{1,15}$/.test(text))
      throw invalid(`Invalid integer: ${text}`, 'parameter_invalid_integer', path)
    return Number(text)
  }
  if (kind === 'boolean') {
    if (text !== 'true' && text !== 'false')
      throw invalid(`Invalid boolean: ${text}`, undefined, path)
    return text === 'true'
  }
  if (Array.isArray(kind)) {
    if (!kind.includes(text))
      throw invalid(`Invalid ${path}: must be one of ${kind.join(', ')}`, undefined, path)
    return text
  }
  if (text.length > 5000)
    throw invalid(`Invalid string: must be at most 5000 characters`, undefined, path)
  return text
}

function readMetadata(value: unknown, path: string): Fields {
  if (typeof value !== 'object' || Array.isArray(value) || value === null)
    throw invalid('Invalid object', undefined, path)
  for (const [key, text] of Object.entries(value)) {
    if (key.length > 40)
      throw invalid(`Invalid metadata key: ${key} is longer than 40 characters`, undefined, path)
    if (typeof text === 'object' && text !== null)
      throw invalid('Metadata values must be strings', undefined, `${path}[${key}]`)
    if (String(text ?? '').length > 500)
      throw invalid('Metadata values can have up to 500 characters', undefined, `${path}[${key}]`)
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, text]) => [key, text === null ? '' : String(text)]),
  )
}

/** Merges metadata by key; an empty value removes the key, empty metadata removes all. */
export function mergeMetadata(
  old: Fields | null | undefined,
  given: Fields | null | undefined,
): Fields {
  if (given === undefined) return old ?? {}
  if (given === null) return {}
  const merged: Fields = { ...old, ...given }
  if (Object.keys(merged).length > 50)
    throw invalid('Metadata can have up to 50 keys.', undefined, 'metadata')
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''))
}

export function newId(prefix: string, length = 24): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
  let id = ''
  while (id.length < length)
    for (const byte of randomBytes(length))
      if (byte < 248 && id.length < length) id += alphabet[byte % 62]
  return prefix + id
}

export const now = (): number => Math.floor(Date.now() / 1000)

/** Newest first, by cursor, with Stripe's limits. */
export function listPage(url: string, rows: Row[], query: Fields): Fields {
  const limit = query.limit ?? 10
  if (limit < 1 || limit > 100)
    throw invalid(
      'Invalid integer: limit must be between 1 and 100',
      'parameter_invalid_integer',
      'limit',
    )
  const within = query.created as Fields | undefined
  let found = rows.filter((row) => isWithin(Number(row.created), within)).reverse()
  let hasMore: boolean
  if (query.starting_after && query.ending_before)
    throw invalid(
      'You may not use starting_after and ending_before together.',
      'parameters_exclusive',
    )
  if (query.ending_before) {
    const at = found.findIndex((row) => row.id === query.ending_before)
    if (at < 0) throw missing('object', query.ending_before, 'ending_before', 400)
    hasMore = at > limit
    found = found.slice(Math.max(0, at - limit), at)
  } else {
    const at = query.starting_after ? found.findIndex((row) => row.id === query.starting_after) : -1
    if (query.starting_after && at < 0)
      throw missing('object', query.starting_after, 'starting_after', 400)
    hasMore = found.length > at + 1 + limit
    found = found.slice(at + 1, at + 1 + limit)
  }
  return { object: 'list', data: found, has_more: hasMore, url }
}

function isWithin(moment: number, range: Fields | undefined): boolean {
  if (!range) return true
  return (
    (range.gt === undefined || moment > range.gt) &&
    (range.gte === undefined || moment >= range.gte) &&
    (range.lt === undefined || moment < range.lt) &&
    (range.lte === undefined || moment <= range.lte)
  )
}

/** Fields that hold an id and can be expanded into the object. */
const expandable = new Set([
  'customer',
  'payment_method',
  'latest_charge',
  'balance_transaction',
  'charge',
  'payment_intent',
  'setup_intent',
  'source',
  'default_payment_method',
  'latest_invoice',
  'product',
  'default_price',
  'mandate',
  'invoice',
  'application_fee',
  'subscription',
  'failure_balance_transaction',
  'latest_attempt',
  'pending_setup_intent',
  'price',
  'account',
  'destination',
  'single_use_mandate',
])

/** Parts omitted from an object unless requested, such as a charge's refunds. */
export type Includable = { [object: string]: { [field: string]: (row: Row) => unknown } }

export function expand(
  answer: Fields,
  paths: string[],
  find: (id: string) => Row | undefined,
  includable: Includable,
): Fields {
  const copy = structuredClone(answer)
  for (const path of paths) {
    if (typeof path !== 'string' || path.length > 200)
      throw invalid('Invalid expand path', undefined, 'expand')
    const parts = path.split('.')
    if (parts.length > 4 + (parts[0] === 'data' ? 1 : 0))
      throw invalid('You may expand four levels deep at most.', undefined, 'expand')
    expandPath(copy, parts, path, find, includable)
  }
  return copy
}

function expandPath(
  at: Fields,
  parts: string[],
  path: string,
  find: (id: string) => Row | undefined,
  includable: Includable,
): void {
  const [name, ...rest] = parts as [string, ...string[]]
  const include = includable[at.object]?.[name]
  if (include && (at[name] === undefined || at[name] === null))
    at[name] = structuredClone(include(at as Row))
  const value = Object.hasOwn(at, name) ? at[name] : undefined
  if (value === undefined)
    throw new ApiError(400, {
      message: `This property cannot be expanded (${path}).`,
      param: 'expand',
    })
  if (value === null) return
  if (typeof value === 'string') {
    const row =
      expandable.has(name) && !(at.object === 'charge' && name === 'payment_method')
        ? find(value)
        : undefined
    if (!row)
      throw new ApiError(400, {
        message: `This property cannot be expanded (${path}).`,
        param: 'expand',
      })
    at[name] = structuredClone(row)
  }
  if (rest.length === 0) return
  const next = at[name]
  for (const item of Array.isArray(next) ? next : [next])
    if (item && typeof item === 'object') expandPath(item, rest, path, find, includable)
}

/** Removes internal fields before an object leaves the sandbox. */
export function publicForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(publicForm)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !key.startsWith('_'))
      .map(([key, inner]) => [key, publicForm(inner)]),
  )
}
