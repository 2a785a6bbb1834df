// One key, one result: a repeated request gets the recorded response and never runs again.
import { createHash } from 'node:crypto'
import { ApiError } from './errors.ts'
import type { Store, Transaction } from './store.ts'

export type Answer = { status: number; body: string }

type Saved = Answer & { fingerprint: string; at: number }

const retentionMs = 24 * 3600 * 1000

/** Only a hash: a card number in a request must not reach the disk. */
export const fingerprint = (method: string, path: string, body: string): string =>
  createHash('sha256').update(`${method} ${path}\n${body}`).digest('base64')

export function replay(store: Store, account: string, key: string, print: string): Answer | null {
  const saved = store.get('idempotency', `${account}/${key}`) as Saved | undefined
  if (!saved || saved.at + retentionMs < Date.now()) return null
  if (saved.fingerprint !== print) {
    throw new ApiError(400, {
      type: 'idempotency_error',
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
        `Try using a key other than '${key}' if you meant to execute a different request.`,
    })
  }
  return { status: saved.status, body: saved.body }
}

/** Saved together with the request's changes, so both survive a crash or neither does. */
export function remember(
  tx: Transaction,
  account: string,
  key: string,
  print: string,
  answer: Answer,
): void {
  tx.set('idempotency', `${account}/${key}`, {
    ...answer,
    fingerprint: print,
    at: Date.now(),
  } satisfies Saved)
}

export function pruneKeys(store: Store, before = Date.now() - retentionMs): void {
  const old = [...store.entries('idempotency')].filter(([, saved]) => (saved as Saved).at < before)
  store.commit(old.map(([key]) => ['idempotency', key, null]))
}
