// The core of the sandbox: takes a decoded HTTP request, finds its route, and runs it as one stored
// unit of work.
import { createHmac } from 'node:crypto'
import { accountRoutes } from './accounts.ts'
import { balanceRoutes, releaseFunds } from './balance.ts'
import type { Call, Job, Route, Request, Response } from './call.ts'
import { chargeRoutes, includable } from './charges.ts'
import { customerRoutes } from './customers.ts'
import { ApiError, invalid } from './errors.ts'
import { eventRoutes } from './events.ts'
import { type Faults, strike } from './faults.ts'
import { fingerprint, pruneKeys, remember, replay, type Answer } from './idempotency.ts'
import { browserView, refuseRetiredTypes } from './intents.ts'
import { Jobs } from './jobs.ts'
import { methodDomainRoutes } from './method-domains.ts'
import { paymentIntentRoutes } from './payment-intents.ts'
import { paymentMethodRoutes } from './payment-methods.ts'
import { refundRoutes } from './refunds.ts'
import { disputeRoutes } from './disputes.ts'
import { runJob } from './run-job.ts'
import { setupIntentRoutes } from './setup-intents.ts'
import { Store, Transaction } from './store.ts'
import { subscriptionRoutes } from './subscriptions.ts'
import {
  decodeForm,
  decodeJson,
  expand,
  newId,
  publicForm,
  readParams,
  type Fields,
} from './wire.ts'
import type { Exchange } from './watch.ts'

const routes: Route[] = [
  ...accountRoutes,
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...methodDomainRoutes,
  ...setupIntentRoutes,
  ...paymentIntentRoutes,
  ...chargeRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...balanceRoutes,
  ...eventRoutes,
  ...subscriptionRoutes,
]

/** Every address of the API, such as `GET /v1/refunds/{id}`. */
export const addressesOf = (): string[] => routes.map(({ method, path }) => `${method} ${path}`)

export class Engine {
  store: Store
  jobs: Jobs
  faults: Faults = {}
  watch: (exchange: Exchange) => void = () => {}
  secretKey: string
  publishableKey: string
  platform: string
  /** Where browsers reach the sandbox's pages if nothing else is known. */
  pageOrigin = ''
  /** True if the sandbox is its own process and its pages are not mounted elsewhere. */
  ownOrigin = false
  #basePath: string
  #pruning: NodeJS.Timeout

  constructor(dir: string | null, basePath: string, log: (line: string) => void) {
    this.store = new Store(dir)
    this.#basePath = basePath
    let keys = this.store.get('settings', 'keys') as
      | { secret: string; publishable: string; platform: string }
      | undefined
    if (!keys) {
      keys = {
        secret: newId('sk_test_sandbox'),
        publishable: newId('pk_test_sandbox'),
        platform: newId('acct_1', 16),
      }
      this.store.commit([['settings', 'keys', keys]])
    }
    this.secretKey = keys.secret
    this.publishableKey = keys.publishable
    this.platform = keys.platform
    this.jobs = new Jobs(
      this.store,
      () => this.faults,
      (job) => this.#performJob(job),
      log,
    )
    this.#prune()
    this.#pruning = setInterval(() => this.#prune(), 3_600_000)
    this.#pruning.unref()
  }

  /** The control panel's key: part of its link, and useless for the API. */
  get panelKey(): string {
    return this.#keyFor('panel')
  }

  /** Opens one account's dashboard and nothing else. */
  dashboardKey(account: string): string {
    return this.#keyFor(`dashboard ${account}`)
  }

  #keyFor(purpose: string): string {
    return createHmac('sha256', this.secretKey).update(purpose).digest('base64url').slice(0, 32)
  }

  async answer(request: Request): Promise<Response> {
    const requestId = newId('req_', 14)
    const headers: Response['headers'] = {
      'request-id': requestId,
      'stripe-version': '2026-10-28.endive',
    }
    try {
      const access = this.#authenticate(request)
      const key = request.headers['idempotency-key']
      if (request.method !== 'GET' && key) {
        if (key.length > 255) throw invalid('Idempotency keys may be up to 255 characters long.')
        headers['idempotency-key'] = key
      }
      if (this.faults.delay_ms) await new Promise((done) => setTimeout(done, this.faults.delay_ms))
      const drop = strike(this.faults, 'drop_next_response', request)
      if (drop?.when === 'before') return { status: 0, body: '', headers, isDropped: true }
      const answer = this.#execute(request, access, requestId, headers)
      await this.store.durable()
      this.jobs.wake()
      return { ...answer, headers, isDropped: drop !== undefined }
    } catch (error) {
      return { ...errorAnswer(error), headers }
    }
  }

  /** Runs the sandbox's own work (a page, a job, the control panel) as one unit. */
  async run<T>(account: string, work: (call: Call) => T): Promise<T> {
    const call = this.#call({ account, isBrowser: false }, null, null)
    let result: T
    try {
      result = work(call)
    } catch (error) {
      if (error instanceof ApiError && error.keep) this.store.commit(call.tx.changes())
      throw error
    }
    this.store.commit(call.tx.changes())
    await this.store.durable()
    this.jobs.wake()
    return result
  }

  accounts(): string[] {
    return [
      this.platform,
      ...this.store.list(this.platform, 'v2.core.account').map((account) => account.id),
    ]
  }

  async advance(): Promise<void> {
    await this.jobs.runAll()
    for (const account of this.accounts()) await this.run(account, releaseFunds)
    await this.jobs.runAll('webhook')
  }

  /** Stripe drops keys after a day and events after a month. */
  #prune(): void {
    pruneKeys(this.store)
    const monthAgo = Date.now() / 1000 - 30 * 86_400
    const old = this.accounts().flatMap((account) =>
      this.store
        .list(account, 'event')
        .filter((event) => Number(event.created) < monthAgo)
        .map((event) => `${account}/${event.id}`),
    )
    this.store.commit(old.map((key) => ['objects', key, null]))
  }

  async close(): Promise<void> {
    clearInterval(this.#pruning)
    await this.jobs.close()
    await this.store.close()
  }

  #execute(
    request: Request,
    access: Access,
    requestId: string,
    headers: Response['headers'],
  ): Answer {
    const key = request.method === 'GET' ? undefined : request.headers['idempotency-key']
    const print = fingerprint(request.method, request.path + request.query, request.body)
    const saved = key === undefined ? null : replay(this.store, access.account, key, print)
    if (saved) {
      headers['idempotent-replayed'] = 'true'
      headers['original-request'] = requestId
      return saved
    }
    const fault = strike(this.faults, 'fail_next', request)
    const call = this.#call(access, requestId, key ?? null)
    let answer: Answer
    let isKept = true
    if (fault) {
      const message = 'The sandbox was asked to fail this request.'
      answer = errorAnswer(
        new ApiError(
          fault.status,
          fault.status === 429 ? { code: 'lock_timeout', message } : { type: 'api_error', message },
        ),
      )
      isKept = fault.status === 500
    } else {
      try {
        answer = {
          status: 200,
          body: JSON.stringify(publicForm(this.#carryOut(request, access, call))),
        }
      } catch (error) {
        if (error instanceof ApiError && access.isBrowser) hideFromBrowser(error)
        answer = errorAnswer(error)
        const isStored = error instanceof ApiError && error.keep
        if (!isStored) call.tx = new Transaction(this.store)
        isKept = isStored || answer.status === 500
      }
    }
    if (key !== undefined && isKept) remember(call.tx, access.account, key, print, answer)
    this.store.commit(call.tx.changes())
    return answer
  }

  #carryOut(request: Request, access: Access, call: Call): Fields {
    const found = match(request.method, request.path)
    if (!found) {
      throw new ApiError(404, {
        message: `Unrecognized request URL (${request.method}: ${request.path}). The payment sandbox has no such route.`,
      })
    }
    const [route, ids] = found
    if (access.isBrowser && !route.browser) {
      throw new ApiError(403, {
        code: 'secret_key_required',
        message:
          'This API call cannot be made with a publishable API key. Please use a secret API key.',
      })
    }
    const isJson = request.path.startsWith('/v2/') && request.method === 'POST'
    const given = isJson
      ? decodeJson(request.body)
      : decodeForm(
          request.method === 'GET'
            ? request.query
            : [request.query, request.body].filter(Boolean).join('&'),
        )
    if (access.isBrowser) for (const name of browserOnlyParams) delete given[name]
    if (!isJson) refuseRetiredTypes(given)
    call.params = readParams(route.params, given)
    const answer = route.run(call, ...ids)
    const paths = call.params.expand as string[] | undefined
    if (!paths || paths.length === 0) return answer
    return expand(
      answer,
      paths,
      (id) => call.tx.object(call.account, id) ?? call.tx.object(call.platform, id),
      includable(call),
    )
  }

  #authenticate(request: Request): Access {
    const [scheme = '', credentials = ''] = (request.headers.authorization ?? '').split(' ')
    const given =
      scheme.toLowerCase() === 'basic'
        ? (Buffer.from(credentials, 'base64').toString('utf8').split(':')[0] ?? '')
        : credentials
    const isBrowser = given === this.publishableKey
    if (given === '') {
      throw new ApiError(401, {
        message:
          'You did not provide an API key. Provide it in the Authorization header, as a bearer token.',
      })
    }
    if (!isBrowser && (given !== this.secretKey || request.isBrowserSide)) {
      throw new ApiError(401, { message: `Invalid API Key provided: ${given.slice(0, 8)}****` })
    }
    const context = request.headers['stripe-context'] || request.headers['stripe-account']
    const account = context?.split('/').pop() || this.platform
    if (account !== this.platform && !this.#isOpen(account)) {
      throw new ApiError(403, {
        code: 'account_invalid',
        message:
          `The provided key '${given.slice(0, 12)}****' does not have access to account '${account}' (or that account does not exist). ` +
          'Application access may have been revoked.',
      })
    }
    return { account, isBrowser }
  }

  #isOpen(account: string): boolean {
    const row = this.store.object(this.platform, account)
    return row?.object === 'v2.core.account' && !row.closed
  }

  #call(access: Access, requestId: string | null, idempotencyKey: string | null): Call {
    return {
      tx: new Transaction(this.store),
      account: access.account,
      platform: this.platform,
      params: {},
      isBrowser: access.isBrowser,
      requestId,
      idempotencyKey,
      pageUrl: (path, near) => this.pageUrl(path, near),
      endpoints: (kind) => this.jobs.endpoints(kind).length,
    }
  }

  /**
   * The product mounts the pages on its own origin, which its return URLs reveal; remembers the
   * last one.
   */
  pageUrl(path: string, near?: string | null): string {
    const known = this.store.get('settings', 'origin') as string | undefined
    const nearOrigin = near && URL.canParse(near) ? new URL(near).origin : undefined
    if (nearOrigin !== undefined && nearOrigin !== known && !this.ownOrigin)
      this.store.commit([['settings', 'origin', nearOrigin]])
    const origin = this.ownOrigin ? this.pageOrigin : (nearOrigin ?? known ?? this.pageOrigin)
    return `${origin}${this.#basePath}${path}`
  }

  async #performJob(job: Job): Promise<void> {
    await this.run(job.account, (call) => {
      call.tx.set('jobs', job.id, null)
      runJob(call, job)
    })
  }
}

type Access = { account: string; isBrowser: boolean }

/** Parameters Stripe.js adds on its own. */
const browserOnlyParams = [
  'key',
  '_stripe_account',
  '_stripe_version',
  'guid',
  'muid',
  'sid',
  'payment_user_agent',
  'referrer',
  'time_on_page',
]

const patterns = routes
  .map((route) => ({
    route,
    pattern: new RegExp(`^${route.path.replace(/\{\w+\}/g, '([^/]+)')}$`),
    // A literal segment beats a placeholder.
    weight: (route.path.match(/\{/g) ?? []).length,
  }))
  .sort((a, b) => a.weight - b.weight)

function match(method: string, path: string): [Route, string[]] | null {
  for (const { route, pattern } of patterns) {
    const found = route.method === method ? pattern.exec(path) : null
    if (found) return [route, found.slice(1).map(decoded)]
  }
  return null
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function hideFromBrowser(error: ApiError): void {
  for (const name of ['payment_intent', 'setup_intent']) {
    if (error.fields[name]) error.fields[name] = browserView(error.fields[name])
  }
}

export function errorAnswer(error: unknown): Answer {
  const known =
    error instanceof ApiError
      ? error
      : new ApiError(500, {
          type: 'api_error',
          message: `The payment sandbox failed: ${(error as Error).message}`,
        })
  const { code } = known.fields
  const fields = {
    ...known.fields,
    ...(code && !known.fields.doc_url
      ? { doc_url: `https://docs.stripe.com/error-codes/${code}` }
      : {}),
  }
  return { status: known.status, body: JSON.stringify({ error: publicForm(fields) }) }
}
