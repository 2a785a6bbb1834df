import Provider, {
  errors,
  interactionPolicy,
  type Configuration,
  type Grant,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JWK } from 'jose'
import { onPlatform, system } from '../../base/db/door.ts'
import type { Store } from '../../base/db/store.ts'
import type { NoteSecurity, Origin } from '../../base/security/log.ts'
import { deriveKey } from '../../base/kit/secrets.ts'
import type { Accounts } from './accounts.ts'
import { type Payload, Payloads } from './adapter.ts'
import type { Factors } from './factors.ts'
import type { Passkeys } from './passkeys.ts'
import * as pages from './pages.ts'
import { sayIn } from './page-requests.ts'
import type { DeviceLinks } from './device-links.ts'
import type { SignInCodes } from './sign-in-codes.ts'
import { stepOf } from './second-step.ts'
import { endOwnSessions, session_seconds, useSession } from './sessions.ts'
import type { Throttle } from './throttle.ts'
import type { Undos } from './undo.ts'
import type { Interactions, PageOptions } from './options.ts'

/** The protocol's configuration. */
export type Setup = {
  store: Store
  /** Our public URL, without a trailing slash. */
  publicUrl: string
  issuer: string
  audience: string
  secret: Buffer
  keys: JWK[]
  accounts: Accounts
  factors: Factors
  passkeys: Passkeys
  codes: SignInCodes
  deviceLinks: DeviceLinks
  throttle: Throttle
  undos: Undos
}

/** The only browser client. */
export const clientId = 'spa'
export const apiScopes = 'openid profile email'
const scopes = 'openid profile email offline_access'
const accessToken_seconds = 300
const callbacks = ['/auth/callback', '/onboarding-callback', '/owner-onboarding-callback']

export type Protocol = {
  /** Sign-ins in progress, for the pages. */
  interactions: Interactions
  /** Handles a request to the protocol. */
  handle(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

/** Sets up the OpenID Connect library. */
export function createProtocol(
  setup: Setup,
  { log, security }: Pick<PageOptions, 'log' | 'security'>,
): Protocol {
  const provider = new Provider(setup.issuer, configurationOf(setup, security))
  provider.proxy = true
  provider.on('server_error', (_ctx, fault) => log.error({ err: fault }, 'identity provider'))
  keepSessions(provider, setup.store, { log, security })
  const answer = provider.callback() as (req: IncomingMessage, res: ServerResponse) => Promise<void>
  return {
    interactions: interactionsOf(provider, setup),
    handle(request, reply) {
      const incoming = pinned(request, setup.issuer) as IncomingMessage & { originalUrl?: string }
      incoming.originalUrl = incoming.url ?? ''
      incoming.url = incoming.originalUrl.slice('/idp'.length) || '/'
      return answer(incoming, reply.raw)
    },
  }
}

/** Lists where each session is used, and keeps it alive while it is. */
function keepSessions(
  provider: Provider,
  store: Store,
  { log, security }: Pick<PageOptions, 'log' | 'security'>,
): void {
  const failed = (fault: unknown) => log.error({ err: fault }, 'session not noted')
  provider.on('grant.success', (ctx) => {
    const uid = sessionOf(ctx)
    const account_id = ctx.oidc.account?.accountId
    if (!uid || !account_id) return
    const agent = ctx.get('user-agent') || null
    useSession(store, { uid, account_id, agent, ip: ctx.ip }).catch(failed)
  })
  // Somebody used a code or a refresh token again that was spent.
  provider.on('grant.revoked', (ctx) => {
    const account_id = grantedBy(ctx)?.accountId ?? null
    const session_uid = sessionOf(ctx) ?? null
    security({ event: 'authn_token_revoked', account_id, session_uid }, originIn(ctx))
  })
  provider.on('end_session.success', (ctx) => {
    const { uid, accountId } = ctx.oidc.entities.Session ?? {}
    if (!uid || !accountId) return
    const ended = { event: 'session_ended', account_id: accountId, session_uid: uid } as const
    security({ ...ended, detail: { by: 'sign-out' } }, originIn(ctx))
    onPlatform(store, system, (tx) =>
      endOwnSessions(tx, { account_id: accountId, only: uid }),
    ).catch(failed)
  })
}

const originIn = (ctx: KoaContextWithOIDC): Origin => ({
  ip: ctx.ip,
  agent: ctx.get('user-agent').slice(0, 300),
  method: ctx.method,
  route: ctx.oidc.route,
})

/** Two tabs, a lost answer, or a thief: allowed for seconds, but written down. */
function noteReuse({ accountId, sessionUid }: Payload, security: NoteSecurity): void {
  const { ctx } = Provider
  if (ctx?.oidc.route !== 'token') return
  const whose = { account_id: accountId ?? null, session_uid: sessionUid ?? null }
  security({ event: 'authn_token_reuse', ...whose }, originIn(ctx))
}

/** The session a token request belongs to. */
const sessionOf = (ctx: KoaContextWithOIDC): string | undefined => grantedBy(ctx)?.sessionUid
const grantedBy = ({ oidc: { entities } }: KoaContextWithOIDC) =>
  entities.RefreshToken ?? entities.AuthorizationCode

const interactionsOf = (provider: Provider, setup: Setup): Interactions => ({
  async find(request, reply) {
    try {
      const { uid, params, result } = await provider.interactionDetails(
        pinned(request, setup.issuer),
        reply.raw,
      )
      return uid === (request.params as { uid: string }).uid
        ? { uid, params, step: stepOf(result) }
        : null
    } catch (fault) {
      if (fault instanceof errors.SessionNotFound) return null
      throw fault
    }
  },
  async hold(request, reply, step) {
    await provider.interactionResult(
      pinned(request, setup.issuer),
      reply.raw,
      { ...step },
      { mergeWithLastSubmission: false },
    )
  },
  complete: (request, reply, account_id, proof) =>
    provider.interactionResult(
      pinned(request, setup.issuer),
      reply.raw,
      { login: { accountId: account_id, ...proof } },
      { mergeWithLastSubmission: false },
    ),
  async isSignedIn(request, reply) {
    const { cookies } = provider.createContext(pinned(request, setup.issuer), reply.raw)
    const id = cookies.get('idp_session', { signed: true })
    return Boolean(id && (await provider.Session.find(id))?.accountId)
  },
  async startSession(request, reply, account_id, proof) {
    const context = provider.createContext(pinned(request, setup.issuer), reply.raw)
    const session = new provider.Session()
    session.loginAccount({ accountId: account_id, ...proof })
    await session.save(session_seconds)
    context.cookies.set('idp_session', session.jti, {
      httpOnly: true,
      sameSite: 'lax',
      signed: true,
      secure: setup.publicUrl.startsWith('https:'),
      path: '/',
      expires: new Date(Date.now() + session_seconds * 1000),
    })
    // Headers Koa set on the raw response must be sent with Fastify's.
    const cookies = reply.raw.getHeader('set-cookie')
    if (cookies) reply.header('set-cookie', cookies)
    reply.raw.removeHeader('set-cookie')
  },
})

/**
 * The provider builds its URLs from these headers and names its callers by them, but a caller can
 * forge them, so pin them to the configured address and the true caller.
 */
function pinned(request: FastifyRequest, issuer: string): IncomingMessage {
  const { host, protocol } = new URL(issuer)
  const { headers } = request.raw
  headers.host = host
  // The provider believes the first address; ours depends on which proxies we trust.
  headers['x-forwarded-for'] = request.ip
  headers['x-forwarded-proto'] = protocol.slice(0, -1)
  delete headers['x-forwarded-host']
  delete headers['forwarded']
  return request.raw
}

/** One public client, code and PKCE only. */
const configurationOf = (setup: Setup, security: NoteSecurity): Configuration => ({
  ...clientsOf(setup, security),
  ...accountsOf(setup),
  ...lifetimes,
  features: featuresOf(setup),
  cookies: {
    keys: [deriveKey(setup.secret, 'cookies').toString('base64url')],
    names: { session: 'idp_session', interaction: 'idp_ix', resume: 'idp_ix_resume' },
    long: { httpOnly: true, sameSite: 'lax', signed: true },
    short: { httpOnly: true, sameSite: 'lax', signed: true },
  },
  interactions: {
    policy: interactionPolicy.base(),
    url: (_ctx, interaction) => `/idp/interaction/${interaction.uid}`,
  },
  async renderError(ctx, out) {
    ctx.type = 'html'
    const detail = out.error_description ? `${out.error}: ${out.error_description}` : out.error
    const say = sayIn(ctx.get('accept-language'))
    ctx.body = pages.messagePage(say, say.words.cannotGoOn, detail, {
      href: `${setup.publicUrl}/login`,
      text: say.words.startAgain,
    })
  },
})

const clientsOf = (
  { store, keys, publicUrl, audience }: Setup,
  security: NoteSecurity,
): Configuration => ({
  adapter: (model: string) =>
    new Payloads(store, model, {
      codeUsedTwice: () => new errors.InvalidGrant('authorization code already consumed'),
      refreshedTwice: (token) => noteReuse(token, security),
    }),
  jwks: { keys },
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
  // No client of ours can keep a secret.
  clientAuthMethods: ['none'],
  scopes: scopes.split(' '),
  acrValues: ['aal1', 'aal2', 'phr'],
  claims: {
    openid: ['sub', 'acr', 'amr', 'auth_time'],
    email: ['email', 'email_verified'],
    profile: ['name'],
  },
  conformIdTokenClaims: false,
  responseTypes: ['code'],
  pkce: { required: () => true },
  extraParams: {
    screen_hint: null,
    audience(_ctx: unknown, value: string | undefined) {
      if (value && value !== audience) throw new errors.InvalidTarget('unknown audience')
    },
  },
  clientBasedCORS: (_ctx, origin) => origin === new URL(publicUrl).origin,
})

const accountsOf = ({ accounts, audience }: Setup): Configuration => ({
  extraTokenClaims: async (ctx, token) =>
    'accountId' in token && token.accountId
      ? {
          ...(await claimsOf(accounts, token.accountId)),
          sid: sessionOf(ctx),
          acr: grantedBy(ctx)?.acr,
          amr: grantedBy(ctx)?.amr,
        }
      : undefined,
  async findAccount(_ctx, id) {
    const account = await accounts.byId(id)
    return !account || account.disabled_at
      ? undefined
      : { accountId: id, claims: async () => ({ sub: id, ...(await claimsOf(accounts, id)) }) }
  },
  loadExistingGrant: (ctx) => firstPartyGrant(ctx, audience),
})

/** The claims a token makes about an account. */
export async function claimsOf(
  accounts: Accounts,
  account_id: string,
): Promise<{ email?: string; email_verified?: boolean; name?: string }> {
  const account = await accounts.byId(account_id)
  if (!account) return {}
  const { email, email_verified, name } = account
  return { ...(email ? { email } : {}), email_verified, ...(name ? { name } : {}) }
}

/** Our own client needs no consent page: signing in is the consent. */
async function firstPartyGrant(
  ctx: KoaContextWithOIDC,
  audience: string,
): Promise<Grant | undefined> {
  const { provider, client, session } = ctx.oidc
  if (!client || !session?.accountId) return undefined
  const known = session.grantIdFor(client.clientId)
  const existing = known ? await provider.Grant.find(known) : undefined
  if (existing && existing.accountId === session.accountId) return existing
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope(scopes)
  grant.addResourceScope(audience, apiScopes)
  await grant.save()
  return grant
}

const lifetimes: Configuration = {
  ttl: {
    AccessToken: accessToken_seconds,
    AuthorizationCode: 60,
    IdToken: 3600,
    Interaction: 3600,
    Session: session_seconds,
    Grant: session_seconds,
    RefreshToken: session_seconds,
  },
  // Tokens end with their session, so that signing out ends them too.
  expiresWithSession: async () => true,
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: true,
}

const featuresOf = ({ publicUrl, audience }: Setup): Configuration['features'] => ({
  devInteractions: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  dPoP: { enabled: false },
  userinfo: { enabled: false },
  revocation: {
    enabled: true,
    allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
  },
  rpInitiatedLogout: {
    enabled: true,
    async logoutSource(ctx, form) {
      // A request with this session's ID token needs no confirmation.
      const hint = (ctx.oidc.entities as { IdTokenHint?: { payload: { sub?: string } } })
        .IdTokenHint
      ctx.body = pages.signOutPage(sayIn(ctx.get('accept-language')), form, {
        sure: hint !== undefined && hint.payload.sub === ctx.oidc.session?.accountId,
      })
    },
    async postLogoutSuccessSource(ctx) {
      const say = sayIn(ctx.get('accept-language'))
      ctx.body = pages.messagePage(say, say.words.signedOut, say.words.seeYou, {
        href: `${publicUrl}/`,
        text: say.words.backToStart,
      })
    },
  },
  resourceIndicators: {
    enabled: true,
    useGrantedResource: async () => true,
    // Many providers' `audience` parameter means the same as the standard `resource`.
    defaultResource: async (ctx, _client, oneOf) =>
      (oneOf?.length ? oneOf[0] : ctx.oidc.params?.['audience']) as string,
    async getResourceServerInfo(_ctx, resource) {
      if (resource !== audience) throw new errors.InvalidTarget()
      return {
        scope: apiScopes,
        audience,
        accessTokenTTL: accessToken_seconds,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'RS256' } },
      }
    },
  },
})
