// One request to the sandbox: its account, its parameters, and the unit of work it writes to.
import { missing } from './errors.ts'
import type { Row, Transaction } from './store.ts'
import { newId, type Fields, type Shape } from './wire.ts'
import type { Answer } from './idempotency.ts'

export const apiVersion = '2026-10-28.endive'

export type Call = {
  tx: Transaction
  /** The account the call works in: a connected account or the platform. */
  account: string
  platform: string
  params: Fields
  /** True for a publishable key: only intents and payment methods, and only with the intent's secret. */
  isBrowser: boolean
  requestId: string | null
  idempotencyKey: string | null
  /** The URL of a sandbox page in a person's browser. */
  pageUrl: (path: string, sameOriginAs?: string | null) => string
  /** How many endpoints of one kind are listening. */
  endpoints: (kind: WebhookKind) => number
}

export type WebhookKind = 'platform' | 'connect' | 'thin'

export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  params: Shape
  /** Allowed for publishable keys. */
  browser?: true
  run: (call: Call, ...ids: string[]) => Fields
}

export type Job = {
  id: string
  kind:
    | 'webhook'
    | 'bank_debit'
    | 'dispute'
    | 'refund_settles'
    | 'refund_fails'
    | 'renewal'
    | 'bill_again'
  /** Milliseconds since 1970. */
  due: number
  tries: number
  account: string
  /** The object the job is for; for a webhook, its event. */
  subject: string
  endpoint?: WebhookKind
  endpointIndex?: number
  /** Given up but kept, since its event was never delivered. */
  gaveUp?: true
}

export function schedule(
  call: Call,
  job: Omit<Job, 'id' | 'tries' | 'account'> & { account?: string },
): void {
  const id = newId('job_')
  call.tx.set('jobs', id, { account: call.account, ...job, id, tries: 0 } satisfies Job)
}

/** Bank debits, disputes and late refunds take a minute here; a real bank takes days. */
export const laterSeconds = 60

export function find(call: Call, kind: string, id: string, param = 'id', status = 404): Row {
  const row = call.tx.object(call.account, id)
  if (!row || row.object !== kind || row.deleted) throw missing(kind, id, param, status)
  return row
}

export type Request = {
  method: string
  path: string
  query: string
  body: string
  headers: { [name: string]: string | undefined }
  /** On the product's own origin, where only publishable keys are accepted. */
  isBrowserSide: boolean
}

export type Response = Answer & { headers: { [name: string]: string }; isDropped?: boolean }
