import { z } from 'zod'
import {
  crewRoles,
  leaderRoles,
  moneyRoles,
  officeAndAdminRoles,
  officeRoles,
  ownerAndAdminRoles,
  type Role,
} from '../domain/roles.ts'
import type { Refusal } from '../domain/rule.ts'

/** What a role sees through a call: everything in its organization, or only its own part (a customer's rows, a crew's teams). */
type Sight = 'all' | 'own'

/** Who may call: anyone, anyone signed in (with or without an organization), or the listed roles with the sight each gets. */
type Access = 'public' | 'signed_in' | Partial<Record<Role, Sight>>

type ErrorStatus = 400 | 401 | 402 | 403 | 404 | 409 | 422 | 429 | 503

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type CallKey = `${Method} /api/${string}`

/** An older path for the same call, with the same handler and checks. `body_to_params` names body fields that fill the path's parameters. */
export type Alias = CallKey | { call: CallKey; body_to_params: Record<string, string> }

/** One call as plain data. The server, the client, OpenAPI, the access table and the sweeps all read this value. */
export type CallDeclaration = {
  summary: string
  roles: Access
  /** Path parameters; each is a UUID unless named here. A parameter that does not fit is 404: it names nothing. */
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The answer; fields it does not name never leave the server. Absent: the handler answers raw bytes (`raw`). */
  ok: z.ZodType
  status?: 200 | 201 | 202
  /** Media type of an answer that is not JSON. */
  raw?: string
  /** Rules of the domain this call enforces; their refusals are 409. */
  rules?: readonly { refusals: readonly Refusal[] }[]
  /** Further refusals of this call: code to status. */
  errors?: Readonly<Record<string, ErrorStatus>>
  aliases?: readonly Alias[]
  /** An `Idempotency-Key` header makes a repeat answer the first answer; same key with another body is 422. */
  idempotent?: true
  /** Refused while an admin acts as another person. */
  impersonation?: 'deny'
  /** A staff write that stays open when the organization's subscription has lapsed: what pays it, what gets data and earned money out. */
  read_only?: 'allow'
  /** A customer's write that stays open once the organization has archived them: what pays a bill, what takes something back. */
  closed?: 'allow'
  /** Calls a minute from one address (public) or person; the next is 429. */
  per_minute?: number
  /** Fields of query or body that name customers, besides `customer_id`: a merged customer is found by either id. */
  customers?: readonly string[]
  /** Raw request body wanted (signed webhooks). */
  raw_body?: true
}

/** Declares calls; keeps literal types so that client and handlers are checked against them. */
export function defineCalls<const T extends Record<CallKey, CallDeclaration>>(calls: T): T {
  return calls
}

/** True if a call is refused to archived customers: a write of theirs that is not declared to stay open. */
export const closesWithAccount = (key: string, { roles, closed }: CallDeclaration): boolean =>
  !key.startsWith('GET ') &&
  typeof roles !== 'string' &&
  roles.user !== undefined &&
  closed !== 'allow'

/** Where a call names customers: as parameters of its path, and as fields of query and body. */
export const customersNamedBy = (
  key: string,
  { customers = [] }: CallDeclaration,
): { params: readonly string[]; fields: readonly string[] } => ({
  params: [...(/\/customers\/\{id\}/.test(key) ? ['id'] : []), 'customerId'],
  fields: ['customer_id', ...customers],
})

/** Codes any call may answer, with their status. */
export const commonErrors = {
  malformed: 400,
  unknown_field: 400,
  unauthenticated: 401,
  forbidden: 403,
  no_organization: 403,
  impersonation_denied: 403,
  read_only: 403,
  email_unverified: 403,
  not_found: 404,
  invalid: 422,
  idempotency_conflict: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  idp_unavailable: 503,
} as const
type CommonCode = keyof typeof commonErrors

/** The body of every error: the sentence a person reads, a stable code, the fields that are wrong, the request to quote. */
export const ErrorBody = z.object({
  error: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  request_id: z.string(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

// ── Types read off a declaration ────────────────────────────────────────────────────────────────────────────────────

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
    /** An AbortSignal, by shape: this folder knows neither browser nor Node. */
    signal?: { readonly aborted: boolean }
    timeout_ms?: number
  }

/** What comes back, as the handler returns it (before the schema strips) and as the caller reads it. */
export type Returned<D extends CallDeclaration> = z.input<D['ok']>
export type Answer<D extends CallDeclaration> = z.output<D['ok']>

type RuleCodes<D extends CallDeclaration> = D['rules'] extends readonly unknown[] ? string : never
export type ErrorCode<D extends CallDeclaration> =
  | (keyof D['errors'] & string)
  | CommonCode
  | RuleCodes<D>

// ── Words used by many declarations ─────────────────────────────────────────────────────────────────────────────────

export const Id = z.uuid()
export const Ok = z.object({ ok: z.literal(true) })

/** A yes or no in a query string. */
export const Flag = z
  .enum(['1', '0', 'true', 'false'])
  .transform((text) => text === '1' || text === 'true')

/** Access for a group of roles, all with the same sight. */
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

/** Key paging: pass `next_cursor` back as `cursor`; null means the end. */
export const Page = (max = 100, usual = 50) => ({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number<number>().int().min(1).max(max).default(usual),
})
/** The same for a list with the newest first: a page begins after an id. */
export const PageById = (max?: number, usual?: number) => ({
  ...Page(max, usual),
  cursor: Id.optional(),
})
