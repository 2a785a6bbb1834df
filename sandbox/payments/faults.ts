// Switches that make the sandbox fail the way networks and servers do. Set over HTTP; kept in
// memory only.
import { invalid } from './errors.ts'
import { readParams } from './wire.ts'
import type { Fields, Shape } from './wire.ts'

/**
 * `path` limits a fault to URLs that start with it, `method` to calls that write or read; `count` is
 * how many times it applies (default 1).
 */
type Aimed = { path?: string; method?: string; count?: number }

export type Faults = {
  /** Close the connection without a response: `before` the request runs, or `after` it ran. */
  drop_next_response?: Aimed & { when: 'before' | 'after' }
  /**
   * Respond with this status instead of running; saved under the request's idempotency key if it is
   * 500.
   */
  fail_next?: Aimed & { status: number }
  /** Delay every response by this long. */
  delay_ms?: number
  /** How many webhook deliveries fail without being sent. */
  fail_next_webhook?: number
  duplicate_webhooks?: boolean
  shuffle_webhooks?: boolean
  delay_webhooks_ms?: number
}

const aimed: Shape = { path: 'string', method: ['GET', 'POST', 'DELETE'], count: 'integer' }

const shape: Shape = {
  drop_next_response: 'any',
  fail_next: 'any',
  delay_ms: 'integer',
  fail_next_webhook: 'any',
  duplicate_webhooks: 'boolean',
  shuffle_webhooks: 'boolean',
  delay_webhooks_ms: 'integer',
}

/** Short forms are allowed: `drop_next_response: 'after'`, `fail_next: 500`, `fail_next_webhook: true`. */
export function readFaults(given: Fields, old: Faults): Faults {
  const read = readParams(shape, given)
  const faults: Faults = { ...old }
  if ('drop_next_response' in read) {
    const value =
      typeof read.drop_next_response === 'string'
        ? { when: read.drop_next_response }
        : read.drop_next_response
    faults.drop_next_response =
      value &&
      (readParams({ ...aimed, when: ['before', 'after'] }, value) as Faults['drop_next_response'])
  }
  if ('fail_next' in read) {
    const value =
      read.fail_next !== null && typeof read.fail_next !== 'object'
        ? { status: read.fail_next }
        : read.fail_next
    faults.fail_next =
      value && (readParams({ ...aimed, status: 'integer' }, value) as Faults['fail_next'])
    if (faults.fail_next && !(faults.fail_next.status >= 400 && faults.fail_next.status <= 599))
      throw invalid('fail_next must be a status from 400 to 599.')
  }
  if ('fail_next_webhook' in read) faults.fail_next_webhook = Number(read.fail_next_webhook ?? 0)
  for (const name of [
    'delay_ms',
    'duplicate_webhooks',
    'shuffle_webhooks',
    'delay_webhooks_ms',
  ] as const) {
    if (name in read) (faults as Fields)[name] = read[name] ?? undefined
  }
  return faults
}

/** Uses up the fault if it applies to this request. */
export function strike<Name extends 'drop_next_response' | 'fail_next'>(
  faults: Faults,
  name: Name,
  { path, method }: { path: string; method: string },
): Faults[Name] | undefined {
  const fault = faults[name]
  if (!fault || (fault.path && !path.startsWith(fault.path))) return undefined
  if (fault.method && fault.method !== method) return undefined
  const left = (fault.count ?? 1) - 1
  if (left > 0) fault.count = left
  else delete faults[name]
  return fault
}
