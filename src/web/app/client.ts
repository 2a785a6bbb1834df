import type { Calls } from '../../api/calls.ts'
import type { Answer, CallDeclaration, ErrorCode, Sent } from '../../api/kit.ts'
import { localeTags } from '../../domain/base/locale.ts'
import { accessToken, isSessionEnded, renewToken, signInAgain } from './auth.ts'
import { spoken, wordsNow } from './words.ts'
import { frameWords } from '../../words/en/frame.ts'
import { currentLocale } from './locale.ts'
import { learnTime } from './server-time.ts'

/**
 * Why a call failed. `message` is the server's sentence if it sent one (`spoken`); `status` 0 means
 * no response.
 */
export class ApiError<Code extends string = string> extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: Code | ClientCode
  readonly fields: Readonly<Record<string, string>>
  /** What can be done instead, in the shape the call declares. */
  readonly details: unknown
  readonly request_id: string | null
  readonly spoken: boolean

  constructor(o: {
    status: number
    code: Code | ClientCode
    message: string
    fields?: Record<string, string>
    details?: unknown
    request_id?: string | null
    spoken?: boolean
  }) {
    super(o.message)
    this.status = o.status
    this.code = o.code
    this.fields = o.fields ?? {}
    this.details = o.details
    this.request_id = o.request_id ?? null
    this.spoken = o.spoken ?? false
  }
}
/** Codes set here, when the server sent none. */
type ClientCode = 'unauthenticated' | 'offline' | 'network' | 'timeout' | 'cancelled' | 'unreadable'

const defaultTimeoutMs = 8250

type CallName = keyof Calls
type Declared<K extends CallName> = Calls[K] extends CallDeclaration ? Calls[K] : never
type Args<K extends string, D extends CallDeclaration> =
  object extends Sent<K, D> ? [sent?: Sent<K, D>] : [sent: Sent<K, D>]
type Attempt<T, Code extends string> = { ok: true; data: T } | { ok: false; error: ApiError<Code> }
type PageOf<T> = T extends { next_cursor: infer C } ? C : null

type Call<K extends string, D extends CallDeclaration> = {
  /** Sends the call; throws an ApiError. */
  (...args: Args<K, D>): Promise<Answer<D>>
  /** Sends the call; a failure is returned, with a `code` the call declares. */
  safe: (...args: Args<K, D>) => Promise<Attempt<Answer<D>, ErrorCode<D>>>
  /** For `useQuery`, `ensureQueryData` and the like. */
  query: (...args: Args<K, D>) => {
    queryKey: readonly unknown[]
    queryFn: (context: { signal?: AbortSignal }) => Promise<Answer<D>>
  }
  /** For `useInfiniteQuery`: pages by `next_cursor`. */
  pages: (...args: Args<K, D>) => {
    queryKey: readonly unknown[]
    queryFn: (context: { signal?: AbortSignal; pageParam: string | null }) => Promise<Answer<D>>
    initialPageParam: string | null
    getNextPageParam: (last: Answer<D>) => PageOf<Answer<D>>
  }
  /**
   * The start of every key of this call, or one exact key: `invalidateQueries({ queryKey: api['GET
   * /x'].key() })`.
   */
  key: (...args: [] | Args<K, D>) => readonly unknown[]
}
// A mapped type instead of a generic function, which would check every argument against the union
// of all calls, 60 times slower.
type Api = { readonly [K in CallName]: Call<K, Declared<K>> }

type AnySent = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  file?: Blob
  idempotency_key?: string
  signal?: AbortSignal
  timeout_ms?: number
}

/** Every call by name: `await api['GET /api/owner/services']()`. */
export const api = new Proxy(
  {},
  {
    get(made: Record<string, unknown>, name: string) {
      return (made[name] ??= makeCall(name))
    },
  },
) as Api

function makeCall(name: string) {
  const send = (sent: AnySent = {}) => request(name, sent)
  const key = (sent?: AnySent) =>
    sent?.params || sent?.query ? [name, { params: sent.params, query: sent.query }] : [name]
  return Object.assign(send, {
    key,
    safe: (sent?: AnySent) =>
      send(sent).then(
        (data) => ({ ok: true, data }),
        (error: unknown) => {
          if (error instanceof ApiError) return { ok: false, error }
          throw error
        },
      ),
    query: (sent: AnySent = {}) => ({
      queryKey: key(sent),
      queryFn: ({ signal }: { signal?: AbortSignal }) => send({ ...sent, signal }),
    }),
    pages: (sent: AnySent = {}) => ({
      queryKey: [...key(sent), 'pages'],
      queryFn: ({ signal, pageParam }: { signal?: AbortSignal; pageParam: string | null }) =>
        send({ ...sent, signal, query: { ...sent.query, cursor: pageParam ?? undefined } }),
      initialPageParam: null,
      getNextPageParam: (last: { next_cursor?: string | null }) => last.next_cursor ?? null,
    }),
  })
}

async function request(name: string, sent: AnySent): Promise<unknown> {
  const token = await accessToken().catch(unanswered)
  // The next person to sign in may be someone else, so this page sends nothing without its token.
  if (!token && isSessionEnded()) throw sessionOver()
  const response = await exchange(name, sent, token)
  if (response.status !== 401) return read(response)
  // The token may have been revoked, or the clocks differ: renew once, retry once, then go to
  // sign-in.
  const fresh = token && (await renewToken())
  const second = fresh ? await exchange(name, sent, fresh) : response
  if (second.status === 401) signInAgain()
  return read(second)
}

/**
 * The token expired and could not be renewed: report it as a call without a response, worth a
 * retry.
 */
function unanswered(fault: unknown): never {
  throw new ApiError(
    navigator.onLine
      ? {
          status: 0,
          code: 'network',
          message: fault instanceof Error ? fault.message : words().failed,
        }
      : { status: 0, code: 'offline', message: words().offline },
  )
}

const sessionOver = () =>
  new ApiError({ status: 401, code: 'unauthenticated', message: words().sessionExpired })

/** Reads that the page's first script (`public/scheme.js`) has made already, by URL. */
type EarlyCalls = { token: string; answers: Record<string, Promise<Response>> }

/** The early answer to this read, once; null if there is none, or it failed. */
async function earlyAnswer(url: string, token: string | null): Promise<Response | null> {
  const { early } = globalThis as { early?: EarlyCalls }
  const answer = early?.answers[url]
  if (!early || !answer) return null
  delete early.answers[url]
  return early.token === token ? answer.catch(() => null) : null
}

async function exchange(name: string, sent: AnySent, token: string | null): Promise<Response> {
  const space = name.indexOf(' ')
  const method = name.slice(0, space)
  const url = urlOf(name.slice(space + 1), sent)
  const early = method === 'GET' && (await earlyAnswer(url, token))
  if (early) {
    learnTime(early.headers.get('date'), performance.timeOrigin)
    return early
  }
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-language': localeTags[currentLocale()],
  }
  if (token) headers.authorization = `Bearer ${token}`
  if (sent.file) headers['content-type'] = 'application/octet-stream'
  else if (sent.body !== undefined) headers['content-type'] = 'application/json'
  if (sent.idempotency_key) headers['idempotency-key'] = sent.idempotency_key
  const timeout = AbortSignal.timeout(sent.timeout_ms ?? defaultTimeoutMs)
  const asked_ms = Date.now()
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: sent.file ?? (sent.body === undefined ? null : JSON.stringify(sent.body)),
      credentials: 'include',
      // Phones a few years old support neither; there only the time limit ends a call.
      signal:
        sent.signal && 'any' in AbortSignal ? AbortSignal.any([sent.signal, timeout]) : timeout,
    })
    learnTime(response.headers.get('date'), asked_ms)
    return response
  } catch (error) {
    if (sent.signal?.aborted)
      throw new ApiError({ status: 0, code: 'cancelled', message: words().cancelled })
    if (!navigator.onLine)
      throw new ApiError({ status: 0, code: 'offline', message: words().offline })
    if (timeout.aborted)
      throw new ApiError({
        status: 0,
        code: 'timeout',
        message: words().timeout,
      })
    throw new ApiError({
      status: 0,
      code: 'network',
      message: error instanceof Error ? error.message : words().failed,
    })
  }
}

/** URL of a call, for links and downloads too (`/api/invoices/{id}/pdf`). */
export function urlOf(
  path: string,
  { params = {}, query = {} }: { params?: Record<string, string>; query?: Record<string, unknown> },
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) search.append(name, String(one))
  }
  const text = search.toString()
  return text ? `${filled}?${text}` : filled
}

async function read(response: Response): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  if (response.ok && !isJson) {
    if (response.status === 204) return undefined
    const isText = response.headers.get('content-type')?.startsWith('text/') ?? true
    return isText ? response.text() : response.blob()
  }
  const body = (await response.json().catch(() => null)) as Record<string, unknown> | null
  // Some responses say `ok: false` with status 200; treat them as any other failure.
  if (response.ok && body !== null && body.ok !== false) return body
  const sentence = typeof body?.error === 'string' && body.error !== '' ? body.error : null
  const code = typeof body?.code === 'string' ? body.code : 'unreadable'
  const fields = (body?.fields as Record<string, string> | undefined) ?? {}
  throw new ApiError({
    status: response.status,
    code,
    message: (sentence && spoken(sentence, code)) ?? genericText(response.status) ?? words().failed,
    fields: Object.fromEntries(Object.entries(fields).map(([name, said]) => [name, spoken(said)])),
    details: body?.details,
    request_id:
      typeof body?.request_id === 'string' ? body.request_id : response.headers.get('x-request-id'),
    spoken: sentence !== null,
  })
}

function genericText(status: number): string | null {
  if (status === 401) return words().sessionExpired
  if (status === 403) return words().noAccess
  if (status === 404) return words().noResource
  return status >= 500 ? words().serverError : null
}

const words = () => wordsNow(frameWords)

/**
 * The message to show: the server's if it sent one, then what the browser knows, then the caller's
 * `fallback`, then a generic text.
 */
export function errorText(error: unknown, fallback?: string): string {
  if (!(error instanceof ApiError))
    return fallback ?? (error instanceof Error && error.message ? error.message : words().failed)
  if (error.code === 'offline' || error.code === 'cancelled') return error.message
  // `internal` is generic; the caller's fallback says more precisely what failed.
  if (error.spoken && (error.code !== 'internal' || !fallback)) return error.message
  return fallback ?? genericText(error.status) ?? (error.message || words().failed)
}

/** True for failures worth a retry: no response, or a server error. Never for a refusal. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status >= 500 ||
    error.code === 'network' ||
    error.code === 'timeout' ||
    error.code === 'offline')

/** One key per intended action, to keep for retries of that action: a random UUID, also where a page is not served securely. */
export const newIdempotencyKey = (): string =>
  globalThis.crypto.randomUUID?.() ??
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
    (
      Number(digit) ^
      (crypto.getRandomValues(new Uint8Array(1))[0]! & (15 >> (Number(digit) / 4)))
    ).toString(16),
  )
