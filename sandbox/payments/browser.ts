// The sandbox's browser side: Stripe.js, onboarding, authentication, deposits, receipts, the panel.
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { openLink, setStanding } from './accounts.ts'
import type { Standing } from './account-views.ts'
import type { Engine } from './engine.ts'
import { ApiError, missing } from './errors.ts'
import { readForm, urlOf } from './http.ts'
import { browserView, checkDeposits } from './intents.ts'
import { dollars, escape, page } from './pages.ts'
import { accountPart, closedDashboard, panelAction, panelLogin, panelPage } from './panel.ts'
import { answerPayment, verifyPayment } from './payment-intents.ts'
import { answerSetup, verifySetup } from './setup-intents.ts'
import type { Row } from './store.ts'
import { now, publicForm } from './wire.ts'
import type { Fields } from './wire.ts'

const source = (name: string): string =>
  readFileSync(new URL(`./browser/${name}.js`, import.meta.url), 'utf8')

/** All modules as one plain script, wrapped in a function to keep their names out of the page. */
const script = `(() => {\n${['requests', 'payment-fields', 'payment-element', 'mini-stripe']
  .map((name) =>
    source(name)
      .replace(/^import .*\n/gm, '')
      .replace(/^export /gm, ''),
  )
  .join('\n')}\n})()\n`

/** `path` comes without the base path. */
export async function serveBrowser(
  engine: Engine,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const url = urlOf(request)
  const [, section, ...rest] = path.split('/')
  const isPost = request.method === 'POST'
  if (!isPost && request.method !== 'GET' && request.method !== 'HEAD')
    return html(response, 405, page('Not possible', ''))
  try {
    if (path === '/stripe.js') {
      response.writeHead(200, {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
      })
      response.end(script)
      return
    }
    if (section === 'onboarding')
      return await onboarding(engine, request, response, rest[0] ?? '', isPost)
    if (section === 'authenticate')
      return await authenticate(engine, request, response, url, rest, isPost)
    if (section === 'deposits') return await deposits(engine, request, response, url, rest, isPost)
    if (section === 'receipt') return receipt(engine, response, url, rest)
    if (section === 'dashboard')
      return await dashboard(engine, request, response, url, rest[0] ?? '')
    if (section === 'panel') return await panel(engine, request, response, url, isPost)
    html(response, 404, page('Not found', '<p>The payment sandbox has no such page.</p>'))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    html(response, error.status, page('That did not work', `<p>${escape(error.message)}</p>`))
  }
}

async function onboarding(
  engine: Engine,
  request: IncomingMessage,
  response: ServerResponse,
  token: string,
  isPost: boolean,
): Promise<void> {
  const link = await engine.run(engine.platform, (call) => openLink(call, token))
  // A link works once, for a few minutes; a late visitor is redirected to get a new one.
  if (link.used || link.expires < now()) return redirect(response, link.refreshUrl)
  if (isPost) {
    const { standing } = await readForm(request)
    if (!['complete', 'payouts_off', 'information_due'].includes(standing))
      throw new ApiError(400, { message: 'Choose how to leave the form.' })
    await engine.run(engine.platform, (call) =>
      setStanding(call, call.tx.object(call.platform, link.account)!, standing as Standing, link),
    )
    // Lets the person who set up the account view its dashboard afterward.
    const base = urlOf(request).pathname.split('/onboarding/')[0]
    response.setHeader(
      'set-cookie',
      `${dashboardCookie(engine, link.account)}; Path=${base}; HttpOnly; SameSite=Lax`,
    )
    return redirect(response, link.returnUrl ?? link.refreshUrl)
  }
  const account = engine.store.object(engine.platform, link.account)!
  html(
    response,
    200,
    page(
      'Set up payments',
      `
<p>In real life this is Stripe's form about <strong>${escape(account.display_name ?? 'the business')}</strong>: who owns it, and where payouts go.
Here nothing you enter is kept; only how you leave it counts.</p>
<form method="post">
<label for="name">Legal business name</label><input id="name" value="${escape(account.display_name)}" autocomplete="off">
<label for="owner">Owner</label><input id="owner" value="Jenny Rosen" autocomplete="off">
<label for="bank">Bank account for payouts</label><input id="bank" value="STRIPE TEST BANK •••• 6789" readonly>
<div class="buttons">
<button name="standing" value="complete">Complete everything</button>
<button class="second" name="standing" value="payouts_off">Accept payments, but leave payouts off</button>
<button class="second" name="standing" value="information_due">Leave with information still due</button>
</div>
</form>`,
    ),
  )
}

/** Finds an intent by path, provided the secret matches. */
function secretIntent(engine: Engine, account: string, id: string, secret: string | null): Row {
  const intent = engine.store.object(account, id)
  if (
    !intent ||
    !['setup_intent', 'payment_intent'].includes(intent.object) ||
    intent.client_secret !== secret
  )
    throw missing('intent', id)
  return intent
}

/**
 * The bank's challenge to the cardholder. Stripe.js shows it in a dialog and posts `as=json`; other
 * clients get a page.
 */
async function authenticate(
  engine: Engine,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  [account = '', id = '']: string[],
  isPost: boolean,
): Promise<void> {
  const form = isPost ? await readForm(request) : {}
  const intent = secretIntent(engine, account, id, form.secret ?? url.searchParams.get('secret'))
  const returnUrl = intent.next_action?.redirect_to_url?.return_url as string | undefined
  if (isPost) {
    const isSetup = intent.object === 'setup_intent'
    let after: Row
    try {
      after = await engine.run(account, (call) =>
        (isSetup ? answerSetup : answerPayment)(call, intent, form.outcome === 'complete'),
      )
    } catch (error) {
      if (!(error instanceof ApiError) || !error.keep) throw error
      after = engine.store.object(account, id)!
    }
    if (form.as === 'json') return json(response, browserView(publicForm(after) as Fields))
    return returnUrl
      ? redirect(response, withResult(returnUrl, after))
      : html(response, 200, page('Thank you', '<p>You can close this page.</p>'))
  }
  if (intent.status !== 'requires_action')
    return returnUrl
      ? redirect(response, withResult(returnUrl, intent))
      : html(response, 410, page('Already answered', ''))
  html(
    response,
    200,
    page(
      'Your bank asks',
      `
<p>${intent.amount ? `Do you allow this payment of <strong>${dollars(intent.amount)}</strong>?` : 'Do you allow this card to be saved?'}</p>
<form method="post">
<div class="buttons">
<button name="outcome" value="complete">Complete authentication</button>
<button class="second" name="outcome" value="fail">Fail authentication</button>
</div>
</form>`,
    ),
  )
}

function withResult(returnUrl: string, intent: Row): string {
  const url = new URL(returnUrl)
  url.searchParams.set(intent.object, intent.id)
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret)
  url.searchParams.set(
    'redirect_status',
    ['succeeded', 'processing'].includes(intent.status) ? 'succeeded' : 'failed',
  )
  return url.href
}

async function deposits(
  engine: Engine,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  [account = '', id = '']: string[],
  isPost: boolean,
): Promise<void> {
  const intent = secretIntent(engine, account, id, url.searchParams.get('secret'))
  let problem = ''
  if (isPost && intent.next_action?.type === 'verify_with_microdeposits') {
    const { first, second } = await readForm(request)
    try {
      checkDeposits({ amounts: [first, second] }, 'bank account')
      await engine.run(account, (call) =>
        (intent.object === 'setup_intent' ? verifySetup : verifyPayment)(call, intent),
      )
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      problem = error.message
    }
  }
  const current = engine.store.object(account, id)!
  if (current.next_action?.type !== 'verify_with_microdeposits')
    return html(
      response,
      200,
      page('Your bank account is verified', '<p>You can close this page.</p>'),
    )
  html(
    response,
    200,
    page(
      'Verify your bank account',
      `
<p>Two small deposits were sent to your account. In this sandbox they are always 32 and 45 cents.</p>
${problem ? `<p class="bad" role="alert">${escape(problem)}</p>` : ''}
<form method="post">
<label for="first">First deposit, in cents</label><input id="first" name="first" inputmode="numeric" required>
<label for="second">Second deposit, in cents</label><input id="second" name="second" inputmode="numeric" required>
<div class="buttons"><button>Verify</button></div>
</form>`,
    ),
  )
}

function receipt(
  engine: Engine,
  response: ServerResponse,
  url: URL,
  [account = '', id = '']: string[],
): void {
  const charge = engine.store.object(account, id)
  if (charge?.object !== 'charge' || charge._receiptSecret !== url.searchParams.get('secret'))
    throw missing('charge', id)
  const details = charge.payment_method_details
  const method =
    details.type === 'card'
      ? `${details.card.brand} •••• ${details.card.last4}`
      : `Bank account •••• ${details.us_bank_account.last4}`
  const seller = engine.store.object(engine.platform, account)?.display_name ?? 'the seller'
  html(
    response,
    200,
    page(
      `Receipt from ${seller}`,
      `
<dl>
<dt>Amount paid</dt><dd>${dollars(charge.amount)}</dd>
<dt>Date</dt><dd>${escape(new Date(Number(charge.created) * 1000).toUTCString())}</dd>
<dt>Paid with</dt><dd>${escape(method)}</dd>
${charge.description ? `<dt>For</dt><dd>${escape(charge.description)}</dd>` : ''}
${charge.amount_refunded ? `<dt>Refunded</dt><dd>${dollars(charge.amount_refunded)}</dd>` : ''}
</dl>`,
    ),
  )
}

const dashboardCookie = (engine: Engine, account: string): string =>
  `sandbox_${account}=${engine.dashboardKey(account)}`

const cookiesOf = (request: IncomingMessage): string[] =>
  (request.headers.cookie ?? '').split(/;\s*/)

/**
 * A read-only version of the business's Stripe dashboard. Anyone but its owner sees only how far
 * setup has come.
 */
async function dashboard(
  engine: Engine,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  id: string,
): Promise<void> {
  const account = engine.store.object(engine.platform, id)
  if (account?.object !== 'v2.core.account') throw missing('account', id)
  const cookies = cookiesOf(request)
  const isOwner =
    url.searchParams.get('key') === engine.dashboardKey(id) ||
    cookies.includes(dashboardCookie(engine, id)) ||
    cookies.includes(`sandbox_panel=${engine.panelKey}`)
  html(
    response,
    200,
    page(
      'Payment dashboard',
      isOwner ? await accountPart(engine, id, true) : closedDashboard(account),
      isOwner,
    ),
  )
}

async function panel(
  engine: Engine,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  isPost: boolean,
): Promise<void> {
  const form = isPost ? await readForm(request) : {}
  const base = url.pathname.slice(0, url.pathname.lastIndexOf('/'))
  const offered = form.key ?? url.searchParams.get('key')
  if (offered !== null && offered !== undefined) {
    if (offered !== engine.panelKey && offered !== engine.secretKey)
      return html(response, 403, panelLogin(true))
    // SameSite keeps other sites from submitting the panel's forms.
    response.setHeader(
      'set-cookie',
      `sandbox_panel=${engine.panelKey}; Path=${base}; HttpOnly; SameSite=Strict`,
    )
    return redirect(response, `${base}/panel`)
  }
  const isKnown = cookiesOf(request).includes(`sandbox_panel=${engine.panelKey}`)
  if (!isKnown) return html(response, 403, panelLogin(false))
  const notice = isPost ? await panelAction(engine, form) : ''
  html(response, 200, await panelPage(engine, notice))
}

function html(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  response.end(body)
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store' }).end()
}

function json(response: ServerResponse, body: Fields): void {
  response
    .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}
