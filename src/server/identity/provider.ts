import type { IncomingMessage, ServerResponse } from 'node:http'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SignJWT, importJWK } from 'jose'
import Provider, { errors, interactionPolicy, type Configuration, type Grant, type KoaContextWithOIDC } from 'oidc-provider'
import type { Store } from '../db/store.ts'
import { createAccounts } from './accounts.ts'
import { createPayloads, forgetExpired } from './adapter.ts'
import { publicPart, signingKeys, type PublicJwk } from './keys.ts'
import { mountPages, type Interactions, type PageOptions } from './page-routes.ts'
import * as pages from './pages.ts'
import { deriveKey, installationSecret } from './secret.ts'

export { installationSecret } from './secret.ts'

export type IdentityProviderOptions = {
  store: Store
  publicUrl: string
  audience: string
  production: boolean
  sendMail: PageOptions['sendMail']
  log: { error(object: object, message?: string): void }
  /** Where the mails of a demonstration can be read, linked from the pages that ask people to look for one. */
  outbox?: string | null
  /** A line shown above the sign-in form of a demonstration. */
  note?: string | null
}

export type IdentityProvider = {
  issuer: string
  /** The one browser client. */
  clientId: string
  publicKeys: PublicJwk[]
  /** The protocol and its pages, under /idp. */
  mount(server: FastifyInstance): Promise<void>
  /** For the seed: answers the subject; an account that is there stays as it is. */
  createAccount(account: { email: string; name: string | null; password: string; email_verified: boolean }): Promise<string>
  /** An access token for an account, without a sign-in. Refused in production. */
  issueToken(email: string): Promise<string>
  /** A link on which the holder of this account (its e-mail or subject) chooses a new password; null when there is none. */
  passwordTicket(emailOrSubject: string): Promise<string | null>
  /** Sends the mail that proves an account's address once more. False when there is nothing to prove. */
  sendVerification(subject: string): Promise<boolean>
  /** Deletes ended sessions, codes and links: for a job. */
  sweep(): Promise<number>
}

const clientId = 'spa'
const scopes = 'openid profile email offline_access'
const apiScopes = 'openid profile email'
const accessToken_seconds = 300
const session_seconds = 30 * 24 * 3600
const callbacks = ['/auth/callback', '/onboarding-callback', '/owner-onboarding-callback']
/** A token asked for on the command line outlives one that a browser renews by itself. */
const developmentToken_seconds = 3600

/** The OpenID Connect provider that runs in this process until another issuer is configured. */
export async function createIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  const { store, audience, production, log } = options
  const publicUrl = options.publicUrl.replace(/\/+$/, '')
  const issuer = `${publicUrl}/idp`
  const secret = await installationSecret(store)
  const keys = await signingKeys(store, secret)
  const accounts = createAccounts(store, issuer)
  const payloads = createPayloads(store, () => new errors.InvalidGrant('authorization code already consumed'))

  const claimsOf = async (account_id: string) => {
    const account = await accounts.byId(account_id)
    return account ? { email: account.email, email_verified: account.email_verified, ...(account.name ? { name: account.name } : {}) } : {}
  }

  const configuration: Configuration = {
    adapter: (model: string) => payloads(model),
    jwks: { keys },
    cookies: {
      keys: [deriveKey(secret, 'cookies').toString('base64url')],
      names: { session: 'idp_session', interaction: 'idp_ix', resume: 'idp_ix_resume' },
      long: { httpOnly: true, sameSite: 'lax', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    clients: [
      {
        client_id: clientId,
        client_name: 'Fieldhive',
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: callbacks.map((path) => publicUrl + path),
        post_logout_redirect_uris: [`${publicUrl}/`],
      },
    ],
    scopes: scopes.split(' '),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => true },
    extraParams: {
      screen_hint: null,
      audience(_ctx: unknown, value: string | undefined) {
        if (value && value !== audience) throw new errors.InvalidTarget('unknown audience')
      },
    },
    features: {
      devInteractions: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      userinfo: { enabled: false },
      revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: {
        enabled: true,
        async logoutSource(ctx, form) {
          // A request that carries the ID token of this very session needs no second question.
          const hint = (ctx.oidc.entities as { IdTokenHint?: { payload: { sub?: string } } }).IdTokenHint
          ctx.body = pages.signOutPage(form, { sure: hint !== undefined && hint.payload.sub === ctx.oidc.session?.accountId })
        },
        async postLogoutSuccessSource(ctx) {
          ctx.body = pages.messagePage('You are signed out', 'See you soon.', { href: `${publicUrl}/`, text: 'Back to the start' })
        },
      },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: async () => true,
        // The `audience` parameter many providers know means the same as the standard's `resource`.
        defaultResource: async (ctx, _client, oneOf) => (oneOf?.length ? oneOf[0] : ctx.oidc.params?.['audience']) as string,
        async getResourceServerInfo(_ctx, resource) {
          if (resource !== audience) throw new errors.InvalidTarget()
          return { scope: apiScopes, audience, accessTokenTTL: accessToken_seconds, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } }
        },
      },
    },
    ttl: {
      AccessToken: accessToken_seconds,
      AuthorizationCode: 60,
      IdToken: 3600,
      Interaction: 3600,
      Session: session_seconds,
      Grant: session_seconds,
      RefreshToken: session_seconds,
    },
    // Tokens end with the session they came from, so that signing out ends them too.
    expiresWithSession: async () => true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    extraTokenClaims: async (_ctx, token) => ('accountId' in token && token.accountId ? claimsOf(token.accountId) : undefined),
    async findAccount(_ctx, id) {
      const account = await accounts.byId(id)
      return !account || account.disabled_at ? undefined : { accountId: id, claims: async () => ({ sub: id, ...(await claimsOf(id)) }) }
    },
    loadExistingGrant: firstPartyGrant,
    clientBasedCORS: (_ctx, origin) => origin === new URL(publicUrl).origin,
    interactions: { policy: interactionPolicy.base(), url: (_ctx, interaction) => `/idp/interaction/${interaction.uid}` },
    async renderError(ctx, out) {
      ctx.type = 'html'
      const detail = out.error_description ? `${out.error}: ${out.error_description}` : out.error
      ctx.body = pages.messagePage('This sign-in cannot go on', detail, { href: `${publicUrl}/login`, text: 'Start again' })
    },
  }

  async function firstPartyGrant(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
    const { provider, client, session } = ctx.oidc
    if (!client || !session?.accountId) return undefined
    const known = session.grantIdFor(client.clientId)
    const existing = known ? await provider.Grant.find(known) : undefined
    if (existing && existing.accountId === session.accountId) return existing
    // Our own client needs no consent page: signing in is the consent.
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
    grant.addOIDCScope(scopes)
    grant.addResourceScope(audience, apiScopes)
    await grant.save()
    return grant
  }

  const provider = new Provider(issuer, configuration)
  provider.proxy = true
  provider.on('server_error', (_ctx, fault) => log.error({ err: fault }, 'identity provider'))

  const interactions: Interactions = {
    async find(request, reply) {
      try {
        const { uid, params } = await provider.interactionDetails(raw(request), reply.raw)
        return uid === (request.params as { uid: string }).uid ? { uid, params } : null
      } catch (fault) {
        if (fault instanceof errors.SessionNotFound) return null
        throw fault
      }
    },
    complete: (request, reply, account_id) =>
      provider.interactionResult(raw(request), reply.raw, { login: { accountId: account_id } }, { mergeWithLastSubmission: false }),
    async startSession(request, reply, account_id) {
      const context = provider.createContext(raw(request), reply.raw)
      const session = new provider.Session()
      session.loginAccount({ accountId: account_id })
      await session.save(session_seconds)
      const expires = new Date(Date.now() + session_seconds * 1000)
      context.cookies.set('idp_session', session.jti, {
        httpOnly: true,
        sameSite: 'lax',
        signed: true,
        secure: publicUrl.startsWith('https:'),
        path: '/',
        expires,
      })
      // What Koa wrote on the raw answer must travel with Fastify's own.
      const cookies = reply.raw.getHeader('set-cookie')
      if (cookies) reply.header('set-cookie', cookies)
      reply.raw.removeHeader('set-cookie')
    },
  }

  // The provider builds its addresses from these headers, and a caller could send any: they are pinned to the configured address.
  const address = new URL(issuer)
  const raw = (request: FastifyRequest): IncomingMessage => {
    const { headers } = request.raw
    headers.host = address.host
    headers['x-forwarded-proto'] = address.protocol.slice(0, -1)
    delete headers['x-forwarded-host']
    delete headers['forwarded']
    return request.raw
  }

  const policy = pages.contentPolicy([address.origin])
  const headers = { 'content-security-policy': policy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' }
  const handle = provider.callback() as (req: IncomingMessage, res: ServerResponse) => Promise<void>

  async function mount(server: FastifyInstance): Promise<void> {
    await server.register(async (scope) => {
      if (!scope.hasContentTypeParser('application/x-www-form-urlencoded')) await scope.register(formbody)
      scope.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
      mountPages(scope, { accounts, interactions, publicUrl, outbox: options.outbox ?? null, note: options.note ?? null, sendMail: options.sendMail, log })
      if (!production) mountDevelopmentToken(scope)
    })
    await server.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      // The protocol reads its own bodies.
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
      scope.route({
        method: ['GET', 'POST', 'OPTIONS', 'HEAD', 'DELETE', 'PUT'],
        url: '/idp/*',
        ...({ compress: false } as object),
        handler(request, reply) {
          reply.hijack()
          for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value)
          const incoming = raw(request) as IncomingMessage & { originalUrl?: string }
          incoming.originalUrl = incoming.url ?? ''
          incoming.url = incoming.originalUrl.slice('/idp'.length) || '/'
          handle(incoming, reply.raw).catch((fault: unknown) => {
            log.error({ err: fault }, 'identity provider')
            if (!reply.raw.headersSent) reply.raw.writeHead(500)
            reply.raw.end()
          })
        },
      })
    })
  }

  async function issueToken(email: string): Promise<string> {
    if (production) throw new Error('Tokens are issued without a sign-in in development only.')
    const account = await accounts.byEmail(email)
    const key = keys[0]
    if (!account || !key) throw new Error(`There is no account for ${email}.`)
    return new SignJWT({ scope: apiScopes, client_id: clientId, ...(await claimsOf(account.id)) })
      .setProtectedHeader({ alg: 'RS256', kid: key.kid ?? '', typ: 'at+jwt' })
      .setIssuer(issuer)
      .setSubject(account.id)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${developmentToken_seconds}s`)
      .sign(await importJWK(key, 'RS256'))
  }

  /** For `npm run token` beside a running server: only this machine, directly, and never from a page in a browser. */
  function mountDevelopmentToken(scope: FastifyInstance): void {
    const local = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    const localNames = new Set(['localhost', '127.0.0.1', '[::1]'])
    if (!localNames.has(address.hostname)) return
    scope.post('/idp/development/token', async (request: FastifyRequest, reply: FastifyReply) => {
      const direct = local.has(request.socket.remoteAddress ?? '') && !request.headers['x-forwarded-for'] && !request.headers.origin
      const named = localNames.has((request.headers.host ?? '').replace(/:\d+$/, ''))
      if (!direct || !named || request.headers['x-fieldhive-development'] !== '1') return reply.code(404).send()
      const { email = '' } = (request.body ?? {}) as { email?: string }
      return issueToken(email).then(
        (token) => reply.type('text/plain').send(token),
        (fault: Error) => reply.code(404).type('text/plain').send(fault.message),
      )
    })
  }

  return {
    issuer,
    clientId,
    publicKeys: keys.map(publicPart),
    mount,
    createAccount: (account) => accounts.ensure(account),
    issueToken,
    async passwordTicket(who) {
      const account = (await accounts.byId(who)) ?? (await accounts.byEmail(who))
      return account ? `${publicUrl}/idp/reset?token=${await accounts.makeToken(account.id, 'reset', { ticket: true })}` : null
    },
    async sendVerification(subject) {
      const account = await accounts.byId(subject)
      if (!account || account.email_verified) return false
      const url = `${publicUrl}/idp/verify?token=${await accounts.makeToken(account.id, 'verify')}`
      await options.sendMail({ to: account.email, template: 'verify_email', data: { name: account.name, url } })
      return true
    },
    sweep: () => forgetExpired(store),
  }
}
