import { z } from 'zod'
import {
  crewRoles,
  leaderRoles,
  moneyRoles,
  officeAndAdminRoles,
  officeRoles,
  ownerAndAdminRoles,
  type Role,
} from '../domain/base/roles.ts'
import type { Refusal } from '../domain/base/rule.ts'

/** What a role can see through a call: everything in the organization, or only its own part (a customer's rows, a crew's teams). */
type Sight = 'all' | 'own'

/** Who may call: anyone, anyone signed in (with or without an organization), or the listed roles, each with its sight. */
type Access = 'public' | 'signed_in' | Partial<Record<Role, Sight>>

type ErrorStatus = 400 | 401 | 402 | 403 | 404 | 409 | 413 | 422 | 429 | 503

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type CallKey = `${Method} /api/${string}`

/** An older path for the same call, with the same handler and checks. `body_to_params` maps body fields to path parameters. */
export type Alias = CallKey | { call: CallKey; body_to_params: Record<string, string> }

/** One call as plain data. The server, the client, OpenAPI, the access table and the sweeps all read this value. */
export type CallDeclaration = {
  summary: string
  roles: Access
  /** Path parameters; UUIDs unless declared here. An invalid one is a 404, since it can't name anything. */
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The response; fields it doesn't declare never leave the server. With `raw`, the handler returns raw bytes instead. */
  ok: z.ZodType
  status?: 200 | 201 | 202
  /** Media type of a response that isn't JSON. */
  raw?: string
  /** Domain rules this call enforces; their refusals are 409. */
  rules?: readonly { refusals: readonly Refusal[] }[]
  /** Other refusals of this call: code to status. */
  errors?: Readonly<Record<string, ErrorStatus>>
  aliases?: readonly Alias[]
  /** With an `Idempotency-Key` header, a repeated request gets the first response; the same key with a different body is 422. */
  idempotent?: true
  /** Refused while an admin impersonates somebody, as every file of data is (`holdsData`) unless it is `allow`: there is nothing in it. */
  impersonation?: 'deny' | 'allow'
  /** A staff write that stays allowed after the organization's subscription lapses: paying for it, and getting data and earned money out. */
  read_only?: 'allow'
  /** Staff of a deactivated organization may still make this call: it takes their data out. */
  inactive?: 'allow'
  /** A write that archived customers, and customers of a deactivated organization, may still make: paying a bill. */
  closed?: 'allow'
  /** A crew's phone may make this call after its page is gone, by its sending key. */
  sending_key?: 'allow'
  /** Rate limit per minute and address (public calls) or person; beyond it is 429. */
  per_minute?: number
  /** Query or body fields that hold customer ids, besides `customer_id`, so that ids of merged customers are resolved. */
  customers?: readonly string[]
  /** The handler needs the raw request body (signed webhooks). */
  raw_body?: true
  /** The request body is a file, as application/octet-stream; the handler gets its bytes as `raw_body`. */
  file?: { max_bytes: number }
}

/** Declares calls, keeping their literal types so that the client and handlers are checked against them. */
export function defineCalls<const T extends Record<CallKey, CallDeclaration>>(calls: T): T {
  return calls
}

/** True if archived customers may not make this call: a customer write that isn't declared `closed: 'allow'`. */
export const closesWithAccount = (key: string, { roles, closed }: CallDeclaration): boolean =>
  !key.startsWith('GET ') &&
  typeof roles !== 'string' &&
  roles.user !== undefined &&
  closed !== 'allow'

/** Where a call holds customer ids: path parameters, and query and body fields. */
export const customersNamedBy = (
  key: string,
  { customers = [] }: CallDeclaration,
): { params: readonly string[]; fields: readonly string[] } => ({
  params: [...(/\/customers\/\{id\}/.test(key) ? ['id'] : []), 'customerId'],
  fields: ['customer_id', ...customers],
})

/** Error codes any call may return, with their status. */
export const commonErrors = {
  malformed: 400,
  unknown_field: 400,
  unauthenticated: 401,
  forbidden: 403,
  no_organization: 403,
  impersonation_denied: 403,
  read_only: 403,
  organization_inactive: 403,
  email_unverified: 403,
  second_factor_required: 403,
  not_found: 404,
  invalid: 422,
  idempotency_conflict: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  idp_unavailable: 503,
} as const
type CommonCode = keyof typeof commonErrors

/**
 * The body of every error: a sentence for the user, a stable code, the invalid fields, what can be
 * done instead, and the request id to quote to support.
 */
export const ErrorBody = z.object({
  error: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  details: z.record(z.string(), z.unknown()).optional(),
  request_id: z.string(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

// ── Types derived from a declaration ────────────────────────────────────────────────────────────────────────────────────

type ParamNames<P extends string> = P extends `${string}{${infer N}}${infer Rest}`
  ? N | ParamNames<Rest>
  : never
type ParamsOf<K extends string> = { [N in ParamNames<K>]: string }

type SchemaIn<S> = S extends z.ZodType ? z.input<S> : never
type SchemaOut<S> = S extends z.ZodType ? z.output<S> : undefined

/** What a handler receives after validation. */
export type Received<K extends string, D extends CallDeclaration> = {
  params: ParamsOf<K>
  query: SchemaOut<D['query']>
  body: SchemaOut<D['body']>
}

/** What a caller sends. */
export type Sent<K extends string, D extends CallDeclaration> = ([ParamNames<K>] extends [never]
  ? object
  : { params: ParamsOf<K> }) &
  (D['query'] extends z.ZodType
    ? object extends SchemaIn<D['query']>
      ? { query?: SchemaIn<D['query']> }
      : { query: SchemaIn<D['query']> }
    : object) &
  (D['body'] extends z.ZodType
    ? undefined extends SchemaIn<D['body']>
      ? { body?: SchemaIn<D['body']> }
      : { body: SchemaIn<D['body']> }
    : object) & {
    idempotency_key?: string
    /** For a call that takes a file: a Blob, described structurally. */
    file?: { readonly size: number; readonly type: string }
    /** An AbortSignal, described structurally because this folder has neither DOM nor Node types. */
    signal?: { readonly aborted: boolean }
    timeout_ms?: number
  }

/** The response, as the handler returns it (before the schema strips fields) and as the caller gets it. */
export type Returned<D extends CallDeclaration> = z.input<D['ok']>
export type Answer<D extends CallDeclaration> = z.output<D['ok']>

type RuleCodes<D extends CallDeclaration> = D['rules'] extends readonly unknown[] ? string : never
export type ErrorCode<D extends CallDeclaration> =
  | (keyof D['errors'] & string)
  | CommonCode
  | RuleCodes<D>

// ── Shared by many declarations ─────────────────────────────────────────────────────────────────────────────────

export const Id = z.uuid()
export const Ok = z.object({ ok: z.literal(true) })

/** A boolean in a query string; the bare name, `?flat`, means true. */
export const Flag = z
  .enum(['1', '0', 'true', 'false', ''])
  .transform((text) => text !== '0' && text !== 'false')

/** Access for several roles with the same sight. */
export const allow = <R extends Role, S extends Sight>(
  roles: readonly R[],
  sight: S,
): Readonly<Record<R, S>> => Object.fromEntries(roles.map((role) => [role, sight])) as Record<R, S>

export const ownerOnly = allow(['owner'], 'all')
export const ownerAndAdmin = allow(ownerAndAdminRoles, 'all')
export const anyOffice = allow(officeRoles, 'all')
export const officeAndAdmin = allow(officeAndAdminRoles, 'all')
export const moneyReaders = allow(moneyRoles, 'all')
export const leaders = allow(leaderRoles, 'own')
export const anyCrew = allow(crewRoles, 'own')
export const customer = allow(['user'], 'own')

/** Cursor paging: pass `next_cursor` back as `cursor`; null means the end. */
export const Page = (max = 100, usual = 50) => ({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number<number>().int().min(1).max(max).default(usual),
})
/** Cursor paging for a list sorted newest first; the cursor is the last id seen. */
export const PageById = (max?: number, usual?: number) => ({
  ...Page(max, usual),
  cursor: Id.optional(),
})
